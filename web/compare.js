// compare.js - two site files of one site, or of two dates: which classes belong together, what changed in a template, which slots moved.
import { el, percent, plural } from "./dom.js";
import { slotColours, visibleParts } from "./template_sketch.js";

const LEAST_SHARED = 0.1; // of the texts of both templates; classes with fewer are not the same
const MOST_PARTS = 800;

// A text is itself; a slot is known by what it holds and the text before it.
function templateParts(c) {
  let before = "";
  return visibleParts(c, slotColours(c)).slice(0, MOST_PARTS).map((part) => {
    if (part.slot === undefined) {
      before = part.text;
      return { key: `text ${part.text}`, name: part.text, part: part.part };
    }
    const { kind } = c.template[part.slot].before;
    return { key: `slot ${kind} ${before}`, name: before ? `${kind}, after “${before.slice(0, 40)}”` : kind, part: part.part, isSlot: true };
  });
}

// The longest common subsequence: pairs [a, b], with null for what only one has.
function alignParts(a, b) {
  const best = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let k = b.length - 1; k >= 0; k--) best[i][k] = a[i].key === b[k].key ? best[i + 1][k + 1] + 1 : Math.max(best[i + 1][k], best[i][k + 1]);
  const pairs = [];
  let i = 0, k = 0;
  while (i < a.length || k < b.length) {
    if (i < a.length && k < b.length && a[i].key === b[k].key) pairs.push([a[i++], b[k++]]);
    else if (k >= b.length || (i < a.length && best[i + 1][k] >= best[i][k + 1])) pairs.push([a[i++], null]);
    else pairs.push([null, b[k++]]);
  }
  return pairs;
}

function sharedTexts(a, b) {
  const x = new Set(a.map((part) => part.key)), y = new Set(b.map((part) => part.key));
  const both = [...x].filter((key) => y.has(key)).length;
  return both / (x.size + y.size - both || 1);
}

// The class of `other` whose template is most like that of `c`, or null.
export function likeClass(c, other) {
  const parts = templateParts(c);
  const ranked = other.classes.map((d) => ({ d, shared: sharedTexts(parts, templateParts(d)) })).sort((x, y) => y.shared - x.shared);
  return ranked.length && ranked[0].shared >= LEAST_SHARED ? ranked[0].d : null;
}

function sizeWords(c) {
  return `${plural(c.pages, "page")}, ${percent(c.words ? c.template_words / c.words : 0)} template`;
}

function sideCell(part, moved) {
  if (!part) return el("td", {});
  const state = moved ? "moved" : "";
  return el("td", { class: `${part.isSlot ? "is-slot" : ""} ${state}`, dir: "auto" }, moved ? el("span", { class: "chip" }, "moved") : null, part.name);
}

// Both templates side by side, without what is the same in both.
export function classComparison(c, other, names) {
  const d = likeClass(c, other);
  if (!d) return el("p", { class: "hint" }, `${names[1]} has no class like this one.`);
  const pairs = alignParts(templateParts(c), templateParts(d));
  const gone = new Set(pairs.filter(([, b]) => !b).map(([a]) => a.key)), come = new Set(pairs.filter(([a]) => !a).map(([, b]) => b.key));
  const isMoved = (part) => part && gone.has(part.key) && come.has(part.key);
  const changed = pairs.filter(([a, b]) => !a || !b), same = pairs.length - changed.length;
  const moved = changed.filter(([a]) => isMoved(a)).length, lost = changed.filter(([a]) => a && !isMoved(a)).length, fresh = changed.filter(([, b]) => b && !isMoved(b)).length;
  let part;
  const rows = changed.flatMap(([a, b]) => {
    const heading = (a || b).part || "Page", row = el("tr", { class: a ? (b ? "" : "gone") : "come" }, sideCell(a, isMoved(a)), sideCell(b, isMoved(b)));
    if (heading === part) return [row];
    part = heading;
    return [el("tr", {}, el("th", { scope: "colgroup", colspan: 2 }, heading)), row];
  });
  return el("div", { class: "comparison" },
    el("p", { class: "hint" }, `${same} the same, ${lost} gone, ${fresh} new, ${moved} moved.`),
    el("table", { class: "blocks" },
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, names[0], el("span", { class: "share" }, `class ${c.class}, ${sizeWords(c)}`)),
        el("th", { scope: "col" }, names[1], el("span", { class: "share" }, `class ${d.class}, ${sizeWords(d)}`)))),
      el("tbody", {}, rows.length ? rows : el("tr", {}, el("td", { class: "hint", colspan: 2 }, "The templates are the same.")))));
}
