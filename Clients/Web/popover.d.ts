// SPDX-License-Identifier: MIT
// The global `Popoverd`, which the classic script popover.js defines.

import type { ConnectOptions, Page } from "./popoverd.js";

export * from "./popoverd.js";

declare global {
  const Popoverd: {
    /** `forms`, `motion` and `taps` are false, unless popover-forms.js and so on are loaded. */
    connect(options: ConnectOptions): Page;
    takeToken(): string;
  };
}
