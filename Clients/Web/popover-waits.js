// SPDX-License-Identifier: MIT
// popover.js includes `alert` and `signal`; pages that load this file need not.
