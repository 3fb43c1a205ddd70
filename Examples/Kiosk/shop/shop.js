// SPDX-License-Identifier: MIT
// A shop for tickets. Its address says where popoverd's gateway is and, unless the browser knows,
// where the window is on the display: ?port=7411&frame=0,64,880x736#token=…
"use strict";

const address = new URLSearchParams(location.search);

const [x, y] = (address.get("frame") ?? "").split(/[,x]/).map(Number);
const page = Popoverd.connect({
  url: `ws://127.0.0.1:${address.get("port") ?? 7411}`, token: Popoverd.takeToken(), app: "shop",
  origin: address.has("frame") ? () => ({ x, y }) : undefined,
});

const [passenger, language, basket, tickets, total, count] = [
  "passenger", "language", "basket", "tickets", "total", "count",
].map((id) => document.getElementById(id));
const [traveler, details, languages, classes, emptying] = [
  "traveler", "details", "languages", "classes", "emptying",
].map((id) => document.getElementById(id));
const ROW = 52;
let words = WORDS.en;
let bought = [];
let traveller = {};

// One line for each thing that people did; never what they wrote.
const say = (deed) => console.log(`shop: ${deed}`);

// Opens what a button reveals. It stays within the page: it would be cut off at the window's edge.
async function show(source, behavior, element, height, more) {
  say(`tapped ${source.dataset.popoverSource}`);
  try {
    const popover = await page.open({
      behavior, source, element, size: { width: 320, height }, within: "surface", ...more });
    say(`opened ${behavior}`);
    if (popover.draft) say(`restored ${popover.draft.content.length} fields`);
    const { reason } = await popover.closed;
    say(`closed ${reason}`);
  } catch (error) {
    say(`not opened: ${error.reason ?? error.message}`);
  }
}

// A list of which one item is chosen, which closes it.
function list(source, behavior, element, items) {
  element.replaceChildren(...items.map(({ text, style = "", choose }, index) => {
    const item = button(text, style, async () => {
      choose();
      for (const popover of page.popovers.values()) await popover.choose(index);
    });
    return item;
  }));
  return show(source, behavior, element, items.length * ROW + 16);
}

function button(text, style, tapped) {
  const made = Object.assign(document.createElement("button"), {
    type: "button", className: style, textContent: text });
  made.addEventListener("click", tapped);
  return made;
}

const money = (euros) => new Intl.NumberFormat(
  document.documentElement.lang, { style: "currency", currency: "EUR" }).format(euros);

function card({ place, minutes, euros, sky, land }) {
  const made = document.createElement("article");
  made.style.setProperty("--sky", sky);
  made.style.setProperty("--land", land);
  const hours = Math.floor(minutes / 60);
  made.innerHTML = `<svg viewBox="0 0 240 60" preserveAspectRatio="none" aria-hidden="true">
    <path d="M0 44 Q40 14 84 36 T166 30 T240 40 V60 H0Z" opacity=".45"/>
    <path d="M0 54 Q56 34 120 48 T240 46 V60 H0Z"/></svg>
    <h2>${place}</h2><p>${hours ? `${hours} h ` : ""}${minutes % 60} min</p>
    <strong><small>${words.trip}</small> ${money(euros)}</strong>`;
  const buy = button(words.buy, "", () => list(buy, "menu", classes, [
    ["second", 1], ["first", 1.6]].map(([name, factor]) => ({
    text: `${words[name]}  ·  ${money(euros * factor)}`,
    choose: () => put([...bought, euros * factor]),
  }))));
  buy.dataset.popoverSource = `Buy ${place}`;
  // Those who do not see the place beside it hear it.
  buy.ariaLabel = `${words.buy}, ${place}`;
  made.append(buy);
  return made;
}

// What has been bought, in euros each.
function put(prices) {
  bought = prices;
  const share = 1 - (traveller.card ?? 0) / 100;
  total.textContent = money(bought.reduce((sum, price) => sum + price * share, 0));
  count.textContent = words.count(bought.length);
  basket.disabled = bought.length === 0;
}

function travels(who) {
  traveller = who;
  for (const field of details.querySelectorAll("[name]")) {
    field.value = who[field.name] ?? (field.options ? "0" : "");
  }
  passenger.textContent = who.name || words.passenger;
  put(bought);
}

function speak(name) {
  words = WORDS[name];
  document.documentElement.lang = name;
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = words[element.dataset.word];
  }
  language.textContent = words.language;
  tickets.replaceChildren(...TICKETS.map(card));
  travels(traveller);
}

passenger.onclick = () => show(passenger, "task", traveler, 368, {
  key: "passenger", title: words.passenger, buttons: [words.cancel, words.done] });
const shown = () => [...page.popovers.values()][0];
document.getElementById("cancel").onclick = () => {
  travels(traveller);
  shown().close("cancel");
};
details.onsubmit = (event) => {
  event.preventDefault();
  travels(Object.fromEntries(new FormData(details)));
  shown().close("done");
};
language.onclick = () => list(language, "menu", languages, Object.entries(WORDS).map(
  ([name, { language: text }]) => ({ text, choose: () => speak(name) })));
basket.onclick = () => list(basket, "action-sheet", emptying, [
  { text: words.empty, style: "destructive", choose: () => put([]) },
  { text: words.keep, choose: () => {} }]);

// The next customer begins anew, where the gateway lets pages hear of it.
page.addEventListener("ready", ({ detail: { appearance } }) => {
  document.body.style.setProperty("--corner", `${appearance.cornerRadius}px`);
  page.request("bus.subscribe", { topics: ["session.ended"] }).catch(() => {});
});
page.addEventListener("event", ({ detail: { topic } }) => {
  if (topic !== "session.ended") return;
  say("began anew");
  [bought, traveller] = [[], {}];
  speak("en");
});
// People have chosen a language for all programs.
page.addEventListener("settings", ({ detail: { language = "en" } }) => {
  const [name] = language.split("-");
  if (WORDS[name]) speak(name);
});
speak("en");
