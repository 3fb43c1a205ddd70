# SPDX-License-Identifier: MIT
"""Presses and keys on popover-stage reach whom the rules name, and nobody else."""

import os
import subprocess
import unittest

from support.daemon import PATIENCE
from support.daemon_case import rect
from support.wayland_screen import until
from support.x11_screen import needed

from stage_case import ANCHOR, ELSEWHERE, HEIGHT, MENU, OTHER, SHOP, WIDTH, WORK, OnStage, center
from toolkits import ToolkitWindow


class Presses(OnStage):
    def test_a_press_beside_a_popover_reaches_nobody_and_closes_it(self):
        frame, _ = self.open(self.shop)
        self.tap(*center(frame))
        self.assertTrue(self.shop.told("press").startswith("press p"))
        self.tap(*ELSEWHERE)
        self.shop.message(lambda line: line.get("method") == "popover.closed")
        self.assertEqual([line for line in self.shop.pong() if line.startswith("press")], [])
        self.tap(*ELSEWHERE)
        self.assertEqual(self.shop.told("press"), "press shop 40 650")

    def test_of_500_presses_under_load_none_is_lost_and_none_goes_astray(self):
        frame, popover = self.open(self.shop, modal=True, title="Address")
        self.stage.load()
        inside = center(frame)
        presses = []

        def read():
            # Its owner answers the daemon meanwhile, or it would lose its popover.
            presses.extend(line for line in self.shop.pong() if line.startswith("press"))
            return len(presses)
        for number in range(500):
            self.finger.tap(*(inside if number % 2 else ELSEWHERE))
            if number % 50 == 0:
                read()
        until(lambda: read() >= 250, "the presses in the popover")
        self.assertEqual(presses, 250 * [f"press {popover} 160 100"])

    def test_a_control_beside_a_popover_is_activated(self):
        cafe = self.actor("cafe")
        cafe.call("source.set", source="table", rect=rect(20, 630, 40, 40))
        self.open(self.shop)
        self.tap(*ELSEWHERE)
        told = cafe.message(lambda line: line.get("method") == "source.activated")
        self.assertEqual(told["params"]["source"], "table")
        self.assertEqual([line for line in self.shop.pong() if line.startswith("press")], [])

    def test_a_menu_above_a_popover_is_a_part_of_it(self):
        frame, popover = self.open(self.shop)
        self.shop.write(f"menu menu {popover} 20 150 200 200 {MENU}")
        self.shop.told("shown menu")
        inside = frame["x"] + 100, frame["y"] + 300
        self.until_color(MENU, *inside)
        self.tap(*inside)
        self.assertEqual(self.shop.told("press"), "press menu 80 150")
        # The press outside closes the menu, and only the next one the popover.
        self.tap(*ELSEWHERE)
        self.shop.told("dismissed menu")
        self.until_covers(WORK, frame)
        self.tap(*ELSEWHERE)
        self.shop.message(lambda line: line.get("method") == "popover.closed")

    def test_a_menu_of_a_layer_surface_stays_on_the_screen(self):
        self.shop.write(f"place bar bar {OTHER} 0 0 {WIDTH} 40")
        self.shop.told("shown bar")
        self.shop.write(f"menu menu bar 400 20 200 200 {MENU}")
        self.shop.told("shown menu")
        self.until_color(MENU, 420, 120)
        # It goes with its surface.
        self.shop.write("hide bar")
        self.shop.told("dismissed menu")
        self.until_color(SHOP, 420, 120)

    def test_a_menu_without_a_parent_ends_only_its_client(self):
        cafe = self.actor("cafe")
        cafe.write(f"menu menu - 400 20 200 200 {MENU}")
        self.assertEqual(cafe.process.wait(PATIENCE), 1)
        self.assertIsNone(self.stage.process.poll(), self.stage.told())
        frame, _ = self.open(self.shop)
        self.until_covers(WORK, frame)

    def test_keys_go_to_the_popover_and_to_nobody_beneath(self):
        cafe = self.actor("cafe")
        self.type("a")
        self.assertTrue(self.shop.told("key").startswith("key shop"))
        frame, popover = cafe.popover(OTHER, ANCHOR)
        self.until_covers(OTHER, frame)
        for _ in range(20):
            self.type("a")
            self.assertTrue(cafe.told("key").startswith(f"key {popover}"))
        self.assertEqual([line for line in self.shop.pong() if line.startswith("key")], [])
        self.type("Escape")
        closed = cafe.message(lambda line: line.get("method") == "popover.closed")
        self.assertEqual(closed["params"]["reason"], "key")
        self.type("a")
        self.assertTrue(self.shop.told("key").startswith("key shop"))

    def type(self, key):
        words = ["-k", key] if key == "Escape" else [key]
        subprocess.run(
            [needed("wtype"), *words], check=True, timeout=PATIENCE,
            env={**os.environ, **self.stage.environment})


class Browser(OnStage):
    def test_chromium_gets_the_presses_that_are_its(self):
        button = rect(400, 40, 120, 44)
        self.page = ToolkitWindow(
            "chromium", {**self.stage.environment, "DISPLAY": ""}, WIDTH, HEIGHT, [button])
        self.addCleanup(self.page.close)
        self.tap(*center(button))
        self.heard = []
        until(lambda: "click 0" in self.hear(), "the press on the button")
        frame, _ = self.shop.popover(WORK, ANCHOR)
        self.until_covers(WORK, frame)
        self.tap(*ELSEWHERE)
        self.shop.message(lambda line: line.get("method") == "popover.closed")
        self.tap(*center(button))
        until(lambda: self.hear().count("click 0") == 2, "the press on the button again")
        self.assertFalse([line for line in self.heard if line.endswith(f" {ELSEWHERE[0]} {ELSEWHERE[1]}")])

    def hear(self):
        """What the page has told so far."""
        self.page.tell("")
        while (line := self.page.line()) != "pong":
            self.heard.append(line)
        return self.heard


if __name__ == "__main__":
    unittest.main()
