// SPDX-License-Identifier: MIT
// The timeline as a list: a listbox of which only the part around the moment is in the page.

import { element, make } from "./dom.js";
import { clockTime, kindOf, kinds, titleOf, toneOf } from "./words.js";

/** Rows in the page. */
const ROWS = 160;

export class Moments {
  #state;
  #list = element("list");
  #isScrolled = false;

  constructor(state) {
    this.#state = state;
    // Every request of a recording is too much to begin with.
    state.hidden.add("step");
    this.#addKinds();
    state.addEventListener("entries", () => this.#update());
    state.addEventListener("moment", () => this.#update());
    this.#list.addEventListener("keydown", (event) => this.#press(event));
    this.#list.addEventListener("click", ({ target }) => {
      const row = target.closest("[data-index]");
      if (row) state.show(Number(row.dataset.index));
    });
  }

  #addKinds() {
    const isRecording = this.#state.about.mode === "recording";
    element("kinds").append(...Object.entries(kinds).filter(([kind]) => isRecording || kind !== "step")
      .map(([kind, name]) => make("label", { class: `kind ${kind}` }, make("input", {
        type: "checkbox", checked: !this.#state.hidden.has(kind),
        change: ({ target }) => {
          if (target.checked) this.#state.hidden.delete(kind);
          else this.#state.hidden.add(kind);
          this.#state.changed("entries");
        } }), name)));
  }

  #press(event) {
    const { key } = event;
    const state = this.#state;
    if (key === "ArrowDown") state.step(1);
    else if (key === "ArrowUp") state.step(-1);
    else if (key === "PageDown") for (let count = 0; count < 10 && state.step(1);) count += 1;
    else if (key === "PageUp") for (let count = 0; count < 10 && state.step(-1);) count += 1;
    else if (key === "Home") state.show(0);
    else if (key === "End") state.about.mode === "live" ? state.goLive() : state.show(state.entries.length - 1);
    else return;
    event.preventDefault();
  }

  /** The indices of the rows: shown entries around the moment. */
  #rows() {
    const { entries, index } = this.#state;
    const before = [];
    for (let at = Math.min(index, entries.length - 1); at >= 0 && before.length < ROWS / 2; at -= 1) {
      if (at === index || this.#state.isShown(entries[at])) before.push(at);
    }
    const after = [];
    for (let at = index + 1; at < entries.length && after.length < ROWS / 2; at += 1) {
      if (this.#state.isShown(entries[at])) after.push(at);
    }
    return [...before.reverse(), ...after];
  }

  #update() {
    const { entries, index } = this.#state;
    const present = new Map([...this.#list.children].map((row) => [Number(row.dataset.index), row]));
    const rows = this.#rows().map((at) => {
      const row = present.get(at) ?? this.#row(at, entries[at]);
      row.ariaSelected = at === index;
      return row;
    });
    this.#list.replaceChildren(...rows);
    const current = rows.find((row) => Number(row.dataset.index) === index);
    this.#list.setAttribute("aria-activedescendant", current?.id ?? "");
    if (current) this.#reveal(current);
  }

  #reveal(row) {
    const list = this.#list;
    const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
    if (top < list.scrollTop + 40) list.scrollTop = top - list.clientHeight / 3;
    else if (bottom > list.scrollTop + list.clientHeight - 8) {
      list.scrollTop = this.#state.isLive ? list.scrollHeight : bottom - list.clientHeight * 2 / 3;
    }
  }

  #row(at, entry) {
    const [what, about] = titleOf(entry);
    return make("li", {
      id: `moment-${entry.n}`, role: "option", class: `${kindOf(entry)} ${toneOf(entry)}`, "data-index": at },
    make("time", {}, clockTime(entry.at, this.#state.about)), make("span", { class: "what" }, make("i", { class: "dot" }), what),
    about && make("span", { class: "about" }, about));
  }
}
