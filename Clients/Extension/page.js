// SPDX-License-Identifier: MIT
// What the daemon knows of the page: where its window is, and the controls that open its popovers.

// A popover that opens this soon after a press belongs to the pressed element, in milliseconds.
const PRESS_MS = 1000;
// Controls that a page may register, of limits.sources of the daemon.
const MOST_SOURCES = 1000;

// Functions that list controls; other files add theirs.
const controls = [];
// Where popover-stage has put the window; undefined elsewhere.
let windowOrigin;
// The frame that the daemon knows of the page's window.
let surface;
let pressed = { time: -Infinity };
// Names of controls, and what the daemon knows of each.
const names = new WeakMap();
let count = 0;
let sources = new Map();

function rect(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}

const sizeOf = ({ width, height }) => ({ width: Math.max(1, width), height: Math.max(1, height) });

// Where the page is on the display, as in Clients/Web/page.js.
function origin() {
  const { x, y } = windowOrigin ?? { x: screenX, y: screenY };
  return { x: x + (outerWidth - innerWidth) / 2, y: y + outerHeight - innerHeight };
}

function reportSurface() {
  const frame = { ...origin(), width: innerWidth, height: innerHeight }, text = JSON.stringify(frame);
  if (text === surface) return;
  surface = text;
  daemon.tell("surface.set", { surface: "page", frame });
}

function nameOf(control) {
  if (!names.has(control)) names.set(control, `control-${count += 1}`);
  return names.get(control);
}

// While another program has a popover, a shield keeps taps from the page. The daemon passes on those on controls.
function reportSources() {
  const seen = new Map();
  for (const control of controls.flatMap((list) => list()).slice(0, MOST_SOURCES)) {
    const source = nameOf(control), params = { source, surface: "page", rect: rect(control) };
    seen.set(source, { control, text: JSON.stringify(params) });
    if (sources.get(source)?.text !== seen.get(source).text) daemon.tell("source.set", params);
  }
  for (const source of sources.keys()) if (!seen.has(source)) daemon.tell("source.remove", { source });
  sources = seen;
}

function reportPage() {
  if (!daemon.isReady) return;
  reportSurface();
  reportSources();
}

let nextReport;
const reportSoon = () => {
  nextReport ??= requestAnimationFrame(() => {
    nextReport = undefined;
    reportPage();
  });
};

// The element that opens another: the latest press counts.
function opener(element) {
  const { element: last, time } = pressed;
  return performance.now() - time < PRESS_MS && !element.contains(last) ? last : undefined;
}

const isKnown = (control) => sources.get(names.get(control))?.control === control;

// What a popover belongs to: a control that the daemon knows, another element, or its own place.
const relation = (source, place) => source && isKnown(source) ? { source: names.get(source) }
  : { anchor: source?.isConnected ? rect(source) : place };

function press(target) {
  const control = [...sources.values()].map((it) => it.control).find((it) => it.contains(target));
  pressed = { element: control ?? target.closest("button, a") ?? target, time: performance.now() };
}

const presses = ({ target, isTrusted }) => {
  if (isTrusted && target instanceof Element && !target.matches("html, body")) press(target);
};

/** Presses an element as a finger does. */
function tap(element) {
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup"]) {
    const details = { bubbles: true, cancelable: true, composed: true, view: window, detail: 1 };
    element.dispatchEvent(type.startsWith("pointer")
      ? new PointerEvent(type, { ...details, pointerId: 1, pointerType: "mouse", isPrimary: true })
      : new MouseEvent(type, details));
  }
  element.click();
}

daemon.on("ready", reportPage);
daemon.on("lost", () => {
  surface = undefined;
  sources = new Map();
});
daemon.on("source.activated", ({ source }) => {
  const control = sources.get(source)?.control;
  if (!control) return;
  press(control);
  tap(control);
});
daemon.on("host.windowOrigin", (params) => { windowOrigin = params; });
addEventListener("pointerdown", presses, true);
addEventListener("keydown", presses, true);
for (const type of ["resize", "scroll", "load"]) addEventListener(type, reportSoon, true);
new MutationObserver(reportSoon).observe(document, {
  subtree: true, childList: true,
  attributeFilter: ["class", "style", "hidden", "id", "popover", "popovertarget", "popovertargetaction"] });
