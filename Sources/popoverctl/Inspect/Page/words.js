// SPDX-License-Identifier: MIT
// Entries of the timeline in words: kinds, tones and titles.

/** The kinds of entries that a person can hide, in the order of their lanes. */
export const kinds = { decision: "Decisions", tap: "Taps", event: "Events", step: "Steps" };

export function kindOf(entry) {
  if (entry.decision) return ["tap", "key"].includes(entry.decision.subject) ? "tap" : "decision";
  if (entry.event?.topic === "tap") return "tap";
  return entry.step ? "step" : "event";
}

const bad = new Set([
  "popover.refused", "client.unresponsive", "plugin.failed", "draft.discarded", "advice", "alert.cancelled",
]);
const good = new Set(["popover.opened", "session.began", "plugin.loaded", "draft.saved", "draft.restored"]);

/** A color: `good`, `bad`, `warm`, `touch` or none. */
export function toneOf({ decision, event, step, note }) {
  if (note) return "warm";
  if (step) return step.difference ? "bad" : "faint";
  if (decision) {
    const { subject, outcome } = decision;
    if (subject === "tap" || subject === "key") return "touch";
    if (["granted", "detached", "presented", "admitted"].includes(outcome)) return "good";
    if (subject === "open" || subject === "detach") return "bad";
    return subject === "alert" || subject === "idle" ? "warm" : "plain";
  }
  if (event.topic === "tap") return "touch";
  if (bad.has(event.topic)) return "bad";
  if (good.has(event.topic)) return "good";
  return /^(alert|session|display|plugin|config)/.test(event.topic) ? "warm" : "plain";
}

/** Whether two entries tell of the same tap: its event and its decision. */
export const isSameTap = (event, decision) => event.event?.topic === "tap" && decision.decision?.subject === "tap"
  && event.at === decision.at && event.event.data.display === decision.decision.display;

const place = (x, y) => `${Math.round(x)}, ${Math.round(y)}`;

/** A title in two parts: what, and about what. */
export function titleOf({ decision, event, step, note }) {
  if (note) return [note, ""];
  if (step) return [step.words, ""];
  if (decision) {
    const { subject, outcome, popover, alert, app, display } = decision;
    return [`${subject}: ${outcome}`, [popover ?? alert, app && `of ${app}`, display && `on ${display}`]
      .filter(Boolean).join(" ")];
  }
  const { topic, data } = event;
  if (topic === "tap") {
    return [`tap: ${data.verdict}`, [`at ${place(data.x, data.y)}`, data.popover].filter(Boolean).join(", ")];
  }
  if (topic.startsWith("app.")) return [topic, "published"];
  const { popover, panel, alert, client, behavior, app, reason, display, plugin, key } = data ?? {};
  const subject = popover ?? panel ?? alert ?? plugin ?? (topic.startsWith("client.") ? client : undefined);
  return [topic, [subject, behavior, app && `of ${app}`, topic.startsWith("draft.") && key && `“${key}”`,
    reason && `(${reason})`, !app && !plugin && display].filter(Boolean).join(" ")];
}

/** The point of a tap on this display, from its event or from the reason of its decision. */
export function tapOf(entry, entries) {
  if (entry?.event?.topic === "tap") return entry.event.data;
  if (entry?.decision?.subject !== "tap") return undefined;
  return entries.find(({ event, at }) =>
    event?.topic === "tap" && at === entry.at && event.data.display === entry.decision.display)?.event.data;
}

const pad = (number, digits = 2) => String(number).padStart(digits, "0");

/** `1:02.345`, from microseconds. */
export function duration(microseconds) {
  const total = Math.max(0, Math.round(microseconds / 1000));
  const [ms, s, m, h] = [total % 1000, Math.floor(total / 1000) % 60, Math.floor(total / 60000) % 60,
    Math.floor(total / 3600000)];
  return `${h ? `${h}:${pad(m)}` : m}:${pad(s)}.${pad(ms, 3)}`;
}

/** The time of day of a moment, from the two clocks that the server has compared; if wanted, with the time zone. */
export const clockTime = (at, { monotonic, wall }, timeZoneName) => new Date((at - monotonic + wall) / 1000)
  .toLocaleTimeString(undefined, { hourCycle: "h23", hour: "2-digit", minute: "2-digit", second: "2-digit",
    fractionalSecondDigits: 3, timeZoneName });

/** A number with a unit that fits it. */
export function figure(value, unit) {
  if (value === undefined || value === null) return "–";
  if (unit.startsWith("bytes")) {
    const steps = [[1e9, "GB"], [1e6, "MB"], [1e3, "kB"], [0, "B"]];
    const [size, name] = steps.find(([size]) => value >= size);
    return `${short(value / (size || 1))} ${name}${unit.endsWith("second") ? "/s" : ""}`;
  }
  if (unit.startsWith("seconds")) {
    return value < 0.001 ? `${Math.round(value * 1e6)} µs` : value < 1 ? `${short(value * 1000)} ms`
      : `${short(value)} s`;
  }
  return unit === "%" ? `${short(value)} %` : `${short(value)}/s`;
}

const short = (value) => value >= 100 || Number.isInteger(value) ? `${Math.round(value)}` : value.toFixed(1);
