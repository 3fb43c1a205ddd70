// SPDX-License-Identifier: MIT
// popover.js for programs that import modules.
import "./popover.js";

// Asked for at each call: what is imported after it, such as popover-forms.js, adds to it.
export const connect = (options) => globalThis.Popoverd.connect(options);
