// SPDX-License-Identifier: MIT
// popover.js for programs that import modules.
import "./popover.js";

// Looked up at each call: files that are imported later, such as popover-forms.js, replace it.
export const connect = (options) => globalThis.Popoverd.connect(options);
