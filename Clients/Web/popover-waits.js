// SPDX-License-Identifier: MIT
// Load after popover.js for alerts and cancellation: page.alert(options, { signal }),
// page.open({ ..., signal }), page.request(method, params, { signal }). An alert is raised again after a
// reconnect. A `signal` cancels the request.
(() => {
"use strict";

const { connect } = globalThis.Popoverd;

// How long an alert that is raised again waits for its renderer to reconnect, and the pause between
// attempts, in milliseconds.
const RENDERER_PATIENCE = 30000;
const PAUSE = 250;

// Requests that return a grant which arrives after the cancellation.
const RETURNS = {
  "popover.open": ({ popover }) => ["popover.close", { popover, outcome: "cancel" }],
  "popover.detach": ({ panel }) => ["panel.close", { panel }],
  "view.present": ({ view }) => ["view.close", { view }],
};

const until = (signal, work) => new Promise((resolve, reject) => {
  const abort = () => reject(signal.reason);
  signal?.addEventListener("abort", abort, { once: true });
  work.finally(() => signal?.removeEventListener("abort", abort)).then(resolve, reject);
});

globalThis.Popoverd.connect = (options) => {
  const page = connect(options);
  const { request, open } = page;
  // The signal of the open that is about to be sent.
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
      const giveBack = RETURNS[method];
      const isThere = ({ popover }) => page.popovers.has(popover);
      answer.then((granted) => giveBack && !isThere(granted) && page.tell(...giveBack(granted)), () => {});
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
    const over = () => reject(Object.assign(new Error("this page is closed"), { code: 0 }));
    if (page.isOver) return over();
    page.addEventListener("ready", resolve, { once: true });
    page.listening.signal.addEventListener("abort", over, { once: true });
  }));
  const rest = (signal) => until(signal, new Promise((resolve) => setTimeout(resolve, PAUSE)));

  page.alert = async (alert, { signal } = {}) => {
    const buttons = alert.buttons.map((it) => typeof it === "string" ? { id: it, label: it } : it);
    let timeLeft = 0;
    for (;;) {
      try {
        const details = { severity: "warning", ...alert, buttons };
        return (await page.request("alert.raise", details, { signal })).button;
      } catch (error) {
        signal?.throwIfAborted();
        if (error.code === 0) {
          await back(signal);
          timeLeft = RENDERER_PATIENCE;
        } else if (error.reason === "no-renderer" && timeLeft > 0) {
          await rest(signal);
          timeLeft -= PAUSE;
        } else throw error;
      }
    }
  };
  return page;
};
})();
