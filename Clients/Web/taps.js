// SPDX-License-Identifier: MIT
// For kiosks without a screen plugin: the page itself reports clicks and keys on controls, also as the
// gestures that its popovers may need.

async function tapped(page, { isTrusted, detail, clientX: x, clientY: y }) {
  if (!isTrusted) return;
  // Enter or Space on a control is a click as well, and has no place.
  if (detail === 0) return void page.tell("key", { key: "Enter" });
  const { deliver, verdict } = await page.tell("tap", { x, y, surface: "page" });
  if (!deliver || verdict !== "dismissed") return;
  // The source was inert and did not get the click.
  const hit = ([name, { rect }]) => name && x >= rect.x && x < rect.x + rect.width
    && y >= rect.y && y < rect.y + rect.height;
  const [name] = [...page.told].findLast(hit) ?? [];
  if (name) page.source(name)?.click();
}

export function reportTaps(page) {
  const { signal } = page.listening;
  window.addEventListener("click", (event) => tapped(page, event), { capture: true, signal });
}
