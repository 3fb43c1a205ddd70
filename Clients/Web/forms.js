// SPDX-License-Identifier: MIT
// The fields of a popover with a key are its draft, which the next popover of that key restores. Passwords
// and files are never saved. Drafts are also saved while people type, so that they survive a crash of the
// browser.

// From a typed key until the draft is saved, in milliseconds.
const PAUSE = 1000;

const UNSAVED = ["password", "file", "submit", "button", "reset", "image", "output"];

// The fields of the form in an element, or else those of the element itself.
function fieldsIn(element) {
  const form = element.matches("form") ? element : element.querySelector("form");
  return [...form?.elements ?? element.querySelectorAll("input, select, textarea")].filter(
    ({ name, type, options, value }) =>
      name && (options || value !== undefined) && !UNSAVED.includes(type));
}

// Pairs of names and values; undefined without any.
function workIn(element) {
  const work = fieldsIn(element).flatMap((field) => {
    const { name, type, value, checked, options } = field;
    if (field.matches(":disabled")) return [];
    if (type === "checkbox" || type === "radio") return checked ? [[name, value]] : [];
    if (!options) return [[name, value]];
    return [...options].filter((it) => it.selected && !it.disabled).map((it) => [name, it.value]);
  });
  return work.length ? work : undefined;
}

function putBack(element, work) {
  const left = Array.isArray(work) ? work.filter(Array.isArray) : [];
  const has = (name, value) => left.some((pair) => pair[0] === name && pair[1] === value);
  for (const field of fieldsIn(element)) {
    const { name, type, value, options } = field;
    const index = left.findIndex((pair) => pair[0] === name);
    if (type === "checkbox" || type === "radio") field.checked = has(name, value);
    else if (options) for (const option of options) option.selected = has(name, option.value);
    else if (index >= 0) [[, field.value]] = left.splice(index, 1);
  }
}

// What the page has written into them. The next people see nothing of those before, not even a password.
function empty(element) {
  const form = element.matches("form") ? element : element.querySelector("form");
  if (form) return form.reset();
  for (const field of element.querySelectorAll("input, select, textarea")) {
    const { type, defaultChecked, defaultValue, options } = field;
    if (options) {
      for (const option of options) option.selected = option.defaultSelected;
      if (!field.multiple && field.selectedIndex < 0) field.selectedIndex = 0;
    } else if (type === "checkbox" || type === "radio") field.checked = defaultChecked;
    else field.value = type === "file" ? "" : defaultValue;
  }
}

// The options of a popover whose fields are its draft; a custom `willClose` replaces that.
export function keepingFields(options) {
  const { element, key, willClose } = options;
  if (!key || willClose) return options;
  return {
    restore: (content) => putBack(element, content),
    ...options,
    willClose: ({ disposition }) => disposition === "save" ? { draft: workIn(element) } : {},
  };
}

// Saves the fields of a popover while people change them, and when they leave the page.
export function keepTyped(page, popover) {
  const { element, options: { key }, closed } = popover;
  const over = new AbortController();
  const { signal } = over;
  let timer;
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    const isOpen = popover.isShown && !popover.isDismissed;
    const content = isOpen ? workIn(element) : undefined;
    if (!content) return;
    page.request("draft.save", { key, content }).catch(() => {});
  };
  element.addEventListener("input", () => { timer ??= setTimeout(keep, PAUSE); }, { signal });
  // At pagehide the page disconnects.
  addEventListener("beforeunload", () => timer && keep(), { signal });
  closed.then(() => {
    clearTimeout(timer);
    over.abort();
    // Later, so that a page that waits for the end can still read them.
    setTimeout(() => {
      if (![...page.popovers.values()].some((it) => it.element === element)) empty(element);
    });
  });
}
