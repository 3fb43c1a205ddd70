// SPDX-License-Identifier: MIT
// A page that is compiled against popover.d.ts, and never run. What is wrong has to be found.
import type { End, Failure, Page, Popover } from "../../../../Clients/Web/popover";

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
  await popover.update({ size: { width: 400, height: 240 } });
  if (!await popover.choose({ item: 3 })) await popover.close("cancel");
  return popover.closed;
}

show().then(({ reason, draft }) => console.log(reason, draft), (error: Failure) => {
  console.log(error.code, error.reason, error.data, error.message);
});
page.addEventListener("lost", () => page.close());

// @ts-expect-error: a token is needed
Popoverd.connect({ app: "shop" });
// @ts-expect-error: there is no such side
page.open({ behavior: "menu", element: form, size: { width: 320, height: 8 }, sides: ["above"] });
// @ts-expect-error: without an element there is nothing to be shown
page.open({ behavior: "menu", size: { width: 320, height: 240 } });
// @ts-expect-error: there is no such outcome
show().then(() => page.open({} as any)).then((popover) => popover.close("maybe"));
