// site_view.js - one site: classes, templates and slots, pages side by side, records, and the history of learning.
import { el, download, percent, plural, say, tabs } from "./dom.js";
import { getJson, getText, postJson, postLines, report } from "./api.js";
import { pageFrame } from "./frame.js";
import { siteMap } from "./svg_map.js";
import { isWorded, slotColours, templateSketch } from "./template_sketch.js";
import { recordTable } from "./table.js";
import { classComparison } from "./compare.js";
import { historyPlot } from "./plot.js";
import { jobPanel } from "./jobs.js";

const FEW_CLASSES = 12; // of which a map has room beside the history
const BESIDE = 3; // pages side by side
const PEEK_AFTER = 180; // milliseconds that a class is pointed at
const ITEM_PAGES = 12; // whose items are one table

function siteAddress(name, rest = "") {
  return `/v1/sites/${encodeURIComponent(name)}${rest}`;
}

// The pages of a report that are of a class; those without a URL are of the only site that such pages have.
function reportedPages(site, c) {
  const host = (view) => (URL.canParse(view.url || view.id) ? new URL(view.url || view.id).hostname : "");
  return report.pages.filter((view) => view.class === c.class && (report.sites.length === 1 || host(view) === site.host));
}

// Example pages: from the server, or of the report.
async function examplePages(site, c, most = BESIDE) {
  if (report) return reportedPages(site, c).slice(0, most).map((view) => ({ id: view.id, view }));
  const pages = (c.examples || []).slice(0, most);
  return Promise.all(pages.map(async (page) => {
    try {
      return { id: page.id, request: page.request, view: await postJson("/v1/view", page.request) };
    } catch {
      return { id: page.id }; // the server does not have it
    }
  }));
}

export function siteView({ open, theme }) {
  const body = el("div", { class: "site-body" });
  const picker = el("select", { id: "site-picker", onchange: () => { location.hash = `site/${encodeURIComponent(picker.value)}`; } });
  const pickerLine = el("div", { class: "site-picker" }, el("label", { for: "site-picker" }, "Site"), picker);
  const jobs = report ? null : jobPanel(showLearned), thumbnail = el("div", { class: "thumbnail", inert: true, "aria-hidden": "true", hidden: true });
  const element = el("section", { class: "site-view", "aria-label": "Site" }, el("div", { class: "site-top" }, el("div", { class: "site-left" }, pickerLine, jobs && jobs.list), jobs && jobs.element), body, thumbnail);
  let shown = null, site = null, map = null, known = [], compared = null, peeked = null;

  async function list(chosen) {
    const { sites } = report ? { sites: report.sites.map((s) => ({ name: s.host || "Files", pages: s.pages })) } : await getJson("/v1/sites");
    known = sites.map((s) => ({ ...s, address: sites.some((o) => o !== s && o.name === s.name) && s.file ? s.file.replace(/\.husk$/, "") : s.name }));
    picker.replaceChildren(...known.map((s) => el("option", { value: s.address }, `${s.address} (${plural(s.pages, "page")})`)));
    if (chosen) picker.value = chosen;
    pickerLine.hidden = sites.length < (report ? 2 : 1);
    return known;
  }

  // A job names its file; a site is named after its host.
  async function showLearned(file) {
    const sites = await list();
    const made = sites.find((s) => s.file === `${file}.husk`) || sites.find((s) => s.name === file);
    if (!made || !element.isConnected) return null;
    shown = null;
    const hash = `#site/${encodeURIComponent(made.address)}`;
    history.replaceState(null, "", hash);
    await show([made.address]);
    return site;
  }

  async function show([name, number]) {
    try {
      const sites = await list(name);
      const wanted = name ?? (sites[0] && sites[0].address);
      if (wanted === undefined) {
        body.replaceChildren(el("div", { class: "welcome" }, el("h2", {}, "No site yet"),
          el("p", {}, "Crawl a site or learn from its pages above, or start Husk with a site file: husk serve site.husk")));
        return;
      }
      picker.value = wanted;
      if (shown !== wanted) await load(wanted);
      if (number) choose(Number(number));
    } catch (error) {
      body.replaceChildren(el("p", { class: "notice", role: "alert" }, error.message));
    }
  }

  async function load(name) {
    site = report ? report.sites.find((s) => (s.host || "Files") === name) : await getJson(siteAddress(name));
    shown = name;
    compared = null;
    const drawing = report ? site.map : await getText(siteAddress(name, "/map.svg")).catch(() => null);
    map = siteMap(drawing, site.classes, (number) => choose(number), peek);
    const chips = el("div", { class: "class-list", role: "group", "aria-label": "Classes" }, site.classes.map((c) =>
      el("button", { type: "button", "data-class": c.class, onclick: () => choose(c.class) }, el("strong", {}, String(c.class)), ` ${c.name}`, el("span", { class: "chip" }, plural(c.pages, "page")))));
    const runs = site.history || [], facts = [["Pages", site.pages], ["Classes", site.classes.length], site.retired ? ["Retired", site.retired.length] : null,
      runs.length === 1 && runs[0].date ? ["Learned", runs[0].date] : null].filter((fact) => fact);
    body.replaceChildren(
      el("div", { class: "summary" }, el("h2", { class: "title" }, site.host || site.name || "Files"),
        el("dl", { class: "facts" }, facts.map(([key, value]) => el("div", {}, el("dt", {}, key), el("dd", {}, String(value)))))),
      el("div", { class: site.classes.length > FEW_CLASSES || runs.length < 2 ? "site-split many" : "site-split" },
        el("section", { class: "card", "aria-label": "Map" }, el("h3", {}, "Map"), map.element),
        runs.length > 1 ? el("section", { class: "card", "aria-label": "History" }, el("h3", {}, "History"), historyPlot(runs)) : ""),
      chips, el("section", { class: "class-body", "aria-label": "Class" }));
    const first = report && report.pages.length === 1 ? report.pages[0].class : null;
    choose(site.classes.some((c) => c.class === first) ? first : (site.classes[0] || {}).class);
  }

  // A thumbnail of a class's first example page, beside its box on the map.
  async function peek(c, box) {
    thumbnail.hidden = true;
    peeked = c;
    if (!c) return;
    await new Promise((done) => { setTimeout(done, PEEK_AFTER); });
    const [page] = peeked === c ? await examplePages(site, c, 1) : [];
    if (peeked !== c || !page || !page.view) return;
    const frame = pageFrame(page.view, { label: "Example page", theme, isFolded: () => false, onpoint() {} });
    frame.judge(new Map(page.view.blocks.map((b) => [b.n, { label: b.label, main: b.main, segment: b.segment }])));
    thumbnail.replaceChildren(frame.element);
    thumbnail.hidden = false;
    thumbnail.style.left = `${Math.min(box.right + 8, innerWidth - thumbnail.offsetWidth - 8)}px`;
    thumbnail.style.top = `${Math.max(8, Math.min(box.top, innerHeight - thumbnail.offsetHeight - 8))}px`;
    frame.draw();
  }

  function choose(number) {
    const c = site.classes.find((each) => each.class === number), place = body.querySelector(".class-body");
    if (!c || !place) return;
    map.show(number);
    body.querySelectorAll(".class-list button").forEach((button) => button.setAttribute("aria-pressed", String(Number(button.dataset.class) === number)));
    place.replaceChildren(classBody(c));
  }

  function classBody(c) {
    const colours = slotColours(c), sketch = templateSketch(c, colours, (slot) => point(slot));
    const pages = el("div", { class: "beside" }), records = el("div", { class: "records-place" });
    const frames = [];
    let hasRecords = false;
    const point = (slot) => {
      parts.querySelectorAll("[data-slot]").forEach((line) => line.classList.toggle("current", Number(line.dataset.slot) === slot));
      frames.forEach(({ frame, view }) => frame.show((view.blocks.find((b) => b.slot === slot) || { n: -1 }).n, true));
    };
    const others = known.filter((s) => s.address !== shown), comparison = others.length ? comparisonPanel(c, others) : null;
    const views = tabs(`Class ${c.class}`, [{ name: "Pages", panel: pages }, { name: "Records", panel: records }, ...(comparison ? [{ name: "Compare", panel: comparison.element }] : [])], (i) => {
      if (i === 1 && !hasRecords) fillRecords();
      hasRecords = hasRecords || i === 1;
      if (i === 2) comparison.fill();
    });
    const parts = el("div", { class: "class-parts" },
      el("section", { class: "card", "aria-label": "Template" }, el("h3", {}, "Template"),
        el("p", { class: "hint", title: `${plural(c.tokens, "tag")} and texts, from ${plural(c.distilled, "page")}` }, `What ${plural(c.sampled, "page")} share: ${percent(c.words ? c.template_words / c.words : 0)} of their words.`),
        el("div", { class: "sketch-place", tabindex: "0", role: "region", "aria-label": "Template sketch" }, sketch.element)),
      el("section", { class: "card", "aria-label": "Pages and records" }, el("div", { class: "tools" }, views.list), views.panels));

    async function fillPages() {
      pages.replaceChildren(el("p", { class: "hint" }, "Loading…"));
      const examples = await examplePages(site, c);
      const able = examples.filter((page) => page.view);
      if (!able.length) {
        pages.replaceChildren(el("p", { class: "hint" }, "No page of this class is at hand. ",
          report ? "" : "Start Husk with the site file and its pages, named as they were when it was learned: husk serve site.husk pages/"));
        return;
      }
      pages.replaceChildren(...able.map(({ id, view, request }) => {
        const frame = pageFrame(view, { label: view.title || id, theme, isFolded: (b) => b.label === "template" && !colours.has(b.slot), onpoint: (n) => point(n >= 0 ? view.blocks[n].slot : undefined) });
        frames.push({ frame, view });
        frame.judge(new Map(view.blocks.map((b) => [b.n, { label: colours.has(b.slot) ? "own" : b.label, segment: undefined, colour: colours.has(b.slot) && isWorded(b.text) ? `slot-c${colours.get(b.slot)}` : "" }])));
        return el("figure", { class: "beside-page" }, el("figcaption", {}, el("span", { dir: "auto", title: view.title || id }, view.title || id),
          request ? el("button", { type: "button", class: "quiet", onclick: () => open(request) }, "Open") : null), frame.element);
      }));
      for (const { frame, view } of frames) {
        sketch.fill(view);
        frame.draw();
        frame.show((view.blocks.find((b) => colours.has(b.slot)) || { n: -1 }).n, true);
      }
      sketch.shorten();
    }

    // Where the column's values are on the pages beside it: for each line of a value the blocks that say it, or else those that contain it.
    function showPlaces(rows, name) {
      views.choose(0);
      for (const { frame, view } of frames) {
        const values = rows.filter((r) => r.id === view.id || r.id === view.url).flatMap((r) => [r.fields[name]].flat()).filter((value) => value);
        const lines = new Set(values.flatMap((value) => String(value).split("\n")));
        const found = new Set([...lines].flatMap((line) => {
          const said = view.blocks.filter((b) => b.text === line);
          return said.length ? said : view.blocks.filter((b) => b.text.includes(line));
        }));
        frame.judge(new Map(view.blocks.map((b) => [b.n, { label: found.has(b) ? "own" : b.label, segment: undefined, colour: found.has(b) ? "slot-c0" : "" }])));
        frame.draw();
        frame.show(found.size ? [...found][0].n : -1, true);
      }
      say(`Places of ${name}`);
    }

    // A row per page, or per item of the first pages.
    const rowsOf = el("select", { "aria-label": "A row per", onchange: () => fillRecords() }, el("option", { value: "pages" }, "a row per page"), el("option", { value: "items" }, "a row per item"));
    async function recordRows() {
      if (report) return reportedRecords(site, c);
      if (rowsOf.value === "pages") return (await getJson(siteAddress(shown, `/records?class=${c.class}`))).records;
      const asked = (c.examples || []).slice(0, ITEM_PAGES).map((page) => postLines("/v1/records", { ...page.request, options: { items: true } }));
      return (await Promise.all(asked)).flat().map(({ id, ...fields }) => ({ id, fields }));
    }

    async function fillRecords() {
      records.replaceChildren(el("p", { class: "hint" }, "Loading…"));
      try {
        const rows = await recordRows(), isPages = rowsOf.value === "pages", key = `husk-columns ${site.host} ${c.class} ${rowsOf.value}`;
        if (!rows.length) {
          records.replaceChildren(...(isPages ? [columnTable(c)] : [el("div", { class: "records-tools" }, rowsOf), el("p", { class: "hint" }, "No items were found on the example pages.")]));
          return;
        }
        const has = new Set(rows.flatMap((r) => Object.keys(r.fields)));
        const names = isPages ? (c.columns || []).map((column) => column.name).filter((name) => has.has(name)) : [...has];
        const save = el("button", { type: "button", onclick: () => download(`class-${c.class}.csv`, "text/csv", table.csv()) }, "Download CSV");
        const table = recordTable(rows, names, { action: report ? save : el("span", { class: "actions" }, rowsOf, save), kept: keptNames(key), rename: (kept) => keepNames(key, kept),
          place: (name) => showPlaces(rows, name) });
        records.replaceChildren(table.element);
      } catch (error) {
        records.replaceChildren(el("p", { class: "notice", role: "alert" }, error.message), columnTable(c));
      }
    }
    setTimeout(fillPages, 0);
    return parts;
  }

  // The class beside the one most like it in another file.
  function comparisonPanel(c, others) {
    const place = el("div", { class: "comparison-place" });
    const choice = el("select", { id: "compare-with", onchange: fill }, others.map((s) => el("option", { value: s.address }, s.address)));
    if (compared) choice.value = compared;
    async function fill() {
      compared = choice.value;
      place.replaceChildren(el("p", { class: "hint" }, "Loading…"));
      try {
        const other = report ? report.sites.find((s) => (s.host || "Files") === compared) : await getJson(siteAddress(compared));
        place.replaceChildren(classComparison(c, other, [shown, compared]));
      } catch (error) {
        place.replaceChildren(el("p", { class: "notice", role: "alert" }, error.message));
      }
    }
    return { element: el("div", { class: "records-place" }, el("p", { class: "site-picker" }, el("label", { for: "compare-with" }, "With"), choice), place), fill };
  }

  return { element, show, learn: jobs && jobs.learn };
}

// The reader's own names of columns are kept in the browser.
function keptNames(key) {
  try {
    return new Map(Object.entries(JSON.parse(localStorage.getItem(key) || "{}")));
  } catch {
    return new Map(); // no storage, as in a file
  }
}

function keepNames(key, kept) {
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // they last as long as the view
  }
}

function reportedRecords(site, c) {
  return reportedPages(site, c).filter((view) => view.record && view.record.fields).map((view) => ({ ...view.record, href: `#page/${report.pages.indexOf(view) + 1}` }));
}

// If there are no pages: the columns, and a few of their values.
function columnTable(c) {
  return el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Columns" }, el("table", { class: "columns" },
    el("thead", {}, el("tr", {}, ["Column", "Type", "Pages", "Values"].map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, (c.columns || []).slice(0, 40).map((column) =>
      el("tr", {}, el("th", { scope: "row" }, column.name), el("td", {}, column.type), el("td", { class: "number" }, String(column.pages)), el("td", {}, column.example || ""))))));
}
