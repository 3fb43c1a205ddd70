// SPDX-License-Identifier: MIT
// popover.js includes `subscribe`; pages that load this file need not.
