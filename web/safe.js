// safe.js - clean a page's HTML once more before it is shown.
// The server already allows only listed tags and attributes; this list is independent of it, so that one mistake is not a hole.
// The result has two forms: text for the sandboxed frame, and elements to measure the frame's layout with.

const SAFE_TAGS = new Set(("a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup data dd del dfn dir div dl dt em " +
  "figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark menu nav ol p pre q rb rp rt rtc ruby s samp search section " +
  "small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr").split(" "));
const SAFE_ATTRIBUTES = new Set(["dir", "lang", "colspan", "rowspan", "start", "reversed", "alt", "data-husk", "data-husk-segment"]);
const SAFE_NUMBERS = new Set(["colspan", "rowspan", "start", "data-husk", "data-husk-segment"]);

function safeCopy(from) {
  const name = from.localName;
  if (from.namespaceURI !== "http://www.w3.org/1999/xhtml" || !SAFE_TAGS.has(name)) return null;
  if (name === "img") { // never loaded; replaced by its alternative text
    const alternative = document.createElement("span");
    alternative.className = "picture";
    alternative.textContent = from.getAttribute("alt") || "";
    return alternative.textContent ? alternative : null;
  }
  const copy = document.createElement(name);
  for (const { name: key, value } of from.attributes)
    if (SAFE_ATTRIBUTES.has(key) && (!SAFE_NUMBERS.has(key) || /^\d{1,9}$/.test(value))) copy.setAttribute(key, value);
  return copy;
}

// The page's elements under one <div class="page">. No recursion: pages may be deeply nested.
export function safeElements(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html"); // inert: nothing runs or loads in this document
  const root = document.createElement("div");
  root.className = "page";
  const waiting = [[parsed.body, root]];
  while (waiting.length) {
    const [from, to] = waiting.pop();
    for (const child of from.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) {
        to.append(child.data);
      } else if (child.nodeType === Node.ELEMENT_NODE) {
        const copy = safeCopy(child);
        if (copy) to.append(copy);
        if (copy && copy.className !== "picture") waiting.push([child, copy]);
      }
    }
  }
  return root;
}

// The same as a document for the frame, with our own `style`.
export function safeDocument(root, style, theme) {
  return `<!DOCTYPE html><html data-theme="${theme}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; ` +
    `style-src 'unsafe-inline'"><style>${style}</style></head><body>${root.outerHTML}</body></html>`;
}
