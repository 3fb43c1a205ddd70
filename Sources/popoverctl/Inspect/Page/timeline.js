// SPDX-License-Identifier: MIT
// The timeline as a strip with a lane for each kind of entry, and the buttons that move on it.

import { element, icon, make } from "./dom.js";
import { clockTime, duration, kindOf, kinds, titleOf, toneOf } from "./words.js";

const SPEEDS = [0.25, 0.5, 1, 2, 4, 16];
/** The names of the lanes have this width; style.css moves the slider by it. */
const NAMES = 72;
/** The space left and right of the lanes: half the width of the slider's thumb. */
const MARGIN = 10;
const ICONS = {
  back: "M3 3h2v10H3zM13 3v10L6 8z", previous: "M11 3v10L4 8z", play: "M4 2.500v11L13 8z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z", next: "M5 3v10l7-5z", forward: "M11 3h2v10h-2zM3 3v10l7-5z" };
const isDecision = (entry) => kindOf(entry) === "decision" || kindOf(entry) === "tap";

export class Timeline {
  #state;
  #scrub = element("scrub");
  #canvas = document.querySelector("#strip canvas");
  #buttons = {};
  #clock = make("output", { id: "clock" });
  #frame;

  constructor(state) {
    this.#state = state;
    this.#addButtons();
    this.#scrub.addEventListener("input", () => this.#scrubbed());
    this.#scrub.addEventListener("keydown", (event) => this.#press(event));
    for (const name of ["entries", "moment", "pace"]) {
      state.addEventListener(name, () => this.#request());
    }
    new ResizeObserver(() => this.#request()).observe(element("strip"));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#request());
  }

  #addButtons() {
    const state = this.#state;
    const button = (name, label, click) => {
      this.#buttons[name] = make("button", { class: name, "aria-label": label, title: label, click },
        icon(ICONS[name]));
      return this.#buttons[name];
    };
    const speed = make("select", { "aria-label": "Pace", change: ({ target }) => {
      state.speed = Number(target.value);
    } }, SPEEDS.map((it) => make("option", { value: it, selected: it === 1 }, `${it}×`)));
    element("transport").append(
      button("back", "Previous decision", () => this.#move(() => state.step(-1, isDecision))),
      button("previous", "Previous moment", () => this.#move(() => state.step(-1))),
      button("play", "Play", () => this.#toggle()),
      button("next", "Next moment", () => this.#move(() => state.step(1))),
      button("forward", "Next decision", () => this.#move(() => state.step(1, isDecision))),
      speed, this.#clock);
  }

  #move(step) {
    this.#state.isPlaying = false;
    step();
    this.#state.changed("pace");
  }

  #scrubbed() {
    this.#state.isPlaying = false;
    const index = this.#state.indexAt(Number(this.#scrub.value));
    this.#state.show(index);
    this.#state.changed("pace");
  }

  /** Arrows step from moment to moment, as they do in the list. */
  #press(event) {
    const state = this.#state;
    const steps = {
      ArrowRight: () => state.step(1), ArrowUp: () => state.step(1), ArrowLeft: () => state.step(-1),
      ArrowDown: () => state.step(-1), PageUp: () => state.step(1, isDecision),
      PageDown: () => state.step(-1, isDecision), Home: () => state.show(0),
      End: () => state.about.mode === "live" ? state.goLive() : state.show(state.entries.length - 1),
      " ": () => this.#toggle() };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    if (event.key === " ") step();
    else this.#move(step);
  }

  // Playing.

  #toggle() {
    const state = this.#state;
    state.isPlaying = !state.isPlaying;
    if (state.isPlaying) {
      if (state.isLive || state.next(1) === undefined) state.show(0);
      this.#play();
    }
    state.changed("pace");
  }

  #play() {
    const state = this.#state;
    let place = state.places[state.index] ?? 0;
    let before = performance.now();
    const tick = (now) => {
      if (!state.isPlaying) return;
      place += (now - before) * 1000 * state.speed;
      before = now;
      const index = state.indexAt(place);
      if (index > state.index) state.show(index);
      if (index >= state.entries.length - 1) {
        state.isPlaying = false;
        return void (state.about.mode === "live" ? state.goLive() : state.changed("pace"));
      }
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  // Drawing.

  #request() {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#update();
    });
  }

  #update() {
    const { about, entries, entry, index, isPlaying, length, places } = this.#state;
    this.#scrub.max = Math.max(1, length);
    this.#scrub.step = "any";
    this.#scrub.value = places[index] ?? 0;
    const time = entry ? clockTime(entry.at, about, "short") : "";
    this.#scrub.setAttribute("aria-valuetext", entry ? `${time}, ${titleOf(entry).join(" ")}` : "nothing yet");
    this.#clock.textContent = entry
      ? `${time}  ·  ${duration(entry.at - entries[0].at)}  ·  ${entry.n} of ${entries.at(-1).n}` : "";
    const { play } = this.#buttons;
    const label = isPlaying ? "Pause" : "Play";
    if (play.title !== label) {
      play.ariaLabel = play.title = label;
      play.replaceChildren(icon(ICONS[isPlaying ? "pause" : "play"]));
    }
    this.#paint();
  }

  #paint() {
    const canvas = this.#canvas;
    const { clientWidth: width, clientHeight: height } = canvas;
    const scale = devicePixelRatio;
    canvas.width = width * scale;
    canvas.height = height * scale;
    const context = canvas.getContext("2d");
    context.scale(scale, scale);
    const style = getComputedStyle(canvas);
    const color = (name) => style.getPropertyValue(`--${name}`).trim();
    const { about, entries, index, length, places } = this.#state;
    const lanes = Object.keys(kinds).filter((it) => about.mode === "recording" || it !== "step");
    const laneHeight = height / lanes.length;
    const left = NAMES + MARGIN;
    const x = (place) => left + (width - left - MARGIN) * (length ? place / length : 1);
    const y = (kind) => laneHeight * (lanes.indexOf(kind) + 0.5);
    context.font = `12px ${style.fontFamily}`;
    context.textBaseline = "middle";
    for (const lane of lanes) {
      context.fillStyle = color("line");
      context.fillRect(left, y(lane) - 0.5, width - left - MARGIN, 1);
      context.fillStyle = color("soft");
      context.fillText(kinds[lane], 0, y(lane));
    }
    context.fillStyle = color("accent");
    context.fillRect(x(places[index] ?? 0) - 0.75, 0, 1.5, height);
    const radius = Math.min(4.5, laneHeight / 3);
    entries.forEach((entry, at) => {
      if (!this.#state.isShown(entry)) return;
      context.globalAlpha = at <= index ? 1 : 0.45;
      context.fillStyle = color(toneOf(entry));
      context.beginPath();
      context.arc(x(places[at]), y(kindOf(entry)), at === index ? radius + 2 : radius, 0, 2 * Math.PI);
      context.fill();
    });
    context.globalAlpha = 1;
  }
}
