// plot.js - how well the pages of each run fit what was known before; a redesign shows as a drop.
import { el, svg, percent, plural } from "./dom.js";

const PLOT_WIDTH = 300, PLOT_HEIGHT = 70, PLOT_RUNS = 3; // fewer are a list

function runWords(run, i) {
  const fit = run.fit === null || run.fit === undefined ? "first run" : `fit ${percent(run.fit)}`;
  return `${run.date || `Run ${run.run || i + 1}`}: ${plural(run.pages, "page")}, ${run.new} new, ${fit}${run.changed ? ", the site had changed" : ""}`;
}

export function historyPlot(runs) {
  const list = () => el("ul", {}, runs.map((run, i) => el("li", {}, runWords(run, i))));
  if (runs.length < PLOT_RUNS) return el("div", { class: "history" }, runs.length ? list() : "No history.");
  const x = (i) => 8 + (i * (PLOT_WIDTH - 16)) / (runs.length - 1);
  const y = (fit) => 8 + (1 - fit) * (PLOT_HEIGHT - 16);
  const fitted = runs.map((run, i) => ({ run, i })).filter(({ run }) => run.fit !== null && run.fit !== undefined);
  const line = fitted.map(({ run, i }, k) => `${k ? "L" : "M"}${x(i).toFixed(1)} ${y(run.fit).toFixed(1)}`).join("");
  const picture = svg("svg", { viewBox: `0 0 ${PLOT_WIDTH} ${PLOT_HEIGHT}`, class: "plot", role: "img", "aria-label": `Fit over ${plural(runs.length, "run")}` },
    svg("path", { d: `M0 ${y(1)}H${PLOT_WIDTH}M0 ${y(0)}H${PLOT_WIDTH}`, class: "plot-frame" }), svg("path", { d: line, class: "plot-line" }),
    ...runs.map((run, i) => svg("circle", { cx: x(i), cy: y(run.fit ?? 1), r: 3.5, class: run.changed ? "plot-changed" : run.fit === null || run.fit === undefined ? "plot-first" : "plot-dot" },
      svg("title", {}, runWords(run, i)))));
  const last = runs[runs.length - 1];
  return el("div", { class: "history" }, picture, el("p", { class: "hint" }, `Last: ${runWords(last, runs.length - 1)}`),
    el("details", {}, el("summary", {}, plural(runs.length, "run")), list()));
}
