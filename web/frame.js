// frame.js - the original page in a frame without scripts and origin, and marks over it.
// The content of such a frame can't be read from outside, so the positions of blocks are measured elsewhere: the same cleaned elements,
// with the same style and width, are laid out invisibly in a shadow tree beside it. Marks are SVG above the frame: threshold, hovering
// and borders change only the marks, never the frame (docs/decisions/0040).
import { el, svg, later, say } from "./dom.js";
import { safeElements, safeDocument } from "./safe.js";

// The page's own styles are not used, so that the frame and its measured twin look the same.
const FRAME_STYLE = `
html { color-scheme: light; } @media not print { html[data-theme=dark] { color-scheme: dark; } }
body { margin: 0; overflow: hidden; container-type: inline-size; }
.page { all: initial; display: block; box-sizing: border-box; padding: 24px 28px 40px; overflow-wrap: anywhere;
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; color: #24231f; background: #ffffff; }
@media not print { html[data-theme=dark] .page, .page.dark { color: #dedcd5; background: #1b1c1a; } }
.page h1 { font-size: 25px; line-height: 1.25; margin: 18px 0 10px; } .page h2 { font-size: 20px; line-height: 1.3; margin: 18px 0 8px; }
.page h3 { font-size: 17px; margin: 16px 0 6px; } .page h4, .page h5, .page h6 { font-size: 15px; margin: 14px 0 6px; }
.page p, .page dl, .page pre, .page blockquote, .page figure, .page table { margin: 8px 0; }
.page ul, .page ol, .page menu, .page dir { margin: 6px 0; padding: 0; padding-inline-start: 22px; } .page nav ul { padding-inline-start: 16px; }
.page blockquote, .page dd { margin-inline: 18px 0; } .page pre { white-space: pre-wrap; font: 13px/1.5 ui-monospace, monospace; }
.page code, .page kbd, .page samp, .page tt { font: 13px ui-monospace, monospace; }
.page a { color: inherit; text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 2px; }
.page table { border-collapse: collapse; max-width: 100%; } .page td, .page th { padding-block: 2px; padding-inline: 0 10px; vertical-align: top; text-align: start; }
.page .picture { display: inline-block; font-size: 12px; padding: 1px 7px; border: 1px dashed #99978f; border-radius: 3px; }
.page hr { border: 0; border-top: 1px solid #c9c7bf; }
.page .empty { display: none; } .page :not(ul, ol, menu, dir) > li { list-style: none; }
.page .fold { display: block; box-sizing: border-box; width: 0; min-width: 100%; height: 26px; margin: 4px 0; padding: 2px 0; overflow: hidden; white-space: nowrap; font-size: 13px; }
.page .fold * { display: inline !important; margin: 0; padding: 0 2px 0 0; font-size: 13px; white-space: nowrap; } .page .fold::before { content: "\\25b8  "; }
@container (max-width: 480px) { .page { padding: 14px 16px 32px; } .page h1 { font-size: 21px; } .page h2 { font-size: 18px; }
  .page table, .page tbody, .page thead, .page tfoot, .page tr, .page td, .page th { display: block; padding-inline: 0; } }
`;
const FOLD_BLOCKS = 3; // of template, at least; fewer take hardly more room than the line that stands for them
const FOLDED_TAGS = new Set(["aside", "dl", "div", "footer", "header", "menu", "nav", "ol", "section", "table", "ul"]);
const MAX_FRAME_HEIGHT = 200000; // pixels; blocks below are not shown here, only in the list of blocks

// Merge adjacent lines of one block, and adjacent pieces of a line, into one box.
function joinBoxes(boxes) {
  const joined = [];
  for (const box of boxes) {
    const last = joined[joined.length - 1];
    if (last && box.top - last.bottom < 14 && box.bottom >= last.top && box.left < last.right + 12 && last.left < box.right + 12) {
      last.left = Math.min(last.left, box.left);
      last.right = Math.max(last.right, box.right);
      last.top = Math.min(last.top, box.top);
      last.bottom = Math.max(last.bottom, box.bottom);
    } else if (box.width > 0 && box.height > 0) {
      joined.push({ left: box.left, top: box.top, right: box.right, bottom: box.bottom, isCut: box.isCut });
    }
  }
  return joined;
}

// What of a text's boxes is inside its fold; a text that is wholly cut off is at the fold's end.
const FOLD_END = 10; // pixels
function foldedBoxes(boxes, fold, isLeft) {
  const inside = [...boxes].filter((b) => b.left < fold.right && b.right > fold.left && b.width > 0)
    .map((b) => ({ left: Math.max(b.left, fold.left), top: Math.max(b.top, fold.top), right: Math.min(b.right, fold.right), bottom: Math.min(b.bottom, fold.bottom) }));
  const found = inside.length ? inside : [{ left: isLeft ? fold.left : fold.right - FOLD_END, top: fold.top, right: isLeft ? fold.left + FOLD_END : fold.right, bottom: fold.bottom }];
  return found.map((b) => ({ ...b, width: b.right - b.left, height: b.bottom - b.top, isCut: !inside.length }));
}

// A mark is a little wider than its text, but never over the text beside it.
function boxPath(boxes, origin, grow) {
  return boxes.map((b) => {
    const left = Math.min(grow, b.free ?? grow), right = Math.min(grow, b.freeAfter ?? grow), width = b.right - b.left + left + right;
    const x = b.left - origin.left - left, y = b.top - origin.top - 1;
    return `M${x.toFixed(1)} ${y.toFixed(1)}h${width.toFixed(1)}v${(b.bottom - b.top + 2).toFixed(1)}h${(-width).toFixed(1)}z`;
  }).join("");
}

// How far each box may grow to the left and right: half the gap to the next one on its line. Boxes are in reading order.
function leaveGaps(boxes) {
  for (let i = 1; i < boxes.length; i++) {
    const before = boxes[i - 1], box = boxes[i], isLeft = box.right < before.left + 1; // of the one before: text from right to left
    const gap = isLeft ? before.left - box.right : box.left - before.right;
    if (gap < -1 || Math.min(box.bottom, before.bottom) - Math.max(box.top, before.top) < 4) continue;
    const half = Math.max(0, gap / 2);
    if (isLeft) before.free = box.freeAfter = half;
    else before.freeAfter = box.free = half;
  }
}

// Fold the largest elements that hold nothing but blocks for which `isFolded` is true, so that the page's own text is in sight at once.
function foldRuns(root, blocks, isFolded) {
  const elements = [...root.querySelectorAll("*")], found = new Map(elements.map((element) => [element, { n: 0, all: true }]));
  for (const element of elements.reverse()) { // children before their parents
    const own = found.get(element), above = found.get(element.parentElement), block = element.dataset.husk && blocks[Number(element.dataset.husk)];
    if (block) found.set(element, { n: own.n + 1, all: own.all && isFolded(block) });
    if (above) found.set(element.parentElement, { n: above.n + found.get(element).n, all: above.all && found.get(element).all });
  }
  for (const element of elements.reverse())
    if (found.get(element).all && found.get(element).n >= FOLD_BLOCKS && FOLDED_TAGS.has(element.localName) && !element.parentElement.closest(".fold")) element.className = "fold";
  root.querySelectorAll(".fold").forEach(joinFolds);
}

// What follows a node, without blank text.
function nodeAfter(node) {
  const next = node.nextSibling;
  return next && next.nodeType === Node.TEXT_NODE && !next.data.trim() ? next.nextSibling : next;
}

// Runs that follow each other directly are one line.
function joinFolds(first) {
  const isFold = (node) => node && node.className === "fold";
  if (!isFold(first) || !isFold(nodeAfter(first))) return;
  const run = document.createElement("div");
  first.before(run);
  for (let each = first, next; isFold(each); each = next) {
    next = nodeAfter(each);
    each.className = "";
    run.append(each, " ");
  }
  run.className = "fold";
}

function pageElements(view, isFolded) {
  const root = safeElements(view.html || "");
  if (view.dir) root.dir = view.dir;
  root.querySelectorAll("li").forEach((item) => item.textContent.trim() || item.classList.add("empty")); // it held a picture
  foldRuns(root, view.blocks, isFolded);
  return root;
}

// After what is there is on the screen.
function afterPaint(work) {
  requestAnimationFrame(() => setTimeout(work));
}

// The frame of one view. Runs of blocks for which `isFolded` is true are one line, which a click or Enter opens. Event: onpoint(n or -1).
export function pageFrame(view, { label, onpoint, isFolded, theme }) {
  const frame = el("iframe", { sandbox: "", title: label, tabindex: "-1", class: "original" });
  const twin = el("div", { class: "twin", inert: true, "aria-hidden": "true" });
  const shadow = twin.attachShadow({ mode: "closed" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(FRAME_STYLE);
  shadow.adoptedStyleSheets = [sheet];
  const borders = svg("g", { class: "borders" });
  const marks = svg("g", { class: "marks" });
  const overlay = svg("svg", { class: "overlay", "aria-hidden": "true" },
    svg("defs", {}, svg("pattern", { id: "hatch", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      svg("rect", { width: 1.4, height: 7, class: "hatch" }))), borders, marks);
  const inside = el("div", { class: "sheet" }, frame, twin, overlay);
  const stage = el("div", { class: "stage", tabindex: "0", role: "group", "aria-label": `${label}. Arrow keys go from block to block.` }, inside);
  const paths = new Map();
  let current = -1, judged = new Map(), awaited = null, root = null;

  function draw() {
    afterPaint(() => { // a long page takes a while to clean, and to measure
      root ??= pageElements(view, isFolded);
      frame.srcdoc = safeDocument(root, FRAME_STYLE, theme());
      afterPaint(() => {
        const measured = root.cloneNode(true);
        measured.classList.toggle("dark", theme() === "dark");
        shadow.replaceChildren(measured);
        measure();
      });
    });
  }

  function measure() {
    const measured = shadow.firstElementChild;
    if (!measured || !inside.isConnected || !inside.clientWidth) return;
    const origin = measured.getBoundingClientRect(), scale = origin.width / measured.offsetWidth || 1; // of a thumbnail
    const height = Math.min(Math.ceil(origin.height / scale), MAX_FRAME_HEIGHT), width = Math.ceil(origin.width / scale);
    frame.style.height = inside.style.height = `${height}px`;
    overlay.setAttribute("viewBox", `0 0 ${width * scale} ${height * scale}`);
    overlay.setAttribute("width", width);
    overlay.setAttribute("height", height);
    const boxes = new Map();
    for (const span of measured.querySelectorAll("[data-husk]")) {
      const n = Number(span.dataset.husk);
      if (!boxes.has(n)) boxes.set(n, []);
      const fold = span.closest(".fold");
      boxes.get(n).push(...(fold ? foldedBoxes(span.getClientRects(), fold.getBoundingClientRect(), view.dir === "rtl") : span.getClientRects()));
    }
    paths.clear();
    for (const [n, list] of boxes) boxes.set(n, joinBoxes(list));
    leaveGaps([...boxes.values()].flat());
    marks.replaceChildren(...[...boxes].map(([n, list]) => {
      const path = svg("path", { class: "mark", d: boxPath(list, origin, 4), "data-n": n, "data-cut": list.length > 0 && list.every((box) => box.isCut) });
      paths.set(n, path);
      return path;
    }));
    borders.replaceChildren(...[...measured.querySelectorAll("[data-husk-segment]")].map((element) => {
      const fold = element.closest(".fold"), box = element.getBoundingClientRect();
      return svg("path", { d: fold ? boxPath(foldedBoxes([box], fold.getBoundingClientRect()).filter((each) => !each.isCut), origin, 0) : boxPath([box], origin, 6), "data-segment": element.dataset.huskSegment });
    }));
    paint();
    if (awaited !== null) show(awaited, true);
  }

  function paint() {
    const bySegment = new Map(); // label, or "mixed" if the threshold splits it
    for (const state of judged.values()) {
      const known = bySegment.get(state.segment);
      bySegment.set(state.segment, known && known !== state.label ? "mixed" : state.label);
    }
    for (const [n, path] of paths) {
      const state = judged.get(n) || {};
      const within = state.segment !== undefined && bySegment.get(state.segment) === "template" ? "within" : "";
      path.setAttribute("class", `mark ${state.label || ""} ${within} ${state.main ? "main" : ""} ${n === current ? "current" : ""} ${state.colour || ""}`);
    }
    for (const path of borders.children) path.setAttribute("class", `border ${bySegment.get(Number(path.dataset.segment)) || ""}`);
  }

  function show(n, scroll) {
    if (n !== current && paths.has(current)) paths.get(current).classList.remove("current");
    current = n;
    const path = paths.get(n);
    awaited = scroll && !paths.size ? n : null; // until they are measured
    if (!path) return;
    path.classList.add("current");
    if (!scroll) return;
    const box = path.getBBox(), top = box.y, bottom = box.y + box.height;
    if (top < stage.scrollTop + 20 || bottom > stage.scrollTop + stage.clientHeight - 20)
      stage.scrollTo({ top: Math.max(0, top - stage.clientHeight / 3), behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }

  function toggleFold(n) {
    const span = root && root.querySelector(`[data-husk="${n}"]`), run = span && span.closest(".fold, .unfolded");
    if (!run) return;
    run.className = run.className === "fold" ? "unfolded" : "fold";
    draw();
  }

  marks.addEventListener("pointerover", (event) => onpoint(Number(event.target.dataset.n)));
  marks.addEventListener("pointerleave", () => onpoint(-1));
  marks.addEventListener("click", (event) => toggleFold(Number(event.target.dataset.n)));
  stage.addEventListener("keydown", (event) => {
    if (event.key === "Enter") toggleFold(current);
    const order = [...paths.keys()].sort((a, b) => a - b), at = order.indexOf(current);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: order.length - 1 }[event.key];
    if (to === undefined || !order.length) return;
    const n = order[Math.min(Math.max(to, 0), order.length - 1)];
    onpoint(n, true);
    show(n, true);
    const block = view.blocks[n], state = judged.get(n) || {};
    if (block) say(`${state.label || block.label}: ${block.text.slice(0, 200)}`);
    event.preventDefault();
  });
  new ResizeObserver(later(measure, 80)).observe(stage);

  return {
    element: stage, frame, draw, show,
    judge(states) { judged = states; paint(); },
    // On paper marks can't be measured again: lay the page out at this width before.
    fix(width) {
      inside.style.width = width ? `${width}px` : "";
      measure();
    },
  };
}
