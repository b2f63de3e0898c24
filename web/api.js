// api.js - fetch data: from the server, or, in a report, from the file itself.

const held = document.getElementById("husk-data");
export const report = held ? JSON.parse(held.textContent) : null;
if (report) report.pages.pop(); // each page ends in a comma

// If the server requires a token, the address that it prints ends in #token=T; the tab stores it.
const given = /(?:^#|&)token=([^&]+)/.exec(location.hash);
if (given) {
  sessionStorage.setItem("husk-token", decodeURIComponent(given[1]));
  history.replaceState(null, "", location.pathname);
}
const token = report ? null : sessionStorage.getItem("husk-token");
const headers = token ? { Authorization: `Bearer ${token}` } : {};

async function answer(response) {
  if (response.ok) return response;
  let problem = {};
  try {
    problem = await response.json();
  } catch {
    // not problem+json: use the status
  }
  throw new Error(problem.detail || problem.title || `The server answered ${response.status}`);
}

export async function getJson(path) {
  return (await answer(await fetch(path, { headers }))).json();
}

export async function getText(path) {
  return (await answer(await fetch(path, { headers }))).text();
}

export async function postJson(path, body) {
  const response = await fetch(path, { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) });
  return (await answer(response)).json();
}

// The bytes of a page, which the server decodes in any encoding, or of an archive.
export async function postBytes(path, bytes, type = "text/html") {
  const response = await fetch(path, { method: "POST", headers: { ...headers, "Content-Type": type }, body: bytes });
  return (await answer(response)).json();
}

// JSON lines.
export async function postLines(path, body) {
  const response = await fetch(path, { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) });
  return (await (await answer(response)).text()).split("\n").filter((line) => line).map((line) => JSON.parse(line));
}

export async function remove(path) {
  await answer(await fetch(path, { method: "DELETE", headers }));
}

// Follow a job's events; `end` is called once, after the last one.
export function follow(path, take, end) {
  const source = new EventSource(token ? `${path}?token=${encodeURIComponent(token)}` : path);
  const kinds = ["message", "progress", "done", "failed", "cancelled", "state"];
  const heard = (event) => {
    let data = {};
    try {
      data = JSON.parse(event.data);
    } catch {
      data = { text: event.data };
    }
    take(event.type, data);
    if (["done", "failed", "cancelled"].includes(data.state || event.type)) {
      source.close();
      end(data);
    }
  };
  kinds.forEach((kind) => source.addEventListener(kind, heard));
  source.onerror = () => {
    source.close();
    end({});
  };
  return () => source.close();
}
