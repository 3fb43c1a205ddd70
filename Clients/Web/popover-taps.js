// SPDX-License-Identifier: MIT
// Load after popover.js on kiosks without a screen plugin: the page itself reports clicks and keys on
// controls, also as the gestures that its popovers may need, and Escape.
(() => {
"use strict";

const { connect } = globalThis.Popoverd;

async function tapped(page, { isTrusted, detail, clientX: x, clientY: y }) {
  if (!isTrusted) return;
  // Enter or Space on a control is a click as well, and has no place.
  if (detail === 0) return void page.tell("key", { key: "Enter" });
  const { deliver, verdict } = await page.tell("tap", { x, y, surface: "page" });
  if (!deliver || verdict !== "dismissed") return;
  // The source was inert and did not get the click.
  const hit = ([name, place]) => name && x >= place.x && x < place.x + place.width
    && y >= place.y && y < place.y + place.height;
  const [name] = [...page.told].findLast(hit) ?? [];
  if (name) page.source(name)?.click();
}

function pressed(page, event) {
  if (event.key !== "Escape" || !page.popovers.size) return;
  event.preventDefault();
  page.tell("key", { key: "Escape", composing: event.isComposing });
}

globalThis.Popoverd.connect = (options) => {
  const page = connect(options);
  const details = { capture: true, signal: page.listening.signal };
  window.addEventListener("click", (event) => tapped(page, event), details);
  window.addEventListener("keydown", (event) => pressed(page, event), details);
  return page;
};
})();
