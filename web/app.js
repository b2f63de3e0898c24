// app.js - the page around the views: opening pages, choosing a view, light or dark.
import { el, say } from "./dom.js";
import { report, getJson, postJson } from "./api.js";
import { pageView } from "./page_view.js";
import { siteView } from "./site_view.js";

const MAX_BYTES = 64 << 20; // of a pasted or dropped page; the server has its own limit

const main = document.getElementById("main");
const state = { view: null, page: null, site: null, sites: [] };

// --- light and dark ---
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
let chosenTheme = null;
const theme = () => chosenTheme || (prefersDark.matches ? "dark" : "light");
const themeButton = document.getElementById("theme");
function setTheme() {
  document.documentElement.dataset.theme = theme();
  themeButton.textContent = theme() === "dark" ? "Light" : "Dark";
  themeButton.setAttribute("aria-label", `Switch to ${theme() === "dark" ? "light" : "dark"} colours`);
  if (state.page) state.page.draw();
}
themeButton.addEventListener("click", () => {
  chosenTheme = theme() === "dark" ? "light" : "dark";
  setTheme();
});
prefersDark.addEventListener("change", setTheme);

// --- opening a page ---
function looksLikeHtml(text) {
  return /[<\n]/.test(text.trim()) || !/^(https?:\/\/)?[^\s/]+\.[^\s]+$/i.test(text.trim());
}

function requestFor(text) {
  if (looksLikeHtml(text)) return { html: text };
  const url = text.trim();
  return { url: /^https?:\/\//i.test(url) ? url : `https://${url}` };
}

function opener() {
  const input = el("textarea", { id: "source", rows: 1, spellcheck: "false", autocomplete: "off", placeholder: "Paste a URL or HTML, or drop a file",
    onkeydown: (event) => { if (event.key === "Enter" && !event.shiftKey && !looksLikeHtml(input.value)) submit(event); } });
  const file = el("input", { type: "file", id: "file", class: "unseen", accept: ".html,.htm,.xhtml,.txt,text/html", onchange: () => openFile(file.files[0]) });
  const site = el("select", { id: "site", "aria-label": "Judge with a site" }, el("option", { value: "" }, "page alone"));
  state.siteSelect = site;
  function submit(event) {
    event.preventDefault();
    if (input.value.trim()) open(requestFor(input.value));
    else input.focus();
  }
  return el("form", { class: "opener", role: "search", "aria-label": "Open a page", onsubmit: submit },
    el("label", { for: "source", class: "unseen" }, "URL or HTML"), input,
    el("span", { class: "opener-site" }, el("label", { for: "site" }, "with"), site),
    el("button", { type: "submit", class: "primary" }, "Open"),
    el("label", { for: "file", class: "button", id: "choose" }, "File…"), file);
}

async function openFile(file) {
  if (!file) return;
  if (file.size > MAX_BYTES) return fail(new Error(`${file.name} is larger than 64 MB`));
  open({ html: await file.text(), id: file.name });
}

async function open(request) {
  const site = state.siteSelect && state.siteSelect.value;
  busy(true);
  try {
    showPage(await postJson("/v1/view", site ? { ...request, site } : request));
    if (request.html) document.getElementById("source").value = "";
  } catch (error) {
    fail(error);
  }
  busy(false);
}

function busy(is) {
  main.setAttribute("aria-busy", String(is));
  document.body.classList.toggle("busy", is);
}

function fail(error) {
  const notice = el("p", { class: "notice", role: "alert" }, error.message);
  const before = content.querySelector(":scope > .notice");
  if (before) before.replaceWith(notice);
  else content.prepend(notice);
}

function showPage(view) {
  state.page = pageView(view, theme);
  content.replaceChildren(state.page.element);
  document.title = `${view.title || view.id || "Page"} – Husk`;
  state.page.draw();
  say(`${view.title || "Page"}: ${view.blocks.length} blocks`);
}

function welcome() {
  return el("div", { class: "welcome" },
    el("h2", {}, "See what a page says, and what is only its template"),
    el("p", {}, "Paste a URL or the HTML of a page above, or drop a file anywhere. Husk shows the page with its template shaded, and the main content beside it."),
    el("ul", { class: "legend", "aria-label": "Legend" },
      el("li", {}, el("span", { class: "swatch main" }), "main content"), el("li", {}, el("span", { class: "swatch content" }), "content, not main"),
      el("li", {}, el("span", { class: "swatch template" }), "template")));
}

// --- the views ---
const content = el("div", { class: "shown" });

async function showView() {
  const [name, ...rest] = (location.hash.slice(1) || (report && !report.page ? "site" : "page")).split("/");
  const wanted = name === "site" ? "site" : "page";
  document.querySelectorAll("[data-view]").forEach((link) =>
    link.dataset.view === wanted ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current"));
  if (wanted === "site") {
    state.site ??= siteView({ open: (request) => { location.hash = "page"; open(request); }, theme });
    main.replaceChildren(state.site.element);
    await state.site.show(rest.map(decodeURIComponent));
  } else {
    main.replaceChildren(...(report ? [content] : [state.opener ??= opener(), content]));
    if (!content.firstChild) content.append(welcome());
    if (state.page) state.page.draw();
  }
}

// Files dropped anywhere on the page.
function takeDrops() {
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && document.body.classList.remove("dropping"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    location.hash = "page";
    const file = event.dataTransfer.files[0], text = event.dataTransfer.getData("text/uri-list") || event.dataTransfer.getData("text/plain");
    if (file) openFile(file);
    else if (text) open(requestFor(text));
  });
}

async function start() {
  setTheme();
  addEventListener("hashchange", showView);
  if (report) {
    if (report.page) showPage(report.page);
    document.querySelector('[data-view="site"]').hidden = !report.site;
    document.querySelector('[data-view="page"]').hidden = !report.page;
    return showView();
  }
  takeDrops();
  await showView();
  await showOpened();
}

// What was opened on the command line, and the sites to judge pages with.
async function showOpened() {
  try {
    const opened = await getJson("/v1/opened");
    const pages = opened.pages || [], sites = opened.sites || [];
    if (pages.length) await open(pages[0].request || pages[0]);
    else if (sites.length && !location.hash) location.hash = "site";
  } catch {
    // an older server: nothing was opened
  }
  try {
    const known = await getJson("/v1/sites");
    for (const site of known.sites || []) state.siteSelect.append(el("option", { value: site.name ?? site.host }, site.host || "files"));
  } catch {
    // no sites
  }
}

start();
