// app.js - the page around the views: opening pages, choosing a view, light or dark.
import { el, legend, say } from "./dom.js";
import { report, getJson, postBytes, postJson } from "./api.js";
import { pageView } from "./page_view.js";
import { siteView } from "./site_view.js";
import { pageList } from "./page_list.js";
import { METHODS } from "./methods.js";
import { droppedFiles } from "./jobs.js";

const PAPER_WIDTH = 640; // pixels, of A4 and Letter without margins and frame
const MAX_BYTES = 64 << 20; // of a pasted or dropped page; the server has its own limit

const main = document.getElementById("main");
const state = { page: null, site: null, request: null };

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
  return /[<\n]/.test(text.trim()) || !/^([a-z][a-z0-9+.-]*:\/\/\S+|[^\s/]+\.\S+)$/i.test(text.trim());
}

function requestFor(text) {
  if (looksLikeHtml(text)) return { html: text };
  const url = text.trim();
  if (/^[a-z][a-z0-9+.-]*:/i.test(url) && !/^https?:/i.test(url)) throw new Error("Only http and https addresses can be opened; choose or drop a file instead.");
  return { url: /^https?:\/\//i.test(url) ? url : `https://${url}` };
}

function opener() {
  const input = el("textarea", { id: "source", rows: 1, spellcheck: "false", autocomplete: "off", placeholder: "Paste a URL or HTML, or drop a file",
    onkeydown: (event) => { if (event.key === "Enter" && !event.shiftKey && !looksLikeHtml(input.value)) submit(event); } });
  const file = el("input", { type: "file", id: "file", class: "unseen", accept: ".html,.htm,.xhtml,.txt,.gz,text/html", onchange: () => openFile(file.files[0]) });
  const again = () => state.request && open(state.request);
  const site = el("select", { id: "site", "aria-label": "Judge with a site", onchange: again }, el("option", { value: "" }, "page alone"));
  const method = el("select", { id: "method", "aria-label": "Judge by a method", onchange: again }, METHODS.map(({ value, name, site }) => el("option", { value }, site ? `${name} (needs a site)` : name)));
  Object.assign(state, { siteSelect: site, methodSelect: method });
  state.openedSelect = el("select", { id: "opened", "aria-label": "Page", hidden: true, onchange: () => open(state.opened[state.openedSelect.selectedIndex].request) });
  function submit(event) {
    event.preventDefault();
    if (input.value.trim()) openText(input.value);
    else input.focus();
  }
  return el("form", { class: "opener", role: "search", "aria-label": "Open a page", onsubmit: submit },
    state.openedSelect, el("label", { for: "source", class: "unseen" }, "URL or HTML"), input,
    el("span", { class: "opener-site" }, el("label", { for: "site" }, "with"), site, el("label", { for: "method" }, "by"), method),
    el("button", { type: "submit", class: "primary" }, "Open"),
    el("label", { for: "file", class: "button", id: "choose" }, "File…"), file);
}

async function openFile(file) {
  if (!file) return;
  if (file.size > MAX_BYTES) return fail(new Error(`${file.name} is larger than 64 MB`));
  try {
    const isGzip = /\.gz$/i.test(file.name);
    open({ id: file.name, bytes: isGzip ? await new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).blob() : file });
  } catch {
    fail(new Error(`${file.name} can't be unpacked`));
  }
}

function openText(text) {
  try {
    open(requestFor(text));
  } catch (error) {
    fail(error);
  }
}

// `request` is a body of /v1/view, or the bytes of a page and its id.
function ask(request, method = state.methodSelect.value, site = state.siteSelect.value) {
  const by = site ? { site } : {};
  if (!request.bytes) return postJson("/v1/view", { ...request, ...by, options: { method } });
  return postBytes(`/v1/view?${new URLSearchParams({ id: request.id, method, ...by })}`, request.bytes);
}

async function open(request) {
  busy(true);
  state.request = request;
  const at = (state.opened || []).findIndex((page) => page.request === request || page.id === (request.url || request.id));
  if (state.openedSelect) state.openedSelect.selectedIndex = at;
  try {
    showPage(await ask(request));
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
  state.page = null; // what was asked for is not what was shown
  content.replaceChildren(el("p", { class: "notice", role: "alert" }, error.message));
}

function showPage(view) {
  const { request } = state, site = state.siteSelect && state.siteSelect.value;
  const others = METHODS.filter((each) => each.value !== "auto" && (site || !each.site));
  const opinions = () => Promise.all(others.map(async ({ value, name, site: needs }) => ({ name, view: await ask(request, value, needs ? site : "") })));
  state.page = pageView(view, theme, report ? null : opinions);
  content.replaceChildren(state.page.element);
  document.title = `${view.title || view.id || "Page"} – Husk`;
  state.page.draw();
  say(`${view.title || "Page"}: ${view.blocks.length} blocks`);
}

function welcome() {
  return el("div", { class: "welcome" },
    el("h2", {}, "See what a page says, and what is only its template"),
    el("p", {}, "Paste a URL or the HTML of a page above, or drop a file anywhere. Husk shows the page with its template shaded, and the main content beside it."),
    legend());
}

// --- the views ---
const content = el("div", { class: "shown" });

async function showView() {
  const [name, ...rest] = (location.hash.slice(1) || (report && report.pages.length > 1 ? "pages" : "page")).split("/");
  const wanted = name === "site" || (name === "pages" && report) ? name : "page";
  document.querySelectorAll("[data-view]").forEach((link) =>
    link.dataset.view === wanted ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current"));
  if (wanted === "site") {
    state.site ??= siteView({ open: (request) => { location.hash = "page"; open(request); }, theme });
    main.replaceChildren(state.site.element);
    await state.site.show(rest.map(decodeURIComponent));
  } else if (wanted === "pages") {
    main.replaceChildren(state.list ??= pageList(report.pages));
  } else {
    if (report) showReported(Number(rest[0] || 1) - 1);
    main.replaceChildren(...(report ? [content] : [state.opener, content]));
    if (!content.firstChild) content.append(welcome());
    if (state.page) state.page.draw();
  }
}

function showReported(i) {
  const view = report.pages[i] || report.pages[0];
  if (view && view !== state.view) showPage(view);
  state.view = view;
}

// Files dropped anywhere: on the page view one is opened, on the site view all are learned.
function takeDrops() {
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && document.body.classList.remove("dropping"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    if (state.site && state.site.element.isConnected && event.dataTransfer.files.length) return droppedFiles(event.dataTransfer).then(state.site.learn);
    location.hash = "page";
    const file = event.dataTransfer.files[0], text = event.dataTransfer.getData("text/uri-list") || event.dataTransfer.getData("text/plain");
    if (file) return openFile(file);
    return text && openText(text);
  });
}

async function start() {
  setTheme();
  addEventListener("hashchange", showView);
  if (report) {
    const link = (name) => document.querySelector(`[data-view="${name}"]`);
    link("site").hidden = !report.sites.length;
    link("pages").hidden = report.pages.length < 2;
    return showView();
  }
  takeDrops();
  state.opener = opener();
  await showView();
  await showOpened();
}

addEventListener("beforeprint", () => state.page && state.page.fix(PAPER_WIDTH));
addEventListener("afterprint", () => state.page && state.page.fix(0));

// How long the path is that all names begin with.
function sharedFolder(names) {
  let len = names.length ? names[0].lastIndexOf("/") + 1 : 0;
  while (len > 0 && !names.every((name) => name.startsWith(names[0].slice(0, len)))) len = names[0].lastIndexOf("/", len - 2) + 1;
  return len;
}

// The sites to judge pages with, and what was opened on the command line: its pages are judged by its site.
async function showOpened() {
  const none = () => ({}); // an older server
  const [known, opened] = await Promise.all([getJson("/v1/sites").catch(none), getJson("/v1/opened").catch(none)]);
  const pages = opened.pages || [], sites = opened.sites || [];
  for (const site of known.sites || []) state.siteSelect.append(el("option", { value: site.name }, site.name));
  if (sites.length === 1) state.siteSelect.value = sites[0].name;
  state.opened = pages;
  const names = pages.map((page) => page.url || page.id), shared = sharedFolder(names);
  state.openedSelect.append(...names.map((name) => el("option", {}, name.slice(shared))));
  state.openedSelect.hidden = pages.length < 2;
  if (pages.length) await open(pages[0].request);
  else if (sites.length && !location.hash) location.hash = "site";
}

start();
