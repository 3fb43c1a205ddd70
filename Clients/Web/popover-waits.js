// SPDX-License-Identifier: MIT
// Loaded after popover.js where a page waits: for people, by page.alert, which is raised again when
// the daemon was gone; or for its turn. A `signal` ends the waiting, and takes back what was asked
// for: page.alert(options, { signal }), page.open({ ..., signal }), page.request(method, params,
// { signal }).
(() => {
"use strict";

const { connect } = globalThis.Popoverd;

// So long an alert that is raised again waits for who draws it, looking again after each pause: both
// in milliseconds.
const RENDERER_PATIENCE = 30000;
const PAUSE = 250;

// What is given back where it was granted when nobody waited for it any more.
const GIFTS = {
  "popover.open": ({ popover }) => ["popover.close", { popover, outcome: "cancel" }],
  "popover.detach": ({ panel }) => ["panel.close", { panel }],
  "view.present": ({ view }) => ["view.close", { view }],
};

const until = (signal, work) => new Promise((resolve, reject) => {
  const give = () => reject(signal.reason);
  signal?.addEventListener("abort", give, { once: true });
  work.finally(() => signal?.removeEventListener("abort", give)).then(resolve, reject);
});

globalThis.Popoverd.connect = (options) => {
  const page = connect(options);
  const { request, open } = page;
  // Of the open that is about to be sent.
  let opening;

  page.request = async (method, details, { signal } = {}) => {
    if (method === "popover.open") signal ??= opening;
    signal?.throwIfAborted();
    const answer = request.call(page, method, details);
    if (!signal) return answer;
    const { number, socket } = page;
    const takeBack = () => {
      if (page.waiting.has(number) && socket === page.socket) {
        page.tell("request.cancel", { request: number });
      }
      const gift = GIFTS[method];
      const isThere = ({ popover }) => page.popovers.has(popover);
      answer.then((granted) => gift && !isThere(granted) && page.tell(...gift(granted)), () => {});
    };
    signal.addEventListener("abort", takeBack, { once: true });
    answer.finally(() => signal.removeEventListener("abort", takeBack)).catch(() => {});
    return until(signal, answer);
  };

  page.open = ({ signal, ...rest }) => {
    opening = signal;
    try {
      return open.call(page, rest);
    } finally {
      opening = undefined;
    }
  };

  const back = (signal) => until(signal, new Promise((resolve, reject) => {
    if (page.isReady) return resolve();
    const over = () => reject(Object.assign(new Error("this page has left"), { code: 0 }));
    if (page.isOver) return over();
    page.addEventListener("ready", resolve, { once: true });
    page.listening.signal.addEventListener("abort", over, { once: true });
  }));
  const rest = (signal) => until(signal, new Promise((resolve) => setTimeout(resolve, PAUSE)));

  page.alert = async (alert, { signal } = {}) => {
    const buttons = alert.buttons.map((it) => typeof it === "string" ? { id: it, label: it } : it);
    let patience = 0;
    for (;;) {
      try {
        const details = { severity: "warning", ...alert, buttons };
        return (await page.request("alert.raise", details, { signal })).button;
      } catch (error) {
        signal?.throwIfAborted();
        if (error.code === 0) {
          await back(signal);
          patience = RENDERER_PATIENCE;
        } else if (error.reason === "no-renderer" && patience > 0) {
          await rest(signal);
          patience -= PAUSE;
        } else throw error;
      }
    }
  };
  return page;
};
})();
