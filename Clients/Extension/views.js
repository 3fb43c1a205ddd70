// SPDX-License-Identifier: MIT
// The page's modal dialogs are one modal view of the daemon: no popover of another program opens meanwhile.

// The open dialogs, in their order.
const modals = new Set();
// The request for the view, and its answer.
let presented;

// Controls in the dialog, also those of the browser's own lists, may open popovers.
async function request({ place }) {
  await daemon.settled;
  reportPage();
  const { x, y } = origin();
  const frame = { ...place, ...sizeOf(place), x: place.x + x, y: place.y + y };
  return daemon.request("view.present", { kind: "modal", closePopover: true, frame });
}

function present(popup) {
  modals.add(popup);
  presented ??= request(popup).catch((error) => {
    presented = undefined;
    throw error;
  });
  reveal(popup, () => presented, () => {});
}

function withdraw(popup) {
  modals.delete(popup);
  if (modals.size || !presented) return;
  presented.then(({ view }) => daemon.tell("view.close", { view }), () => {});
  presented = undefined;
}

daemon.on("lost", () => { presented = undefined; });
daemon.on("view.closed", () => {
  presented = undefined;
  for (const popup of [...modals].reverse()) popup.close();
});
