// page_view.js - one page: the original with its template shaded, beside the extracted content.
import { el, copyText, download, percent, plural, tabs } from "./dom.js";
import { pageFrame } from "./frame.js";
import { markdownElements } from "./markdown.js";
import { linkBlocks } from "./link_blocks.js";
import { whyPanel } from "./why.js";
import { methodTable } from "./methods.js";

const OBSTACLES = {
  "needs-script": "This page is an empty shell that scripts would fill in a browser.",
  "no-text": "This page shows no text.",
  "consent-wall": "This is a request for consent to cookies, not the page itself.",
  "not-found": "The page says that it was not found.",
  refused: "The server denied access, or asked for proof of a human reader.",
};

function summary(view) {
  const n = view.blocks.length, template = view.blocks.filter((b) => b.label === "template").length;
  const facts = [
    view.kind ? ["Kind", view.kind] : null,
    view.confidence >= 0 && view.confidence !== null ? ["Confidence", percent(view.confidence)] : null,
    view.class ? ["Class", String(view.class)] : null,
    view.fit !== undefined && view.fit !== null ? ["Fit", percent(view.fit)] : null,
    ["Blocks", `${n}, ${template} template`],
  ].filter((fact) => fact);
  return el("div", { class: "summary" },
    el("h2", { class: "title", dir: "auto" }, view.title || view.url || (view.id !== "-" && view.id) || "Untitled page"),
    el("dl", { class: "facts" }, facts.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)))));
}

function trouble(view) {
  const text = OBSTACLES[view.status] || (view.status !== "ok" && view.reason ? view.reason : null);
  return text ? el("p", { class: "notice", role: "alert" }, text) : null;
}

// A panel that is filled when it is first looked at: a long page has thousands of blocks.
function filledLater(make) {
  const place = el("div", { class: "later" });
  return { place, fill() { if (!place.firstChild) place.append(make()); } };
}

// The text of a source panel, in one element, with its line breaks.
function source(text, label) {
  return filledLater(() => el("pre", { class: "source", tabindex: "0", "aria-label": label }, text()));
}

// At rest the slider shows Husk's own labels; elsewhere a block is content from that score on.
function labelAt(block, threshold) {
  return threshold === null ? block.label : block.score >= threshold ? (block.main ? "main" : "own") : "template";
}

function baseName(view) {
  const words = (view.title || view.id || "page").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return words.slice(0, 60) || "page";
}

// `opinions`, if it is given, asks for what each method says of the page.
export function pageView(view, theme, opinions) {
  const { html, blocks, markdown, dir, record, cut, ...given } = view;
  const json = () => JSON.stringify(given, null, 2); // as husk extract --format json has it
  let threshold = null, current = -1;
  const why = whyPanel();
  const article = markdownElements(view.markdown || "");
  article.dir = view.dir || "auto";
  const linked = linkBlocks(article, view.blocks);
  const leafOf = new Map();
  for (const [leaf, numbers] of linked) {
    leaf.dataset.blocks = numbers.join(" ");
    numbers.forEach((n) => leafOf.has(n) || leafOf.set(n, leaf));
  }
  const frame = pageFrame(view, { label: "The page, template shaded", theme, isFolded: (b) => b.label === "template", onpoint: (n) => point(n, "page") });

  function point(n, from) {
    if (n === current) return;
    if (leafOf.has(current)) leafOf.get(current).classList.remove("current");
    current = n;
    const leaf = leafOf.get(n), block = view.blocks[n];
    if (leaf) leaf.classList.add("current");
    if (leaf && from === "page" && right.current() === 0) leaf.scrollIntoView({ block: "nearest", behavior: "auto" });
    frame.show(n, from === "text");
    why.show(block, block && labelAt(block, threshold));
  }

  function judge() {
    const states = new Map(view.blocks.map((b) => [b.n, { label: labelAt(b, threshold), main: b.main, segment: b.segment }]));
    frame.judge(states);
    for (const [leaf, numbers] of linked) leaf.classList.toggle("gone", numbers.every((n) => states.get(n).label === "template") && threshold !== null);
    const content = [...states.values()].filter((s) => s.label !== "template").length;
    count.textContent = `${content} of ${plural(view.blocks.length, "block")} kept`;
  }

  article.addEventListener("pointerover", (event) => {
    const leaf = event.target.closest("[data-blocks]");
    if (leaf) point(Number(leaf.dataset.blocks.split(" ")[0]), "text");
  });
  article.addEventListener("pointerleave", () => point(-1, "text"));

  // --- the slider ---
  const count = el("output", { class: "count", for: "threshold" });
  const value = el("span", { class: "value" }, "Husk's verdict");
  const slider = el("input", { type: "range", id: "threshold", min: 0, max: 1, step: 0.01, value: 0.5, "aria-valuetext": "Husk's verdict", oninput: slide });
  const back = el("button", { type: "button", class: "quiet", hidden: true, onclick: () => { slider.value = 0.5; slide(); slider.focus(); } }, "Reset");
  function slide() {
    threshold = Number(slider.value) === 0.5 ? null : Number(slider.value);
    const text = threshold === null ? "Husk's verdict" : `content from ${threshold.toFixed(2)}`;
    value.textContent = text;
    slider.setAttribute("aria-valuetext", text);
    back.hidden = threshold === null;
    judge();
    if (current >= 0) why.show(view.blocks[current], labelAt(view.blocks[current], threshold));
  }
  const borders = el("input", { type: "checkbox", id: "borders", onchange: () => frame.element.classList.toggle("with-borders", borders.checked) });

  const methods = el("div", { class: "methods-place" });
  async function askMethods() {
    methods.replaceChildren(el("p", { class: "hint" }, "Loading…"));
    try {
      methods.replaceChildren(methodTable([{ name: "Husk", view }, ...await opinions()], (n) => point(n, "text")));
    } catch (error) {
      methods.replaceChildren(el("p", { class: "notice", role: "alert" }, error.message));
    }
  }

  const read = () => view.markdown || "", md = source(read, "Markdown source"), jsonText = source(json, "JSON record"), list = filledLater(() => blockList(view, (n) => point(n, "text")));
  const forms = [["md", "text/markdown", read], ["md", "text/markdown", read, md], ["json", "application/json", json, jsonText],
    ["blocks.json", "application/json", () => JSON.stringify(view.blocks, null, 1), list]];
  const copy = el("button", { type: "button", onclick: () => copyText(forms[right.current()][2]()).then(() => flash(copy, "Copied")) }, "Copy");
  const save = el("button", { type: "button", onclick: () => {
    const [ending, type, text] = forms[right.current()];
    download(`${baseName(view)}.${ending}`, type, text());
  } }, "Download");

  const right = tabs("Content", [
    { name: "Reading", panel: article },
    { name: "Markdown", panel: md.place },
    { name: "JSON", panel: jsonText.place },
    { name: "Blocks", panel: list.place },
    ...(opinions ? [{ name: "Methods", panel: methods }] : []),
  ], (i) => {
    copy.hidden = save.hidden = i === forms.length;
    if (forms[i] && forms[i][3]) forms[i][3].fill();
    if (i === forms.length && !methods.firstChild) askMethods();
  });
  const element = el("section", { class: "page-view", "aria-label": "Page" },
    summary(view), trouble(view),
    el("div", { class: "split" },
      el("section", { class: "pane", "aria-label": "Original" },
        el("div", { class: "tools" },
          el("label", { for: "threshold" }, "Threshold"), slider, value, back, count,
          el("span", { class: "check" }, borders, el("label", { for: "borders" }, "Segments"))),
        frame.element),
      el("section", { class: "pane", "aria-label": "Content" },
        el("div", { class: "tools" }, right.list, el("span", { class: "actions" }, copy, save)),
        right.panels)),
    why.element);
  judge();
  return { element, draw() { frame.draw(); judge(); }, fix: frame.fix };
}

function flash(button, text) {
  const before = button.textContent;
  button.textContent = text;
  setTimeout(() => { button.textContent = before; }, 1200);
}

// All blocks in document order, for keyboard and screen reader.
function blockList(view, point) {
  const rows = view.blocks.map((b) => el("tr", { tabindex: "0", "data-n": b.n, onpointerenter: () => point(b.n), onfocus: () => point(b.n) },
    el("td", { class: "number" }, String(b.n)), el("td", {}, el("span", { class: `chip ${b.label}` }, b.label)), el("td", {}, b.main && b.label !== "main" ? "also main" : ""),
    el("td", { class: "number" }, b.score.toFixed(2)), el("td", {}, b.role && b.role !== "none" ? b.role : ""), el("td", { class: "text" }, b.text.slice(0, 200))));
  return el("table", { class: "blocks" },
    el("thead", {}, el("tr", {}, ["", "Label", "Main", "Score", "Role", "Text"].map((name) => el("th", { scope: "col" }, name || "No.")))),
    el("tbody", {}, rows));
}
