// template_sketch.js - the template of a class as a reader knows it: its parts, their constant texts, and coloured slots with examples.
import { el, plural } from "./dom.js";

const SKETCH_LINES = 600, SKETCH_COLOURS = 8, LINE_LETTERS = 160, EXAMPLE_LETTERS = 70;
const ALIKE_SHOWN = 3;
const VOID = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]);
const UNSEEN = new Set(["head", "title", "script", "style", "noscript", "template", "svg", "option"]);
const PART_OF_TAG = { header: "Header", nav: "Menu", main: "Main", article: "Article", aside: "Sidebar", footer: "Footer" };
// By the words of class names and ids; the first that fits.
const PART_OF_NAME = [[/\b(modal|dialog|popup|lightbox)\b/, "Dialog"], [/\bbread-?crumbs?\b/, "Breadcrumbs"], [/\b(menu|nav|navbar|navigation)\b/, "Menu"], [/\b(site-?)?footer\b/, "Footer"], [/\b(header|masthead)\b/, "Header"],
  [/\bside-?bar\b/, "Sidebar"], [/\bcomments?\b/, "Comments"], [/\brelated\b/, "Related"], [/\b(pagination|pager)\b/, "Pages"]];

// Not only commas and bars.
export function isWorded(text) {
  return /[\p{L}\p{N}]/u.test(text);
}

// Colours of slots that contain words and that many pages fill: number → colour.
export function slotColours(c) {
  const colours = new Map();
  (c.template || []).forEach((token, i) => {
    const slot = token.before;
    if (slot && slot.words > 0 && slot.pages * 10 >= c.sampled) colours.set(i, colours.size % SKETCH_COLOURS);
  });
  return colours;
}

const tagName = (token) => (/^<\/?([^\s>]+)/.exec(token) || ["", ""])[1];

// What a reader calls the element, or undefined. A part has a head and a foot of its own.
function partOf(token, around) {
  const part = namedPart(token);
  return around === "Dialog" || (around && (part === "Header" || part === "Footer")) ? undefined : part;
}

function namedPart(token) {
  const names = [...token.matchAll(/\s(?:id|class)="([^"]*)"/g)].map((found) => found[1].toLowerCase().replaceAll("_", "-")).join(" ");
  return PART_OF_TAG[tagName(token)] || (PART_OF_NAME.find(([words]) => words.test(names)) || [])[1];
}

// The template's texts and slots in their order: { part, text, share } or { part, slot }. The head is not visible on a page.
export function visibleParts(c, colours) {
  const template = c.template || [], open = [], parts = [];
  const start = template.findLastIndex((token) => /^<(\/head|body)\b/.test(token.token || "")) + 1;
  template.forEach((token, i) => {
    const name = tagName(token.token || ""), part = (open.findLast((element) => element.part) || {}).part;
    const isSeen = i >= start && !open.some((element) => UNSEEN.has(element.name));
    if (isSeen && colours.has(i)) parts.push({ part, slot: i });
    if (token.kind === "close") {
      const at = open.findLastIndex((element) => element.name === name);
      if (at >= 0) open.length = at;
    } else if (token.kind === "open" && !VOID.has(name)) open.push({ name, part: partOf(token.token, part) });
    else if (token.kind === "text" && isSeen && isWorded(token.token)) parts.push({ part, text: token.token, share: token.pages / c.sampled });
  });
  const first = parts.findIndex((each) => each.slot !== undefined); // a foot above all slots is of something else
  parts.slice(0, Math.max(first, 0)).forEach((each) => { if (each.part === "Footer") each.part = undefined; });
  return parts;
}

const SLOT_NAMES = { text: "text", links: "links", "text with tags": "content", marks: "marks", tags: "content" };
const HEADING = /\/h[1-6]\[\d+\](\/(a|span)\[\d+\])*$/;

// What a reader calls a block: its role, or what its element says.
function blockName(block) {
  if (block.role && block.role !== "none") return block.role;
  return HEADING.test(block.path) ? "heading" : /\/time\[/.test(block.path) ? "date" : /\/figcaption\[/.test(block.path) ? "caption" : "";
}

function slotLine(i, slot, colour, point) {
  const words = slot.pages ? Math.max(1, Math.round(slot.words / slot.pages)) : 0;
  return el("li", { class: `slot slot-c${colour}`, "data-slot": i, tabindex: "0", title: `${slot.kind}, about ${plural(words, "word")}, on ${plural(slot.pages, "page")}`,
    onpointerenter: () => point(i), onfocus: () => point(i) }, el("span", { class: "slot-name" }, SLOT_NAMES[slot.kind] || slot.kind), el("span", { class: "slot-example", dir: "auto" }, `about ${plural(words, "word")}`));
}

// Templates are learned without upper case: write their texts as a page has them.
function writeAsOnPage(lines, view) {
  const text = view.blocks.map((block) => block.text).join(" ").replace(/\s+/g, " "), plain = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  for (const span of lines.flatMap((line) => [...line.querySelectorAll(":scope > span:not([class^=slot])")])) {
    const at = plain.indexOf(span.textContent);
    if (at >= 0) span.textContent = text.slice(at, at + span.textContent.length);
  }
}

// Put `lines` behind a button after `place`.
function fold(lines, place, words) {
  const button = el("button", { type: "button", class: "quiet", onclick: () => { lines.forEach((line) => { line.hidden = false; }); more.remove(); } }, `▸ ${words}`), more = el("li", {}, button);
  lines.forEach((line) => { line.hidden = true; });
  place.after(more);
}

// `element`, and `fill(view)`: name the slots by the blocks of a page that are in them, and give their text as examples.
export function templateSketch(c, colours, point) {
  const lines = [];
  let part, run = null;
  for (const each of visibleParts(c, colours)) {
    if (lines.length > SKETCH_LINES) break;
    if (each.part !== part || !lines.length) {
      part = each.part;
      run = null;
      lines.push(el("li", { class: "sketch-part" }, part || "Page"));
    }
    if (each.slot !== undefined) {
      run = null;
      lines.push(slotLine(each.slot, c.template[each.slot].before, colours.get(each.slot), point));
      continue;
    }
    if (!run) lines.push(run = el("li", { class: "sketch-text", dir: "auto" }));
    if (run.textContent.length < LINE_LETTERS)
      run.append(run.childNodes.length ? " · " : "", el("span", each.share < 0.9 ? { class: "sometimes", title: `on ${Math.round(each.share * 100)} % of the pages` } : {}, each.text.slice(0, LINE_LETTERS)));
    else if (!run.textContent.endsWith("…")) run.append(" …");
  }
  const filled = new Set(), slots = lines.filter((each) => each.dataset.slot !== undefined);
  let written = false;
  return {
    element: lines.length && c.tokens ? el("ul", { class: "sketch", "aria-label": "Template" }, lines)
      : el("p", { class: "hint" }, c.tokens ? "The pages of this class share no visible text." : "This class has no template: it was learned from one page."),
    fill(view) {
      if (!written) writeAsOnPage(lines, view);
      written = true;
      for (const line of slots.filter((each) => !filled.has(each))) {
        const inside = view.blocks.filter((b) => b.slot === Number(line.dataset.slot)), block = inside.find((b) => isWorded(b.text)) || inside[0];
        if (!block) continue;
        filled.add(line);
        line.firstChild.textContent = blockName(block) || line.firstChild.textContent;
        line.hidden = !isWorded(block.text);
        line.lastChild.textContent = block.text.length > EXAMPLE_LETTERS ? `${block.text.slice(0, EXAMPLE_LETTERS)}…` : block.text;
      }
    },
    // Slots that the example pages leave empty, and all but the first of slots that are alike, are one line, which opens.
    shorten() {
      const empty = slots.filter((line) => !filled.has(line)), alike = [];
      if (!filled.size) return;
      for (const line of slots.filter((each) => filled.has(each) && !each.hidden)) {
        const run = alike[alike.length - 1];
        if (run && lines.indexOf(line) === lines.indexOf(run[run.length - 1]) + 1 && line.firstChild.textContent === run[0].firstChild.textContent) run.push(line);
        else alike.push([line]);
      }
      for (const run of alike.filter((each) => each.length > ALIKE_SHOWN + 1)) fold(run.slice(ALIKE_SHOWN), run[ALIKE_SHOWN - 1], `${run.length - ALIKE_SHOWN} more like these`);
      if (empty.length) fold(empty, lines[lines.length - 1], `${plural(empty.length, "slot")} that these pages leave empty`);
    },
  };
}
