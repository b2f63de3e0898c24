// markdown.js - convert Husk's Markdown to elements. Of HTML it knows the inline tags that Husk writes, without attributes; everything else is text.
import { el } from "./dom.js";

const SAFE_LINK = /^(https?:\/\/|mailto:|#)/i;

// Inline constructs; the earliest match wins.
const INLINE = /\\([!-/:-@[-`{-~])|(`+)([\s\S]*?[^`])\2(?!`)|!\[((?:\\.|[^\]\\])*)\]\(<?([^)\s>]*)>?(?:\s+"[^"]*")?\)|\[((?:\\.|[^\]\\]|\[[^\]]*\])*)\]\(<?([^)\s>]*)>?(?:\s+"[^"]*")?\)|<((?:https?:\/\/|mailto:)[^>\s]+)>|(\*\*\*|\*\*|\*|~~|__|_)(?=\S)([\s\S]*?\S)\9|&(#\d+|#x[\da-f]+|amp|lt|gt|quot|nbsp);|( {2,}|\\)\n|(\$\$[\s\S]+?\$\$|\$(?=[^\s\d])[^$\n]*?[^\s$]\$(?!\d))|<(strong|em|del|mark|sub|sup|kbd|code)>([\s\S]*?)<\/\14>|<br>/i;

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0" };

function entity(name) {
  if (name[0] !== "#") return ENTITIES[name.toLowerCase()];
  const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
}

function link(address, children) {
  if (!SAFE_LINK.test(address)) return el("span", {}, children);
  return el("a", { href: address, rel: "noopener noreferrer nofollow", target: "_blank" }, children);
}

function inline(text, depth = 0) {
  const out = [];
  while (text) {
    const m = depth < 12 ? INLINE.exec(text) : null;
    if (!m) {
      out.push(text);
      break;
    }
    if (m.index) out.push(text.slice(0, m.index));
    const inner = (part) => inline(part, depth + 1);
    if (m[1]) out.push(m[1]);
    else if (m[2]) out.push(el("code", {}, m[3].trim()));
    else if (m[4] !== undefined) out.push(el("span", { class: "picture" }, m[4] || "picture"));
    else if (m[6] !== undefined) out.push(link(m[7], inner(m[6])));
    else if (m[8]) out.push(link(m[8], [m[8]]));
    else if (m[9] === "***") out.push(el("strong", {}, el("em", {}, inner(m[10]))));
    else if (m[9]) out.push(el({ "**": "strong", "__": "strong", "~~": "s" }[m[9]] || "em", {}, inner(m[10])));
    else if (m[11]) out.push(entity(m[11]));
    else if (m[13]) out.push(el("span", { class: "formula" }, m[13]));
    else if (m[14]) out.push(el(m[14].toLowerCase(), {}, inner(m[15])));
    else out.push(el("br"));
    text = text.slice(m.index + m[0].length);
  }
  return out;
}

function cells(line) {
  const parts = line.trim().replace(/^\|/, "").replace(/\|$/, "").split(/(?<!\\)\|/);
  return parts.map((part) => part.trim().replace(/\\\|/g, "|"));
}

const isRule = (line) => /^ {0,3}([-*_])( *\1){2,} *$/.test(line);
const listItem = (line) => /^( *)([-*+]|\d{1,9}[.)])( +|$)(.*)$/.exec(line);
const isTableLine = (line) => line !== undefined && /^ {0,3}\|?[\s:|-]*-[\s:|-]*$/.test(line) && line.includes("-") && line.includes("|");

function table(lines, at) {
  const head = cells(lines[at]);
  const rows = [];
  let i = at + 2;
  for (; i < lines.length && lines[i].includes("|") && lines[i].trim(); i++) rows.push(cells(lines[i]));
  const row = (parts, name) => el("tr", {}, parts.map((part) => el(name, name === "th" ? { scope: "col" } : {}, inline(part))));
  const body = el("tbody", {}, rows.map((parts) => row(parts, "td")));
  const shown = head.some((part) => part) ? [el("thead", {}, row(head, "th")), body] : [body];
  return [el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Table" }, el("table", {}, shown)), i];
}

function list(lines, at, depth) {
  const first = listItem(lines[at]);
  const ordered = /\d/.test(first[2]);
  const out = el(ordered ? "ol" : "ul", ordered && parseInt(first[2], 10) !== 1 ? { start: parseInt(first[2], 10) } : {});
  let i = at;
  while (i < lines.length) {
    const m = listItem(lines[i]);
    if (!m || m[1].length !== first[1].length || /\d/.test(m[2]) !== ordered) break;
    const indent = m[1].length + m[2].length + Math.min(m[3].length || 1, 4);
    const inside = [m[4]];
    let loose = false;
    for (i++; i < lines.length; i++) {
      const blank = !lines[i].trim();
      const indented = /^ */.exec(lines[i])[0].length >= indent;
      if (blank && i + 1 < lines.length && /^ */.exec(lines[i + 1])[0].length >= indent && lines[i + 1].trim()) loose = true;
      else if (blank && !(i + 1 < lines.length && listItem(lines[i + 1]))) break;
      else if (!blank && !indented && (listItem(lines[i]) || loose || isRule(lines[i]) || /^#{1,6} /.test(lines[i]))) break;
      inside.push(blank ? "" : lines[i].slice(indented ? indent : 0));
    }
    while (inside.length && !inside[inside.length - 1].trim()) inside.pop();
    out.append(el("li", {}, blocks(inside, depth + 1, !loose)));
    while (i < lines.length && !lines[i].trim() && i + 1 < lines.length && listItem(lines[i + 1])) i++;
  }
  return [out, i];
}

function blocks(lines, depth = 0, tight = false) {
  const out = [];
  for (let i = 0; i < lines.length;) {
    const line = lines[i];
    const fence = /^ {0,3}(`{3,}|~{3,})\s*(\S*)/.exec(line), heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (!line.trim()) {
      i++;
    } else if (fence) {
      const code = [];
      for (i++; i < lines.length && !lines[i].trim().startsWith(fence[1]); i++) code.push(lines[i]);
      i++;
      out.push(el("pre", { tabindex: "0" }, el("code", {}, code.join("\n"))));
    } else if (heading) {
      out.push(el(`h${Math.min(heading[1].length + 1, 6)}`, {}, inline(heading[2])));
      i++;
    } else if (isRule(line)) {
      out.push(el("hr"));
      i++;
    } else if (/^ {0,3}>/.test(line) && depth < 12) {
      const quoted = [];
      for (; i < lines.length && /^ {0,3}>/.test(lines[i]); i++) quoted.push(lines[i].replace(/^ {0,3}> ?/, ""));
      out.push(el("blockquote", {}, blocks(quoted, depth + 1)));
    } else if (listItem(line) && depth < 12) {
      const [made, next] = list(lines, i, depth);
      out.push(made);
      i = next;
    } else if (line.includes("|") && isTableLine(lines[i + 1])) {
      const [made, next] = table(lines, i);
      out.push(made);
      i = next;
    } else {
      const text = [line];
      for (i++; i < lines.length && lines[i].trim() && !/^ {0,3}(#{1,6} |>|```|~~~)/.test(lines[i]) && !listItem(lines[i]); i++) text.push(lines[i]);
      const made = inline(text.map((part) => part.replace(/^ +/, "")).join("\n").trim());
      out.push(...(tight ? made : [el("p", {}, made)]));
    }
  }
  return out;
}

// A heading with one # is the page's title, so all headings are one level lower here.
export function markdownElements(text) {
  return el("article", { class: "reading", "aria-label": "Main content" }, blocks(text.replace(/\r\n?/g, "\n").split("\n")));
}
