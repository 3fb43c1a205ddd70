// SPDX-License-Identifier: MIT
// The story's client in Node: it does what events tell it, and says what it sees, a line each.

import { connect } from "../../../../Clients/Web/node.js";

const say = (said, more) => console.log(JSON.stringify({ said, ...more }));
const size = { width: 320, height: 240 };
let popover, prompt, waiting, shown;

const client = connect({
  app: "story", timeoutMs: 120000,
  answer: (method, { alert, title }) => {
    if (method !== "alert.present") return undefined;
    shown = alert;
    say("shown", { title });
    return {};
  },
});
client.addEventListener("ready", () => say("ready"));
client.addEventListener("warning", ({ detail }) => say("warned", { words: detail.message }));
client.addEventListener("alert.dismiss", () => say("dismissed"));

function wait(work) {
  waiting = new AbortController();
  const { signal } = waiting;
  work(signal).catch((error) => say(
    signal.aborted ? "withdrawn" : "refused",
    signal.aborted ? {} : { why: error.reason ?? `${error}`, words: error.message }));
}

// What it is told to do.
const deeds = {
  async open({ text, slow, width = 320 }) {
    const handed = new Promise((resolve) => { prompt = resolve; });
    if (!slow) prompt();
    popover = await client.open({
      behavior: "inspector", source: "basket", key: "order-7", size: { ...size, width },
      willClose: async ({ reason, disposition }) => {
        say("asked", { reason, disposition });
        await handed;
        return { draft: { text } };
      },
    });
    say("opened", {
      frame: popover.frame, draft: popover.draft?.content ?? null, lasts: popover.durationMs,
      easing: popover.easing, start: popover.from });
    popover.closed.then(({ reason, draft, returnFocus }) =>
      say("closed", { reason, draft: draft ?? null, returnFocus: returnFocus ?? null }));
  },
  hand: () => prompt(),
  save: ({ text }) => client.request("draft.save", { key: "order-7", content: { text } }).catch(
    ({ reason }) => reason === "session-ended" || say("failed", { reason })),
  done: () => popover.close("done"),
  async place() {
    await client.setSource({ source: "till", rect: { x: 200, y: 80, width: 80, height: 40 } });
    say("placed");
  },
  async remove() {
    await client.removeSource("till");
    say("removed");
  },
  escape: () => client.request("key", { key: "Escape" }),
  async tap({ x, y }) {
    say("tapped", { verdict: (await client.request("tap", { x, y })).verdict });
  },
  alert: ({ renderer }) => wait(async (signal) => {
    const button = await client.alert(
      { title: "The paper is out", buttons: ["Refilled", "Later"], renderer }, { signal });
    say("answered", { button });
  }),
  press: ({ button }) => client.request("alert.answer", { alert: shown, button }),
  ask: ({ key }) => wait(async (signal) => {
    await client.open({ source: "basket", key, size, waitMs: 10000, signal });
    say("granted");
  }),
  withdraw: () => waiting.abort(),
  async replay({ since, of }) {
    for await (const event of await client.subscribe(of, { since })) {
      say("replayed", { topic: event.topic, number: event.sequence });
      break;
    }
  },
};

async function follow() {
  await client.setSource({ source: "basket", rect: { x: 600, y: 80, width: 80, height: 40 } });
  await client.ready;
  const events = await client.subscribe("app.story.*");
  say("listening");
  for await (const { topic, data } of events) {
    if (topic === "bus.gap") {
      say("gap", { first: data.from, last: data.to });
      continue;
    }
    say("event", { topic });
    if (data?.do === "leave") break;
    await deeds[data?.do]?.(data);
  }
  await client.close();
  say("left");
}

const why = ({ code, cause }) =>
  cause?.code === "EACCES" ? "access" : { "-32602": "protocol", 3: "rights" }[code];
follow().catch((error) => say(why(error) ? "refused" : "failed", {
  why: why(error), words: error.message, error: String(error) }));
