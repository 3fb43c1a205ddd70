// SPDX-License-Identifier: MIT
// To which session a draft belongs. Nothing of an ended one is kept, or handed over.

const ABOUT_DRAFTS = ["draft.save", "draft.load", "draft.discard"];
// Requests that show people something.
const OF_PEOPLE = ["view.present", "alert.raise"];
// Keys and ended sessions that are remembered; beyond that the oldest is dropped.
const KEPT = 256;

const bound = (kept) => { if (kept.size > KEPT) kept.delete(kept.keys().next().value); };

// An older daemon names none.
export class Sessions {
  displays = new Map();
  // The latest session of each display; that of the latest grant of each key; and those that have ended.
  latest = new Map();
  keys = new Map();
  ended = new Set();

  constructor(client) { this.client = client; }

  begin(displays) {
    this.displays.clear();
    for (const display of displays ?? []) this.change(display);
  }

  change({ display, removed, session }) {
    if (removed) return void this.displays.delete(display);
    this.displays.set(display, session);
    const before = this.latest.get(display);
    if (!session || session === before) return;
    this.latest.set(display, session);
    if (before) this.end(before);
  }

  end(session) {
    this.ended.add(session);
    bound(this.ended);
    const { unsaved, popovers } = this.client;
    for (const [key, work] of unsaved) {
      if (work.session !== session) continue;
      unsaved.delete(key);
      this.client.warn("a draft is erased: its session has ended");
    }
    for (const popover of popovers.values()) if (popover.session === session) popover.isDismissed = true;
  }

  isOver(session) { return this.ended.has(session); }

  // Remembered beyond the end of the session: a late draft names it.
  granted(key, session) {
    if (key === undefined) return;
    this.keys.delete(key);
    if (session) this.keys.set(key, session);
    bound(this.keys);
  }

  // Params that name the session to which they belong, now.
  naming(method, params) {
    const isAboutDraft = ABOUT_DRAFTS.includes(method);
    if (!(isAboutDraft || OF_PEOPLE.includes(method)) || params?.session) return params;
    const { displays, keys, client } = this;
    const [oldest] = displays.values(), common = displays.get("main") ?? oldest;
    const session = isAboutDraft ? keys.get(params?.key) ?? displays.get(client.display) ?? common
      : params?.display === undefined ? common : displays.get(params.display);
    return session ? { ...params, session } : params;
  }
}
