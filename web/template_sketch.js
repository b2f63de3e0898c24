// template_sketch.js - the template of a class as an indented outline with coloured slots.
import { el, plural } from "./dom.js";

const SKETCH_LINES = 1500, SKETCH_COLOURS = 8;
const VOID = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]);

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

// `<div class="a b" id="c" …>` as "div.a.b#c".
function shortTag(token) {
  const ids = /\sid="([^"]*)"/.exec(token), classes = /\sclass="([^"]*)"/.exec(token);
  return tagName(token) + (classes ? `.${classes[1].trim().split(/\s+/).slice(0, 3).join(".")}` : "") + (ids ? `#${ids[1]}` : "");
}

function slotLine(i, slot, colour, depth, point) {
  const words = slot.pages ? Math.max(1, Math.round(slot.words / slot.pages)) : 0;
  const line = el("li", { class: `slot slot-c${colour}`, "data-slot": i, tabindex: "0", onpointerenter: () => point(i), onfocus: () => point(i) },
    el("span", { class: "slot-name" }, `slot ${i}`), ` ${slot.kind}, about ${plural(words, "word")}, on ${plural(slot.pages, "page")}`);
  line.style.setProperty("--depth", Math.min(depth, 24));
  return line;
}

// Only the body: the head is not visible on a page.
export function templateSketch(c, colours, point) {
  const lines = [], open = [];
  let inBody = !(c.template || []).some((token) => tagName(token.token || "") === "body");
  (c.template || []).forEach((token, i) => {
    if (lines.length > SKETCH_LINES) return;
    if (inBody && colours.has(i)) lines.push(slotLine(i, token.before, colours.get(i), open.length, point));
    const name = tagName(token.token || "");
    if (token.kind === "open" && name === "body") inBody = true;
    if (!inBody || token.kind === "end") return;
    if (token.kind === "close") {
      const at = open.lastIndexOf(name);
      if (at >= 0) open.length = at;
      return;
    }
    const share = `${token.pages}/${c.sampled}`;
    const last = lines[lines.length - 1];
    if (token.kind === "text" && last && last.dataset.open && !colours.has(i)) {
      last.append(el("span", { class: "sketch-text" }, ` ${token.token.slice(0, 80)}`));
      delete last.dataset.open;
      return;
    }
    const line = el("li", {}, token.kind === "text" ? el("span", { class: "sketch-text" }, token.token.slice(0, 100)) : el("span", { class: "sketch-tag" }, shortTag(token.token)),
      token.pages < c.sampled ? el("span", { class: "sketch-share" }, ` ${share}`) : null);
    if (token.kind === "open") line.dataset.open = "yes";
    line.style.setProperty("--depth", Math.min(open.length, 24));
    lines.push(line);
    if (token.kind === "open" && !VOID.has(name)) open.push(name);
  });
  if (!lines.length) return el("p", { class: "hint" }, "This class has no template: it was learned from one page.");
  return el("ul", { class: "sketch", "aria-label": "Template" }, lines);
}
