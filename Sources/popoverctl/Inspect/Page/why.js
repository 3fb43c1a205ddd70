// SPDX-License-Identifier: MIT
// Why something happened: the decision, the verdicts of plugins, the guidelines, and the story of a thing.

import { code, make, tag } from "./dom.js";
import { clockTime, titleOf, toneOf } from "./words.js";

const ROW = /\b[GKAF]\d+\b/g;

/** The decisions that explain events. */
const subjects = { tap: "tap", "popover.refused": "open", "popover.opened": "open", "popover.closing": "close",
  "popover.closed": "close", "popover.detached": "detach" };

/** The decision that explains an entry: its own, or the nearest one about the same thing. */
export function decisionOf(entry, entries) {
  if (!entry) return undefined;
  if (entry.decision) return entry;
  const { popover, alert } = entry.event?.data ?? {};
  const { topic } = entry.event ?? {};
  const subject = subjects[topic];
  const isAlone = topic === "tap" || topic === "popover.refused";
  const isMeant = ({ at, decision }) => decision && at <= entry.at
    && (!subject || decision.subject === subject)
    && (isAlone ? at === entry.at
      : (popover && decision.popover === popover) || (alert && decision.alert === alert));
  return entries.findLast(isMeant);
}

function guidelines(texts, rows) {
  const known = [...new Set(rows)].filter((row) => rows && texts[row]);
  return known.map((row) => make("blockquote", { class: "guideline" }, make("b", {}, row), texts[row]));
}

function sentence(words) {
  return make("p", { class: "because" }, `${words.charAt(0).toUpperCase()}${words.slice(1)}.`);
}

function verdicts({ decision, verdicts: words = [] }) {
  return decision.testimonies.map((testimony, index) => make("li", {},
    make("p", {}, `${words[index].charAt(0).toUpperCase()}${words[index].slice(1)}.`,
      testimony.failure ? tag(testimony.failure, "bad") : ""),
    make("details", {}, make("summary", {}, "The question"),
      make("pre", {}, JSON.stringify(testimony.facts, null, 2)))));
}

/** A place or size in numbers, anything else as JSON. */
function inWords(value) {
  if (typeof value !== "object") return String(value);
  const { x, y, width, height } = value;
  const parts = [x !== undefined && `${x}, ${y}`, width !== undefined && `${width} × ${height}`].filter(Boolean);
  return parts.length ? parts.join(" · ") : code(JSON.stringify(value));
}

function facts(data) {
  const shown = Object.entries(data ?? {}).filter(([, value]) => value !== null && value !== "");
  return make("dl", {}, shown.flatMap(([name, value]) => [make("dt", {}, name),
    make("dd", {}, inWords(value))]));
}

/** Everything that happened to a thing, each a link to its moment. */
function story(state, id) {
  const all = state.story(id).filter(({ isTold }) => !isTold);
  return make("section", {}, make("h3", {}, `The story of ${id}`),
    make("ol", { class: "story" }, all.map((entry) => make("li", { class: toneOf(entry) },
      make("a", { href: `#n=${entry.n}`, "aria-current": entry === state.entry ? "step" : null },
        make("time", {}, clockTime(entry.at, state.about)), ` ${titleOf(entry)[0]}`)))));
}

export function why(state) {
  const { entry, entries, about } = state;
  if (!entry) return [make("p", { class: "faint" }, "Nothing has happened yet.")];
  const [what, subject] = titleOf(entry);
  const parts = [make("h2", { class: toneOf(entry) }, what), make("p", { class: "about" },
    [subject, entry.event && `event ${entry.event.sequence}`, clockTime(entry.at, about, "short")]
      .filter(Boolean).join(" · "))];
  const explained = decisionOf(entry, entries);
  const data = entry.event?.data ?? {};
  let rows = [];
  if (explained) {
    const { decision } = explained;
    // The decision of a tap is shown with its event, and has no row of its own.
    if (explained !== entry && !explained.isTold) {
      parts.push(make("p", { class: "about" },
        make("a", { href: `#n=${explained.n}` }, `${decision.subject}: ${decision.outcome}`)));
    }
    parts.push(sentence(decision.because));
    rows = decision.because.match(ROW) ?? [];
    if (decision.testimonies.length) {
      parts.push(make("h3", {}, "What plugins said"), make("ul", { class: "verdicts" }, verdicts(explained)));
    }
  }
  if (data.rule) {
    parts.push(sentence(data.message ?? ""));
    rows = [...rows, data.rule];
  }
  parts.push(...guidelines(about.guidelines, rows));
  if (entry.step) {
    if (entry.step.difference) parts.push(make("pre", { class: "bad" }, entry.step.difference));
    parts.push(make("h3", {}, "What the rules ordered"),
      make("ul", { class: "effects" }, entry.step.effects.map((it) => make("li", {}, code(it)))));
  }
  if (entry.event) parts.push(make("h3", {}, "The event"), facts(data));
  const id = entry.decision?.popover ?? entry.decision?.alert ?? data.popover ?? data.alert;
  if (id) parts.push(story(state, id));
  return parts;
}
