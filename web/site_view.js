// site_view.js - placeholder
import { el } from "./dom.js";
export function siteView() { return { element: el("p", {}, "…"), show() {} }; }
