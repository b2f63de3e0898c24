// table.js - records as a table, sorted by any column, filtered by words, and as CSV.
import { el, plural, say } from "./dom.js";

const FIRST_COLUMNS = 8, MOST_ROWS = 2000, CELL_LETTERS = 120;

function cellText(value) {
  return value === undefined || value === null ? "" : Array.isArray(value) ? value.join(" · ") : String(value);
}

// Numbers by value, other text by the reader's locale, empty cells last.
function compare(a, b) {
  if (!a || !b) return a ? -1 : b ? 1 : 0;
  const x = parseFloat(a.replace(/[^\d.-]/g, "")), y = parseFloat(b.replace(/[^\d.-]/g, ""));
  if (/^[^\p{L}]*$/u.test(a + b) && !Number.isNaN(x) && !Number.isNaN(y)) return x - y;
  return a.localeCompare(b, undefined, { numeric: true });
}

// A field that a spreadsheet would take for a formula gets a leading ', as in husk records.
function csvField(text) {
  const plain = /^[=+\-@\t\r]/.test(text) && !/^[-+]?[\d.,]+$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replace(/"/g, '""')}"` : plain;
}

function rowName(r) {
  let name = r.id.replace(/^.*\/(?=[^/]+\/[^/]*$)/, "…/");
  try {
    name = decodeURI(name);
  } catch {
    // not percent-encoded
  }
  return r.href ? el("a", { href: r.href }, name) : name;
}

export function recordsCsv(records, names, shownName = (name) => name) {
  const rows = [["id", ...names.map(shownName)], ...records.map((r) => [r.id, ...names.map((name) => cellText(r.fields[name]))])];
  return `${rows.map((row) => row.map(csvField).join(",")).join("\r\n")}\r\n`;
}

function cell(text) {
  return el("td", { dir: "auto", title: text.length > CELL_LETTERS ? text : null }, text.length > CELL_LETTERS ? `${text.slice(0, CELL_LETTERS)}…` : text);
}

// A record: its id, its fields, and where its id leads, if anywhere (href). `kept` has the reader's own names of columns and is told of new
// ones; `place`, if there is one, shows where a column is on the pages.
export function recordTable(records, columns, { action, kept = new Map(), rename, place } = {}) {
  const shownName = (name) => kept.get(name) || name;
  let by = null, down = false, all = false, wanted = "";
  const names = () => (all ? columns : columns.slice(0, FIRST_COLUMNS));
  const head = el("thead"), body = el("tbody");
  const wider = el("button", { type: "button", class: "quiet", hidden: columns.length <= FIRST_COLUMNS, onclick: () => { all = !all; draw(); } });
  const count = el("output", { class: "hint", for: "filter" });
  const filter = el("input", { type: "search", id: "filter", placeholder: "Filter", "aria-label": "Filter the rows by words", oninput: () => { wanted = filter.value.toLowerCase(); draw(); } });
  function sorted() {
    const found = wanted ? records.filter((r) => [r.id, ...columns.map((name) => cellText(r.fields[name]))].some((text) => text.toLowerCase().includes(wanted))) : records;
    if (by === null) return found;
    const key = (r) => (by === "" ? r.id : cellText(r.fields[by]));
    return [...found].sort((a, b) => (down ? -1 : 1) * compare(key(a), key(b)));
  }
  function renamed(cell, name) {
    const input = el("input", { type: "text", "aria-label": `New name of ${shownName(name)}`, value: shownName(name),
      onkeydown: (event) => { if (event.key === "Enter") input.blur(); if (event.key === "Escape") { input.value = shownName(name); input.blur(); } },
      onblur: () => { kept.set(name, input.value.trim() || name); rename(kept); draw(); } });
    cell.replaceChildren(input);
    input.select();
  }
  function columnTools(cell, name) {
    return el("span", { class: "column-tools" },
      place ? el("button", { type: "button", class: "quiet", title: "Show on the pages", "aria-label": `Show ${shownName(name)} on the pages`, onclick: () => place(name) }, "◎") : null,
      rename ? el("button", { type: "button", class: "quiet", title: "Rename", "aria-label": `Rename ${shownName(name)}`, onclick: () => renamed(cell, name) }, "✎") : null);
  }
  function header(name, shown) {
    const order = by === name ? (down ? "descending" : "ascending") : "none";
    const cell = el("th", { scope: "col", "aria-sort": order });
    cell.append(el("button", { type: "button", onclick: () => { down = by === name && !down; by = name; draw(); say(`Sorted by ${shown}`); } }, shown,
        el("span", { class: "arrow", "aria-hidden": "true" }, order === "none" ? "" : down ? " ↓" : " ↑")));
    if (name) cell.append(columnTools(cell, name));
    return cell;
  }
  function draw() {
    head.replaceChildren(el("tr", {}, header("", "page"), names().map((name) => header(name, shownName(name)))));
    const rows = sorted();
    count.textContent = rows.length === records.length ? plural(rows.length, "row") : `${rows.length} of ${plural(records.length, "row")}`;
    body.replaceChildren(...rows.slice(0, MOST_ROWS).map((r) =>
      el("tr", {}, el("th", { scope: "row", title: r.id }, rowName(r)), names().map((name) => cell(cellText(r.fields[name]))))));
    wider.textContent = all ? "Fewer columns" : `All ${columns.length} columns`;
  }
  draw();
  return {
    element: el("div", { class: "records" }, el("div", { class: "records-tools" }, filter, count, wider, action),
      el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Records" }, el("table", {}, head, body))),
    csv: () => recordsCsv(records, columns, shownName),
  };
}
