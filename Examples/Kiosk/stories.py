# SPDX-License-Identifier: MIT
"""What people could do at the example kiosk, done with a real mouse and keyboard by a program.

Each story is a function with somebody in front of the kiosk, who takes pictures on the way; one
that does not come out raises an error. `main` plays them all on a screen of their own.
"""

import asyncio
import contextlib
import pathlib
import re
import subprocess
import sys
import time

from station import LIBRARY, PATIENCE, ROOT, Station

sys.path.append(str(LIBRARY))

# pylint: disable=wrong-import-position
import popoverd

NAME, MAIL = "Ada Lovelace", "ada@example.org"
# Of the shop's popover for a passenger: where its fields are in its frame.
NAME_FIELD, MAIL_FIELD = (160, 103), (160, 181)
# Of the lockers' popover: the sixth.
LOCKER = (123, 126)
# What its `:focus` looks like.
RING = bytes((0x00, 0x66, 0xCC))
NOWHERE = (20, 780)
# Alerts dim it.
CORNER = (4, 4, 1, 1)
CHEAPEST = "Buy Old Town"
# A popover of GTK 4's gets its keys by way of the window that it belongs to.
KEYS_OF_THEIR_WINDOW = {"timetable"}


class Visitor:
    """Somebody in front of a kiosk. Where things are, an observer of the daemon knows."""

    def __init__(self, station, folder=None):
        self.station = station
        self.folder = folder and pathlib.Path(folder)
        self.events = []
        # People wait; in between, the loop runs.
        self.loop = asyncio.new_event_loop()
        self.news = asyncio.Event()
        self.connections = contextlib.AsyncExitStack()
        self.client = self.connect("visitor", "observer")
        self.following = self.loop.create_task(self.follow())
        self.call("status")

    def connect(self, app, *roles):
        socket = self.station.environment["POPOVERD_SOCKET"]
        client = popoverd.connect(app, roles=roles or ["app"], path=socket, timeout=PATIENCE)
        return self.loop.run_until_complete(self.connections.enter_async_context(client))

    def close(self):
        self.following.cancel()
        self.loop.run_until_complete(self.connections.aclose())
        self.loop.close()

    async def follow(self):
        async with self.client.subscribe("*") as events:
            async for event in events:
                self.events.append(event)
                self.news.set()

    # What is there

    def until(self, condition, what):
        """The first value of the condition that counts as true, looked for at each event."""
        deadline = time.monotonic() + PATIENCE
        while not (value := condition()):
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError(
                    f"waited in vain for {what}:\n{self.events[-20:]}\n{self.station.last()}")
            self.loop.run_until_complete(self.wait_for_news(min(left, 0.05)))
        return value

    async def wait_for_news(self, seconds):
        self.news.clear()
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self.news.wait(), seconds)

    def call(self, method, **params):
        return self.loop.run_until_complete(self.client.request(method, **params))

    def scene(self):
        return self.call("status")

    def event(self, topic, since=0, **data):
        """The first event of the topic with these data, from the number `since` on."""
        def found():
            return next((each for each in self.events[since:] if each.topic == topic and all(
                each.data.get(name) == value for name, value in data.items())), None)
        return self.until(found, f"{topic} {data}")

    def said(self, words, since=0):
        """Waits until a program says so, in what is said from the number `since` on."""
        try:
            self.station.wait(words, since)
        except TimeoutError as error:
            latest = [(each.topic, each.data.get("app"), each.data.get("reason"), each.data.get("key"))
                      for each in self.events[:-30:-1]]
            raise TimeoutError(f"after these events, the latest first: {latest}\n{error}") from None

    def source(self, app, name):
        """The rectangle of a program's button, when the program has told it."""
        return self.until(lambda: next((each["rect"] for each in self.scene()["sources"] if (
            each["app"], each["source"]) == (app, name)), None), f"{name} of {app}")

    def until_there(self):
        """Every program has told where its buttons are."""
        for app, button in (("shop", "passenger"), ("kiosk", "start-over"), ("lockers", "choose"),
                            ("timetable", "departures"), ("payment", "pay")):
            self.source(app, button)

    # What people do

    def run(self, program, *arguments):
        done = subprocess.run([program, *map(str, arguments)], env=self.station.environment,
                              stdin=subprocess.DEVNULL, capture_output=True, check=True)
        return done.stdout

    def tap(self, x, y):
        self.run("xdotool", "mousemove", round(x), round(y), "click", 1)

    def tap_source(self, app, name):
        place = self.source(app, name)
        self.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)

    def open(self, app, name):
        """Taps a button, and returns the popover that it reveals, once that is on the screen."""
        since, said = len(self.events), len(self.station.lines)
        self.tap_source(app, name)
        popover = self.event("popover.opened", since, app=app, source=name).data
        self.said(f"{app}: opened", said)
        return popover

    def has_keys(self, popover):
        """Whether the window of a popover is where the server sends keys."""
        asked = subprocess.run(
            ["xdotool", "getwindowfocus", "getwindowpid", "getwindowgeometry", "--shell"],
            env=self.station.environment, capture_output=True, text=True, check=False).stdout
        pid = self.station.processes[popover["app"]].pid
        place = {name: int(value) for name, value in re.findall("(X|Y|WIDTH|HEIGHT)=(.*)", asked)}
        if not asked.startswith(f"{pid}\n") or len(place) < 4:
            return False
        frame = popover["frame"]
        return popover["app"] in KEYS_OF_THEIR_WINDOW or (
            place["X"] <= frame["x"] and place["Y"] <= frame["y"]
            and place["X"] + place["WIDTH"] >= frame["x"] + frame["width"]
            and place["Y"] + place["HEIGHT"] >= frame["y"] + frame["height"])

    def type(self, popover, words):
        self.until(lambda: self.has_keys(popover), f"the keys for {popover['app']}")
        self.run("xdotool", "type", "--delay", 20, words)

    def type_work(self, popover, words):
        """Types, until the program has handed all of it over: a busy one is behind the keys."""
        self.type(popover, words)

        def is_kept():
            kept = self.work(popover["key"], popover["app"])
            content = kept and kept.content
            return words in (content.values() if isinstance(content, dict) else [content])
        self.until(is_kept, f"the draft of {popover['app']}")

    def pixels(self, x, y, width, height):
        """A rectangle of the screen: red, green and blue, row by row."""
        return self.run("import", "-silent", "-window", "root", "-crop", f"{width}x{height}+{x}+{y}",
                        "-depth", 8, "rgb:-")

    def has_ring(self, x, y):
        """Whether the page has drawn a ring around the field there: what it has of a field with
        the keys above and below, and nowhere else."""
        column = self.pixels(x, y - 32, 1, 64)
        return RING in (column[at:at + 3] for at in range(0, len(column), 3))

    def is_still(self, frame):
        """Whether a popover is white along its upper edge, and does not change."""
        area = [round(frame[side]) for side in ("x", "y", "width", "height")]
        looks = [self.pixels(*area) for _ in range(3)]
        return looks[0] == looks[1] == looks[2] and looks[0][:3 * 200].count(255) > 300

    def fill(self, popover, field, words):
        """Types into a field of the page's popover, until the page has handed all of it over."""
        x, y = (round(popover["frame"][axis] + by) for axis, by in zip("xy", field))
        # It grows out of its arrow: a finger waits until it stands still.
        self.until(lambda: self.is_still(popover["frame"]), "the popover to stand still")
        self.tap(x, y)
        # A browser takes its time to see a tap in what a finger does, and keys do not wait for it.
        self.until(lambda: self.has_ring(x, y), "the field to have the keys")
        since = len(self.events)
        self.type(popover, words)
        kept = {}
        while words not in kept.values():
            # It does that while people type.
            saved = self.event("draft.saved", since, app="shop", key="passenger")
            since = self.events.index(saved) + 1
            kept = dict(self.work("passenger").content)

    def put_away(self):
        """Taps beside the page's popover, until that has gone and its draft is kept. Until the page has
        heard so, a tap on a button is kept from it."""
        since, said = len(self.events), len(self.station.lines)
        self.tap(*NOWHERE)
        closed = self.event("popover.closed", since, app="shop", reason="outside-tap")
        self.event("draft.saved", self.events.index(closed), app="shop", key="passenger")
        self.said("shop: closed outside-tap", said)

    def look(self):
        """The pixels of the screen, when nothing moves on it any more."""
        whole = 0, 0, 1280, 800
        pictures = [self.pixels(*whole)]

        def is_still():
            pictures.append(self.pixels(*whole))
            return pictures[-1] == pictures[-2] and pictures[-1]
        return self.until(is_still, "a screen on which nothing moves")

    def picture(self, name):
        """Keeps a picture of the screen."""
        pixels = self.look()
        if self.folder:
            self.folder.mkdir(parents=True, exist_ok=True)
            subprocess.run(
                ["convert", "-size", "1280x800", "-depth", "8", "rgb:-",
                 str(self.folder / f"{name}.png")], input=pixels, check=True)
        return pixels

    def work(self, key, app="shop"):
        """What the daemon keeps for an app under a key."""
        client = self.connect(app)
        try:
            return self.loop.run_until_complete(client.load_draft(key))
        finally:
            self.loop.run_until_complete(client.close())

    def start_over(self):
        """Ends the session; returns the number of the first event after that."""
        since = len(self.events)
        self.tap_source("kiosk", "start-over")
        return self.events.index(self.event("session.ended", since)) + 1


def one_tap(visitor):
    """A page's popover gives way to another program's at one tap, and comes back with its draft."""
    visitor.picture("1-nothing-open")
    popover = visitor.open("shop", "passenger")
    visitor.fill(popover, NAME_FIELD, NAME)
    visitor.picture("2-typed-into-the-page")
    since = len(visitor.events)
    lockers = visitor.open("lockers", "choose")
    visitor.event("popover.closed", since, app="shop", reason="outside-tap")
    visitor.event("draft.saved", since, app="shop", key="passenger")
    visitor.picture("3-one-tap-on-the-lockers")
    visitor.tap(lockers["frame"]["x"] + LOCKER[0], lockers["frame"]["y"] + LOCKER[1])
    visitor.said("lockers: tapped locker 6")
    visitor.picture("3-chosen")
    since = len(visitor.events)
    visitor.open("shop", "passenger")
    visitor.event("draft.restored", since, app="shop", key="passenger")
    visitor.picture("4-back-with-its-work")


def alert(visitor):
    """A notification of a program that knows nothing of popoverd is an alert; the draft stays."""
    popover = visitor.open("shop", "passenger")
    visitor.fill(popover, NAME_FIELD, NAME)
    out_of_paper(visitor)
    visitor.fill(popover, MAIL_FIELD, MAIL)
    visitor.picture("6-answered")


def out_of_paper(visitor):
    """The alert of the printer is shown and answered."""
    frame = notify(visitor, "5-alert-above-it", "The printer is out of paper",
                   "Staff are on their way. You can go on.")
    answer(visitor, frame)


def notify(visitor, picture, title, text):
    """Sends a notification and takes a picture of its alert; returns the alert's frame."""
    since, said = len(visitor.events), len(visitor.station.lines)
    undimmed = visitor.pixels(*CORNER)
    visitor.run("notify-send", "-u", "critical", title, text)
    visitor.event("alert.presented", since)
    visitor.said("kiosk: shows an alert", said)
    visitor.until(lambda: visitor.pixels(*CORNER) != undimmed, "the alert")
    visitor.picture(picture)
    return visitor.scene()["alerts"][0]["frame"]


def answer(visitor, frame):
    """Taps the alert's lowest button."""
    since = len(visitor.events)
    visitor.tap(frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] - 40)
    visitor.event("alert.answered", since)


def above_a_keyboard(visitor):
    """An alert is as large as its message, and an on-screen keyboard covers none of it."""
    station = visitor.station
    station.start_keyboard()
    keyboard = visitor.until(lambda: visitor.scene()["occluders"], "the keyboard")[0]["rect"]
    frame = notify(
        visitor, "6-alert-above-a-keyboard", "Please try your card again",
        "Take it out, wait until the lamp of the reader is green, and insert it again. "
        "Nothing has been charged so far. If this happens again, pay at the counter.")
    if frame["height"] <= 160 or frame["y"] + frame["height"] > keyboard["y"]:
        raise AssertionError(f"the keyboard is at {keyboard}, and the alert at {frame}")
    answer(visitor, frame)
    station.kill("keyboard")
    visitor.until(lambda: not visitor.scene()["occluders"], "the keyboard to go")


def crash(visitor):
    """The browser dies with its popover open: everybody goes on, and its draft is given back."""
    popover = visitor.open("shop", "passenger")
    visitor.fill(popover, NAME_FIELD, NAME)
    visitor.put_away()
    visitor.open("shop", "passenger")
    since = len(visitor.events)
    visitor.station.kill("shop")
    visitor.event("client.left", since, app="shop")
    visitor.event("popover.closed", since, app="shop", reason="client-gone")
    visitor.open("lockers", "choose")
    visitor.picture("7-without-the-browser")
    visitor.station.start_browser()
    visitor.event("client.joined", since, app="shop")
    visitor.open("shop", "passenger")
    visitor.event("draft.restored", since, app="shop", key="passenger")
    visitor.picture("8-the-browser-is-back")


def every_toolkit(visitor):
    """A page, GTK 3, GTK 4 and Qt take turns at one tap each; each gets its own draft back."""
    popover = visitor.open("shop", "passenger")
    visitor.fill(popover, NAME_FIELD, NAME)
    typed = (
        ("lockers", "name", "Ada"), ("timetable", "departures", "Air"), ("payment", "pay", MAIL))
    for app, button, words in typed:
        visitor.type_work(visitor.open(app, button), words)
        visitor.picture(f"9-{app}")
    said = len(visitor.station.lines)
    visitor.open("shop", "passenger")
    visitor.said("shop: restored", said)
    for app, button, words in typed:
        visitor.open(app, button)
        visitor.said(f"{app}: restored {len(words)} characters", said)


def without_popoverd(visitor):
    """popoverd itself dies and is started again: its clients find it, and nothing typed is lost."""
    visitor.type_work(visitor.open("lockers", "name"), NAME)
    visitor.station.kill("popoverd")
    visitor.until(lambda: not visitor.client.is_connected, "the end of the connection")
    visitor.station.start_daemon()
    visitor.until(lambda: visitor.client.is_connected, "the daemon")
    said = len(visitor.station.lines)
    visitor.open("lockers", "name")
    visitor.said(f"lockers: restored {len(NAME)} characters", said)
    for app, button in (("timetable", "departures"), ("payment", "pay"), ("shop", "passenger")):
        visitor.open(app, button)


def unattended(visitor):
    """Nobody touches a full basket: a countdown that a tap stops, and then an empty one."""
    station = visitor.station
    station.kill("popoverd")
    visitor.until(lambda: not visitor.client.is_connected, "the end of the connection")
    said = len(station.lines)
    station.start_daemon(patience=(10000, 10000))
    station.until_screen(said)
    visitor.until(lambda: visitor.client.is_connected, "the daemon")
    # The next session begins with the next touch, which may be the end of that tap.
    since = visitor.start_over()
    visitor.picture("10-an-empty-basket")
    popover = visitor.open("shop", CHEAPEST)
    visitor.event("session.began", since)
    visitor.until(lambda: visitor.is_still(popover["frame"]), "the menu to stand still")
    visitor.tap(popover["frame"]["x"] + 160, popover["frame"]["y"] + 34)
    visitor.event("popover.closed", since, app="shop", reason="choice")
    since, said = len(visitor.events), len(station.lines)
    visitor.picture("10-a-full-basket")
    visitor.event("alert.presented", since, app="idle")
    station.wait("kiosk: counts down", said)
    visitor.tap(*NOWHERE)
    visitor.event("alert.cancelled", since, app="idle", reason="cancelled")
    since, said = len(visitor.events), len(station.lines)
    visitor.event("alert.presented", since, app="idle")
    visitor.picture("10-are-you-still-there")
    visitor.event("session.ended", since)
    station.wait("shop: began anew", said)
    visitor.picture("10-the-next-customer")


STORIES = (
    one_tap, alert, above_a_keyboard, crash, every_toolkit, without_popoverd, unattended)


def main(folder=ROOT / "kiosk-output"):
    station = Station()
    try:
        visitor = Visitor(station, folder)
        visitor.until_there()
        for story in STORIES:
            story(visitor)
            visitor.start_over()
            print(f"{story.__name__}: {story.__doc__}", flush=True)
        visitor.close()
    finally:
        station.close()
    print(f"The pictures are in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
