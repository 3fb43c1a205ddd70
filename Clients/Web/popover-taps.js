// SPDX-License-Identifier: MIT
// For pages that load popover.js: the page reports clicks and keys on controls.
if (globalThis.Popoverd) globalThis.Popoverd.options.taps = true;
