// SPDX-License-Identifier: MIT
// Load after popover.js: popovers appear, move, change their size and disappear as the daemon says. What is
// behind them is blurred, and dimmed behind modal popovers and alerts. An element with the attribute
// `data-popover-alert` in the top layer appears as the alert that the page's `answer` has just put there.
(() => {
"use strict";

const { connect } = globalThis.Popoverd;
const TOP = 2147483647;

// Without any specificity, so that each rule of the page overrides it.
const style = new CSSStyleSheet();
style.replaceSync(`
  :where([data-popover-material=translucent]) {
    background: color-mix(in srgb, Canvas 80%, transparent); backdrop-filter: blur(16px); }
  :where([data-popover-scrim]) {
    position: fixed; inset: 0; width: auto; height: auto; margin: 0; border: 0; padding: 0;
    background: black; pointer-events: none; z-index: ${TOP - 1}; }`);
document.adoptedStyleSheets.push(style);
// Only a registered property is animated: arrows stay on their sources while popovers grow.
for (const axis of ["x", "y"]) {
  CSS.registerProperty?.({
    name: `--popover-arrow-${axis}`, syntax: "<length>", inherits: true, initialValue: "0px" });
}

// Resolves at the end of the animation, or at once if nothing is animated.
const run = (element, keyframe, { animate, durationMs: duration, easing }, details) => animate
  ? element.animate([keyframe], { duration, easing, ...details }).finished.catch(() => {})
  : Promise.resolve();

// An element at `frame` comes from another frame, or grows out of a point.
function appear(element, frame, { x, y, width, height }, told, arrow) {
  const keyframe = width && height
    ? { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` }
    : { opacity: 0, scale: 0.01 };
  if (width && height && arrow) {
    keyframe["--popover-arrow-x"] = `${arrow.x - x}px`;
    keyframe["--popover-arrow-y"] = `${arrow.y - y}px`;
  }
  element.style.transformOrigin = `${x - frame.x}px ${y - frame.y}px`;
  run(element, { offset: 0, ...keyframe }, told);
}

class Scrim {
  // With `isAbove`, open popovers are dimmed as well: it is in the top layer, above them.
  constructor(isAbove) { this.isAbove = isAbove; }

  // `opacity` is 0 or absent where nothing is dimmed.
  show(opacity, told) {
    if (!opacity) return this.element?.remove(), this.element = null;
    if (!this.element) {
      this.element = document.createElement("div");
      this.element.dataset.popoverScrim = "";
      document.body.append(this.element);
      if (this.isAbove) {
        this.element.popover = "manual";
        this.element.showPopover();
      }
      run(this.element, { offset: 0, opacity: 0 }, told);
    }
    this.element.style.opacity = opacity;
  }
}

function enliven(popover, page) {
  const { place, show, close } = popover;
  const { element } = popover;
  const scrim = new Scrim();
  // Where it was placed last, and how it goes when the page itself closes it: as it came.
  let last, entrance, exit;

  const enter = () =>
    popover.from && appear(element, popover.frame, popover.from, last, popover.arrow);

  // It stays as it is at the end until it is hidden.
  const leave = (told) => {
    const tip = popover.arrow ? "var(--popover-arrow-x) var(--popover-arrow-y)" : "50% 100%";
    element.style.transformOrigin = tip;
    scrim.show(0);
    return run(element, { offset: 1, opacity: 0, scale: 0.01 }, told, { fill: "forwards" });
  };

  Object.assign(popover, {
    place(told) {
      place.call(popover, told);
      last = told;
      entrance ??= { ...told, easing: "ease-in" };
      element.dataset.popoverMaterial = popover.appearance.material;
      if (popover.isShown) {
        enter();
        scrim.show(told.scrim, told);
      }
    },

    show(isShown) {
      show.call(popover, isShown);
      for (const animation of element.getAnimations()) animation.cancel();
      if (isShown) {
        if (!element.popover) element.style.zIndex = TOP;
        enter();
      }
      scrim.show(isShown && last.scrim, last);
    },

    async willClose(params) {
      const answer = popover.options.willClose?.(params);
      exit ??= leave(params);
      const [work] = await Promise.all([answer, exit]);
      popover.show(false);
      return work ?? {};
    },

    async close(outcome) {
      if (popover.isShown) await (exit ??= leave(entrance));
      return close.call(popover, outcome);
    },
  });
}

globalThis.Popoverd.connect = (options) => {
  const page = connect({ ...options, answer: options.answer && present });
  const { take, request, popovers } = page;
  const scrim = new Scrim(true);

  async function present(method, params) {
    const result = await options.answer(method, params);
    const element = document.querySelector("[data-popover-alert]");
    if (method === "alert.present" && result && params.from && element) {
      const origin = page.origin();
      const inPage = ({ x, y, ...size }) => ({ x: x - origin.x, y: y - origin.y, ...size });
      appear(element, inPage(params.frame), inPage(params.from), params);
    }
    return result;
  }

  // Each popover is registered before it is shown.
  popovers.set = (id, popover) => {
    enliven(popover, page);
    return Map.prototype.set.call(popovers, id, popover);
  };

  page.take = (message) => {
    const { method, params } = message;
    if (method === "alert.present") scrim.show(params.scrim, params);
    if (method === "alert.dismiss") scrim.show(0);
    return take.call(page, message);
  };

  page.request = (method, ...rest) => {
    if (method === "alert.answer") scrim.show(0);
    return request.call(page, method, ...rest);
  };

  page.addEventListener("lost", () => scrim.show(0));
  return page;
};
})();
