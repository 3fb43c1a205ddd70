// SPDX-License-Identifier: MIT
// Elements with `popover`: the browser asks before it shows one.

// Elements whose popovers wait for an answer.
const held = new Set();
// The element whose popover is shown at this moment, with the daemon's grant or without a daemon.
let passing;

/** A popup of an element with `popover`. */
class PopoverElement {
  constructor(element, source) { Object.assign(this, { element, source }); }

  get isOpen() { return this.element.matches(":popover-open"); }

  get bodies() { return [this.element]; }

  // Where a closed popover will be: it is laid out for a moment, and nothing is painted meanwhile.
  get place() {
    if (this.isOpen) return rect(this.element);
    const { element } = this, { style } = element, before = element.getAttribute("style");
    const laidOut = { transition: "none", visibility: "hidden", display: "block" };
    for (const name in laidOut) style.setProperty(name, laidOut[name], "important");
    const place = rect(element);
    if (before === null) element.removeAttribute("style");
    else element.setAttribute("style", before);
    return place;
  }

  show() {
    const { element, source } = this;
    held.delete(element);
    if (!element.isConnected || this.isOpen) return;
    passing = element;
    try {
      element.showPopover(source ? { source } : {});
    } catch (error) {
      console.info("popoverd:", error);
    } finally {
      passing = undefined;
    }
  }

  close() {
    held.delete(this.element);
    if (this.isOpen) this.element.hidePopover();
  }
}

const opens = (button) =>
  button.popoverTargetElement?.popover === "auto" && button.popoverTargetAction !== "hide";

// The buttons outside of popovers that open one. That of an open popover stays when the page hides it, since the
// daemon closes a popover without its source.
controls.push(() => [...document.querySelectorAll("[popovertarget]")].filter((button) =>
  button === shown?.popup.source || opens(button) && !button.closest("[popover]") && button.checkVisibility()));

function toggles(event) {
  const { target, source = null, newState, isTrusted } = event;
  if (!isTrusted || target.popover !== "auto") return;
  if (newState === "closed") return void (shown?.popup.element === target && leave());
  if (passing === target || !daemon.isAsked || isInside(target, source)) return;
  event.preventDefault();
  // The page hears of it once, when it is shown.
  event.stopImmediatePropagation();
  if (held.has(target)) return;
  held.add(target);
  open(new PopoverElement(target, source ?? opener(target)));
}

daemon.on("ready", () => {
  // One that has opened without the daemon.
  const element = [...document.querySelectorAll(":popover-open")].find((it) => it.popover === "auto");
  if (element) open(new PopoverElement(element));
});
// Before the listeners of the page.
addEventListener("beforetoggle", toggles, true);
