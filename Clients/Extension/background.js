// SPDX-License-Identifier: MIT
// Joins each page to a native host of its own, and so to the daemon: each page is a client of its own.

import { join } from "./session.js";

const HOST = "popoverd";
// What a page may ask for. A page whose process was taken over gets no more than this.
const METHODS = new Set([
  "surface.set", "source.set", "source.remove", "popover.open", "popover.update", "popover.close",
  "view.present", "view.close", "draft.save", "draft.load", "draft.discard"]);

// The page's host, as the daemon spells names of apps. The end of a long one says whose it is.
function appOf({ url }) {
  const name = new URL(url).hostname.toLowerCase().replace(/[^a-z0-9._-]/g, "-").slice(-64);
  return name || "file";
}

// The key of a draft, as short as the daemon wants it: FNV-1a of 64 bits. Pages of one host are one app, but
// those of another port or scheme do not get at the draft.
function keyed({ params, ...message }, { url }) {
  if (params?.key === undefined) return { params, ...message };
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(`${new URL(url).origin} ${params.key}`)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return { ...message, params: { ...params, key: `page ${hash.toString(16)}` } };
}

chrome.runtime.onConnect.addListener((page) => {
  join();
  const host = chrome.runtime.connectNative(HOST);
  let isGone = false;
  host.onMessage.addListener((message) => {
    if (message.id === "last") host.disconnect();
    else if (!isGone) page.postMessage(message);
  });
  host.onDisconnect.addListener(() => {
    console.info("popoverd:", chrome.runtime.lastError?.message ?? "the native host has ended");
    page.disconnect();
  });
  page.onMessage.addListener((message) => {
    if (!message.method || METHODS.has(message.method)) host.postMessage(keyed(message, page.sender));
  });
  // What the page has saved as it went away must reach the daemon.
  page.onDisconnect.addListener(() => {
    isGone = true;
    host.postMessage({ jsonrpc: "2.0", id: "last", method: "draft.list" });
  });
  const params = { protocol: 1, app: appOf(page.sender) };
  host.postMessage({ jsonrpc: "2.0", id: "hello", method: "hello", params });
});
