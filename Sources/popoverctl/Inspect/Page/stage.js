// SPDX-License-Identifier: MIT
// The displays at the moment, as popoverd draws them, with buttons over what lies on them.

import { element, make } from "./dom.js";
import { ask, askBlob, control } from "./server.js";
import { tapOf, titleOf } from "./words.js";

/** Scenes that are kept for stepping back. */
const KEPT = 48;

export class Stage {
  #state;
  #attempt;
  #scenes = new Map();
  #wanted;
  #isBusy = false;
  #displays = new Map();

  constructor(state, attempt) {
    this.#state = state;
    this.#attempt = attempt;
    state.addEventListener("moment", () => this.#show());
  }

  /** Shows the moment; while it loads, the next ones wait, and only the last of them is shown. */
  async #show() {
    const state = this.#state;
    const number = state.scene;
    this.#showCaption(number);
    this.#wanted = number;
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      for (let shown; shown !== this.#wanted;) {
        shown = this.#wanted;
        // The displays are most often those of the scene before: their pictures need not wait.
        const pictures = new Map([...this.#displays.keys()].map((name) => [name, this.#picture(shown, name)]));
        state.sceneShown = shown ? await this.#load(shown) : null;
        await this.#showScene(state.sceneShown, shown, pictures);
      }
    } catch (error) {
      element("caption").textContent = error.message;
      console.error(error);
    } finally {
      this.#isBusy = false;
    }
    state.changed("scene");
  }

  #showCaption(number) {
    const { entry, isLive } = this.#state;
    const title = entry && !isLive ? titleOf(entry).join(" ") : "";
    element("caption").textContent = number ? title : "Nothing was seen of the displays at this time.";
  }

  async #load(number) {
    if (!this.#scenes.has(number)) {
      this.#scenes.set(number, ask(`scene?n=${number}`));
      for (const old of this.#scenes.keys()) {
        if (this.#scenes.size <= KEPT) break;
        this.#scenes.delete(old);
      }
    }
    try {
      return await this.#scenes.get(number);
    } catch (error) {
      this.#scenes.delete(number);
      throw error;
    }
  }

  /** The picture of a display; nothing if it is not in the scene. */
  #picture(number, display) {
    return number ? askBlob(`picture?n=${number}&display=${encodeURIComponent(display)}`).catch(() => null) : null;
  }

  async #showScene(shown, number, begun) {
    const displays = shown?.scene.displays ?? [];
    const pictures = await Promise.all(displays.map(({ display }) =>
      begun.get(display) ?? this.#picture(number, display)));
    for (const [name, { figure }] of this.#displays) {
      if (!displays.some(({ display }) => display === name)) {
        figure.remove();
        this.#displays.delete(name);
      }
    }
    for (const [index, display] of displays.entries()) {
      const place = this.#displays.get(display.display) ?? this.#add(display.display);
      await this.#draw(place, display, shown, pictures[index]);
    }
    element("displays").dataset.count = displays.length;
  }

  #add(name) {
    const picture = make("img", { alt: "" });
    const layer = make("div", { class: "layer" });
    const facts = make("figcaption");
    const figure = make("figure", {}, make("div", { class: "screen" }, picture, layer), facts);
    element("displays").append(figure);
    const place = { picture, layer, figure, facts, name };
    this.#displays.set(name, place);
    return place;
  }

  async #draw(place, display, { scene, places }, blob) {
    const { width, height } = display;
    const { picture, layer, figure, facts } = place;
    const old = picture.src;
    const isLoaded = new Promise((done) => {
      picture.onload = picture.onerror = done;
    });
    if (!blob) throw new Error(`There is no picture of ${display.display}.`);
    picture.src = URL.createObjectURL(blob);
    await isLoaded;
    if (old) URL.revokeObjectURL(old);
    figure.style.setProperty("--ratio", width / height);
    // The picture has a frame around the display, which the page draws itself.
    const frame = places[display.display];
    const percent = (part, whole) => `${100 * part / whole}%`;
    Object.assign(picture.style, {
      left: percent(-frame.x, width), top: percent(-frame.y, height),
      width: percent(frame.width, width), height: percent(frame.height, height) });
    const box = (item, { x, y, width: w, height: h }) => {
      Object.assign(item.style, {
        left: percent(x, width), top: percent(y, height), width: percent(w, width), height: percent(h, height) });
      return item;
    };
    const isHere = (item) => item.display === display.display && item.frame;
    const things = [
      ...scene.popovers.filter(isHere).map((it) => [it.popover, `${it.behavior} of ${it.app}`, it.frame]),
      ...scene.alerts.filter(isHere).map((it) => [it.alert, `alert of ${it.app}`, it.frame]),
    ];
    const focused = layer.contains(document.activeElement) && document.activeElement.dataset.id;
    layer.replaceChildren(...things.flatMap(([id, what, frame]) => this.#button(id, what, frame, box)));
    if (focused) layer.querySelector(`[data-id="${focused}"]`)?.focus();
    this.#mark(place, display, box);
    const holder = scene.popovers.find((it) => it.display === display.display);
    facts.replaceChildren(make("b", {}, display.display), ` ${width} × ${height}`,
      display.locked ? " · locked" : "", display.blank ? " · blank" : "",
      holder ? ` · ${holder.popover} ${holder.state}` : "");
  }

  #button(id, what, frame, box) {
    const why = box(make("button", {
      class: "thing", "data-id": id, "aria-label": `${id}, ${what}: why it is here`,
      click: () => this.#explain(id) }), frame);
    if (!this.#state.about.control || !this.#state.isLive || !id.startsWith("p")) return [why];
    const close = make("button", {
      class: "close", "aria-label": `Close ${id}`, title: `Close ${id}`,
      click: this.#attempt(() => control("popover.dismiss", { popover: id })) }, "×");
    box(close, { x: frame.x + frame.width, y: frame.y, width: 0, height: 0 });
    return [why, close];
  }

  /** Goes to the latest decision about a thing, at this moment or before. */
  #explain(id) {
    const { entries, index } = this.#state;
    const isMeant = ({ decision }) => decision && (decision.popover === id || decision.alert === id);
    for (let at = index; at >= 0; at -= 1) {
      if (isMeant(entries[at])) {
        this.#state.show(at);
        this.#state.changed("explain");
        return;
      }
    }
  }

  #mark({ layer }, display, box) {
    const { entry, entries, isLive, liveFrom } = this.#state;
    const recent = isLive && entry ? entries.slice(liveFrom).slice(-6).findLast((it) => it.at > entry.at - 1_000_000
      && it.event?.topic === "tap") : undefined;
    const tap = isLive ? recent?.event.data : tapOf(entry, entries);
    if (tap?.display !== display.display) return;
    layer.append(box(make("span", { class: isLive ? "finger fading" : "finger" }), { x: tap.x, y: tap.y, width: 0, height: 0 }));
  }
}
