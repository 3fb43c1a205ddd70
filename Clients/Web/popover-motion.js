// SPDX-License-Identifier: MIT
// For pages that load popover.js: popovers move as the daemon says.
if (globalThis.Popoverd) globalThis.Popoverd.options.motion = true;
