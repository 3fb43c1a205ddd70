// SPDX-License-Identifier: MIT
// Nobody goes back to the blank page.
addEventListener("pageshow", ({ persisted }) => {
  const [{ type }] = performance.getEntriesByType("navigation");
  if (persisted || type === "back_forward") history.forward();
});
