// SPDX-License-Identifier: MIT
// The part of the client that pages and Node share: popovers and their drafts, alerts, subscriptions.

import { Connection, closed } from "./connection.js";
import { Sessions } from "./sessions.js";
import { Subscription } from "./subscription.js";

// How long an alert that is raised again waits for its renderer to reconnect, and the pause between
// attempts, in milliseconds.
const RENDERER_PATIENCE = 30000, ATTEMPT_PAUSE = 250;
// Drafts that wait for a reconnect; beyond that the oldest is dropped.
const DRAFTS_KEPT = 64;
// Keys whose latest revision is known.
const REVISIONS_KEPT = 256;
// Advice that is remembered; further advice is not told.
const ADVICE_KEPT = 64;

export class Popover extends EventTarget {
  isShown = false;
  // Whether its owner has closed it, so that nobody wants its draft.
  isDismissed = false;
  // Its draft is later than this revision.
  revision = 0;

  constructor(client, options) {
    super();
    Object.assign(this, { client, options });
    this.closed = new Promise((resolve) => { this.resolve = resolve; });
  }

  begin(grant) {
    this.client.popovers.set(grant.popover, this);
    this.client.sessions.granted(this.options.key, grant.session);
    this.place(grant);
    this.show(true);
    this.client.advise(this.advice);
    if (!this.draft) return;
    this.revision = Math.max(this.revision, this.draft.revision);
    try {
      this.options.restore?.(this.draft.content);
    } catch (error) {
      console.error("popoverd: restore:", error);
    }
  }

  // What is absent now may have been there before.
  place(told) {
    const absent = { side: undefined, arrow: undefined, from: undefined, closeButton: false, scrim: 0 };
    Object.assign(this, absent, told);
  }

  show(isShown) { this.isShown = isShown; }

  // Asks the owner for its draft, at most once.
  askOwner(order) {
    this.order ??= order;
    return this.asked ??= (async () => this.options.willClose?.(order))().catch((error) => {
      console.error("popoverd: willClose:", error);
    });
  }

  async willClose(order) {
    const { client } = this, { link } = client;
    const answer = await this.askOwner(order);
    this.show(false);
    // Too late for its connection, but not for the next one.
    if (client.link !== link && !client.isOver) client.keep(this, answer);
    return answer ?? {};
  }

  // It is off the screen, and the daemon's no more.
  remove() {
    if (this.isShown) this.show(false);
    this.client.popovers.delete(this.popover);
  }

  over(end) {
    const { client } = this, { link } = client;
    this.remove();
    // Too late for the popover: its connection may end before the daemon has read it.
    if (end.unresponsive) this.asked?.then((answer) => {
      if (client.link === link) client.keep(this, answer, client.number);
    });
    this.resolve(end);
  }

  // Has its draft kept for the daemon; resolves at the deadline that the daemon would give its owner.
  async collect(reason) {
    const { client, isDismissed } = this, deadlineMs = client.welcome.limits.closeMs;
    if (isDismissed) return;
    const kept = this.askOwner({ reason, disposition: "save", deadlineMs })
      .then((answer) => client.keep(this, answer));
    let timer;
    await Promise.race([kept, new Promise((resolve) => { timer = setTimeout(resolve, deadlineMs); })]);
    clearTimeout(timer);
  }

  // Ends it without the daemon.
  async part(reason) {
    const { client: { unsaved }, options: { key } } = this;
    const collected = this.collect(reason);
    this.remove();
    await collected;
    this.resolve({ reason, draft: unsaved.has(key) ? "kept" : "none", returnFocus: false });
  }

  ask(method, params) {
    return this.client.request(`popover.${method}`, { popover: this.popover, ...params });
  }

  async update(changes) {
    const { advice, ...told } = await this.ask("update", this.client.params(changes));
    this.place(told);
    this.client.advise(advice);
  }

  async choose(choice, label) {
    const { closes } = await this.ask("choose", { choice, label });
    if (closes) this.dismiss();
    return closes;
  }

  dismiss() {
    this.isDismissed = true;
    this.show(false);
  }

  // Its owner is gone without a decision of people: its draft stays.
  async withdraw() {
    if (this.isDismissed || this.isWithdrawn) return;
    this.isWithdrawn = true;
    await this.collect("client-gone");
    await this.client.handOver();
    // A daemon without sessions knows no other outcome.
    if (!this.isDismissed) await this.close(this.session ? "keep" : "done");
  }

  async close(outcome = "done") {
    this.dismiss();
    await this.ask("close", { outcome });
  }
}

export class Client extends Connection {
  popovers = new Map();
  subscriptions = new Set();
  // Drafts to save after the reconnect, by key. `told`: the last request when the daemon got it, too
  // late for a confirmation. `saving`: until the daemon has answered.
  unsaved = new Map();
  // The latest revisions of drafts that this client has saved, by key.
  revisions = new Map();
  advised = new Set();
  Popover = Popover;
  sessions = new Sessions(this);

  // Replaces elements by rectangles and names.
  params(options) { return options; }

  open({ signal, willClose, restore, ...rest }) {
    const popover = new this.Popover(this, { willClose, restore, ...rest });
    const use = (grant) => {
      popover.begin(grant);
      return popover;
    };
    return this.request("popover.open", this.params(rest), { signal, use });
  }

  send(method, params, details = {}) {
    if (method !== "draft.save") return super.send(method, params, details);
    const use = (result) => {
      this.know(params.key, result.revision);
      return result;
    };
    return super.send(method, params, { ...details, use });
  }

  // A later revision than every one that this client knows.
  next(key, revision) { return Math.max(revision, this.revisions.get(key) ?? 0) + 1; }

  know(key, revision) {
    this.revisions.delete(key);
    this.revisions.set(key, revision);
    if (this.revisions.size > REVISIONS_KEPT) this.revisions.delete(this.revisions.keys().next().value);
  }

  // The daemon has read what it got before a request that it answers.
  settle(response) {
    for (const [key, { told }] of this.unsaved) if (told < response.id) this.unsaved.delete(key);
    super.settle(response);
  }

  request(method, params, details) {
    return super.request(method, this.sessions.naming(method, params), details);
  }

  resume(isNewDaemon) {
    this.sessions.begin(this.welcome.displays);
    this.handOver();
    for (const subscription of this.subscriptions) {
      // After another disconnect it is resumed again.
      subscription.begin(isNewDaemon).catch(() => {});
    }
  }

  respond(method, params) {
    if (method !== "popover.willClose") return super.respond(method, params);
    return this.popovers.get(params.popover)?.willClose(params) ?? {};
  }

  notice(method, params) {
    const popover = this.popovers.get(params.popover);
    if (method === "popover.closed") popover?.over(params);
    else if (method === "popover.moved") {
      popover?.place(params);
      popover?.dispatchEvent(new Event("moved"));
    } else if (method === "popover.nudge") popover?.dispatchEvent(new Event("nudge"));
    else if (method === "display.changed") this.sessions.change(params);
    else if (method === "event") {
      for (const subscription of this.subscriptions) subscription.receive(params);
    }
    super.notice(method, params);
  }

  // Drafts after the end of a connection

  part({ reason }) {
    for (const subscription of this.subscriptions) subscription.isLive = false;
    for (const work of this.unsaved.values()) work.told = work.saving = undefined;
    for (const popover of [...this.popovers.values()]) popover.part(reason);
  }

  keep({ options: { key }, order, revision, isDismissed, session }, answer, told) {
    if (!key || isDismissed || order.disposition !== "save" || answer?.draft === undefined) return;
    if (this.sessions.isOver(session)) return;
    this.unsaved.delete(key);
    this.unsaved.set(key, { content: answer.draft, revision: this.next(key, revision), session, told });
    if (this.unsaved.size > DRAFTS_KEPT) {
      this.unsaved.delete(this.unsaved.keys().next().value);
      this.warn("a draft is lost: too many wait for the daemon");
    }
    if (this.isReady) this.handOver();
  }

  // The daemon refuses this as stale if another program has saved a newer draft. Resolves when it has answered.
  handOver() {
    for (const [key, work] of this.unsaved) {
      const { content, revision, session, told, saving } = work;
      if (told !== undefined || saving) continue;
      // A newer draft may have come since.
      const drop = () => this.unsaved.get(key) === work && this.unsaved.delete(key);
      work.saving = this.request("draft.save", { key, content, revision, session }).then(
        drop, ({ code, message }) => {
          if (code !== 0 && drop()) this.warn(`a draft is lost: ${message}`);
        });
    }
    return Promise.all([...this.unsaved.values()].map(({ saving }) => saving));
  }

  addEventListener(type, ...rest) {
    if (type === "warning") this.hasLog = true;
    super.addEventListener(type, ...rest);
  }

  // For the log of the program.
  warn(message) {
    if (this.hasLog) this.announce("warning", { message });
    else console.warn(`popoverd: ${message}`);
  }

  // Each advice of the daemon is told once.
  advise(list) {
    for (const { rule, message } of list ?? []) {
      const text = `advice ${rule}: ${message}`;
      if (this.advised.has(text) || this.advised.size >= ADVICE_KEPT) continue;
      this.advised.add(text);
      this.warn(text);
    }
  }

  async close() {
    if (this.isReady) {
      await Promise.all([...this.popovers.values()].map((popover) => popover.part("client-gone")));
      await this.handOver();
    }
    for (const subscription of this.subscriptions) subscription.finish();
    this.subscriptions.clear();
    this.disconnect();
  }

  // Alerts

  async alert(alert, { signal } = {}) {
    const buttons = alert.buttons.map((it) => typeof it === "string" ? { id: it, label: it } : it);
    let timeLeft = 0, params = { severity: "warning", ...alert, buttons };
    for (;;) {
      try {
        // The session in which it is raised first; after that it has a name.
        if (this.isReady) params = this.sessions.naming("alert.raise", params);
        return (await this.request("alert.raise", params, { signal })).button;
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        if (error.code === 0) {
          await this.until("ready", signal);
          timeLeft = RENDERER_PATIENCE;
        } else if (error.reason === "no-renderer" && timeLeft > 0) {
          await this.until(ATTEMPT_PAUSE, signal);
          timeLeft -= ATTEMPT_PAUSE;
        } else throw error;
      }
    }
  }

  // Waits for the connection, or for milliseconds.
  async until(what, signal) {
    if (this.isOver) throw closed();
    if (what === "ready" && this.isReady) return;
    const over = new AbortController();
    const details = { once: true, signal: over.signal };
    let timer;
    try {
      await new Promise((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason), details);
        this.addEventListener("lost", () => this.isOver && reject(closed()), { signal: over.signal });
        if (what === "ready") this.addEventListener("ready", resolve, details);
        else timer = setTimeout(resolve, what);
      });
    } finally {
      clearTimeout(timer);
      over.abort();
    }
  }

  // Events

  async subscribe(topics, details = {}) {
    const subscription = new Subscription(this, [topics].flat(), details);
    this.subscriptions.add(subscription);
    try {
      await subscription.begin(false);
    } catch (error) {
      this.subscriptions.delete(subscription);
      throw error;
    }
    return subscription;
  }
}
