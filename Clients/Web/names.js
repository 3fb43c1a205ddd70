// SPDX-License-Identifier: MIT
// What a control is called, what its help says, and what kind of control it is: what the daemon tells people
// who cannot see it. docs/how-to/client-web.md describes the computation.

// Controls whose text is what people have typed or chosen, and not their name.
const FIELD = "input, select, textarea, [contenteditable]:not([contenteditable=false])";
const UNSEEN = "[aria-hidden=true], [hidden], script, style, template";

const squeezed = (text) => text?.replace(/\s+/g, " ").trim() || undefined;

// The first that says something.
const first = (...ways) => {
  for (const way of ways) {
    const text = squeezed(way());
    if (text) return text;
  }
  return undefined;
};

// The text of a node as people read it, with the names of its pictures.
function textOf(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (!(node instanceof Element) || node.matches(UNSEEN)) return "";
  if (node.ariaLabel) return ` ${node.ariaLabel} `;
  if (node.localName === "img") return ` ${node.alt} `;
  const text = [...node.childNodes].map(textOf).join("");
  return getComputedStyle(node).display.startsWith("inline") ? text : ` ${text} `;
}

// The texts of the elements that an attribute names by their ids.
const textsOf = (element, attribute) => element.getAttribute(attribute)?.split(/\s+/)
  .map((id) => document.getElementById(id)).filter(Boolean)
  .map((it) => it.ariaLabel || [...it.childNodes].map(textOf).join("")).join(" ");

/** The name that the page has given to an element itself. */
export const givenName = (element) => first(
  () => textsOf(element, "aria-labelledby"), () => element.ariaLabel);

const written = (element) => first(
  () => givenName(element),
  () => [...element.labels ?? []].map((it) => [...it.childNodes].map(
    (node) => node === element ? "" : textOf(node)).join("")).join(" "),
  () => element.alt,
  () => ["button", "submit", "reset"].includes(element.type) && element.localName === "input"
    ? element.value : "",
  () => element.matches(FIELD) ? "" : [...element.childNodes].map(textOf).join(""));

/** The accessible name of a control; undefined without any. */
export const nameOf = (element) => first(
  () => written(element), () => element.title, () => element.placeholder);

/** The description of a control, which its name does not repeat. */
export const helpOf = (element) => first(
  () => textsOf(element, "aria-describedby"), () => element.getAttribute("aria-description"),
  () => written(element) ? element.title : "");

// By the role of ARIA, or by how HTML says it.
const KINDS = {
  link: "[role=link], a[href]:not([role])",
  checkbox: "[role=checkbox], input[type=checkbox]:not([role])",
  radio: "[role=radio], input[type=radio]:not([role])",
  switch: "[role=switch]",
  tab: "[role=tab]",
  field: "[role=textbox], [role=searchbox], [role=combobox], [role=spinbutton], [role=slider],"
    + " :is(select, textarea, [contenteditable]:not([contenteditable=false])):not([role]), input:not("
    + "[role], [type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], [type=image])",
  menu: "[aria-haspopup=menu], [aria-haspopup=true]",
  "list-item": "[role=listitem], [role=option], [role=row], [role=treeitem], :is(li, tr):not([role])",
};

/** What `source.set` says of a control besides its place; `longest` are bytes of a text. */
export function describe(element, longest) {
  // A character has up to four bytes.
  const cut = (text) => text && [...text].slice(0, longest / 4).join("");
  return {
    label: cut(nameOf(element)), help: cut(helpOf(element)),
    role: Object.keys(KINDS).find((kind) => element.matches(KINDS[kind])),
    disabled: element.matches(":disabled, [aria-disabled=true]") || undefined,
    private: element.hasAttribute("data-popover-private") || undefined,
  };
}
