// jobs.js - start, watch and cancel crawling and learning jobs.
import { el, plural, say } from "./dom.js";
import { follow, postJson, remove } from "./api.js";

const LEARN_BYTES = 256 << 20; // of all files together

function progressWords(data) {
  if (data.place) return data.place === 1 ? "next in the queue" : `number ${data.place} in the queue`;
  const done = [plural(data.pages || 0, "page"), data.classes ? plural(data.classes, "class", "classes") : null,
    data.waiting ? `${data.waiting} link collections waiting` : null, data.failed ? `${data.failed} failed` : null];
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
    done(answer.site, data);
  });
}

export function jobPanel(done) {
  const list = el("ul", { class: "jobs", "aria-label": "Jobs" });
  const failed = el("p", { class: "notice", role: "alert", hidden: true });
  const url = el("input", { type: "url", id: "crawl-url", placeholder: "https://example.org/", required: true });
  const most = el("input", { type: "number", id: "crawl-pages", min: 1, max: 100000, value: 100 });
  const files = el("input", { type: "file", id: "learn-files", multiple: true, accept: ".html,.htm,.xhtml,text/html", onchange: learn });

  async function begin(path, body, title) {
    failed.hidden = true;
    try {
      watch(list, await postJson(path, body), title, done);
    } catch (error) {
      failed.textContent = error.message;
      failed.hidden = false;
    }
  }
  async function learn() {
    const chosen = [...files.files];
    if (!chosen.length) return;
    if (chosen.reduce((sum, file) => sum + file.size, 0) > LEARN_BYTES) {
      failed.textContent = "The files are larger than 256 MB together; husk learn takes any number.";
      failed.hidden = false;
      return;
    }
    const pages = await Promise.all(chosen.map(async (file) => ({ id: file.name, html: await file.text() })));
    await begin("/v1/learn", { pages }, `Learn ${plural(pages.length, "file")}`);
    files.value = "";
  }
  const crawl = el("form", { class: "job-form", "aria-label": "Crawl a site", onsubmit: (event) => {
    event.preventDefault();
    begin("/v1/crawl", { url: url.value, max_pages: Number(most.value) }, `Crawl ${url.value}`);
  } }, el("label", { for: "crawl-url" }, "Crawl"), url, el("label", { for: "crawl-pages" }, "up to"), most, el("span", {}, "pages"), el("button", { type: "submit", class: "primary" }, "Start"));
  const learnForm = el("div", { class: "job-form" }, el("label", { for: "learn-files" }, "or learn from pages of one site"), files);
  return el("section", { class: "job-panel", "aria-label": "Start a crawl or learn" }, crawl, learnForm, failed, list);
}
