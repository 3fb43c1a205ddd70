// SPDX-License-Identifier: MIT
// Joins each page to a native host of its own, and so to the daemon: each page is a client of its own.

const HOST = "popoverd";
// What a page may ask for. A page whose process was taken over gets no more than this.
const METHODS = new Set([
  "surface.set", "source.set", "source.remove", "popover.open", "popover.update", "popover.close"]);

// The page's host, as the daemon spells names of apps. The end of a long one says whose it is.
function appOf({ url }) {
  const name = new URL(url).hostname.toLowerCase().replace(/[^a-z0-9._-]/g, "-").slice(-64);
  return name || "file";
}

chrome.runtime.onConnect.addListener((page) => {
  const host = chrome.runtime.connectNative(HOST);
  host.onMessage.addListener((message) => page.postMessage(message));
  host.onDisconnect.addListener(() => {
    console.info("popoverd:", chrome.runtime.lastError?.message ?? "the native host has ended");
    page.disconnect();
  });
  page.onMessage.addListener((message) => {
    if (!message.method || METHODS.has(message.method)) host.postMessage(message);
  });
  page.onDisconnect.addListener(() => host.disconnect());
  const params = { protocol: 1, app: appOf(page.sender) };
  host.postMessage({ jsonrpc: "2.0", id: "hello", method: "hello", params });
});
