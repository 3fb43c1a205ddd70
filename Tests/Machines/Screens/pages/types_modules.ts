// SPDX-License-Identifier: MIT
// A page and a program in Node that are compiled against the declarations, and never run. What is wrong has
// to be found.
import { connect, takeToken, type End, type Page, type Popover } from "../../../../Clients/Web/popoverd.js";
import { connect as connectNode, socketPath, type Client } from "../../../../Clients/Web/node.js";

const page: Page = connect({ token: takeToken(), app: "shop", taps: true, motion: false });
const form = document.querySelector("form")!;
const size = { width: 320, height: 240 };
const { signal } = new AbortController();
const rect = { x: 600, y: 80, width: 80, height: 40 };

form.addEventListener("popoverrefused", ({ detail }) => console.log(detail.reason === "policy"));
document.querySelector("popoverd-popover")?.setAttribute("size", "320x240");
page.open({ behavior: "menu", element: form, size, anchor: form }).then(async (popover: Popover) => {
  popover.addEventListener("moved", () => console.log(popover.frame.x));
  await popover.choose(7, "First class");
  await page.popover(form)?.close("cancel");
});
page.addEventListener("settings", ({ detail }) => console.log(detail.textScale > 1, detail.language ?? "en"));
page.addEventListener("focus.move", ({ detail }) => console.log(detail.step === "help"));
page.personalize({ textScale: Math.min(4, page.settings.textScale + 0.25), contrast: undefined });

const client: Client = connectNode({ app: "printer", path: socketPath(), timeoutMs: 500, focus: true });
async function program(): Promise<End> {
  const { started } = await client.ready;
  await client.setSource({ source: "basket", rect, edge: "start" });
  const popover = await client.open({
    behavior: "task", size, source: "basket", key: "letter", signal,
    willClose: async ({ reason }) => reason === "connection-lost" ? { draft: started } : { saved: true },
  });
  await popover.update({ size });
  for await (const event of await client.subscribe(["popover.closed", "app.printer.*"])) {
    if (event.topic === "popover.closed") console.log(event.data.reason === "outside-tap");
    else if (event.topic !== "bus.gap") console.log(event.topic, event.data.pages);
  }
  await client.request("status", {}, { signal });
  return popover.closed;
}
program();

// @ts-expect-error: there is no such option of connect
connect({ token: "0123456789abcdef", app: "shop", tap: true });
// @ts-expect-error: a token is needed
connect({ app: "shop" });
// @ts-expect-error: there is no such option of connect
connectNode({ app: "printer", timeout: 500 });
// @ts-expect-error: a program has no element
client.open({ behavior: "menu", size, element: form });
// @ts-expect-error: there is no such option of open
client.open({ behavior: "menu", size, willclose: () => ({}) });
// @ts-expect-error: work has another name
client.open({ behavior: "menu", size, willClose: () => ({ drafts: 1 }) });
// @ts-expect-error: a rectangle has a height
client.setSource({ source: "basket", rect: { x: 0, y: 0, width: 8 } });
// @ts-expect-error: there is no such method of the client
client.setSauce({ source: "basket", rect });
// @ts-expect-error: there is no such method of the protocol
client.request("popover.opens", { behavior: "menu", size });
// @ts-expect-error: there is no such param
client.request("popover.open", { behavior: "menu", size, gaps: 8 });
// @ts-expect-error: there is no such option of a request
client.request("status", {}, { timeout: 500 });
// @ts-expect-error: there is no such topic
client.subscribe("popover.close");
// @ts-expect-error: no topic begins like this
page.subscribe("popovers.*");
// @ts-expect-error: one of them is misspelled
page.subscribe(["popover.closed", "tapp"]);
// @ts-expect-error: there is no such option of subscribe
page.subscribe("tap", { keep: 8 });
// @ts-expect-error: topics of clients begin with app
client.request("bus.publish", { topic: "shop.sold", data: 1 });
// @ts-expect-error: there is no such event of the page
page.addEventListener("redy", () => page.close());
// @ts-expect-error: there is no such event of a popover
page.popover(form)?.addEventListener("nudged", () => page.close());
// @ts-expect-error: there is no such event of the element
form.addEventListener("popoverrefuse", ({ detail }) => console.log(detail));
page.subscribe("popover.*").then(async (events) => {
  // @ts-expect-error: there is no such topic among those that are subscribed
  for await (const { topic } of events) console.log(topic === "tap");
});
// @ts-expect-error: there is no such setting
page.personalize({ textSize: 2 });
// @ts-expect-error: only pages follow settings by themselves
client.addEventListener("settings", () => {});
// @ts-expect-error: there is no such behavior of an alert
page.alert({ title: "The paper is out", button: ["Refilled"] });
