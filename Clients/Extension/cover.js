// SPDX-License-Identifier: MIT
// At the end of a session the page is hidden at once, and does not ask whether people want to leave it.

let isOver = false;
const stay = (event) => { if (isOver) event.stopImmediatePropagation(); };
const isFirefox = chrome.runtime.getURL("").startsWith("moz-");
// In Chromium the first listener counts. In Firefox it would keep pages out of the cache for going back.
if (!isFirefox) addEventListener("beforeunload", stay, true);
chrome.runtime.onMessage.addListener((message, _, answer) => {
  if (message !== "session-ended") return false;
  isOver = true;
  addEventListener("beforeunload", stay, true);
  document.documentElement.style.setProperty("display", "none", "important");
  // Firefox has no other way to clear these.
  const names = globalThis.caches?.keys() ?? Promise.resolve([]);
  names.then((all) => Promise.all(all.map((name) => caches.delete(name)))).finally(answer);
  return true;
});
