# SPDX-License-Identifier: MIT
"""A judge that reads pixels: random stories of three programs on popover-stage, with taps, alerts, hung
and killed programs, foreign windows and ends of sessions.

    POPOVER_RUNS=500 scripts/test-python Tests/Machines/Screens test_stage_judge

After each step it looks at a screenshot: never two popovers, nothing above a popover but an alert, nothing
above an alert, no pixel of a popover that is over, none of the session before.
"""

import os
import random
import signal
import subprocess
import sys
import unittest

from support.daemon_case import rect
from support.wayland_screen import Window, until
from support.x11_screen import needed

from test_stage import HEIGHT, SHOP, WIDTH, OnStage

RUNS = int(os.environ.get("POPOVER_RUNS", "6"))
SEED = int(os.environ.get("POPOVER_SEED", "1"))
STEPS = 12
# Samples of a screenshot are so far apart, in points.
GRID = 10
# How much of a color is left behind an alert, whose scrim is 0.3; and how much a renderer may differ.
DIMMED, TOLERANCE = 0.7, 2
SHADOW = 30
# A busy machine may take long to start a program.
DAEMON = "[timing]\ncloseMs = 150\nhelloMs = 20000\n"


class Screenshot:
    """Colors on a grid."""

    def __init__(self, data):
        header, size, _, self.pixels = data.split(b"\n", 3)
        if header != b"P6":
            raise AssertionError(f"no picture: {header!r}")
        self.width, self.height = map(int, size.split())
        self.samples = [
            ((x, y), self.color(x, y)) for y in range(GRID // 2, self.height, GRID)
            for x in range(GRID // 2, self.width, GRID)]

    def color(self, x, y):
        start = 3 * (y * self.width + x)
        return tuple(self.pixels[start:start + 3])

    def places(self, color):
        """Where it is, plain or dimmed."""
        dim = tuple(DIMMED * part for part in color)
        return [place for place, found in self.samples
                if found == color or all(
                    abs(one - other) <= TOLERANCE for one, other in zip(found, dim))]

    def holes(self, places):
        """The samples within their bounds that are not among them."""
        left, right = min(x for x, _ in places), max(x for x, _ in places)
        top, bottom = min(y for _, y in places), max(y for _, y in places)
        known = set(places)
        return [place for place, _ in self.samples
                if left <= place[0] <= right and top <= place[1] <= bottom and place not in known]


def outside(alerts, holes):
    """The holes that are neither an alert nor its shadow."""
    if not alerts:
        return holes
    left, right = min(x for x, _ in alerts) - SHADOW, max(x for x, _ in alerts) + SHADOW
    top, bottom = min(y for _, y in alerts) - SHADOW, max(y for _, y in alerts) + SHADOW
    return [(x, y) for x, y in holes if not (left <= x <= right and top <= y <= bottom)]


class Judge(OnStage):
    configuration = DAEMON

    def setUp(self):
        super().setUp()
        self.random = random.Random(SEED)
        self.hues = self.pictures = 0
        # Colors by id.
        self.popovers, self.alerts = {}, {}
        self.over = []
        # Of the app's window in this session, and in those before.
        self.ground, self.past = bytes.fromhex(SHOP), []
        self.story = []
        self.stopped = None
        self.others = {"cafe": self.actor("cafe"), "bell": self.actor("bell")}
        self.others["shop"] = self.shop

    def fresh_color(self):
        """Different from all others, also when they are dimmed."""
        self.hues += 1
        return 255, 1 + self.hues % 200, 16 + (self.hues * 37) % 200

    def test_random_stories(self):
        for run in range(RUNS):
            self.story = [f"run {run} of seed {SEED}"]
            for _ in range(STEPS):
                self.step()
                self.judge()
            self.rest()
            self.judge()
        print(f"{RUNS} runs of seed {SEED}, {self.pictures} pictures", file=sys.stderr)

    def step(self):
        step = self.random.choice(
            [self.open, self.open, self.open, self.tap_beside, self.tap_inside, self.stop, self.go_on,
             self.kill, self.alarm, self.answer, self.cover, self.end_session])
        self.story.append(step.__name__)
        step()

    def willing(self):
        names = [name for name in sorted(self.others) if self.others[name] is not self.stopped]
        return self.others[self.random.choice(names)]

    def open(self):
        actor = self.willing()
        anchor = rect(self.random.randrange(0, WIDTH - 80), self.random.randrange(0, HEIGHT - 40), 80, 40)
        answer = actor.call(
            "popover.open", behavior="task", anchor=anchor, waitMs=1000,
            size={"width": 320, "height": 200})
        if "popover" not in answer:
            self.story.append(f"refused {answer['message']}")
            return
        popover = answer["popover"]
        color = self.fresh_color()
        self.popovers[popover] = color
        actor.open[popover] = popover
        actor.write(f"show {popover} popover:{popover} {bytes(color).hex()}")

    def tap_beside(self):
        self.tap(self.random.randrange(WIDTH), self.random.randrange(HEIGHT))

    def tap_inside(self):
        scene = self.observer.call("status")
        for popover in scene.get("popovers", []):
            frame = popover["frame"]
            self.tap(int(frame["x"]) + 30, int(frame["y"]) + 30)

    def stop(self):
        if self.stopped is None:
            self.stopped = self.willing()
            os.kill(self.stopped.process.pid, signal.SIGSTOP)

    def go_on(self):
        if self.stopped is not None:
            os.kill(self.stopped.process.pid, signal.SIGCONT)
            self.stopped.pong()
            self.stopped = None

    def kill(self):
        name = self.random.choice(["cafe", "bell"])
        actor = self.others[name]
        if actor is self.stopped:
            self.stopped = None
        actor.process.kill()
        self.observer.event("client.left", client=actor.client)
        self.others[name] = self.actor(name)

    def alarm(self):
        bell = self.others["bell"]
        if self.alerts or bell is self.stopped:
            return
        bell.write(
            '{"jsonrpc":"2.0","id":"alert","method":"alert.raise","params":{"title":"Fire",'
            '"severity":"critical","renderer":"self","buttons":[{"id":"ok","label":"OK"}]}}')
        asked = bell.message(lambda line: line.get("method") == "alert.present")["params"]
        color = self.fresh_color()
        self.alerts[asked["alert"]] = color
        bell.show("alert", f"alert:{asked['alert']}", bytes(color).hex())

    def answer(self):
        bell = self.others["bell"]
        for alert in list(self.alerts):
            if bell is not self.stopped:
                bell.call("alert.answer", alert=alert, button="ok")

    def cover(self):
        window = Window(self.stage, *self.random.choice([(), ("overlay",)]))
        window.close()

    def end_session(self):
        hall = self.peer("hall", ("shell", "input"))
        hall.call("session.end")
        hall.close()
        self.past.append(tuple(self.ground))
        self.ground = bytes(self.fresh_color())
        self.shop.write(f"paint shop {self.ground.hex()}")

    def rest(self):
        """Ends the run: everybody goes on, and nothing is left."""
        self.go_on()
        self.answer()
        until(self.is_empty, "the end of every popover")

    def is_empty(self):
        scene = self.observer.call("status")
        if scene.get("popovers"):
            self.tap(WIDTH - 1, HEIGHT - 1)
        return not scene.get("popovers")

    def hear(self):
        """Moves what the daemon has ended to what is over."""
        self.observer.fence()
        for message in self.observer.inbox:
            if message.get("method") != "event":
                continue
            topic, data = message["params"].get("topic"), message["params"].get("data", {})
            if topic == "popover.closed" and data["popover"] in self.popovers:
                self.over.append((data["popover"], self.popovers.pop(data["popover"])))
            if topic in ("alert.answered", "alert.cancelled") and data["alert"] in self.alerts:
                self.over.append((data["alert"], self.alerts.pop(data["alert"])))
        self.observer.inbox.clear()

    def judge(self):
        self.hear()
        over = self.over[-20:]
        picture = self.until_drawn()
        context = f"{self.story}"
        seen = {name: picture.places(color) for name, color in self.popovers.items()}
        visible = {name: places for name, places in seen.items() if places}
        # One may be closing while the next is granted, but is off the glass by then.
        self.assertLessEqual(len(visible), 1, context)
        for name, places in visible.items():
            holes = picture.holes(places)
            alerts = [place for color in self.alerts.values() for place in picture.places(color)]
            self.assertEqual(outside(alerts, holes), [], f"{name} has holes: {context}")
        for name, color in self.alerts.items():
            places = [place for place, found in picture.samples if found == color]
            if places:
                self.assertEqual(picture.holes(places), [], f"{name} has holes: {context}")
        for color in self.past[-20:]:
            self.assertEqual(picture.places(color), [], f"of an earlier session: {context}")
        for name, color in over:
            self.assertEqual(picture.places(color), [], f"{name} is over: {context}")

    def until_drawn(self):
        self.pictures += 1
        return Screenshot(subprocess.run(
            [needed("grim"), "-t", "ppm", "-o", "HEADLESS-1", "-"], check=True, capture_output=True,
            env={**os.environ, **self.stage.environment}).stdout)


if __name__ == "__main__":
    unittest.main()
