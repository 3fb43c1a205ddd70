// SPDX-License-Identifier: MIT
// The panels beside the displays: tabs with the moment's reasons, clients, limits, metrics and drafts.

import { charts } from "./charts.js";
import { element, make, table, tag } from "./dom.js";
import { drafts } from "./drafts.js";
import { why } from "./why.js";

function things({ sceneShown }) {
  if (!sceneShown) return [make("p", { class: "faint" }, "Nothing was seen at this time.")];
  const { scene } = sceneShown;
  return [
    table("Popovers", ["Popover", "Behavior", "App", "Source", "State"], scene.popovers.map((it) =>
      [it.popover, it.behavior, it.app, it.source ?? "–", it.reason ? `${it.state}: ${it.reason}` : it.state]),
    "No popover is open."),
    table("Waiting to open", ["App", "Behavior", "Display"], scene.waiting.map((it) =>
      [it.app, it.behavior, it.display]), "Nothing waits."),
    table("Alerts", ["Alert", "Severity", "App", "Title", "State"], scene.alerts.map((it) =>
      [it.alert, tag(it.severity, it.severity === "info" ? "" : "warm"), it.app, it.title, it.state]), "No alert."),
    table("Panels and views", ["Name", "App", "Display"], [...scene.panels, ...scene.views].map((it) =>
      [it.panel ?? it.view, it.app, it.display]), "None."),
    table("Sources", ["Source", "App", "Label", "Place"], scene.sources.map((it) =>
      [it.source, it.app, it.label ?? "–", `${it.rect.x}, ${it.rect.y}`]), "No client has named a source."),
  ];
}

function clients({ sceneShown }) {
  if (!sceneShown) return [make("p", { class: "faint" }, "Nothing was seen at this time.")];
  const { scene, users } = sceneShown;
  return [
    table("Clients", ["Client", "App", "Account", "Process", "Roles"], scene.clients.map((it) => [
      it.client, it.app, users[it.uid] ? `${users[it.uid]} (${it.uid})` : String(it.uid), String(it.pid),
      it.roles.join(", ")]), "Nobody is connected."),
    limits(scene.limits ?? []),
  ];
}

const grouped = (number) => number.toLocaleString("en").replaceAll(",", "\u202f");

function limits(all) {
  const used = all.filter((it) => it.used > 0 || it.hits > 0 || it.peak > 0);
  return table("Limits in use", ["Limit", "Used", "Hits", "Most by"], used.map((it) => [
    it.limit.replace(/(?=[A-Z])/g, "\u200b"),
    make("span", { class: "used" }, `${grouped(it.used ?? it.peak ?? 0)} of ${grouped(it.value)}`,
      make("meter", { min: 0, max: it.value, value: it.used ?? 0, high: it.value * 0.8,
        optimum: 0, "aria-label": `${it.limit}, used` })),
    it.hits ? tag(String(it.hits), "bad") : "0", it.holder ?? "–"]), "No limit is in use.");
}

function plugins({ sceneShown }) {
  if (!sceneShown) return [make("p", { class: "faint" }, "Nothing was seen at this time.")];
  const tones = { loaded: "good", starting: "", unloaded: "" };
  return [table("Plugins", ["Plugin", "State", "Asked", "Slowest", "Late, bad"],
    sceneShown.scene.plugins.map(({ name, state, statistics: it, message, service }) => [
      name, make("span", {}, tag(state, tones[state] ?? "bad"), message ? ` ${message}` : "",
        ...(service ? [" ", tag(service.state, service.state === "serving" ? "good" : "bad"),
          service.message ? ` ${service.message}` : ""] : [])),
      String(it.questions), `${it.slowestUs} µs`, `${it.slowAnswers}, ${it.badVerdicts}`]), "No plugin is loaded.")];
}

const tabs = [
  { name: "Why", show: why, on: ["moment", "entries"] },
  { name: "Scene", show: things, on: ["scene"] },
  { name: "Clients", show: clients, on: ["scene"] },
  { name: "Plugins", show: plugins, on: ["scene"] },
  { name: "Metrics", show: charts, on: ["metrics"], isLive: true },
  { name: "Drafts", show: drafts, on: [], isLive: true },
];

export class Panels {
  #state;
  #list = document.querySelector("[role=tablist]");
  #panel = element("panel");
  #chosen = 0;
  #tabs;
  #shown;

  constructor(state) {
    this.#state = state;
    this.#tabs = tabs.filter(({ isLive }) => !isLive || state.about.mode === "live");
    this.#list.append(...this.#tabs.map(({ name }, index) => make("button", {
      id: `tab-${name}`, role: "tab", "aria-controls": "panel", click: () => this.#choose(index) }, name)));
    this.#list.addEventListener("keydown", (event) => this.#press(event));
    for (const name of ["moment", "entries", "scene", "metrics"]) {
      state.addEventListener(name, () => {
        if (this.#tabs[this.#chosen].on.includes(name)) this.#show();
      });
    }
    state.addEventListener("explain", () => this.#choose(0));
    this.#choose(0);
  }

  #press(event) {
    const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -this.#chosen, End: this.#tabs.length - 1 - this.#chosen };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.#choose((this.#chosen + step + this.#tabs.length) % this.#tabs.length);
    this.#list.children[this.#chosen].focus();
  }

  #choose(index) {
    this.#chosen = index;
    [...this.#list.children].forEach((tab, at) => {
      tab.ariaSelected = at === index;
      tab.tabIndex = at === index ? 0 : -1;
    });
    this.#panel.setAttribute("aria-labelledby", `tab-${this.#tabs[index].name}`);
    this.#panel.scrollTop = 0;
    this.#shown = undefined;
    this.#show();
  }

  async #show() {
    const shown = this.#tabs[this.#chosen];
    const parts = await shown.show(this.#state);
    if (shown !== this.#tabs[this.#chosen]) return;
    // What has not changed keeps its focus, its selection and its open details.
    const text = parts.map((part) => part.outerHTML).join("");
    if (text === this.#shown) return;
    this.#shown = text;
    this.#panel.replaceChildren(...parts);
  }
}
