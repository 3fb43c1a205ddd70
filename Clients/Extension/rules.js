// SPDX-License-Identifier: MIT
// How pages and libraries show their own popups. A rule has:
//   `popup`: a selector of an open popup;
//   `body`: of what people see of it, in it, if that is not the popup itself;
//   `backdrop`: of what lies under it, elsewhere in the page;
//   `control`: of controls that open it with a press;
//   `modal`: whether it is a modal view, and not a menu;
//   `floats`: whether it is one only if it lies above the page, as a menu does and no part of the page;
//   `named`: whether it is one only while an expanded control names it in `aria-controls`;
//   `close`: how to close it, in this order until it is closed: `escape`, `beside` (a press beside it), `control` (a
//   press of its control), `hide` (it stays hidden), or the name of an element. Without it: all but the last.
// The first rule that knows an element counts. Administrators add rules.

const rules = [
  // HTML
  { popup: "dialog:modal", modal: true, close: ["dialog"] },
  { popup: "details[open]", body: ":scope > :not(summary)", control: "summary", floats: true, close: ["details"] },
  // Bootstrap 5. Its navigation bars show menus in their flow on small screens.
  { popup: ".dropdown-menu.show", control: "[data-bs-toggle=dropdown]", floats: true },
  { popup: ".popover.show", control: "[data-bs-toggle=popover]", close: ["control", "hide"] },
  // It ignores Escape while it fades in.
  { popup: ".modal.show", body: ".modal-content", backdrop: ".modal-backdrop", modal: true,
    close: ["escape", "escape", "hide"] },
  { popup: ".offcanvas.show", backdrop: ".offcanvas-backdrop", modal: true, close: ["escape", "escape", "hide"] },
  // MUI. What is closing is `aria-hidden`.
  { popup: ".MuiPopover-root:not([aria-hidden=true])", body: ".MuiPopover-paper" },
  { popup: ".MuiAutocomplete-popper" },
  { popup: ".MuiPickersPopper-root, .MuiPickerPopper-root", body: ".MuiPaper-root" },
  { popup: ".MuiDialog-root:not([aria-hidden=true])", body: ".MuiDialog-paper", modal: true },
  { popup: ".MuiDrawer-modal:not([aria-hidden=true])", body: ".MuiDrawer-paper", modal: true },
  // Material Components for the Web
  { popup: ".mdc-menu-surface--open" },
  { popup: ".mdc-dialog--open", body: ".mdc-dialog__surface", modal: true },
  // Radix UI, and Reka UI, which is the same for Vue
  { popup: ":is([data-radix-popper-content-wrapper], [data-reka-popper-content-wrapper])"
      + " > :is([role=menu], [role=listbox], [role=dialog])[data-state=open]" },
  { popup: "[role=listbox][data-state=open]" },
  { popup: ":is([role=dialog], [role=alertdialog])[data-state=open]",
    backdrop: "[data-state=open][aria-hidden=true]:has(+ [data-state=open])", modal: true },
  // Floating UI for React. A dialog is in a FloatingOverlay.
  { popup: '[data-floating-ui-portal] [style*="inset: 0px"] [role=dialog]',
    backdrop: '[data-floating-ui-portal] [style*="inset: 0px"]', modal: true },
  { popup: "[data-floating-ui-portal] :is([role=menu], [role=listbox], [role=dialog])" },
  // Mantine, which has its places of Floating UI
  { popup: ".mantine-Popover-dropdown" },
  { popup: ".mantine-Modal-root:has(.mantine-Modal-content)", body: ".mantine-Modal-content", modal: true },
  { popup: ".mantine-Drawer-root:has(.mantine-Drawer-content)", body: ".mantine-Drawer-content", modal: true },
  // Headless UI
  { popup: ":is([id^=headlessui-menu-items], [id^=headlessui-listbox-options], [id^=headlessui-combobox-options],"
      + " [id^=headlessui-popover-panel])", floats: true },
  { popup: "[id^=headlessui-dialog][role=dialog]", modal: true },
  // Every library that keeps the patterns of WAI-ARIA: the control names its popup while that is open.
  { popup: ":is([role=menu], [role=listbox], [role=dialog])[id]", control: "[aria-haspopup]", named: true,
    floats: true },
  { popup: ":is([role=dialog], [role=alertdialog])[aria-modal=true]", modal: true, floats: true },
];
