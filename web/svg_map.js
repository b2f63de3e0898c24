// svg_map.js - the map of a site's classes, drawn by Graphviz and cleaned: zoom, drag, choose a class.
import { el, svg } from "./dom.js";

const MAP_TAGS = new Set(["svg", "g", "path", "polygon", "polyline", "ellipse", "text", "tspan"]);
const MAP_ATTRIBUTES = new Set(["d", "points", "cx", "cy", "rx", "ry", "x", "y", "transform", "text-anchor", "font-size", "viewBox"]);
const READABLE = 11, TOO_SMALL = 8.5; // pixels: of a name's letters
const LARGEST = 1.15; // pixels per unit of the drawing: letters as large as those around the map
const ZOOM_STEP = 1.25, ZOOM_MOST = 8, ZOOM_LEAST = 0.2;

// Allow only listed shapes and texts: the drawing contains names that pages chose.
function safeShape(from) {
  const copy = svg(from.localName);
  for (const { name, value } of from.attributes)
    if (MAP_ATTRIBUTES.has(name) && !/url|script/i.test(value)) copy.setAttribute(name, value);
  const kind = /\b(place|node|edge)\b/.exec((from.getAttribute("class") || "").replace("node place", "place"));
  if (kind) copy.setAttribute("class", kind[1]);
  if (from.getAttribute("fill") === "white") copy.setAttribute("class", "ground");
  return copy;
}

function safeDrawing(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  if (parsed.documentElement.localName !== "svg") return null;
  const root = safeShape(parsed.documentElement);
  const waiting = [[parsed.documentElement, root]];
  while (waiting.length) {
    const [from, to] = waiting.pop();
    for (const child of from.childNodes) {
      if (child.nodeType === Node.TEXT_NODE && /^t(ext|span)$/.test(to.localName)) to.append(child.data);
      if (child.nodeType !== Node.ELEMENT_NODE) continue;
      const name = child.localName;
      if (name === "title") to.dataset.name = child.textContent;
      else if (name === "a") waiting.push([child, to]); // its shapes, without the link
      else if (MAP_TAGS.has(name)) {
        const copy = safeShape(child);
        to.append(copy);
        waiting.push([child, copy]);
      }
    }
  }
  return root;
}

// Without Graphviz: a box for each class.
function plainDrawing(classes) {
  const rows = Math.ceil(classes.length / 4), root = svg("svg", { viewBox: `0 0 920 ${rows * 80 + 10}` });
  classes.forEach((c, i) => {
    const x = (i % 4) * 230 + 10, y = Math.floor(i / 4) * 80 + 10, group = svg("g", { class: "node" });
    group.dataset.name = `h0_${i}`;
    group.append(svg("path", { d: `M${x} ${y}h210v56h-210z` }), svg("text", { x: x + 105, y: y + 24, "text-anchor": "middle", "font-size": 12 }, c.name.slice(-34)),
      svg("text", { x: x + 105, y: y + 42, "text-anchor": "middle", "font-size": 12 }, `class ${c.class}, ${c.pages} pages`));
    root.append(group);
  });
  return root;
}

// The view names the site itself: cut the title off. Returns what is left of the drawing's box.
function cutTitle(drawing, [left, top, width, height]) {
  const graph = drawing.querySelector("g"), titles = graph ? [...graph.children].filter((each) => each.localName === "text") : [];
  const origin = Number((/translate\(\S+ ([\d.]+)\)/.exec((graph && graph.getAttribute("transform")) || "") || [])[1] || 0);
  const cut = titles.length ? Math.max(...titles.map((each) => Number(each.getAttribute("y")))) + origin : 0;
  titles.forEach((each) => each.remove());
  return [left, top + cut, width, height - cut];
}

// classes: those of the site, in the drawing's order. choose(number) is called for a click, Enter or space on a class,
// peek(class, its box on the screen) when it is pointed at or focused, and peek() when no more.
export function siteMap(text, classes, choose, peek) {
  const drawing = (text && safeDrawing(text)) || plainDrawing(classes);
  const box = cutTitle(drawing, (drawing.getAttribute("viewBox") || "0 0 900 300").split(/[ ,]+/).map(Number));
  drawing.removeAttribute("width");
  drawing.removeAttribute("height");
  drawing.setAttribute("class", "map-drawing");
  drawing.setAttribute("role", "group");
  drawing.setAttribute("aria-label", "Map of classes");
  const nodes = new Map();
  for (const node of drawing.querySelectorAll("g.node")) {
    const place = /_(\d+)$/.exec(node.dataset.name || ""), c = place && classes[Number(place[1])];
    if (!c) continue;
    nodes.set(c.class, node);
    node.setAttribute("role", "button");
    node.setAttribute("tabindex", "0");
    node.setAttribute("aria-label", `Class ${c.class}, ${c.name}, ${c.pages} pages`);
    for (const event of ["pointerenter", "focus"]) node.addEventListener(event, () => peek(c, node.getBoundingClientRect()));
    for (const event of ["pointerleave", "blur"]) node.addEventListener(event, () => peek());
    node.addEventListener("click", () => moved || choose(c.class));
    node.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      choose(c.class);
    });
  }

  let zoom = 1, centre = [box[0] + box[2] / 2, box[1] + box[3] / 2], moved = false, from = null;
  function place() {
    const width = box[2] / zoom, height = box[3] / zoom;
    drawing.setAttribute("viewBox", `${centre[0] - width / 2} ${centre[1] - height / 2} ${width} ${height}`);
  }
  function scale(by) {
    zoom = Math.min(Math.max(zoom * by, ZOOM_LEAST), ZOOM_MOST);
    place();
  }
  function shift(x, y) {
    centre = [centre[0] + x * box[2] / zoom, centre[1] + y * box[3] / zoom];
    place();
  }
  function whole() {
    zoom = 1;
    centre = [box[0] + box[2] / 2, box[1] + box[3] / 2];
    place();
  }
  // On a narrow screen, or with many classes, the whole map is too small to read: show the part around one class at a readable size.
  let isPart = false;
  function centreOn(node) {
    const bounds = drawing.getBoundingClientRect(), at = node.getBoundingClientRect();
    const perUnit = zoom * Math.min(bounds.width / box[2], bounds.height / box[3]);
    const along = (i, off, size) => { // as much of the drawing as fits, and nothing beside it
      const half = size / perUnit / 2, least = box[i] + half, most = box[i] + box[i + 2] - half;
      return least > most ? box[i] + box[i + 2] / 2 : Math.min(Math.max(centre[i] + off / perUnit, least), most);
    };
    centre = [along(0, (at.left + at.right - bounds.left - bounds.right) / 2, bounds.width),
      along(1, (at.top + at.bottom - bounds.top - bounds.bottom) / 2, bounds.height)];
    place();
  }
  function fit() {
    const bounds = drawing.getBoundingClientRect(), text = drawing.querySelector("text"), first = drawing.querySelector(".node.chosen") || nodes.values().next().value;
    if (!bounds.width) return false;
    const letters = Math.min(bounds.width / box[2], bounds.height / box[3]) * ((text && Number(text.getAttribute("font-size"))) || 12);
    isPart = letters < TOO_SMALL && Boolean(first);
    if (isPart) {
      scale(READABLE / letters);
      centreOn(first);
    }
    return true;
  }
  const stage = el("div", { class: "map", tabindex: "0", role: "group", "aria-label": "Map of the site. Arrow keys move it, plus and minus zoom." }, drawing);
  stage.style.aspectRatio = `${box[2]} / ${box[3]}`;
  stage.style.maxWidth = `${Math.round(box[2] * LARGEST)}px`;
  stage.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.shiftKey) return; // let the page scroll
    event.preventDefault();
    scale(event.deltaY < 0 ? ZOOM_STEP : 1 / ZOOM_STEP);
  }, { passive: false });
  stage.addEventListener("pointerdown", (event) => { from = [event.clientX, event.clientY, ...centre]; moved = false; });
  stage.addEventListener("pointermove", (event) => {
    if (!from || !(event.buttons & 1)) return;
    const bounds = drawing.getBoundingClientRect(), perPixel = Math.max(box[2] / zoom / bounds.width, box[3] / zoom / bounds.height);
    if (Math.hypot(event.clientX - from[0], event.clientY - from[1]) > 4) moved = true;
    centre = [from[2] - (event.clientX - from[0]) * perPixel, from[3] - (event.clientY - from[1]) * perPixel];
    place();
  });
  addEventListener("pointerup", () => { from = null; });
  stage.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] }[event.key];
    if (step) shift(...step);
    else if (event.key === "+" || event.key === "=") scale(ZOOM_STEP);
    else if (event.key === "-") scale(1 / ZOOM_STEP);
    else if (event.key === "0") whole();
    else return;
    event.preventDefault();
  });
  const buttons = el("div", { class: "map-tools" },
    el("button", { type: "button", "aria-label": "Zoom in", onclick: () => scale(ZOOM_STEP) }, "+"),
    el("button", { type: "button", "aria-label": "Zoom out", onclick: () => scale(1 / ZOOM_STEP) }, "\u2212"),
    el("button", { type: "button", onclick: whole }, "Whole"));
  place();
  new ResizeObserver((_, observer) => { if (fit()) observer.disconnect(); }).observe(stage);
  return {
    element: el("div", { class: "map-frame" }, stage, buttons),
    show(number) {
      for (const [n, node] of nodes) node.setAttribute("class", n === number ? "node chosen" : "node");
      if (isPart && zoom > 1 && nodes.has(number)) centreOn(nodes.get(number));
    },
  };
}
