// SPDX-License-Identifier: MIT
// Stored drafts: what the daemon gives to the account of popoverctl, and what it tells of others'.

import { make, table } from "./dom.js";
import { ask } from "./server.js";

const saved = (microseconds) => microseconds ? new Date(microseconds / 1000).toLocaleTimeString() : "–";

function own({ app, key, content, bytes, revision, reason, savedAt }) {
  return make("details", { class: "draft" },
    make("summary", {}, make("b", {}, key), ` of ${app}`, make("span", { class: "about" },
      ` ${bytes} bytes, revision ${revision}, ${reason}, ${saved(savedAt)}`)),
    make("pre", {}, JSON.stringify(content, null, 2)));
}

/** What events tell of drafts that are still there. */
function reported(entries) {
  const kept = new Map();
  for (const { event } of entries) {
    if (!event?.topic.startsWith("draft.")) continue;
    const { client, app, key, bytes, revision } = event.data;
    if (event.topic === "draft.discarded") kept.delete(`${app}/${key}`);
    else kept.set(`${app}/${key}`, { client, app, key, bytes, revision });
  }
  return [...kept.values()];
}

export async function drafts({ entries }) {
  const { drafts: all, refused } = await ask("drafts");
  const isOwn = ({ app, key }) => all.some((it) => it.app === app && it.key === key);
  const others = reported(entries).filter((it) => !isOwn(it));
  return [
    make("section", {}, make("h2", { class: "part" }, "Drafts of your account"),
      all.length ? all.map(own) : make("p", { class: "faint" }, "No draft is stored.")),
    table("Drafts of other accounts", ["Key", "App", "Bytes", "Revision"], others.map((it) =>
      [it.key, it.app, String(it.bytes), String(it.revision)]),
    "None was seen. The daemon gives their contents to their owner only."),
    ...Object.entries(refused).map(([app, reason]) => make("p", { class: "faint" }, `${app}: ${reason}`)),
  ];
}
