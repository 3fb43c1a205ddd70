# SPDX-License-Identifier: MIT
"""A judge that reads pixels: random stories of four programs that know no popoverd, and of one that does, with
menus that open by themselves, alerts, hung and killed programs, and ends of sessions.

    POPOVER_RUNS=500 scripts/test-python Tests/Machines/Screens test_stage_guest_judge
"""

import collections
import os
import random
import signal
import subprocess
import sys

from support import qt
from support.wayland_screen import PROGRAMS, until
from support.x11_screen import needed

from glass_judge import RUNS, SEED, STEPS, Screenshot, inside, kept
from stage_case import ANCHOR, HEIGHT, WIDTH, WORK, OnStage, color
from test_stage_guests import app, chromium, gtk
from test_stage_keys import ESCAPE, Hands

SHARE = WIDTH // 4
GROUND = "a0b0c0"
# Of the menus, by the programs' places.
MENUS = "1e64c8", "64c81e", "e08040", "8020c0"
# The programs whose menus open at a signal, too. The last one's grabs nothing, and closes at its button alone:
# GTK 4 opens no menu any more once a grab was refused.
OPENING = 2, 3
# Those that start again. Until it is pressed, a menu of Qt is a window of its own.
MORTAL = 0, 1, 3
# Pictures in a row without a menu, after which none comes.
QUIET = 8
ONE = "never popovers of two programs"
ALERT = "nothing above an alert"
SESSION = "nothing of an earlier session"


class Judge(OnStage):
    settings = "opensForOthers = true\nalerts = true"
    configuration = "[timing]\ncloseMs = 150\nhelloMs = 20000\n"
    steps = ("press", "press", "press", "press", "press", "beside", "escape", "open", "open", "alarm", "answer",
             "stop", "go_on", "kill", "end_session", "open_late", "open_late", "open_late", "open_at_end",
             "open_at_alert", "open_at_alert", "see_again", "refuse", "hint")
    has_window = False

    def setUp(self):
        program = qt.program(PROGRAMS / "qt_menu.cpp", "Qt6Widgets")
        commands = (
            ("one", chromium(self)), ("two", gtk("3", "two", GROUND, MENUS[1])),
            ("three", ["env", "QT_QPA_PLATFORM=wayland", program, GROUND, MENUS[2]]),
            ("four", gtk("4", "four", GROUND, MENUS[3], "lasting")))
        self.more = "".join(
            app(name, command, SHARE * place, SHARE) for place, (name, command) in enumerate(commands))
        super().setUp()
        self.random = random.Random(SEED)
        self.till = self.peer("till")
        self.hands = Hands(self.stage)
        self.addCleanup(self.hands.close)
        self.stopped = None
        self.addCleanup(self.go_on)
        self.story = []
        self.pictures = collections.Counter()
        self.until_there()
        self.press_at(2)

    def until_there(self):
        def is_there():
            ground = self.shot().places(color(GROUND))
            return all((SHARE * place + SHARE - 25, HEIGHT - 25) in ground for place in range(4))
        until(is_there, f"every program, after {self.story}")

    def pid(self, place):
        """The process that the stage started as the program there."""
        word = ("--app=", "\0two\0", "qt_menu\0", "\0four\0")[place]
        parent = self.stage.process.pid
        for number in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{number}/stat", encoding="utf-8") as file:
                    is_child = int(file.read().rsplit(")", 1)[1].split()[1]) == parent
                if not is_child:
                    continue
                with open(f"/proc/{number}/cmdline", encoding="utf-8") as file:
                    if word in file.read():
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
        print(f"\n{RUNS} runs of seed {SEED}, pictures: {dict(self.pictures)}", file=sys.stderr)
        self.assertEqual(set(self.pictures), {(), *((shade,) for shade in (*MENUS, WORK))})

    # MARK: Steps

    def choose(self, places):
        place = self.random.choice(places)
        self.story[-1] += f" {place + 1}"
        return place

    def press(self):
        self.press_at(self.choose(range(4)))

    def press_at(self, place):
        self.tap(SHARE * place + 80, 30)

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

    def open_late(self):
        """A program opens its menu by itself, whatever is open, pressed or not."""
        place = self.choose(OPENING)
        if self.random.random() < 0.5:
            self.press_ground(place)
        self.signal(place)

    def press_ground(self, place):
        """In its window, beside its button."""
        self.tap(SHARE * place + SHARE - 25, HEIGHT - 25)

    def signal(self, place):
        process = self.pid(place)
        if process:
            os.kill(process, signal.SIGUSR1)

    def open_at_end(self):
        self.press_at(self.choose(range(4)))
        self.signal(self.choose(OPENING))
        self.observer.call("session.end")

    def open_at_alert(self):
        place = self.choose(OPENING)
        self.press_ground(place)
        self.alarm()
        self.signal(place)

    def refuse(self):
        """An alert lasts longer than a menu may wait that opens beneath it."""
        self.press_alone(3)
        self.alarm()
        self.signal(3)
        self.observer.event("popover.refused", app="four")
        self.answer()
        # It is not left invisible.
        self.press_at(3)
        self.until_seen(3)

    def hint(self):
        """Another program was pressed: a menu is a hint, which hides from popovers and ends with the session."""
        self.press_alone(2)
        self.signal(3)
        self.until_seen(3)
        self.press_at(2)
        self.until_seen(2)
        self.escape()
        self.until_seen(3)
        self.end_session()

    def until_seen(self, place):
        until(lambda: self.seen(self.shot()) == [MENUS[place]], f"the menu of {place + 1}, after {self.story}")

    def press_alone(self, place):
        """With nothing open, and every program there."""
        self.go_on()
        self.answer()
        self.until_nothing()
        self.until_there()
        self.observer.fence()
        self.observer.inbox.clear()
        self.press_ground(place)
        self.observer.event("tap", verdict="idle")

    def see_again(self):
        """A menu that grabs is there again after an alert."""
        place = self.choose((1, 2))
        self.press_alone(place)
        self.press_at(place)
        self.until_seen(place)
        self.alarm()
        self.judge()
        self.answer()
        self.until_seen(place)

    def alarm(self):
        if not self.alerts():
            self.till.start(
                "alert.raise", title="Fire", severity="critical", buttons=[{"id": "ok", "label": "OK"}])
            until(self.alerts, "the alert")

    def alerts(self):
        return [one for one in self.observer.call("status")["alerts"] if one["state"] == "presented"]

    def answer(self):
        for alert in self.alerts():
            self.till.call("alert.cancel", alert=alert["alert"])

    def stop(self):
        place = self.choose(range(4))
        if self.stopped is None and (process := self.pid(place)):
            self.stopped = process
            os.kill(process, signal.SIGSTOP)

    def go_on(self):
        if self.stopped is not None:
            os.kill(self.stopped, signal.SIGCONT)
            self.stopped = None

    def kill(self):
        process = self.pid(self.choose(MORTAL))
        if process and process != self.stopped:
            os.kill(process, signal.SIGKILL)

    def end_session(self):
        self.observer.call("session.end")
        self.shop.pong()
        picture = self.shot()
        self.assert_so(SESSION, not self.seen(picture), picture)
        if self.stopped is None:
            # Nor is it there when the covers are gone; what opens now is of the next session.
            self.until_there()
            picture = self.shot()
            opened = self.observer.call("status")["popovers"]
            self.assert_so(SESSION, opened or not self.seen(picture), picture)

    def rest(self):
        """Everybody goes on, nothing is left, and one press opens each menu."""
        self.go_on()
        self.answer()
        self.until_nothing()
        self.until_there()
        for place in range(4):
            self.press_at(place)
            self.until_seen(place)
        self.until_nothing()
        self.observer.inbox.clear()

    def until_nothing(self):
        quiet = 0

        def is_quiet():
            nonlocal quiet
            self.escape()
            seen = self.seen(self.shot())
            popovers = self.observer.call("status")["popovers"]
            # It is a hint for the stage, and its program closes it at its button.
            if MENUS[3] in seen and not popovers:
                self.press_at(3)
            # A program may be slow to open what it was pressed for.
            quiet = 0 if seen or popovers else quiet + 1
            return quiet == QUIET
        until(is_quiet, f"the end of every popover after {self.story}")

    # MARK: Judging

    def shot(self):
        picture = Screenshot(subprocess.run(
            [needed("grim"), "-t", "ppm", "-o", "HEADLESS-1", "-"], check=True, capture_output=True,
            env={**os.environ, **self.stage.environment}).stdout)
        self.pictures[tuple(self.seen(picture))] += 1
        return picture

    def seen(self, picture, places=None):
        """Which popovers are seen, there or anywhere."""
        return [shade for shade in (*MENUS, WORK)
                if (found := picture.found.get(color(shade))) and (places is None or found & places)]

    def judge(self):
        self.shop.pong()
        # Programs do what they were told a little later.
        for _ in range(3):
            picture = self.shot()
            self.assert_so(ONE, len(self.seen(picture)) <= 1, picture)
        until(self.is_granted, f"popovers of what is seen, after {self.story}")
        for alert in self.alerts():
            picture = self.shot()
            self.assert_so(ALERT, not self.seen(picture, inside(alert["frame"])), picture)

    def is_granted(self):
        """Whether menus that grab are seen only as popovers; others may be hints."""
        seen = self.seen(self.shot())
        apps = {one["app"] for one in self.observer.call("status")["popovers"]}
        return all(app in apps or shade not in seen for app, shade in zip(("two", "qt_menu"), MENUS[1:]))

    def assert_so(self, promise, holds, picture):
        if not holds:
            self.fail(f"{promise}: {self.seen(picture)} in {kept(picture.data)}, after {self.story}")
