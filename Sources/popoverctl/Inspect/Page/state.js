// SPDX-License-Identifier: MIT
// The timeline and the moment that the page shows. Everything on the page follows from it.

import { ask } from "./server.js";
import { isSameTap, kindOf } from "./words.js";

/** An idle time is at most this long on the timeline, in microseconds. */
const LONGEST_GAP = 1_500_000;
/** Between two entries of one moment. */
const SHORTEST_GAP = 12_000;

export class State extends EventTarget {
  about = {};
  /** Without gaps; `n` of the first is `about.first`. */
  entries = [];
  /** The place of each entry on the timeline, in compressed microseconds. */
  places = [];
  /** The index of the entry that is shown; -1 before the first. */
  index = -1;
  /** Whether it shows the latest, as it comes. */
  isLive = false;
  /** The index of the first entry that came while it was live. */
  liveFrom = 0;
  isPlaying = false;
  speed = 1;
  /** The kinds of entries that are hidden. */
  hidden = new Set();
  failure = null;
  /** The number of the latest scene of a running daemon. */
  latestScene = 0;

  get entry() { return this.entries[this.index]; }
  get length() { return this.places.at(-1) ?? 0; }

  /** The number of the scene to show: the latest, or the one after the entry. */
  get scene() {
    return this.isLive ? this.latestScene : this.entry?.scene ?? 0;
  }

  /** A tap's decision is not shown beside its event, which explains itself by it. */
  isShown(entry) { return !entry.isTold && !this.hidden.has(kindOf(entry)); }

  changed(...names) {
    for (const name of names) this.dispatchEvent(new Event(name));
  }

  /** Reads the whole timeline. */
  async load() {
    this.about = await ask("about");
    this.latestScene = this.about.scene ?? 0;
    for (let from = this.about.first; ;) {
      const { entries, last } = await ask(`entries?from=${from}`);
      this.append(entries);
      if (!entries.length || entries.at(-1).n >= last) break;
      from = entries.at(-1).n + 1;
    }
  }

  append(entries) {
    for (const entry of entries) {
      // A line of the stream may tell of an entry that was read already.
      const last = this.entries.at(-1);
      if (last && entry.n <= last.n) continue;
      const gap = last ? Math.min(Math.max(entry.at - last.at, SHORTEST_GAP), LONGEST_GAP) : 0;
      this.places.push(this.length + gap);
      this.entries.push(entry);
      this.#findTwin(entry);
    }
    if (this.isLive) this.index = this.entries.length - 1;
    this.changed("entries");
    if (this.isLive) this.changed("moment");
  }

  #findTwin(entry) {
    if (kindOf(entry) !== "tap") return;
    for (let at = this.entries.length - 2; this.entries[at]?.at === entry.at; at -= 1) {
      const other = this.entries[at];
      if (isSameTap(entry, other)) other.isTold = true;
      if (isSameTap(other, entry)) entry.isTold = true;
    }
  }

  /** Shows the entry at an index. */
  show(index, { live = false } = {}) {
    this.index = Math.max(0, Math.min(index, this.entries.length - 1));
    const wasLive = this.isLive;
    this.isLive = live && this.about.mode === "live";
    if (this.isLive && !wasLive) this.liveFrom = this.entries.length;
    this.changed("moment");
  }

  goLive() {
    this.isPlaying = false;
    this.show(this.entries.length - 1, { live: true });
    this.changed("pace");
  }

  /** The index of the next shown entry in a direction; undefined at the end. */
  next(direction, isMeant = () => true) {
    for (let index = this.index + direction; index in this.entries; index += direction) {
      if (this.isShown(this.entries[index]) && isMeant(this.entries[index])) return index;
    }
    return undefined;
  }

  step(direction, isMeant) {
    const index = this.next(direction, isMeant);
    if (index !== undefined) this.show(index);
    return index !== undefined;
  }

  /** The index of the entry at or before a place on the timeline. */
  indexAt(place) {
    let [low, high] = [0, this.places.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.places[middle] <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Everything about a popover or an alert, in order. */
  story(id) {
    return this.entries.filter(({ decision, event }) => {
      const facts = decision ?? event?.data;
      return facts && (facts.popover === id || facts.alert === id);
    });
  }
}
