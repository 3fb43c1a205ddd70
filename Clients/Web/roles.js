// SPDX-License-Identifier: MIT
// What popovers and their controls are to a screen reader, as the ARIA Authoring Practices have it. What the
// page has set itself stays.

import { nameOf } from "./names.js";

// The role of a popover by its behavior; a dialog otherwise, and where a menu or a list holds other things.
const ROLES = { menu: "menu", "action-sheet": "menu", selection: "listbox", hint: "tooltip" };
const ITEM = { menu: "menuitem", listbox: "option" };
const ITEMS = {
  menu: "[role=menuitem], [role=menuitemcheckbox], [role=menuitemradio]", listbox: "[role=option]" };
const PLAIN_ITEM = ":is(button, a[href]):not([role], [aria-pressed], [aria-checked])";
const WRAPPER = ":is(div, ul, ol, li, span):not([role]), [role=group], [role=none], [role=presentation]";
// HTML allows them no other role.
const KEEPS_ROLE = "form, fieldset";
const OPENS = { menu: "menu", listbox: "listbox", tree: "tree", grid: "grid", dialog: "dialog",
  alertdialog: "dialog" };
// The controls that may say what they open, and whether it is open.
const TELLS = ":is(button, summary, a[href]):not([role]),"
  + " input:is([type=button], [type=submit], [type=image]):not([role]),"
  + " :is([role=button], [role=link], [role=menuitem], [role=tab], [role=combobox], [role=gridcell],"
  + " [role=treeitem])";

// Attributes that the library sets, and takes back.
export class Marks {
  kept = new Map();
  number = 0;

  // `wanted` has the values by element and name; those of before that it lacks are taken back.
  apply(wanted) {
    for (const [element, ours] of this.kept) {
      const names = wanted.get(element);
      for (const name in ours) if (names?.[name] === undefined) this.takeBack(element, name);
      if (!Object.keys(ours).length) this.kept.delete(element);
    }
    for (const [element, names] of wanted) {
      for (const name in names) if (names[name] !== undefined) this.put(element, name, names[name]);
    }
  }

  isOurs(element, name) {
    const value = this.kept.get(element)?.[name];
    return value !== undefined && value === element.getAttribute(name);
  }

  put(element, name, value) {
    const isThere = element.hasAttribute(name), ours = this.kept.get(element);
    if (isThere && !this.isOurs(element, name)) return void (ours && delete ours[name]);
    if (!isThere || ours[name] !== value) element.setAttribute(name, value);
    this.kept.set(element, { ...ours, [name]: value });
  }

  takeBack(element, name) {
    if (this.isOurs(element, name)) element.removeAttribute(name);
    delete this.kept.get(element)[name];
  }

  // The attribute as the page has set it.
  given(element, name) { return this.isOurs(element, name) ? null : element.getAttribute(name); }

  // The id of an element, which may have to be made.
  idOf(element, wanted) {
    if (element.id && !this.isOurs(element, "id")) return element.id;
    const id = this.kept.get(element)?.id ?? `popoverd-aria-${this.number += 1}`;
    wanted.set(element, { ...wanted.get(element), id });
    return id;
  }
}

export class Roles {
  marks = new Marks();
  // What controls have opened that are not declared in HTML, by control.
  opened = new Map();

  constructor(page) { this.page = page; }

  update() {
    const wanted = new Map();
    const add = (element, names) => wanted.set(element, { ...wanted.get(element), ...names });
    const { markup, popovers, alertDialog } = this.page;
    this.declared = markup.controls();
    for (const { button, element, behavior } of this.declared) {
      this.control(button, element, behavior, false, add);
    }
    for (const [control, { element, behavior }] of this.opened) {
      if (!control.isConnected) this.opened.delete(control);
      else this.control(control, element, behavior, false, add);
    }
    for (const popover of popovers.values()) {
      if (popover.isShown) this.popover(popover, wanted, add);
    }
    if (alertDialog) {
      const { element, title, message } = alertDialog;
      const said = message && [...element.querySelectorAll("*")].findLast(
        (it) => it.textContent.trim() === message.trim());
      add(element, {
        role: "alertdialog", "aria-modal": "true", "aria-label": title,
        "aria-describedby": said && this.marks.idOf(said, wanted) });
    }
    this.marks.apply(wanted);
  }

  end() { this.marks.apply(new Map()); }

  // The page's role, or that of the behavior; without one where HTML allows none.
  role(element, behavior) {
    const given = this.marks.given(element, "role");
    if (given !== null) return { role: given.trim().split(/\s+/)[0] };
    if (element.matches(KEEPS_ROLE)) return {};
    const role = ROLES[behavior] ?? "dialog";
    if (!ITEM[role]) return { role };
    const content = this.itemsIn(element, role);
    return content ? { role, ...content } : { role: "dialog" };
  }

  // Items and what holds them, if an element has nothing else.
  itemsIn(element, role) {
    const items = [], wrappers = [];
    const is = (node, selector) => this.ofPage(node, selector);
    const isItem = (node) => {
      if (node.nodeType === Node.TEXT_NODE) return !node.data.trim();
      if (!(node instanceof Element) || node.hidden) return true;
      if (is(node, ITEMS[role])) return true;
      if (is(node, PLAIN_ITEM)) return Boolean(items.push(node));
      if (role === "menu" && is(node, "hr, [role=separator]")) return true;
      if (!is(node, WRAPPER)) return false;
      if (node.matches("ul, ol, li")) wrappers.push(node);
      return [...node.childNodes].every(isItem);
    };
    const isPlain = [...element.childNodes].every(isItem);
    return isPlain && (items.length || element.querySelector(ITEMS[role])) ? { items, wrappers } : undefined;
  }

  // Whether an element matches without the role that the library has given to it.
  ofPage(element, selector) {
    if (!this.marks.isOurs(element, "role")) return element.matches(selector);
    const bare = element.cloneNode(false);
    bare.removeAttribute("role");
    return bare.matches(selector);
  }

  control(control, element, behavior, isOpen, add) {
    if (!control.matches(TELLS)) return;
    const { role } = this.role(element, behavior);
    if (role === "tooltip") return;
    add(control, { "aria-haspopup": OPENS[role], "aria-expanded": String(isOpen) });
  }

  popover(popover, wanted, add) {
    const { element, options: { behavior, title, passthrough } } = popover;
    const { role, items = [], wrappers = [] } = this.role(element, behavior);
    const { control } = popover;
    const isModal = OPENS[role] === "dialog" && !passthrough?.length;
    add(element, { role, "aria-modal": isModal ? "true" : undefined });
    add(element, this.name(element, title, control, wanted));
    for (const item of items) add(item, { role: ITEM[role] });
    for (const wrapper of wrappers) add(wrapper, { role: "none" });
    if (!control) return;
    const id = this.marks.idOf(element, wanted);
    if (role === "tooltip") return add(control, { "aria-describedby": id });
    const others = this.declared.filter((it) => it.element === element).map(({ button }) => button);
    for (const button of [control, ...others]) {
      this.control(button, element, behavior, true, add);
      if (button.matches(TELLS)) add(button, { "aria-controls": id });
    }
    if (!others.length) this.opened.set(control, { element, behavior });
  }

  name(element, title, control, wanted) {
    const { marks } = this;
    if (["aria-labelledby", "aria-label"].some((name) => marks.given(element, name) !== null)) return {};
    if (title) return { "aria-label": title };
    const heading = element.querySelector("h1, h2, h3, h4, h5, h6, legend, [role=heading]");
    if (heading) return { "aria-labelledby": marks.idOf(heading, wanted) };
    // A reference would not do: what is inert has no name.
    return { "aria-label": (control && nameOf(control)) ?? (document.title || this.page.options.app) };
  }
}
