// SPDX-License-Identifier: MIT
// A page that is compiled against popover.d.ts, and never run. What is wrong has to be found.
import type { BusEvent, End, Failure, Page, Popover } from "../../../../Clients/Web/popover";

const page: Page = Popoverd.connect({ token: "0123456789abcdef", app: "shop", roles: ["app"] });
const button = document.querySelector("button")!;
const form = document.querySelector("form")!;

async function show(): Promise<End> {
  const welcome = await page.ready;
  console.log(welcome.client);
  const popover: Popover = await page.open({
    behavior: "task", element: form, source: button, size: { width: 320, height: 240 },
    key: "order-7", sides: ["bottom", "top"], avoid: [{ x: 0, y: 0, width: 8, height: 8 }, button],
    passthrough: [button], modal: true, title: "Order", buttons: ["Cancel", "Done"], waitMs: 0,
    willClose: async ({ disposition }) => disposition === "save" ? { draft: { text: "…" } } : {},
    restore: (content) => { form.title = content.text; },
  });
  popover.addEventListener("nudge", () => form.focus());
  console.log(popover.frame.x, popover.arrow?.y, popover.side, popover.draft?.content);
  if (popover.animate) console.log(popover.durationMs, popover.easing === "ease-out", popover.from?.x);
  console.log(popover.scrim ?? 0, popover.appearance.reducedMotion);
  await popover.update({ size: { width: 400, height: 240 } });
  if (!await popover.choose({ item: 3 })) await popover.close("cancel");
  return popover.closed;
}

show().then(({ reason, draft }) => console.log(reason, draft), (error: Failure) => {
  console.log(error.code, error.reason, error.data, error.message);
});
page.addEventListener("lost", () => page.close());
page.addEventListener("popover.closed", ({ detail }) => console.log(detail.reason, detail.draft));
page.addEventListener("bye", ({ detail: { reason } }) => reason === "slow");

async function ask(): Promise<string[]> {
  const { revision } = await page.request("draft.save", { key: "order-7", content: { item: 3 } });
  const { drafts } = await page.request("draft.list");
  await page.request("popover.dismiss", { display: "main" });
  const { verdict } = await page.request("tap", { x: 1, y: revision });
  return [verdict === "idle" ? "nothing" : verdict, ...drafts.map((draft) => draft.key)];
}

async function follow(events: AsyncIterable<BusEvent>) {
  for await (const event of events) {
    if (event.topic === "popover.refused") console.log(event.data.reason === "toggled");
    else if (event.topic === "app.shop.sold") console.log(event.data.order);
    else if (event.topic === "bus.gap") console.log(event.data.from, event.data.to);
  }
}

Popoverd.connect({
  token: "0123456789abcdef", app: "hall", roles: ["shell"],
  answer: (method, params) => {
    if (method === "alert.present") {
      console.log(params.severity === "critical", params.frame.x);
      document.body.animate([{ opacity: 0 }, {}], { duration: params.durationMs, easing: params.easing });
    }
    return {};
  },
});
ask().then(() => page.subscribe("*")).then(follow);

// @ts-expect-error: a token is needed
Popoverd.connect({ app: "shop" });
// @ts-expect-error: there is no such side
page.open({ behavior: "menu", element: form, size: { width: 320, height: 8 }, sides: ["above"] });
// @ts-expect-error: without an element there is nothing to be shown
page.open({ behavior: "menu", size: { width: 320, height: 240 } });
// @ts-expect-error: there is no such outcome
show().then(() => page.open({} as any)).then((popover) => popover.close("maybe"));
// @ts-expect-error: there is no such option
page.open({ behavior: "menu", element: form, size: { width: 320, height: 240 }, moddal: true });
// @ts-expect-error: there is no such method
page.request("draft.sav", { key: "order-7", content: 1 });
// @ts-expect-error: there is no such param
page.request("draft.save", { key: "order-7", content: 1, sink: true });
// @ts-expect-error: a key is needed
page.request("draft.load", {});
// @ts-expect-error: params are needed
page.request("draft.load");
// @ts-expect-error: it is either of the two
page.request("popover.dismiss", { popover: "p1", display: "main" });
// @ts-expect-error: there is no such notification
page.addEventListener("popover.close", () => page.close());
// @ts-expect-error: there is no such role
Popoverd.connect({ token: "0123456789abcdef", app: "shop", roles: ["sell"] });
// @ts-expect-error: there is no such reason
show().then(({ reason }) => reason === "outside-taps");
// @ts-expect-error: there is no such easing
page.open({} as any).then(({ easing }) => easing === "bounce");
// @ts-expect-error: there is no such topic
page.subscribe("*").then((events) => events.next()).then(({ value }) => (value as BusEvent).topic === "tapp");
// @ts-expect-error: severities are not numbers
page.alert({ title: "The paper is out", severity: 2, buttons: ["Refilled"] });
