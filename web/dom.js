// dom.js - create elements from names, attributes and children. Text stays text: nothing here parses HTML.

// el("p", { class: "lead", onclick: f }, "text", otherElement)
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  setAttributes(element, attributes);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

// The same in SVG.
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
}

// Announce text to screen readers.
export function say(text) {
  document.getElementById("said").textContent = text;
}

export function percent(share) {
  return `${Math.round(share * 100)}\u00a0%`;
}

export function plural(n, one, many = `${one}s`) {
  return `${n} ${n === 1 ? one : many}`;
}

// Run `work` once, after the calls have paused.
export function later(work, milliseconds = 60) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...given), milliseconds);
  };
}

export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = el("textarea", { class: "unseen", "aria-hidden": "true" }); // no clipboard without https or permission
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  say("Copied");
}

export function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// A row of tabs by the ARIA practices: arrow keys move, one panel is shown. parts: [{ name, panel }].
export function tabs(label, parts, chosen) {
  const name = label.replace(/\W+/g, "-");
  const buttons = parts.map((part, i) =>
    el("button", { type: "button", role: "tab", id: `tab-${name}-${i}`, "aria-controls": `panel-${name}-${i}`, onclick: () => choose(i) }, part.name));
  const panels = parts.map((part, i) =>
    el("div", { role: "tabpanel", id: `panel-${name}-${i}`, "aria-labelledby": `tab-${name}-${i}`, tabindex: "0", class: "panel" }, part.panel));
  const list = el("div", { role: "tablist", "aria-label": label, class: "tabs", onkeydown: move }, buttons);
  let current = 0;

  function choose(i) {
    current = i;
    buttons.forEach((button, k) => {
      button.setAttribute("aria-selected", String(k === i));
      button.tabIndex = k === i ? 0 : -1;
      panels[k].hidden = k !== i;
    });
    if (chosen) chosen(i);
  }
  function move(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    choose((current + step + buttons.length) % buttons.length);
    buttons[current].focus();
    event.preventDefault();
  }
  choose(0);
  return { list, panels, choose, current: () => current };
}

// What the colours over a page mean.
export function legend() {
  return el("ul", { class: "legend", "aria-label": "Legend" }, [["main", "main content"], ["own", "this page's own, not main"], ["template", "template"]]
    .map(([name, text]) => el("li", {}, el("span", { class: `swatch ${name}` }), text)));
}
