// SPDX-License-Identifier: MIT
// The browser's own connection to the daemon. When a session ends it closes the pages, clears what they and
// the browser have stored, and shows the start page again.

const HOST = "popoverd";
// Pages have so long to hide, and the browser to show another one, in milliseconds.
const HIDE_MS = 300, SHOW_MS = 3000;
const BLANK = chrome.runtime.getURL("blank.html");
const DATA = [
  "cache", "cookies", "downloads", "formData", "history", "indexedDB", "localStorage", "passwords",
  "serviceWorkers"];
// Of Chromium only.
const MORE_DATA = ["cacheStorage", "fileSystems"];
// Chromium saves its windows after a pause, and removes the file of the session with the second change.
const SAVE_MS = 5000;

const pause = (time) => new Promise((resolve) => { setTimeout(resolve, time); });

// The first page of all. It outlives this script, but not the browser.
async function remember({ url, pendingUrl = url }) {
  if (!/^(https?|file):/.test(pendingUrl)) return;
  const { start } = await chrome.storage.session.get("start");
  if (!start) await chrome.storage.session.set({ start: pendingUrl });
}

/** Shows a page in a tab; resolves when it is there, with false if that takes too long. */
async function show(id, url) {
  let listener;
  const isThere = new Promise((resolve) => {
    listener = (changed, { status }, tab) => {
      if (changed === id && status === "complete" && tab.url === url) resolve(true);
    };
    chrome.tabs.onUpdated.addListener(listener);
  });
  await chrome.tabs.update(id, { url });
  const hasCome = await Promise.race([isThere, pause(SHOW_MS)]);
  chrome.tabs.onUpdated.removeListener(listener);
  return hasCome === true;
}

// A page that hangs is not asked: what is discarded has no page.
async function close(id) {
  const left = await chrome.tabs.discard(id).catch(() => {});
  await chrome.tabs.remove(left?.id ?? id).catch(() => {});
}

/** Shows the blank page in one tab, closes all others, and returns the tab. */
async function blank([{ id: first }, ...others]) {
  let kept = first;
  const closed = others.map(({ id }) => id);
  if (!await show(first, BLANK)) {
    ({ id: kept } = await chrome.tabs.create({ url: BLANK }));
    closed.push(first);
  }
  await Promise.race([Promise.all(closed.map(close)), pause(SHOW_MS)]);
  return kept;
}

async function clear() {
  const tabs = await chrome.tabs.query({});
  // A page that hangs does not answer.
  await Promise.race([
    Promise.allSettled(tabs.map(({ id }) => chrome.tabs.sendMessage(id, "session-ended"))), pause(HIDE_MS)]);
  const kept = await blank(tabs);
  const data = "removeCacheStorage" in chrome.browsingData ? [...DATA, ...MORE_DATA] : DATA;
  await chrome.browsingData.remove({}, Object.fromEntries(data.map((type) => [type, true])));
  const { start } = await chrome.storage.session.get("start");
  if (start) await show(kept, start);
  // This takes the blank page from the way back, too.
  setTimeout(() => chrome.browsingData.remove({}, { history: true }), SAVE_MS);
}

/** Clears the browser if the session of its display has ended, also while the browser was not running. */
async function follow(display, session) {
  const { visit } = await chrome.storage.local.get("visit");
  if (visit?.display === display && visit.session !== session) await clear();
  await chrome.storage.local.set({ visit: { display, session } });
}

let host;
// The display that the browser is on, and what is done about its sessions.
let place, work = Promise.resolve();

function receive({ id, method, params, result }) {
  if (id === "hello" && result) {
    const { displays } = result;
    const { display, session } = displays.find((it) => it.display === "main") ?? displays[0] ?? {};
    place = display;
    if (session) work = work.then(() => follow(display, session)).catch(console.error);
  } else if (method === "display.changed" && params.display === place && params.session) {
    work = work.then(() => follow(place, params.session)).catch(console.error);
  } else if (method && id !== undefined) host.postMessage({ jsonrpc: "2.0", id, result: {} });
}

/** Connects, unless it is connected. Pages that look for the daemon try again by this. */
export function join() {
  if (host) return;
  const own = host = chrome.runtime.connectNative(HOST);
  own.onMessage.addListener(receive);
  own.onDisconnect.addListener(() => {
    void chrome.runtime.lastError;
    host = undefined;
  });
  own.postMessage({ jsonrpc: "2.0", id: "hello", method: "hello", params: { protocol: 1, app: "browser" } });
}

chrome.tabs.onUpdated.addListener((_, __, tab) => { remember(tab); });
chrome.tabs.query({}).then((tabs) => tabs.forEach(remember));
join();
