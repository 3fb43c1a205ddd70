// SPDX-License-Identifier: MIT
// Popovers appear, move, change their size and disappear as the daemon says. What is behind them is
// blurred, and dimmed behind modal popovers and alerts. An element with the attribute `data-popover-alert`
// in the top layer appears as the alert that the page's `answer` has just put there.

const TOP = 2147483647;

// Without any specificity, so that each rule of the page overrides it.
const RULES = `
  :where([data-popover-material=translucent]) {
    background: color-mix(in srgb, Canvas 80%, transparent); backdrop-filter: blur(16px); }
  :where([data-popover-scrim]) {
    position: fixed; inset: 0; width: auto; height: auto; margin: 0; border: 0; padding: 0;
    background: black; pointer-events: none; z-index: ${TOP - 1}; }`;

let isPrepared = false;

// Once for all pages of a document.
function prepare() {
  if (isPrepared) return;
  isPrepared = true;
  const style = new CSSStyleSheet();
  style.replaceSync(RULES);
  document.adoptedStyleSheets.push(style);
  // Only a registered property is animated: arrows stay on their sources while popovers grow.
  for (const axis of ["x", "y"]) {
    const property = {
      name: `--popover-arrow-${axis}`, syntax: "<length>", inherits: true, initialValue: "0px" };
    try {
      CSS.registerProperty?.(property);
    } catch {
      // Another copy of this file has registered it.
    }
  }
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

// A class of popovers that move.
export const moving = (Base) => class extends Base {
  dim = new Scrim();

  place(told) {
    super.place(told);
    this.last = told;
    // How it goes when the page itself closes it: as it came.
    this.entrance ??= { ...told, easing: "ease-in" };
    this.element.dataset.popoverMaterial = this.appearance.material;
    if (!this.isShown) return;
    this.enter();
    this.dim.show(told.scrim, told);
  }

  enter() {
    if (this.from) appear(this.element, this.frame, this.from, this.last, this.arrow);
  }

  show(isShown) {
    super.show(isShown);
    const { element, last } = this;
    for (const animation of element.getAnimations()) animation.cancel();
    if (isShown) {
      if (!element.popover) element.style.zIndex = TOP;
      this.enter();
    }
    this.dim.show(isShown && last.scrim, last);
  }

  // It stays as it is at the end until it is hidden.
  leave(told) {
    const tip = this.arrow ? "var(--popover-arrow-x) var(--popover-arrow-y)" : "50% 100%";
    this.element.style.transformOrigin = tip;
    this.dim.show(0);
    return run(this.element, { offset: 1, opacity: 0, scale: 0.01 }, told, { fill: "forwards" });
  }

  async willClose(order) {
    const answer = this.askOwner(order);
    await (this.exit ??= this.leave(order));
    await answer;
    return super.willClose(order);
  }

  async close(outcome) {
    this.isDismissed = true;
    if (this.isShown) await (this.exit ??= this.leave(this.entrance));
    return super.close(outcome);
  }
};

// Dims what is behind the alert that the page draws, and lets its element appear.
export class AlertMotion {
  scrim = new Scrim(true);

  constructor(page) {
    this.page = page;
    prepare();
  }

  begin(params) { this.scrim.show(params.scrim, params); }

  appear(params) {
    const element = document.querySelector("[data-popover-alert]");
    if (!params.from || !element) return;
    const { page } = this;
    appear(element, page.inPage(params.frame), page.inPage(params.from), params);
  }

  end() { this.scrim.show(0); }
}
