// SPDX-License-Identifier: MIT
// Popovers of web pages on a kiosk, under the rules of popoverd. docs/how-to/client-web.md is the guide.

import { defineElement } from "./markup.js";
import { Page } from "./page.js";

defineElement();

/** Connects to the gateway on this machine; see popoverd.d.ts. */
export const connect = (options) => new Page(options);

/**
 * The token that the launcher has put into the fragment of the page's address. It is removed from the
 * address, and kept for reloads of this window.
 */
export function takeToken() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const given = fragment.get("token");
  if (given) {
    sessionStorage.setItem("popoverd-token", given);
    fragment.delete("token");
    const rest = fragment.size ? `#${fragment}` : "";
    history.replaceState(history.state, "", location.pathname + location.search + rest);
  }
  const token = given ?? sessionStorage.getItem("popoverd-token");
  if (token) return token;
  throw new Error("no token: the address of this page has no fragment #token=…; open it by its launcher");
}
