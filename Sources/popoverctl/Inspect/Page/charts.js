// SPDX-License-Identifier: MIT
// The metrics of the last minutes, each as a small chart.

import { draw, make } from "./dom.js";
import { figure } from "./words.js";

const [WIDTH, HEIGHT] = [160, 36];
/** The most and the least seconds from left to right. */
const [MOST, LEAST] = [120, 30];

function line(values, most) {
  const span = Math.max(LEAST, values.length);
  const step = WIDTH / (span - 1);
  const first = span - values.length;
  const parts = [];
  let isOpen = false;
  values.forEach((value, index) => {
    if (value === undefined) {
      isOpen = false;
      return;
    }
    const y = HEIGHT - 2 - (HEIGHT - 4) * (most ? value / most : 0);
    parts.push(`${isOpen ? "L" : "M"}${((first + index) * step).toFixed(1)} ${y.toFixed(1)}`);
    isOpen = true;
  });
  return parts.join("");
}

function chart(name, unit, values) {
  const known = values.filter((value) => value !== undefined);
  const most = Math.max(0, ...known);
  const now = figure(values.at(-1), unit);
  const words = `${name}: now ${now}, at most ${figure(most, unit)}`;
  return make("figure", { class: "chart" },
    make("figcaption", {}, make("b", {}, name), make("span", {}, now)),
    draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words,
      preserveAspectRatio: "none" }, draw("path", { d: line(values, most), class: "trace" })),
    make("small", {}, `${unit.includes("99") ? "99 %, " : ""}at most ${figure(most, unit)}`));
}

export function charts({ about: { metrics } }) {
  const recent = metrics.slice(-MOST);
  const latest = recent.at(-1) ?? [];
  if (!latest.length) return [make("p", { class: "faint" }, "No sample yet.")];
  return [make("div", { class: "charts" }, latest.map(({ name, unit }, index) =>
    chart(name, unit, recent.map((sample) => sample[index]?.value))))];
}
