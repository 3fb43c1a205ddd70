// SPDX-License-Identifier: MIT
// For pages that load popover.js: the page reports clicks, keys on controls and Escape.
if (globalThis.Popoverd) globalThis.Popoverd.options.taps = true;
