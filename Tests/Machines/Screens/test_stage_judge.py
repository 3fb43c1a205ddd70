# SPDX-License-Identifier: MIT
"""The judge on popover-stage, where every promise holds, also with a program that attacks, and with fingers.

    POPOVER_RUNS=500 scripts/test-python Tests/Machines/Screens test_stage_judge
"""

import fcntl
import os
import signal
import subprocess
import termios
import unittest

from support.daemon_case import rect
from support.wayland_painter import Mouse
from support.wayland_screen import Window, until
from support.x11_screen import needed

from glass_judge import DAEMON, HEIGHT, PROMISES, WIDTH, Judge, Screenshot, inside
from glass_rogue import Rogue
from stage_case import SHOP
from stage_devices import WithDevices
from test_stage_cursor import MOST

CURSOR = "a program's cursor is small, and over nothing of another program"
# What the stage's own covers, from the mouse on; its tip is a little in it.
OWN = range(-4, 24)


class OnPopoverStage(Judge, WithDevices):
    configuration = DAEMON
    # Nobody is an on-screen keyboard.
    rights = "screenshots = true\nvirtualInput = true\n"
    promises = (*PROMISES, CURSOR)
    steps = (*Judge.steps, "turn_under_fingers", "intrude", "intrude", "lurk", "disguise", "keep_room")

    def setUp(self):
        super().setUp()
        self.turns = 0
        self.degrees = 0
        # The mouse, in points.
        self.at = 0, 0
        self.cursors = []
        self.prepare(SHOP)
        self.mouse = Mouse(self.stage, WIDTH, HEIGHT)
        self.addCleanup(self.mouse.close)
        self.rogue = Rogue(self.stage, self.raw())
        self.addCleanup(lambda: self.rogue.painter.close())

    def foreign_window(self, layer):
        return Window(self.stage, *layer.split())

    def turn(self, degrees):
        """Changes the configuration and has the stage read it again."""
        self.turns += 1
        self.degrees = degrees
        self.stage.set_output(f'rotation = "{degrees}"')
        os.kill(self.stage.process.pid, signal.SIGHUP)
        until(lambda: self.stage.told().count("has read the outputs") == self.turns, "the outputs")
        self.finger.size = f"{self.width} {self.height}"
        self.at = min(self.at[0], self.width - 1), min(self.at[1], self.height - 1)
        self.mouse.size = self.width, self.height

    def screenshot(self):
        return subprocess.run(
            [needed("grim"), "-t", "ppm", "-o", "HEADLESS-1", "-"], check=True, capture_output=True,
            env={**os.environ, **self.stage.environment}).stdout

    # MARK: Fingers

    def tap(self, x, y):
        if self.random.random() < 0.5:
            self.at = x, y
            return super().tap(x, y)
        self.down(1, x, y)
        self.lift(1)

    def down(self, number, x, y):
        self.put((number, *self.on_panel(x + 0.5, y + 0.5)))
        self.until_felt()

    def lift(self, *numbers):
        self.order(*(f"up {number}" for number in numbers))
        self.until_felt()

    def on_panel(self, x, y):
        """Where a point of the display is on its panel, in pixels that are not turned."""
        right, down = x / self.width, y / self.height
        right, down = {
            0: (right, down), 90: (1 - down, right), 180: (1 - right, 1 - down), 270: (down, 1 - right),
        }[self.degrees]
        return right * WIDTH - 0.5, down * HEIGHT - 0.5

    def until_felt(self):
        """Waits until the stage has read all orders."""
        until(lambda: not any(fcntl.ioctl(self.orders, termios.FIONREAD, bytes(4))), "the orders to be read")
        self.mouse.settle()

    def turn_under_fingers(self):
        for number in (1, 2):
            self.down(number, self.random.randrange(self.width), self.random.randrange(self.height))
        self.rotate()
        self.lift(1, 2)

    def tap_inside(self):
        before = {one["popover"] for one in self.observer.call("status")["popovers"]
                  if one["state"] == "visible"}
        super().tap_inside()
        self.observer.fence()
        after = {one["popover"] for one in self.observer.call("status")["popovers"]}
        self.assertLessEqual(before, after, self.story)

    # MARK: The program that attacks

    def intrude(self):
        """It opens a popover, and draws on all of the screen."""
        answer = self.rogue.open(
            behavior="task", anchor=rect(self.width // 2, self.height // 3, 80, 40), waitMs=1000,
            size={"width": 320, "height": 200})
        if "popover" not in answer:
            self.story.append(f"refused {answer['message']}")
            return
        popover = answer["popover"]
        color = self.popovers[popover] = self.fresh_color()
        self.owners[popover] = self.rogue
        draw = self.random.choice([self.rogue.draw_around, self.rogue.draw_part])
        self.story.append(f"{draw.__name__} {popover}")
        draw(popover, color)
        until(lambda: popover not in self.granted() or Screenshot(self.screenshot()).places(color),
              f"{popover}, after {self.story}")

    def lurk(self):
        """It covers what is not a popover, also what the next person is to see."""
        if self.rogue.app is None:
            self.rogue.cover(self.fresh_color())

    def disguise(self):
        """It has a cursor that may be as large as the screen."""
        self.at = self.random.randrange(self.width), self.random.randrange(self.height)
        self.mouse.move(*self.at)
        color = self.fresh_color()
        if self.rogue.disguise(color, self.random.choice([60, MOST, WIDTH])):
            self.cursors.append(color)

    def keep_room(self):
        self.rogue.keep_room(self.fresh_color())
        self.assertEqual(self.observer.call("status")["occluders"], [], self.story)

    def end_session(self):
        super().end_session()
        if self.rogue.app is not None:
            self.past.append(self.rogue.app_color)
            self.rogue.show_again()

    def rest(self):
        super().rest()
        self.rogue.again()
        self.cursors.clear()
        self.settle()

    def hear_shown(self, actor):
        super().hear_shown(actor)
        self.rogue.hear()

    def is_shown(self, name, frame):
        return self.owners[name] is self.rogue or super().is_shown(name, frame)

    def without_cursor(self, places, picture, name):
        left, top = self.at
        places = {(x, y) for x, y in places if x - left not in OWN or y - top not in OWN}
        if self.owners[name] is not self.rogue:
            return places
        return places.difference(*map(picture.places, self.cursors))

    def judge_more(self, picture, frames, check):
        others = set().union(*(
            inside(frame) for name, frame in frames.items() if self.owners[name] is not self.rogue))
        for color in self.cursors:
            places = picture.places(color)
            sides = [max(side) - min(side) for side in zip(*places)]
            check(CURSOR, places if any(side >= MOST for side in sides) else places & others)


if __name__ == "__main__":
    unittest.main()
