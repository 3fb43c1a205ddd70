// SPDX-License-Identifier: MIT
//
// Popovers of a web page under popoverd's rules, over the gateway of its plugin `web`. It needs
// nothing else; loaded by <script src> or import, it defines `Popoverd`. See popover.d.ts.
(() => {
  "use strict";

  const PAUSES = { first: 250, last: 30000 };
  const SURFACE = "page";
  const rectOf = (box) => ({ x: box.left, y: box.top, width: box.width, height: box.height });
  const measured = (what) =>
    what instanceof Element ? rectOf(what.getBoundingClientRect()) : what;
  const equal = (one, other) => JSON.stringify(one) === JSON.stringify(other);

  class Refusal extends Error {
    constructor(error) {
      super(error.message);
      this.code = error.code;
      this.data = error.data ?? {};
      this.reason = this.data.reason;
    }
  }

  const lost = () => new Refusal({ code: 0, message: "the daemon cannot be reached" });

  // Work in a form: what people have put into its named fields, but passwords and files.
  const fields = (root) =>
    [...root.querySelectorAll("input, select, textarea")].filter(
      (field) => field.name && !["password", "file", "submit", "button"].includes(field.type));

  const choices = (field) => [...field.selectedOptions].map((option) => option.value);

  const formState = (root) =>
    fields(root).map((field) => {
      if (field.type === "checkbox" || field.type === "radio") {
        return [field.name, field.checked, field.value];
      }
      return [field.name, field.multiple && field.options ? choices(field) : field.value];
    });

  const restoreForm = (root, state) => {
    if (!Array.isArray(state)) return;
    const left = [...state];
    for (const field of fields(root)) {
      const index = left.findIndex(
        ([name, , value]) => name === field.name && (value === undefined || value === field.value));
      if (index < 0) continue;
      const [, value] = left.splice(index, 1)[0];
      if (typeof value === "boolean") field.checked = value;
      else if (Array.isArray(value)) {
        for (const option of field.options) option.selected = value.includes(option.value);
      } else field.value = value;
    }
  };

  // A popover that was granted. `closed` tells how it ended.
  class Popover extends EventTarget {
    constructor(page, options, grant) {
      super();
      Object.assign(this, { page, options, element: options.element, popover: grant.popover });
      this.draft = grant.draft;
      this.advice = grant.advice;
      this.closed = new Promise((resolve) => { this.resolve = resolve; });
      this.place(grant);
      this.show();
      if (grant.draft) {
        if (options.restore) options.restore(grant.draft.content);
        else if (this.element) restoreForm(this.element, grant.draft.content);
      }
    }

    place(placement) {
      const { x, y } = this.page.origin();
      const { frame, arrow } = placement;
      this.presentation = placement.presentation;
      this.side = placement.side;
      this.scrolls = placement.scrolls;
      this.frame = { ...frame, x: frame.x - x, y: frame.y - y };
      this.arrow = arrow && { x: arrow.x - x, y: arrow.y - y };
      const style = this.element?.style;
      if (!style) return;
      Object.assign(style, {
        position: "fixed", inset: "auto", margin: "0", boxSizing: "border-box",
        left: `${this.frame.x}px`, top: `${this.frame.y}px`,
        width: `${frame.width}px`, height: `${frame.height}px`,
      });
      if (this.scrolls) style.overflow = "auto";
      this.element.dataset.popoverSide = this.side ?? "";
      this.element.dataset.popoverPresentation = this.presentation;
      style.setProperty("--popover-width", `${frame.width}px`);
      style.setProperty("--popover-height", `${frame.height}px`);
      if (!this.arrow) return;
      style.setProperty("--popover-arrow-x", `${this.arrow.x - this.frame.x}px`);
      style.setProperty("--popover-arrow-y", `${this.arrow.y - this.frame.y}px`);
    }

    show() {
      if (!this.element) return;
      if (this.element.popover) {
        // The daemon decides what closes it, not the browser.
        this.element.popover = "manual";
        if (!this.element.matches(":popover-open")) this.element.showPopover();
      }
      this.element.hidden = false;
    }

    hide() {
      if (!this.element || this.isHidden) return;
      this.isHidden = true;
      if (this.element.popover && this.element.matches(":popover-open")) this.element.hidePopover();
      else if (!this.element.popover) this.element.hidden = true;
    }

    work() { return this.element && this.options.key ? formState(this.element) : undefined; }

    async willClose(params) {
      let answer = {};
      try {
        if (this.options.willClose) answer = (await this.options.willClose(params)) ?? {};
        else if (params.disposition === "save" && this.work()?.length) {
          answer = { draft: this.work() };
        }
      } finally {
        this.hide();
      }
      return answer;
    }

    over(params) {
      this.hide();
      this.page.popovers.delete(this.popover);
      if (params.returnFocus) this.page.sourceElement(this.options.source)?.focus();
      this.resolve(params);
    }

    async update(changes) {
      const params = this.page.measure(changes);
      this.place(await this.page.request("popover.update", { popover: this.popover, ...params }));
    }

    async choose(choice) {
      const result = await this.page.request("popover.choose", { popover: this.popover, choice });
      if (result.closes) this.hide();
      return result.closes;
    }

    close(outcome = "done") {
      this.hide();
      return this.page.request("popover.close", { popover: this.popover, outcome });
    }
  }

  class Page extends EventTarget {
    constructor(options) {
      super();
      this.options = { url: "ws://127.0.0.1:7411", reportTaps: true, ...options };
      this.popovers = new Map();
      this.waiting = new Map();
      this.sources = new Map();
      this.unsaved = new Map();
      this.inert = new Set();
      this.number = 0;
      this.pause = PAUSES.first;
      this.observe();
      this.ready = new Promise((resolve) => { this.resolveReady = resolve; });
      this.dial();
    }

    // Where the page's left top is on the display, in points.
    origin() {
      return this.options.origin?.() ?? {
        x: window.screenX + (window.outerWidth - window.innerWidth) / 2,
        y: window.screenY + (window.outerHeight - window.innerHeight),
      };
    }

    // The connection

    dial() {
      const { url, token } = this.options;
      const socket = new WebSocket(url, ["popoverd.1", `token.${token}`]);
      this.socket = socket;
      socket.onopen = () => this.greet();
      socket.onmessage = (event) => this.take(JSON.parse(event.data));
      socket.onclose = () => this.lose();
    }

    async greet() {
      const { app, roles } = this.options;
      try {
        this.welcome = await this.send("hello", { protocol: 1, app, ...(roles && { roles }) });
      } catch {
        return this.socket.close();
      }
      this.pause = PAUSES.first;
      this.isReady = true;
      this.sources.clear();
      this.surface = undefined;
      this.report();
      for (const [key, content] of this.unsaved) {
        this.request("draft.save", { key, content }).then(() => this.unsaved.delete(key), () => {});
      }
      this.resolveReady(this.welcome);
      this.tell("ready", this.welcome);
    }

    lose() {
      const wasReady = this.isReady;
      this.isReady = false;
      for (const { reject } of this.waiting.values()) reject(lost());
      this.waiting.clear();
      for (const popover of [...this.popovers.values()]) {
        // Nobody has asked for it; it is handed over when the daemon is there again.
        const work = popover.work();
        if (work?.length) this.unsaved.set(popover.options.key, work);
        popover.over({ popover: popover.popover, reason: "connection-lost", draft: "none" });
      }
      this.shield({ on: false });
      if (wasReady) this.tell("lost");
      if (this.isOver) return;
      setTimeout(() => this.dial(), this.pause);
      this.pause = Math.min(this.pause * 2, PAUSES.last);
    }

    close() {
      this.isOver = true;
      this.stopObserving();
      this.socket.close();
    }

    tell(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }

    write(message) { this.socket.send(JSON.stringify({ jsonrpc: "2.0", ...message })); }

    send(method, params) {
      const id = ++this.number;
      return new Promise((resolve, reject) => {
        this.waiting.set(id, { resolve, reject });
        this.write({ id, method, params });
      });
    }

    request(method, params = {}) {
      return this.isReady ? this.send(method, params) : Promise.reject(lost());
    }

    async take(message) {
      const { id, method, params } = message;
      if (method === undefined) {
        const waiting = this.waiting.get(id);
        this.waiting.delete(id);
        if (message.error) waiting?.reject(new Refusal(message.error));
        else waiting?.resolve(message.result);
        return;
      }
      const popover = this.popovers.get(params?.popover);
      if (id === undefined) {
        if (method === "popover.closed") popover?.over(params);
        else if (method === "popover.moved") popover?.place(params);
        else if (method === "popover.nudge") popover?.dispatchEvent(new Event("nudge"));
        else if (method === "source.activated") this.sourceElement(params.source)?.click();
        else if (method === "shield") this.shield(params);
        else if (method === "bye") this.pause = Math.max(this.pause, params.retryAfterMs);
        return this.tell(method, params);
      }
      try {
        const handler = this.options.handlers?.[method];
        if (method === "popover.willClose" && popover) {
          this.write({ id, result: await popover.willClose(params) });
        } else if (handler) this.write({ id, result: (await handler(params)) ?? {} });
        else this.write({ id, error: { code: -32601, message: `no such method: ${method}` } });
      } catch (error) {
        if (this.isReady) this.write({ id, error: { code: -32603, message: `${error}` } });
      }
    }

    // Popovers

    measure(options) {
      const params = {};
      const names = ["behavior", "size", "sides", "minimum", "key", "modal", "title", "help",
        "buttons", "severity", "expands", "hit", "appearance", "waitMs", "display"];
      for (const name of names) if (options[name] !== undefined) params[name] = options[name];
      if (options.anchor) params.anchor = measured(options.anchor);
      for (const name of ["avoid", "passthrough"]) {
        if (options[name]) params[name] = options[name].map(measured);
      }
      if (options.source) params.source = this.sourceName(options.source);
      return params;
    }

    async open(options) {
      this.report();
      const params = { ...this.measure(options), surface: SURFACE };
      params.size ??= this.sizeOf(options.element);
      const grant = await this.request("popover.open", params);
      const popover = new Popover(this, options, grant);
      this.popovers.set(grant.popover, popover);
      this.shield(this.lastShield);
      this.schedule();
      return popover;
    }

    // Of an element that is not shown yet.
    sizeOf(element) {
      const { display, visibility, position } = element.style;
      const wasHidden = element.hidden;
      element.hidden = false;
      Object.assign(element.style, { display: "block", visibility: "hidden", position: "fixed" });
      const { width, height } = element.getBoundingClientRect();
      Object.assign(element.style, { display, visibility, position });
      element.hidden = wasHidden;
      return { width, height };
    }

    // What is below a popover cannot be used: of this page all but the popover, or everything.
    shield(params) {
      this.lastShield = params;
      for (const element of this.inert) element.inert = false;
      this.inert.clear();
      if (!params?.on) return;
      const free = [...this.popovers.values()].flatMap(
        ({ element, isHidden, options }) =>
          [isHidden ? null : element, ...(options.passthrough ?? [])]);
      this.cover(document.body, free.filter((item) => item instanceof Element));
    }

    cover(element, free) {
      if (free.includes(element)) return;
      if (free.some((item) => element.contains(item))) {
        for (const child of element.children) this.cover(child, free);
      } else if (!element.inert) {
        element.inert = true;
        this.inert.add(element);
      }
    }

    // Sources

    sourceName(source) {
      return source instanceof Element ? source.dataset.popoverSource : source;
    }

    sourceElement(source) {
      if (!source || source instanceof Element) return source;
      return document.querySelector(`[data-popover-source="${CSS.escape(source)}"]`);
    }

    observe() {
      const schedule = () => this.schedule();
      this.resizes = new ResizeObserver(schedule);
      this.mutations = new MutationObserver(schedule);
      this.mutations.observe(document, {
        subtree: true, childList: true, attributes: true, characterData: true,
      });
      this.listening = new AbortController();
      const options = { capture: true, passive: true, signal: this.listening.signal };
      document.addEventListener("scroll", schedule, options);
      window.addEventListener("resize", schedule, options);
      const active = { capture: true, signal: this.listening.signal };
      if (this.options.reportTaps) {
        document.addEventListener("click", (event) => this.tapped(event), active);
        document.addEventListener("keydown", (event) => this.pressed(event), active);
      }
    }

    stopObserving() {
      this.resizes.disconnect();
      this.mutations.disconnect();
      this.listening.abort();
    }

    // Once before the next frame; in every frame while a popover of ours has to follow its source.
    schedule() {
      if (this.isScheduled) return;
      this.isScheduled = true;
      requestAnimationFrame(() => {
        this.isScheduled = false;
        this.report();
        if (this.popovers.size > 0 && !this.isOver) this.schedule();
      });
    }

    report() {
      if (!this.isReady) return;
      const send = (method, params) => this.send(method, params).catch(() => {});
      const { display } = this.options;
      const frame = { ...this.origin(), width: window.innerWidth, height: window.innerHeight };
      if (!equal(frame, this.surface)) {
        this.surface = frame;
        send("surface.set", { surface: SURFACE, frame, ...(display && { display }) });
      }
      const seen = new Map();
      for (const element of document.querySelectorAll("[data-popover-source]")) {
        this.resizes.observe(element);
        const rect = measured(element);
        const name = element.dataset.popoverSource;
        if (name && rect.width > 0 && rect.height > 0) seen.set(name, rect);
      }
      for (const source of this.sources.keys()) {
        if (!seen.has(source)) send("source.remove", { source });
      }
      for (const [source, rect] of seen) {
        if (equal(rect, this.sources.get(source))) continue;
        send("source.set", { source, surface: SURFACE, rect });
      }
      this.sources = seen;
    }

    // What people do while something is shown

    async tapped(event) {
      if (!event.isTrusted || !this.lastShield?.on || !this.isReady) return;
      const { clientX: x, clientY: y } = event;
      const { deliver, verdict } = await this.send("tap", { x, y, surface: SURFACE })
        .catch(() => ({}));
      // An element that was inert has not seen it.
      if (deliver && verdict === "dismissed") {
        const under = [...document.querySelectorAll("[data-popover-source]")].find((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return x >= left && x < right && y >= top && y < bottom;
        });
        under?.click();
      }
    }

    pressed(event) {
      if (event.key !== "Escape" || !this.popovers.size || !this.isReady) return;
      event.preventDefault();
      this.send("key", { key: "Escape", composing: event.isComposing }).catch(() => {});
    }
  }

  globalThis.Popoverd = { connect: (options) => new Page(options), Refusal };
})();
