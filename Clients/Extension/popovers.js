// SPDX-License-Identifier: MIT
// What the page opens waits for the daemon's grant, and closes when the daemon says so. It stays where the page
// puts it. Without the daemon nothing waits.
// A popup is an object with `element`, `source` (the element that opens it), `isOpen`, `place`, `bodies` (the elements
// that people see), `show()` and `close()`.

// How much later than the page a screen plugin may report the tap that asks for a popover, as in
// Clients/Web/markup.js, in milliseconds.
const LATE = 100;
// limits.rectangles of the daemon.
const MOST_RECTANGLES = 64;

// The popover that the daemon has granted: its `popup`, `popover` and `frame`, as granted, `told`, what the daemon
// knows of its place, and `parts`, popups that have opened in it.
let shown;

// The elements of the open popover, and of those in it. The browser shows one `auto` popover at a time, and those
// that open in it.
const parts = () => new Set([
  ...document.querySelectorAll(":popover-open[popover=auto i], :popover-open[popover='']"),
  ...[shown?.popup, ...shown?.parts ?? []].filter((it) => it?.isOpen).flatMap((it) => it.bodies)]);

// What opens in an open popover, as a submenu does, belongs to it.
const isInside = (element, source) =>
  [...parts()].some((it) => it !== element && (it.contains(element) || it.contains(source)));

// Opening

// A menu closes at a press beside it, as popovers of pages do, and it has no draft. popover-stage opens menus
// for programs that are no clients, too.
function ask({ source, place }) {
  reportPage();
  return daemon.request("popover.open", {
    behavior: "menu", surface: "page", size: sizeOf(place), minimum: { width: 1, height: 1 },
    ...relation(source, place),
  });
}

// A screen plugin may be slower than the page to report the press.
async function granted(popup) {
  try {
    return await ask(popup);
  } catch (error) {
    if (error.reason !== "unasked") throw error;
    await new Promise((resolve) => { setTimeout(resolve, LATE); });
    return ask(popup);
  }
}

function begin(popup, { popover, frame }) {
  // The page may have prevented it, or removed the element.
  if (!popup.isOpen) return void daemon.tell("popover.close", { popover, outcome: "cancel" });
  shown = { popup, popover, frame, parts: [] };
  report();
  follow();
}

/** Shows a popup once `request()`, after which comes `granted`, is answered. Only the daemon's no keeps it closed. */
async function reveal(popup, request, begun) {
  let grant;
  try {
    await daemon.settled;
    grant = await request(popup);
  } catch (error) {
    if (!error.code) return popup.show();
    console.info("popoverd: a popover stays closed:", error.message);
    return popup.close();
  }
  popup.show();
  begun(popup, grant);
}

const open = (popup) => reveal(popup, granted, begin);

// While it is open

// Says where it really is, with what has opened in it: the page, not the daemon, gives it its place.
function report() {
  reportPage();
  const current = shown, { popup: { source, place }, frame, popover } = current, { x, y } = origin();
  const hit = [...parts()].slice(0, MOST_RECTANGLES).map(rect)
    .map((it) => ({ ...it, x: it.x + x - frame.x, y: it.y + y - frame.y }));
  // A popover follows its source by itself.
  const changes = { size: sizeOf(place), ...relation(source, place), source: undefined, hit };
  const text = JSON.stringify(changes);
  if (text === current.told || current.isTelling) return;
  Object.assign(current, { told: text, isTelling: true });
  daemon.request("popover.update", { popover, ...changes })
    .then((moved) => { current.frame = moved.frame; }, () => {})
    .finally(() => { current.isTelling = false; });
}

let next;
function follow() {
  next ??= requestAnimationFrame(() => {
    next = undefined;
    if (!shown) return;
    // No event tells of a popover that is removed from the page.
    if (!shown.popup.isOpen) return leave();
    report();
    follow();
  });
}

// The page or the browser closes it.
function leave() {
  const { popover } = shown;
  shown = undefined;
  daemon.tell("popover.close", { popover, outcome: "cancel" });
}

// The daemon closes it, or knows that it is closed.
function dismiss({ popover }) {
  if (shown?.popover !== popover) return;
  const { popup } = shown;
  shown = undefined;
  popup.close();
}

daemon.on("lost", () => { shown = undefined; });
daemon.on("popover.willClose", dismiss);
daemon.on("popover.closed", dismiss);
daemon.on("popover.moved", ({ popover, frame }) => {
  if (shown?.popover === popover) shown.frame = frame;
});
