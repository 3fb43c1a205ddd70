# SPDX-License-Identifier: MIT
"""Programs that know no popoverd keep its rules on popover-stage, side by side."""

import sys

from support.gtk_library import PYTHON, QUIET
from support.wayland_screen import PROGRAMS, until

from stage_case import HEIGHT, WIDTH, OnStage, color

HALF = WIDTH // 2
# The grounds and the menus of both programs.
LEFT, RIGHT = ("a0b0c0", "1e64c8"), ("c0b0a0", "64c81e")
APP = """
[[app]]
name = "{name}"
command = ["env", {variables}, "GDK_BACKEND=wayland", "{python}", "{program}", "{version}", "{name}", "{ground}", "{menu}"]
region = {{ x = {x}, y = 0, width = {width}, height = {height} }}
"""


def app(name, version, colors, x):
    variables = ", ".join(f'"{key}={value}"' for key, value in QUIET.items() if key != "PATH")
    return APP.format(
        name=name, version=version, ground=colors[0], menu=colors[1], x=x, width=HALF, height=HEIGHT,
        python=PYTHON, program=PROGRAMS / "gtk_menu.py", variables=variables)


class Guests(OnStage):
    settings = "opensForOthers = true"
    more = app("left", 3, LEFT, 0) + app("right", 4, RIGHT, HALF)

    def setUp(self):
        super().setUp()
        self.shop.write("hide shop")
        self.until_color(LEFT[0], HALF // 2, HEIGHT - 20)
        self.until_color(RIGHT[0], HALF + HALF // 2, HEIGHT - 20)

    def press_left(self):
        self.tap(80, 30)

    def press_right(self):
        self.tap(HALF + 80, 30)

    def popovers(self):
        return [(one["app"], one["state"]) for one in self.observer.call("status")["popovers"]]

    def until_open(self, name, colors):
        until(lambda: self.popovers() == [(name, "visible")], f"the popover of {name}")
        until(lambda: self.is_seen(colors[1]), f"the menu of {name}")

    def is_seen(self, shade):
        picture = self.picture()
        return any(picture.color(x, y) == color(shade)
                   for x in range(0, WIDTH, 10) for y in range(0, HEIGHT, 10))

    def test_one_tap_closes_a_menu_and_opens_that_of_another_program(self):
        self.press_left()
        self.until_open("left", LEFT)
        self.press_right()
        self.until_open("right", RIGHT)
        self.assert_nowhere(LEFT[1])
        self.press_left()
        self.until_open("left", LEFT)
        self.assert_nowhere(RIGHT[1])
