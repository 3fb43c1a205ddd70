# SPDX-License-Identifier: MIT
"""A judge that reads pixels: random stories of three programs that know no popoverd, and of one that does, with
alerts, hung and killed programs, and ends of sessions.

    POPOVER_RUNS=500 scripts/test-python Tests/Machines/Screens test_stage_guest_judge
"""

import collections
import os
import random
import signal
import sys

from support import qt
from support.wayland_screen import PROGRAMS, until

from glass_judge import RUNS, SEED, STEPS, kept
from stage_case import ANCHOR, HEIGHT, WIDTH, WORK, OnStage, color
from test_stage_guests import app, chromium, gtk
from test_stage_keys import ESCAPE, Hands

THIRD = WIDTH // 3
GROUND = "a0b0c0"
# Of the menus, by the programs' places.
MENUS = "1e64c8", "64c81e", "e08040"
GRID = 8
ONE = "never two popovers"
ALERT = "nothing above an alert"
SESSION = "nothing of an earlier session"


class Judge(OnStage):
    settings = "opensForOthers = true\nalerts = true"
    configuration = "[timing]\ncloseMs = 150\nhelloMs = 20000\n"
    steps = ("press", "press", "press", "press", "press", "beside", "escape", "open", "open", "alarm", "answer",
             "stop", "go_on", "kill", "end_session")

    def setUp(self):
        program = qt.program(PROGRAMS / "qt_menu.cpp", "Qt6Widgets")
        commands = (
            ("one", chromium(self)), ("two", gtk("4", "two", GROUND, MENUS[1])),
            ("three", ["env", "QT_QPA_PLATFORM=wayland", program, GROUND, MENUS[2]]))
        self.more = "".join(
            app(name, command, THIRD * place, THIRD) for place, (name, command) in enumerate(commands))
        super().setUp()
        self.shop.write("hide shop")
        self.random = random.Random(SEED)
        self.till = self.peer("till")
        self.hands = Hands(self.stage)
        self.addCleanup(self.hands.close)
        self.stopped = None
        self.addCleanup(self.go_on)
        self.story = []
        self.pictures = collections.Counter()
        self.until_there()

    def until_there(self):
        for place in range(3):
            self.until_color(GROUND, THIRD * place + THIRD - 20, HEIGHT - 20)

    def pid(self, place):
        """The process that the stage started as the program there."""
        word = ("--app=", "gtk_menu.py", "qt_menu\0")[place]
        parent = self.stage.process.pid
        for number in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{number}/stat", encoding="utf-8") as file:
                    is_child = int(file.read().rsplit(")", 1)[1].split()[1]) == parent
                with open(f"/proc/{number}/cmdline", encoding="utf-8") as file:
                    if is_child and word in file.read():
                        return int(number)
            except (FileNotFoundError, ProcessLookupError):
                continue
        return None

    def test_random_stories(self):
        count = max(0, RUNS * STEPS - len(self.steps))
        plan = [*self.steps, *self.random.choices(self.steps, k=count)]
        self.random.shuffle(plan)
        for run in range(RUNS):
            self.story = [f"run {run} of seed {SEED}"]
            for _ in range(STEPS):
                step = plan.pop()
                self.story.append(step)
                getattr(self, step)()
                self.judge()
            self.rest()
        print(f"\n{RUNS} runs of seed {SEED}, {self.pictures.total()} pictures: {dict(self.pictures)}", file=sys.stderr)
        self.assertEqual(set(self.pictures), {(), *((shade,) for shade in (*MENUS, WORK))})

    # MARK: Steps

    def press(self):
        self.tap(THIRD * self.random.randrange(3) + 80, 30)

    def beside(self):
        self.tap(self.random.randrange(WIDTH), self.random.randrange(HEIGHT))

    def escape(self):
        self.hands.type(ESCAPE)

    def open(self):
        """The program that is a client opens a popover."""
        answer = self.shop.call(
            "popover.open", behavior="menu", anchor=ANCHOR, waitMs=1000, size={"width": 320, "height": 200})
        if "popover" in answer:
            popover = answer["popover"]
            self.shop.open[popover] = popover
            self.shop.write(f"show {popover} popover:{popover} {WORK}")

    def alarm(self):
        if not self.alerts():
            self.till.start("alert.raise", title="Fire", severity="critical", buttons=[{"id": "ok", "label": "OK"}])
            until(self.alerts, "the alert")

    def alerts(self):
        return [one for one in self.observer.call("status")["alerts"] if one["state"] == "presented"]

    def answer(self):
        for alert in self.alerts():
            self.till.call("alert.cancel", alert=alert["alert"])

    def stop(self):
        place = self.random.randrange(3)
        if self.stopped is None and (process := self.pid(place)):
            self.stopped = process
            os.kill(process, signal.SIGSTOP)

    def go_on(self):
        if self.stopped is not None:
            os.kill(self.stopped, signal.SIGCONT)
            self.stopped = None

    def kill(self):
        process = self.pid(self.random.randrange(3))
        if process and process != self.stopped:
            os.kill(process, signal.SIGKILL)

    def end_session(self):
        self.observer.call("session.end")
        self.shop.pong()
        picture = self.shot()
        self.assert_so(SESSION, not self.seen(picture) and WORK not in self.seen(picture), picture)

    def rest(self):
        """Everybody goes on, and nothing is left."""
        self.go_on()
        self.answer()

        def is_empty():
            self.escape()
            return not self.observer.call("status")["popovers"]
        until(is_empty, f"the end of every popover after {self.story}")
        self.until_there()

    # MARK: Judging

    def shot(self):
        picture = self.picture()
        self.pictures[tuple(self.seen(picture))] += 1
        return picture

    def seen(self, picture, left=0, top=0, right=WIDTH, bottom=HEIGHT):
        """Which popovers are seen there."""
        colors = {picture.color(x, y) for x in range(left, right, GRID) for y in range(top, bottom, GRID)}
        return [shade for shade in (*MENUS, WORK) if color(shade) in colors]

    def judge(self):
        self.shop.pong()
        # Programs do what they were told a little later.
        for _ in range(3):
            picture = self.shot()
            self.assert_so(ONE, len(self.seen(picture)) <= 1, picture)
        for alert in self.alerts():
            frame = {side: int(value) for side, value in alert["frame"].items()}
            place = frame["x"], frame["y"], frame["x"] + frame["width"], frame["y"] + frame["height"]
            self.assert_so(ALERT, not self.seen(self.shot(), *place), picture)

    def assert_so(self, promise, holds, picture):
        if not holds:
            self.fail(f"{promise}: {self.seen(picture)} in {kept(picture.png, 'png')}, after {self.story}")
