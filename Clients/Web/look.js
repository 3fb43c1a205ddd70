// SPDX-License-Identifier: MIT
// How popovers look where the page's own style says nothing: with an arrow from their edge to its tip.

// Each side of the source: the place of the arrow's box beside the popover, and the triangle in it.
const ARROWS = {
  bottom: ["top: var(--popover-arrow-y); bottom: 100%", "50% 0, 100% 100%, 0 100%"],
  top: ["top: 100%; height: calc(var(--popover-arrow-y) - 100%)", "0 0, 100% 0, 50% 100%"],
  right: ["left: var(--popover-arrow-x); right: 100%", "0 50%, 100% 0, 100% 100%"],
  left: ["left: 100%; width: calc(var(--popover-arrow-x) - 100%)", "0 0, 100% 50%, 0 100%"],
};
const across = (side) => side === "top" || side === "bottom"
  ? "left: calc(var(--popover-arrow-x) - 12px); width: 24px"
  : "top: calc(var(--popover-arrow-y) - 12px); height: 24px";

let isDressed = false;

/** Adds the style to the document, once. It has no specificity, so that each rule of the page overrides it. */
export function dress() {
  if (isDressed) return;
  isDressed = true;
  const style = new CSSStyleSheet();
  style.replaceSync(`:where([data-popover-side]) { overflow: visible; border: 0; border-radius: 8px;
    background: Canvas; color: CanvasText; filter: drop-shadow(0 0 1px #0008) drop-shadow(0 4px 16px #0003); }
  ${Object.entries(ARROWS).map(([side, [place, points]]) => `:where([data-popover-side=${side}])::before {
    content: ""; position: absolute; background: inherit; ${across(side)}; ${place};
    clip-path: polygon(${points}); }`).join("\n")}`);
  document.adoptedStyleSheets.push(style);
}
