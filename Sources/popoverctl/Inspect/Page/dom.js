// SPDX-License-Identifier: MIT
// Elements from data: text stays text, whatever a client has named its things.

export const element = (id) => document.getElementById(id);

/** Creates an element; a property that is a function listens, `class` and `aria-…` are attributes. */
export function make(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") made.addEventListener(name, value);
    else if (name in made && !name.includes("-")) made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== ""));
  return made;
}

/** An element of SVG. */
export function draw(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A picture on a button, from a path in a square of 16. */
export const icon = (path) => draw("svg", { viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true" },
  draw("path", { d: path }));

export const tag = (text, tone = "") => make("span", { class: `tag ${tone}` }, text);
export const code = (text) => make("code", {}, text);

/** A table with a caption and headings; rows are arrays of texts or elements. */
export function table(caption, headings, rows, empty = "none") {
  if (!rows.length) return make("section", {}, make("h2", { class: "part" }, caption), make("p", { class: "faint" }, empty));
  const body = rows.map((row) => make("tr", {}, row.map((cell, index) =>
    make(index ? "td" : "th", index ? {} : { scope: "row" }, cell))));
  return make("section", {}, make("h2", { class: "part" }, caption), make("div", { class: "wide", tabIndex: 0, role: "group",
    "aria-label": caption },
    make("table", {},
      make("thead", {}, make("tr", {}, headings.map((it) => make("th", { scope: "col" }, it)))),
      make("tbody", {}, body))));
}
