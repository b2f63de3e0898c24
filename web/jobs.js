// jobs.js - start, watch and cancel crawling and learning jobs.
import { el, plural, say } from "./dom.js";
import { follow, postBytes, postJson, remove } from "./api.js";

const LEARN_BYTES = 256 << 20; // of all files together
const ARCHIVE = /\.(warc(\.gz|\.zst)?|jsonl|ndjson)$/i, PAGE = /\.x?html?$/i;

const typeOf = (name) => (/\.warc/i.test(name) ? "application/warc" : "application/jsonl");

// The files of what was dropped, those in folders too.
export async function droppedFiles(transfer) {
  const waiting = [...transfer.items].map((item) => item.webkitGetAsEntry && item.webkitGetAsEntry()).filter((entry) => entry), files = [];
  while (waiting.length) {
    const entry = waiting.shift();
    if (entry.isFile) files.push(await new Promise((done, failed) => { entry.file(done, failed); }));
    if (!entry.isDirectory) continue;
    const reader = entry.createReader();
    for (let found = [null]; found.length; waiting.push(...found)) found = await new Promise((done, failed) => { reader.readEntries(done, failed); });
  }
  return files;
}

function progressWords(data) {
  if (data.place) return data.place === 1 ? "next in the queue" : `number ${data.place} in the queue`;
  const done = [plural(data.pages || 0, "page"), data.classes ? plural(data.classes, "class", "classes") : null,
    data.waiting ? `${data.waiting} link collections waiting` : null, data.failed ? `${data.failed} failed` : null,
    data.explored && data.state === "running" ? "building classes and templates" : null];
  return done.filter((part) => part).join(", ");
}

function watch(list, answer, title, done) {
  const text = el("span", { class: "job-text" }, "waiting"), state = el("span", { class: "chip" }, "running");
  const bar = el("progress", { "aria-label": `${title}: progress` });
  const cancel = el("button", { type: "button", class: "quiet", onclick: () => remove(`/v1/jobs/${encodeURIComponent(answer.job)}`).catch((error) => { text.textContent = error.message; }) }, "Cancel");
  const item = el("li", { class: "job" }, el("strong", {}, title), state, bar, text, cancel);
  list.prepend(item);
  follow(`/v1/jobs/${encodeURIComponent(answer.job)}/events`, (kind, data) => {
    text.textContent = data.reason || progressWords(data);
    if (data.state) state.textContent = data.state;
    if (data.of_bytes) { bar.max = data.of_bytes; bar.value = Math.min(data.bytes || 0, data.of_bytes); }
  }, (data) => {
    bar.remove();
    cancel.remove();
    say(`${title}: ${data.state || "ended"}`);
    done(answer.site, data).then((site) => { if (site) text.textContent = `${progressWords(data)}: ${plural(site.classes.length, "class", "classes")}`; });
  });
}

export function jobPanel(done) {
  const list = el("ul", { class: "jobs", "aria-label": "Jobs" });
  const failed = el("p", { class: "notice", role: "alert", hidden: true });
  const url = el("input", { type: "url", id: "crawl-url", placeholder: "https://example.org/", required: true });
  const most = el("input", { type: "number", id: "crawl-pages", min: 1, max: 100000, value: 100 });
  const files = el("input", { type: "file", id: "learn-files", class: "unseen", multiple: true, accept: ".html,.htm,.xhtml,.warc,.gz,.jsonl,text/html",
    onchange: () => learn([...files.files]).then(() => { files.value = ""; }) });

  function fail(text) {
    failed.textContent = text;
    failed.hidden = !text;
  }
  async function begin(asked, title) {
    fail("");
    try {
      watch(list, await asked(), title, done);
    } catch (error) {
      fail(error.message);
    }
  }
  // Pages are learned together; an archive is learned by itself.
  async function learn(chosen) {
    const archives = chosen.filter((file) => ARCHIVE.test(file.name)), pages = chosen.filter((file) => PAGE.test(file.name));
    if (chosen.length && !archives.length && !pages.length) return fail("These are no pages and no archives: choose .html, .warc, .warc.gz or .jsonl files.");
    if (chosen.reduce((sum, file) => sum + file.size, 0) > LEARN_BYTES) return fail("The files are larger than 256 MB together; husk learn takes any number.");
    for (const file of archives) await begin(() => postBytes("/v1/learn", file, typeOf(file.name)), `Learn ${file.name}`);
    if (!pages.length) return undefined;
    const given = await Promise.all(pages.map(async (file) => ({ id: file.webkitRelativePath || file.name, html: await file.text() })));
    return begin(() => postJson("/v1/learn", { pages: given }), `Learn ${plural(pages.length, "file")}`);
  }
  const crawl = el("form", { class: "job-form", "aria-label": "Crawl a site", onsubmit: (event) => {
    event.preventDefault();
    begin(() => postJson("/v1/crawl", { url: url.value, max_pages: Number(most.value) }), `Crawl ${url.value}`);
  } }, el("label", { for: "crawl-url" }, "Crawl"), url, el("label", { for: "crawl-pages" }, "up to"), most, el("span", {}, "pages"), el("button", { type: "submit", class: "primary" }, "Start"));
  const learnForm = el("div", { class: "job-form", title: "Pages or an archive. Files and folders can also be dropped anywhere." }, el("span", { class: "hint" }, "or learn from"), files,
    el("label", { for: "learn-files", class: "button" }, "Files…"));
  return { element: el("section", { class: "job-panel", "aria-label": "Start a crawl or learn" }, crawl, learnForm, failed), list, learn };
}
