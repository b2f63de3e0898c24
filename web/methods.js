// methods.js - what each method says of a page, block by block: Husk, and the published ones.
import { el, percent } from "./dom.js";

export const METHODS = [
  { value: "auto", name: "Husk" }, { value: "page", name: "page alone", site: false }, { value: "pagelevel", name: "PageLevel, 2007", site: false },
  { value: "sitelevel", name: "SiteLevel, 2007", site: true }, { value: "consensus", name: "consensus, 2011", site: true }];
const MOST_METHOD_ROWS = 500;

// Methods divide a page differently; what one says of a text is what it says of most of its letters.
function spokenText(view) {
  const runs = [];
  let text = "";
  for (const block of view.blocks) {
    runs.push({ from: text.length, label: block.label });
    text += block.text.replace(/\s+/g, "");
  }
  return { text, runs };
}

function labelsOf(view, blocks) {
  const { text, runs } = spokenText(view), labels = [];
  let at = 0, run = 0;
  for (const block of blocks) {
    const letters = block.text.replace(/\s+/g, ""), found = text.indexOf(letters, at), counts = { main: 0, own: 0, template: 0 };
    if (found < 0 || !letters) {
      labels.push(null);
      continue;
    }
    at = found + letters.length;
    while (run + 1 < runs.length && runs[run + 1].from <= found) run++;
    for (let i = run; i < runs.length && runs[i].from < at; i++)
      counts[runs[i].label] += Math.min(at, i + 1 < runs.length ? runs[i + 1].from : text.length) - Math.max(found, runs[i].from);
    labels.push(Object.entries(counts).sort((a, b) => b[1] - a[1])[0][0]);
  }
  return labels;
}

const isTemplate = (label) => label === "template";
const wordsIn = (block) => block.text.split(/\s+/).filter((word) => word).length;

// opinions: [{ name, view }], Husk's own first. point(n): a block of its view is looked at.
export function methodTable(opinions, point) {
  const blocks = opinions[0].view.blocks, labels = opinions.map(({ view }) => labelsOf(view, blocks));
  const total = blocks.reduce((sum, block) => sum + wordsIn(block), 0) || 1;
  const differs = (i) => labels.some((of) => of[i] !== null && isTemplate(of[i]) !== isTemplate(labels[0][i]));
  const agreement = labels.map((of) => blocks.reduce((sum, block, i) => sum + (of[i] !== null && isTemplate(of[i]) === isTemplate(labels[0][i]) ? wordsIn(block) : 0), 0) / total);
  const body = el("tbody"), every = el("input", { type: "checkbox", id: "every-block", onchange: () => draw() });
  function draw() {
    const wanted = blocks.map((block, i) => i).filter((i) => every.checked || differs(i)).slice(0, MOST_METHOD_ROWS);
    body.replaceChildren(...wanted.map((i) => el("tr", { tabindex: "0", onpointerenter: () => point(blocks[i].n), onfocus: () => point(blocks[i].n) },
      el("td", { class: "text", dir: "auto" }, blocks[i].text.slice(0, 90)),
      labels.map((of) => el("td", {}, of[i] ? el("span", { class: `chip ${of[i]}` }, of[i]) : "")))));
    if (!wanted.length) body.append(el("tr", {}, el("td", { class: "hint", colspan: opinions.length + 1 }, "All agree on what is template.")));
  }
  draw();
  return el("div", { class: "methods" },
    el("p", { class: "hint" }, "The blocks of which not all methods agree that they are template, or not; below a name: the words on which it agrees with Husk."),
    el("p", { class: "check" }, every, el("label", { for: "every-block" }, "All blocks")),
    el("table", { class: "blocks" }, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Text"),
      opinions.map(({ name }, k) => el("th", { scope: "col" }, name, k ? el("span", { class: "share" }, percent(agreement[k])) : "")))), body));
}
