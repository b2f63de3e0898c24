// page_list.js - the pages of a report: a table that is sorted and filtered, and opens them.
import { el } from "./dom.js";
import { recordTable } from "./table.js";

const LIST_COLUMNS = ["title", "kind", "class", "confidence", "words", "date"];

export function pageList(pages) {
  const records = pages.map((view, i) => ({ id: view.url || view.id, href: `#page/${i + 1}`,
    fields: { ...view, confidence: view.confidence === undefined || view.confidence === null ? "" : view.confidence.toFixed(2), words: (view.text || "").split(/\s+/).filter((word) => word).length } }));
  const has = (name) => records.some((r) => r.fields[name] !== undefined && r.fields[name] !== null);
  return el("section", { class: "page-list", "aria-label": "Pages" }, el("h2", { class: "title" }, "Pages"), recordTable(records, LIST_COLUMNS.filter(has)).element);
}
