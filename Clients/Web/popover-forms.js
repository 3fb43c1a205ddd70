// SPDX-License-Identifier: MIT
// For pages that load popover.js: the fields of popovers are their drafts.
if (globalThis.Popoverd) globalThis.Popoverd.options.forms = true;
