# SPDX-License-Identifier: MIT
"""A judge that reads pixels, not messages: random stories of three programs on a screen, with taps, alerts,
hung and killed programs, foreign windows, rotations and ends of sessions.

It looks at a screenshot after each step. A promise that is known not to hold on a screen is counted there,
and any other fails the test. $POPOVER_RUNS is the number of stories, $POPOVER_SEED the seed.
"""

import collections
import json
import os
import random
import signal
import sys
import tempfile

from support.daemon_case import rect
from support.wayland_screen import until

RUNS = int(os.environ.get("POPOVER_RUNS", "6"))
SEED = int(os.environ.get("POPOVER_SEED", "1"))
STEPS = 12
WIDTH, HEIGHT = 1000, 700
# A busy machine may take long to start a program.
DAEMON = "[timing]\ncloseMs = 150\nhelloMs = 20000\n"

ONE = "never two popovers on a display"
WHOLE = "an open popover is whole, at its frame, with nothing above it but an alert"
ALERT = "an alert is whole, with nothing above it"
OVER = "no pixel of a popover or an alert that is over"
SESSION = "no pixel of an earlier session"
PROMISES = (ONE, WHOLE, ALERT, OVER, SESSION)

# Samples of a screenshot are so far apart, in pixels.
GRID = 10
# How much of a color is left behind an alert, whose scrim is 0.3; and how much a renderer may differ.
DIMMED, TOLERANCE = 0.7, 2
# Around an alert, in pixels.
SHADOW = 30


class Screenshot:
    """Where which colors are, on a grid."""

    def __init__(self, data):
        self.data = data
        header, size, _, pixels = data.split(b"\n", 3)
        if header != b"P6":
            raise AssertionError(f"no picture: {header!r}")
        self.size = width, height = tuple(map(int, size.split()))
        self.found = collections.defaultdict(set)
        for y in range(GRID // 2, height, GRID):
            for x in range(GRID // 2, width, GRID):
                start = 3 * (y * width + x)
                self.found[tuple(pixels[start:start + 3])].add((x, y))

    def places(self, color):
        """Where it is, plain or dimmed."""
        dim = tuple(DIMMED * part for part in color)
        return set().union(*(
            places for found, places in self.found.items()
            if found == color or all(abs(one - other) <= TOLERANCE for one, other in zip(found, dim))))


def inside(frame, margin=0):
    """The samples within a frame, and within so many pixels around it."""
    def samples(start, length):
        first, last = start - margin, start + length + margin
        return (place for place in range(GRID // 2, int(last), GRID) if first <= place < last)
    return {(x, y) for x in samples(frame["x"], frame["width"])
            for y in samples(frame["y"], frame["height"])}


def kept(data, kind="ppm"):
    """The path of a file with a screenshot."""
    with tempfile.NamedTemporaryFile(prefix="popover-judge-", suffix=f".{kind}", delete=False) as file:
        file.write(data)
    return file.name


class Judge:
    """The stories. A test case of a screen has the daemon, an observer of all events, and `shop`, an actor
    with a window; it says how people tap, and what a screenshot is."""

    promises = PROMISES
    # Promises that do not hold on this screen.
    broken = ()
    # Programs choose the places of their windows.
    places_windows = False
    steps = ("open", "open", "open", "tap_beside", "tap_inside", "stop", "go_on", "kill", "alarm", "answer",
             "cover", "uncover", "end_session", "rotate")

    def prepare(self, ground):
        """- ground: the color of the shop's window."""
        self.random = random.Random(SEED)
        self.hues = self.pictures = 0
        # Colors by id; and the owners of popovers, and sizes of windows, that are there.
        self.popovers, self.alerts, self.owners, self.sizes = {}, {}, {}, {}
        self.over = []
        # Of the app's window in this session, and in those before.
        self.ground, self.past = bytes.fromhex(ground), []
        self.story = []
        self.stopped = self.foreign = None
        self.width, self.height = WIDTH, HEIGHT
        self.violations = {promise: set() for promise in self.promises}
        self.till = self.peer("till")
        self.others = {"cafe": self.begin("cafe"), "bell": self.begin_bell(), "shop": self.shop}
        self.shop.places_windows = self.places_windows

    def begin(self, app, **params):
        actor = self.actor(app, **params)
        actor.places_windows = self.places_windows
        return actor

    def begin_bell(self):
        return self.begin("bell", roles=["app", "shell"])

    def fresh_color(self):
        """Different from all others, also when they are dimmed."""
        self.hues += 1
        return 255, 1 + self.hues % 200, 16 + (self.hues * 37 + self.hues // 200) % 200

    def plan(self):
        """All steps, in an order that depends on the seed alone: each is in it, if there is room."""
        count = RUNS * STEPS - len(self.steps)
        plan = [*self.steps, *self.random.choices(self.steps, k=max(0, count))]
        self.random.shuffle(plan)
        return plan

    def test_random_stories(self):
        plan = self.plan()
        for run in range(RUNS):
            self.story = [f"run {run} of seed {SEED}"]
            for _ in range(STEPS):
                self.step(plan.pop())
                self.judge(run)
            self.rest()
            self.judge(run)
        print(f"\n{RUNS} runs of seed {SEED}, {self.pictures} pictures", file=sys.stderr)
        for promise, runs in self.violations.items():
            print(f"{len(runs):5} runs without: {promise}", file=sys.stderr)

    # MARK: Steps

    def step(self, step):
        self.story.append(step)
        getattr(self, step)()
        self.settle()

    def willing(self):
        names = [name for name in sorted(self.others) if self.others[name] is not self.stopped]
        return self.others[self.random.choice(names)]

    def open(self):
        actor = self.willing()
        anchor = rect(
            self.random.randrange(0, self.width - 80), self.random.randrange(0, self.height - 40), 80, 40)
        answer = actor.call(
            "popover.open", behavior="task", anchor=anchor, waitMs=1000,
            size={"width": 320, "height": 200})
        if "popover" not in answer:
            self.story.append(f"refused {answer['message']}")
            return
        popover = answer["popover"]
        self.popovers[popover], self.owners[popover] = self.fresh_color(), actor
        actor.open[popover] = popover
        self.show(actor, popover, f"popover:{popover}", self.popovers[popover], answer["frame"])

    def show(self, actor, name, title, color, frame):
        word, place = "show", ""
        if self.places_windows:
            word = "place"
            place = " ".join(str(round(frame[side])) for side in ("x", "y", "width", "height"))
        actor.write(f"{word} {name} {title} {bytes(color).hex()} {place}")

    def tap_beside(self):
        self.tap(self.random.randrange(self.width), self.random.randrange(self.height))

    def tap_inside(self):
        scene = self.observer.call("status")
        for popover in scene["popovers"]:
            frame = popover["frame"]
            self.tap(int(frame["x"]) + 30, int(frame["y"]) + 30)

    def stop(self):
        if self.stopped is None:
            self.stopped = self.willing()
            os.kill(self.stopped.process.pid, signal.SIGSTOP)

    def go_on(self):
        if self.stopped is not None:
            os.kill(self.stopped.process.pid, signal.SIGCONT)
            self.stopped = None

    def kill(self):
        name = self.random.choice(["cafe", "bell"])
        actor = self.others[name]
        if name == "bell":
            self.cancel()
        if actor is self.stopped:
            self.stopped = None
        actor.close()
        self.observer.event("client.left", client=actor.client)
        self.others[name] = self.begin("cafe") if name == "cafe" else self.begin_bell()

    def alarm(self):
        """An alert of the program that draws it, or of another one, which may cancel it."""
        bell = self.others["bell"]
        if self.alerts or bell is self.stopped:
            return
        alert = {"title": "Fire", "severity": "critical", "buttons": [{"id": "ok", "label": "OK"}]}
        if self.random.random() < 0.5:
            bell.start("alert.raise", renderer="self", **alert)
        else:
            self.till.start("alert.raise", **alert)
        self.present(bell, bell.message(lambda line: line.get("method") == "alert.present"))

    def present(self, bell, message):
        """Shows an alert, for the first time or where it is now."""
        alert = message["params"]["alert"]
        self.alerts.setdefault(alert, self.fresh_color())
        self.owners[alert] = bell
        bell.open[alert] = alert
        self.sizes.pop(alert, None)
        self.show(bell, alert, f"alert:{alert}", self.alerts[alert], message["params"]["frame"])

    def answer(self):
        bell = self.others["bell"]
        if bell is self.stopped:
            return self.cancel()
        for alert in list(self.alerts):
            bell.call("alert.answer", alert=alert, button="ok")
            bell.close_window(alert)

    def cancel(self):
        """The alerts of a program that does not draw them, whose renderer may hang."""
        for alert in self.observer.call("status")["alerts"]:
            if alert["app"] == "till":
                self.till.call("alert.cancel", alert=alert["alert"])

    def cover(self):
        """A window of a program that knows nothing of popoverd."""
        self.uncover()
        self.foreign = self.foreign_window(self.random.choice(["", "overlay"]))

    def uncover(self):
        if self.foreign is not None:
            self.foreign.close()
            self.foreign = None

    def end_session(self):
        hall = self.peer("hall", ("input",))
        hall.call("session.end")
        hall.close()
        self.past.append(tuple(self.ground))
        self.ground = bytes(self.fresh_color())
        self.shop.write(f"paint shop {self.ground.hex()}")

    def rotate(self):
        degrees = self.random.choice([0, 90, 180, 270])
        self.width, self.height = (WIDTH, HEIGHT) if degrees % 180 == 0 else (HEIGHT, WIDTH)
        self.turn(degrees)

        def is_turned():
            return any((one["width"], one["height"]) == (self.width, self.height)
                       for one in self.observer.call("status")["displays"])
        until(is_turned, f"a display of {self.width} x {self.height}")
        # Programs and the server hear of the new frames later.
        until(self.has_followed, f"windows at {self.granted()}, after {self.story}")

    def has_followed(self):
        self.hear_all()
        picture, colors = Screenshot(self.screenshot()), self.popovers | self.alerts
        return picture.size == (self.width, self.height) and all(
            picture.places(colors[name]) <= inside(frame) for name, frame in self.granted().items()
            if not (self.places_windows and self.owners[name] is self.stopped))

    def rest(self):
        """Ends the run: everybody goes on, and nothing is left."""
        self.uncover()
        self.go_on()
        self.settle()
        self.answer()
        until(self.is_empty, f"the end of every popover after {self.story}")
        self.settle()

    def is_empty(self):
        self.cancel()
        scene = self.observer.call("status")
        if scene["popovers"]:
            self.tap(self.width - 1, self.height - 1)
            self.settle()
        return not scene["popovers"]

    # MARK: Judging

    def settle(self):
        """Waits until programs that go on have done what they were told, and shown what is granted."""
        def is_settled():
            self.hear_all()
            return all(self.is_shown(name, frame) for name, frame in self.granted().items()
                       if self.owners[name] is not self.stopped)
        until(is_settled, f"the windows of {self.granted()}, not {self.sizes}, after {self.story}")

    def hear_all(self):
        for actor in self.others.values():
            if actor is not self.stopped:
                self.hear_shown(actor)

    def hear_shown(self, actor):
        for line in actor.pong():
            word, name, *size = line.split()
            if word == "shown":
                self.sizes[name] = tuple(map(int, size))
        for line in actor.lines[:]:
            message = json.loads(line)
            if message.get("method") == "alert.present":
                actor.lines.remove(line)
                self.present(actor, message)

    def granted(self):
        """The frames of open popovers and of alerts that are presented, by their ids."""
        scene = self.observer.call("status")
        frames = {one["popover"]: one["frame"] for one in scene["popovers"] if one["state"] == "visible"}
        frames |= {one["alert"]: one["frame"] for one in scene["alerts"] if one["state"] == "presented"}
        return {name: frame for name, frame in frames.items() if name in self.owners}

    def is_shown(self, name, frame):
        return self.sizes.get(name) == (round(frame["width"]), round(frame["height"]))

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

    def judge(self, run):
        self.hear()
        over, before = self.over[-20:], self.granted()
        data = self.screenshot()
        picture = Screenshot(data)
        self.pictures += 1
        after = self.granted()
        steady = {name: frame for name, frame in before.items()
                  if after.get(name) == frame and self.is_shown(name, frame)}
        self.assertEqual(picture.size, (self.width, self.height), self.story)
        alerts = set().union(*(
            inside(frame, SHADOW) for name, frame in before.items() if name in self.alerts))

        def check(promise, wrong, name=""):
            if wrong and promise not in self.broken:
                self.fail(f"not kept: {promise}: {name} {sorted(wrong)[:5]} of {len(wrong)}, after "
                          f"{self.story} {steady}; the picture is {kept(data)}")
            if wrong:
                self.violations[promise].add(run)

        # One may be closing while the next is granted, but is off the glass by then.
        closed = [(name, color) for name, color in over if name.startswith("p")]
        seen = {name for name, color in [*self.popovers.items(), *closed] if picture.places(color)}
        check(ONE, seen if len(seen) > 1 else ())
        for name, frame in steady.items():
            if name in self.popovers:
                places = picture.places(self.popovers[name])
                lacking = self.without_cursor(inside(frame) - places - alerts, picture, name)
                check(WHOLE, lacking | (places - inside(frame)), name)
            elif name in self.alerts:
                places = picture.found.get(self.alerts[name], set())
                check(ALERT, self.without_cursor(inside(frame) - places, picture, name), name)
        for name, color in over:
            check(OVER, picture.places(color), name)
        for color in self.past[-10:]:
            check(SESSION, picture.places(color))
        self.judge_more(picture, steady, check)

    def without_cursor(self, places, picture, name):
        """These, but for those of a cursor that may be over this popover or alert."""
        return places

    def judge_more(self, picture, frames, check):
        """Looks at what this screen promises besides, with what is open at these frames."""
