// SPDX-License-Identifier: MIT
// Begins the session, reads the timeline, follows the daemon, and keeps the address at the moment.

import { element, make } from "./dom.js";
import { Moments } from "./moments.js";
import { Panels } from "./tables.js";
import { askText, control, listen, signIn } from "./server.js";
import { Stage } from "./stage.js";
import { State } from "./state.js";
import { Timeline } from "./timeline.js";

const state = new State();

function complain(error) {
  element("message").replaceChildren(make("p", {}, error.message ?? String(error)));
  console.error(error);
}

/** Does what a button promises, and says why it could not. */
const attempt = (work) => async () => {
  element("message").replaceChildren();
  try {
    await work();
  } catch (error) {
    complain(error);
  }
};

// The address names the moment: a link to it opens here.

function momentOfAddress() {
  const number = Number(new URLSearchParams(location.hash.slice(1)).get("n"));
  return state.entries.findIndex(({ n }) => n === number);
}

function writeAddress() {
  const hash = state.isLive || !state.entry ? "" : `#n=${state.entry.n}`;
  if (location.hash !== hash) history.replaceState(null, "", hash || location.pathname);
}

function followAddress() {
  const index = momentOfAddress();
  if (index >= 0 && index !== state.index) state.show(index);
}

// The header.

function showHeader() {
  const { about } = state;
  element("subject").replaceChildren(make("b", {}, about.title), ` ${about.server}`,
    about.reason ? ` · ${about.reason}` : "");
  document.title = `${about.title} – popoverd inspector`;
  const buttons = [
    make("button", { id: "link", click: attempt(copyLink) }, "Copy link"),
    make("button", { id: "save", click: attempt(saveScenario) }, "Save as scenario"),
  ];
  if (about.control) {
    buttons.push(make("button", { class: "danger", click: attempt(endSession) }, "End session"),
      make("button", { click: attempt(() => control("session.lock", {})) }, "Lock"),
      make("button", { click: attempt(() => control("session.unlock", {})) }, "Unlock"));
  }
  element("actions").replaceChildren(...buttons);
  if (about.problem) complain(new Error(about.problem));
  showPace();
}

function showPace() {
  const { about, failure, isLive } = state;
  let pace;
  if (about.mode === "recording") pace = make("span", { class: "pill" }, "Recording");
  else if (failure) pace = make("span", { class: "pill bad" }, "Disconnected");
  else if (isLive) pace = make("span", { class: "pill live" }, "Live");
  else pace = make("button", { class: "pill past", click: () => state.goLive() }, "Back to live");
  const old = element("pace").firstElementChild;
  if (old?.textContent === pace.textContent && old.className === pace.className) return;
  const hadFocus = old !== null && old === document.activeElement;
  element("pace").replaceChildren(pace);
  if (hadFocus) element("list").focus();
}

async function copyLink() {
  const entry = state.entry;
  if (!entry) return;
  if (state.isLive) state.show(state.index);
  await navigator.clipboard.writeText(`${location.origin}/#n=${entry.n}`);
  element("link").textContent = "Copied";
  setTimeout(() => { element("link").textContent = "Copy link"; }, 2000);
}

async function saveScenario() {
  const text = await askText(`scenario?n=${state.entry?.n ?? 0}`);
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  make("a", { href: address, download: "seen.scenario" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

async function endSession() {
  if (confirm("End the session? Every draft of it is erased.")) await control("session.end", {});
}

// The daemon.

async function follow() {
  try {
    await listen((line) => {
      if (line.entries) state.append(line.entries);
      if (line.scene) {
        state.latestScene = line.scene;
        if (state.isLive) state.changed("moment");
      }
      if (line.metrics) {
        state.about.metrics.push(line.metrics);
        if (state.about.metrics.length > 300) state.about.metrics.shift();
        state.changed("metrics");
      }
      if (line.failure !== undefined) {
        state.failure = line.failure;
        state.changed("pace");
      }
    });
    throw new Error("popoverctl inspect has ended; start it again");
  } catch (error) {
    state.failure = error.message;
    state.changed("pace");
    complain(error);
  }
}

async function begin() {
  await signIn();
  await state.load();
  document.querySelector("main").hidden = false;
  state.addEventListener("moment", () => { writeAddress(); showPace(); });
  state.addEventListener("pace", showPace);
  showHeader();
  new Moments(state);
  new Timeline(state);
  new Stage(state, attempt);
  new Panels(state);
  const linked = momentOfAddress();
  const isLive = state.about.mode === "live" && linked < 0;
  state.show(linked >= 0 ? linked : isLive ? state.entries.length - 1 : 0, { live: isLive });
  state.changed("entries");
  addEventListener("hashchange", followAddress);
  document.body.dataset.ready = "";
  if (state.about.mode === "live") await follow();
}

begin().catch(complain);
