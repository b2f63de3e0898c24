// why.js - details of one block: label, role, and the evidence of the page and of the site.
import { el, legend, percent } from "./dom.js";

function meter(name, share, note) {
  if (share === undefined || share === null) return null;
  return el("div", { class: "meter" },
    el("span", { class: "meter-name" }, name),
    el("span", { class: "meter-bar", role: "img", "aria-label": `${name}: ${percent(share)} content` }, bar(share)),
    el("span", { class: "meter-value" }, percent(share)),
    note ? el("span", { class: "meter-note" }, note) : null);
}

function bar(share) {
  const filled = el("span", { class: share >= 0.5 ? "filled content" : "filled template" });
  filled.style.width = `${Math.round(share * 100)}%`;
  return filled;
}

function reasons(list) {
  return el("ul", { class: "reasons" }, list.map((reason) =>
    el("li", { class: reason.main ? "content" : "template" }, reason.words)));
}

const BY = { page: "the page alone", site: "the place, on all pages of the site", both: "page and site", text: "how many pages have this text", token: "the template of its class", template: "the template of its class" };

export function whyPanel() {
  const body = el("div", { class: "why-body" });
  const hint = () => [el("p", { class: "hint" }, "Point at a text on either side, tap it, or use the arrow keys, to see how it was judged and why."), legend()];
  const element = el("section", { class: "why", "aria-label": "Why" }, body);
  body.append(...hint());
  return {
    element,
    show(block, label) {
      if (!block) {
        body.replaceChildren(...hint());
        return;
      }
      const moved = label !== block.label;
      body.replaceChildren(
        el("div", { class: "verdict" },
          el("span", { class: `chip ${label}` }, { main: "main content", own: "this page's own, not main", template: "template" }[label]),
          block.role && block.role !== "none" ? el("span", { class: "chip" }, block.role) : null,
          block.hidden ? el("span", { class: "chip" }, "hidden") : null,
          moved ? el("span", { class: "chip" }, `Husk says ${block.label}`) : null,
          el("span", { class: "quote", dir: "auto" }, block.text.length > 160 ? `${block.text.slice(0, 160)}…` : block.text)),
        el("div", { class: "meters" },
          meter("Score", block.score, block.by && BY[block.by] ? `by ${BY[block.by]}` : null),
          meter("Page", block.page),
          meter("Site", block.site, block.of ? `this text is on ${block.pages} of ${block.of} pages` : null)),
        el("div", { class: "because" }, reasons(block.reasons || []), el("code", { class: "path" }, block.path)));
    },
  };
}
