// SPDX-License-Identifier: MIT
// Adds what the theme leaves out for people with a keyboard or a screen reader.

document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
document.querySelector(".md-search__scrollwrap")?.setAttribute("tabindex", "0");

/** Makes what scrolls sideways focusable, so that keys scroll it. */
const reach = (area) => {
  const scrolls = area.scrollWidth > area.clientWidth;
  if (scrolls && area.tabIndex !== 0) area.tabIndex = 0;
  if (!scrolls) area.removeAttribute("tabindex");
};
const sizes = new ResizeObserver((changes) => changes.forEach(({ target }) => reach(target)));
// The theme takes the focus from code where nothing hovers, as on a touch screen with a keyboard.
const marks = new MutationObserver((changes) => changes.forEach(({ target }) => reach(target)));

// The theme wraps tables before the page has loaded.
addEventListener("load", () => {
  for (const area of document.querySelectorAll("pre > code, .md-typeset__scrollwrap, .md-typeset__table")) {
    sizes.observe(area);
    marks.observe(area, { attributeFilter: ["tabindex"] });
  }
});

// The theme would keep the system's scheme of the first visit as if people had chosen it.
const schemes = [...document.querySelectorAll('[data-md-component="palette"] input')];
const follow = () => {
  if (__md_get("chosen")) return;
  const scheme = schemes.find((it) => matchMedia(it.dataset.mdColorMedia).matches);
  scheme?.dispatchEvent(new Event("change"));
};
for (const scheme of schemes) {
  scheme.addEventListener("change", (event) => event.isTrusted && __md_set("chosen", true));
  matchMedia(scheme.dataset.mdColorMedia).addEventListener("change", follow);
}
follow();
