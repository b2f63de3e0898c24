// site_view.js - one site: classes, templates and slots, pages side by side, records, and the history of learning.
import { el, download, percent, plural, tabs } from "./dom.js";
import { getJson, getText, postJson, report } from "./api.js";
import { pageFrame } from "./frame.js";
import { siteMap } from "./svg_map.js";
import { slotColours, templateSketch } from "./template_sketch.js";
import { recordTable } from "./table.js";
import { historyPlot } from "./plot.js";
import { jobPanel } from "./jobs.js";

const BESIDE = 3; // pages side by side

function siteAddress(name, rest = "") {
  return `/v1/sites/${encodeURIComponent(name)}${rest}`;
}

// The pages of a report that are of a class; those without a URL are of the only site that such pages have.
function reportedPages(site, c) {
  const host = (view) => (URL.canParse(view.url || view.id) ? new URL(view.url || view.id).hostname : "");
  return report.pages.filter((view) => view.class === c.class && (report.sites.length === 1 || host(view) === site.host));
}

// Example pages: from the server, or of the report.
async function examplePages(site, c) {
  if (report) return reportedPages(site, c).slice(0, BESIDE).map((view) => ({ id: view.id, view }));
  const pages = (c.examples || []).slice(0, BESIDE);
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
  const jobs = report ? null : jobPanel(showLearned);
  const element = el("section", { class: "site-view", "aria-label": "Site" }, el("div", { class: "site-top" }, pickerLine, jobs && jobs.element), body);
  let shown = null, site = null, map = null;

  async function list(chosen) {
    const { sites } = report ? { sites: report.sites.map((s) => ({ name: s.host || "Files", pages: s.pages })) } : await getJson("/v1/sites");
    picker.replaceChildren(...sites.map((s) => el("option", { value: s.name }, `${s.name} (${plural(s.pages, "page")})`)));
    if (chosen) picker.value = chosen;
    pickerLine.hidden = sites.length < (report ? 2 : 1);
    return sites;
  }

  // A job names its file; a site is named after its host.
  async function showLearned(file) {
    const sites = await list();
    const made = sites.find((s) => s.file === `${file}.husk`) || sites.find((s) => s.name === file);
    if (!made) return;
    shown = null;
    const hash = `#site/${encodeURIComponent(made.name)}`;
    if (location.hash === hash) await show([made.name]);
    else location.hash = hash;
  }

  async function show([name, number]) {
    try {
      const sites = await list(name);
      const wanted = name ?? (sites[0] && sites[0].name);
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
    const drawing = report ? site.map : await getText(siteAddress(name, "/map.svg")).catch(() => null);
    map = siteMap(drawing, site.classes, (number) => choose(number));
    const chips = el("div", { class: "class-list", role: "group", "aria-label": "Classes" }, site.classes.map((c) =>
      el("button", { type: "button", "data-class": c.class, onclick: () => choose(c.class) }, el("strong", {}, String(c.class)), ` ${c.name}`, el("span", { class: "chip" }, plural(c.pages, "page")))));
    body.replaceChildren(
      el("div", { class: "summary" }, el("h2", { class: "title" }, site.host || site.name || "Files"),
        el("dl", { class: "facts" }, [["Pages", site.pages], ["Classes", site.classes.length], site.retired ? ["Retired", site.retired.length] : null].filter((f) => f)
          .map(([key, value]) => el("div", {}, el("dt", {}, key), el("dd", {}, String(value)))))),
      el("div", { class: "site-split" },
        el("section", { class: "card", "aria-label": "Map" }, el("h3", {}, "Map"), map.element),
        el("section", { class: "card", "aria-label": "History" }, el("h3", {}, "History"), historyPlot(site.history || []))),
      chips, el("section", { class: "class-body", "aria-label": "Class" }));
    const first = report && report.pages.length === 1 ? report.pages[0].class : null;
    choose(site.classes.some((c) => c.class === first) ? first : (site.classes[0] || {}).class);
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
    const views = tabs(`Class ${c.class}`, [{ name: "Pages", panel: pages }, { name: "Records", panel: records }], (i) => {
      if (i === 1 && !hasRecords) fillRecords();
      hasRecords = hasRecords || i === 1;
    });
    const parts = el("div", { class: "class-parts" },
      el("section", { class: "card", "aria-label": "Template" }, el("h3", {}, "Template"),
        el("p", { class: "hint" }, `${plural(c.tokens, "token")} from ${plural(c.distilled, "page")}; ${percent(c.words ? c.template_words / c.words : 0)} of the words are template.`),
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
        frame.judge(new Map(view.blocks.map((b) => [b.n, { label: colours.has(b.slot) ? "own" : b.label, segment: undefined, colour: colours.has(b.slot) ? `slot-c${colours.get(b.slot)}` : "" }])));
        return el("figure", { class: "beside-page" }, el("figcaption", {}, el("span", { dir: "auto" }, view.title || id),
          request ? el("button", { type: "button", class: "quiet", onclick: () => open(request) }, "Open") : null), frame.element);
      }));
      for (const { frame, view } of frames) {
        sketch.fill(view);
        frame.draw();
        frame.show((view.blocks.find((b) => colours.has(b.slot)) || { n: -1 }).n, true);
      }
    }

    async function fillRecords() {
      records.replaceChildren(el("p", { class: "hint" }, "Loading…"));
      try {
        const rows = report ? reportedRecords(site, c) : (await getJson(siteAddress(shown, `/records?class=${c.class}`))).records;
        if (!rows.length) {
          records.replaceChildren(columnTable(c));
          return;
        }
        const has = new Set(rows.flatMap((r) => Object.keys(r.fields)));
        const names = (c.columns || []).map((column) => column.name).filter((name) => has.has(name));
        const save = el("button", { type: "button", onclick: () => download(`class-${c.class}.csv`, "text/csv", table.csv()) }, "Download CSV");
        const table = recordTable(rows, names, save);
        records.replaceChildren(table.element);
      } catch (error) {
        records.replaceChildren(el("p", { class: "notice", role: "alert" }, error.message), columnTable(c));
      }
    }
    setTimeout(fillPages, 0);
    return parts;
  }

  return { element, show, learn: jobs && jobs.learn };
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
