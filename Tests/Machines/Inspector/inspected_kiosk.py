#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Films the example kiosk with the inspector beside it, and takes the guide's picture; `make inspect-film`."""

import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from support import ROOT
from support.chromium import Chromium
from support.programs import popoverctl
from support.session_bus import tool

sys.path.append(str(ROOT / "Examples" / "Kiosk"))

# pylint: disable=wrong-import-position
import films
import pictures
import stories
from station import Station

# The browser's screen; the film has a strip for captions beneath the page.
WIDTH, HEIGHT, STRIP = 1440, 810, 90
SCREEN = f"{WIDTH}x{HEIGHT + STRIP}"
# The page beside the kiosk, which has its place left of it, in a bezel.
LEFT, KIOSK, BEZEL = 832, (800, 500), 8
# A plugin has a say, so that there is a verdict to read; the apps' user inspects.
POLICY = '[[plugin]]\nname = "edition"\noptions = { edition = "today" }\n'
# Each fits on one line of the strip.
CAPTIONS = {
    "1-nothing-open": "The example kiosk, and the inspector beside it, live.",
    "2-typed-into-the-page": "A tap opens a popover. The inspector shows it, and why.",
    "3-one-tap-on-the-lockers": "One tap: one popover closes, another opens.",
    "4-back-with-its-work": "One tap more, and the page's work is back.",
    "5-alert-above-it": "The printer is out of paper: an alert, above everything.",
    "dragged": "Later, somebody drags the timeline back.",
    "closed": "Why did the page's popover close? Guideline G3.",
    "granted": "Why did the other open? A policy plugin agreed.",
    "live": "Play shows what followed, until the page is live again.",
}
SELECTED = "Number(document.querySelector('#list [aria-selected=true]').dataset.index)"
# Seconds to see what has changed, to read a reason, and between two steps of a drag.
LOOK, READ, PACE = 2.2, 4.0, 0.03
PLAIN = "+dither", "-colors", 256, *pictures.PLAIN


class OpenStation(Station):
    """A kiosk whose user may inspect it."""

    def configuration(self):
        return super().configuration().replace("daemonUser = false", "daemonUser = true")


class Customer(films.Actor):
    """Uses the kiosk, and rests at each step once the page shows it, too."""

    browser = None

    def is_followed(self):
        scene = self.scene()
        return self.browser.value("[...document.querySelectorAll('.thing')].map((it) => it.dataset.id)") == [
            *(each["popover"] for each in scene["popovers"]), *(each["alert"] for each in scene["alerts"])]

    def picture(self, name):
        self.until(self.is_followed, "the page to follow")
        super().picture(name)


class Desk:
    """The screen of somebody who inspects the kiosk: a browser with the page, and a pointer."""

    def __init__(self, station, actor):
        self.display = station.start_screen(name="desk", size=SCREEN)
        station.start("inspector", popoverctl(), "inspect")
        link = station.wait(r"inspector: (http://\S+)")[1]
        os.environ["DISPLAY"] = self.display
        self.browser = actor.browser = Chromium(
            tool("chromium"), f"--app={link}", f"--window-position={LEFT},0",
            f"--window-size={WIDTH - LEFT},{HEIGHT}")
        self.browser.attach()
        self.until = lambda expression, what: actor.until(lambda: self.browser.value(expression), what)
        self.until("document.body?.dataset.ready !== undefined", "the page")
        self.pointer = films.Pointer(self.run, WIDTH - 70, 24)
        self.pointer.travel(*self.pointer.place, 0.1)

    @staticmethod
    def run(program, *arguments):
        subprocess.run([program, *map(str, arguments)], check=True, stdin=subprocess.DEVNULL)

    def widen(self):
        window = self.browser.ask("Browser.getWindowForTarget")["windowId"]
        self.browser.ask("Browser.setWindowBounds", windowId=window, bounds={
            "left": 0, "top": 0, "width": WIDTH, "height": HEIGHT})
        self.until(f"innerWidth === {WIDTH}", "a wide page")

    def click(self, element):
        self.pointer.travel(*self.browser.value(
            "(({ x, y, width, height }) => [x + width / 2, y + height / 2])"
            f"(({element}).getBoundingClientRect())"))
        self.run("xdotool", "click", 1)

    def row(self, what, about):
        return (f"[...document.querySelectorAll('#list li')].find((it) => it.textContent.includes('{what}')"
                f" && it.textContent.includes('{about}'))")

    def drag_back_to(self, row):
        """Drags the timeline from the latest moment back to about this one."""
        wanted = self.browser.value(f"Number({row}.dataset.index)")
        x, y = self.browser.value("(({ right, bottom }) => [right - 11, bottom - 14])"
                                      "(document.getElementById('scrub').getBoundingClientRect())")
        self.pointer.travel(x, y)
        self.run("xdotool", "mousedown", 1)
        while self.browser.value(SELECTED) > wanted:
            x -= 20
            self.pointer.travel(x, y, PACE)
        self.run("xdotool", "mouseup", 1)


def inspect(desk, actor, folder):
    """Asks why things happened; returns the time from a narrow page to a wide one, which the film omits."""
    def step(name, seconds):
        time.sleep(seconds)
        actor.steps[name] = time.monotonic() - (wide - narrow)
    narrow = time.monotonic()
    desk.widen()
    time.sleep(LOOK / 2)
    wide = time.monotonic()
    closed = desk.row("close: outside-tap", "p1 of shop")
    time.sleep(LOOK / 2)
    desk.drag_back_to(closed)
    step("dragged", LOOK)
    desk.click(closed)
    desk.until("document.querySelector('#panel .guideline') !== null", "the guideline")
    step("closed", READ)
    desk.run("import", "-silent", "-display", desk.display, "-window", "root", folder / "desk.png")
    pictures.convert(folder / "desk.png", "-crop", f"{WIDTH}x{HEIGHT}+0+0", "+repage", *PLAIN,
                     pictures.DOCUMENTS / "inspect-live.png")
    desk.click(desk.row("open: granted", "p2 of lockers"))
    desk.until("document.querySelector('#panel .verdicts') !== null", "the verdict")
    step("granted", READ)
    desk.browser.value("void ((it) => { it.value = '2'; it.dispatchEvent(new Event('change')); })"
                       "(document.querySelector('#transport select'))")
    desk.click("document.querySelector('#transport .play')")
    desk.until("document.getElementById('pace').textContent === 'Live'", "the live scene")
    actor.until(actor.is_followed, "the live scene")
    step("live", LOOK)
    return narrow, wide


def record(desk, actor, folder):
    """Films both screens, and puts the kiosk beside the page until the page is wide."""
    actor.captions = CAPTIONS
    actor.look()
    kiosk = films.Camera(actor.station.environment["DISPLAY"], folder / "kiosk.mkv")
    page = films.Camera(desk.display, folder / "desk.mkv", SCREEN)
    begin = time.monotonic()
    try:
        stories.one_tap(actor)
        stories.out_of_paper(actor)
        narrow, wide = (moment - begin for moment in inspect(desk, actor, folder))
    finally:
        page.stop()
        kiosk.stop()
    if failed := [event.data for event in actor.events if event.topic == "plugin.failed"]:
        raise AssertionError(f"the machine is too busy for a film: {failed}")
    width, height = (side + 2 * BEZEL for side in KIOSK)
    while_beside = f"enable='lt(t,{wide:.3f})'"
    films.write_film(
        "inspect", actor, begin, *page.since(begin), *kiosk.since(begin), "-filter_complex",
        f"[0]drawbox=y={HEIGHT}:h={STRIP}:color=0x232a39:t=fill,"
        f"drawbox=w={LEFT}:h={HEIGHT}:color=0x232a39:t=fill:{while_beside}[wall];"
        f"[1]scale={KIOSK[0]}:{KIOSK[1]}:flags=lanczos,pad={width}:{height}:{BEZEL}:{BEZEL}:0x0b0e15[kiosk];"
        f"[wall][kiosk]overlay=x={(LEFT - width) // 2}:y={(HEIGHT - height) // 2}:{while_beside},"
        f"select='not(between(t,{narrow:.3f},{wide:.3f}))',"
        f"setpts='PTS-gt(T,{narrow:.3f})*{wide - narrow:.3f}/TB'", quality=44)
    film, shown = films.FOLDER / "inspect.webm", actor.steps["5-alert-above-it"] - begin - 0.2
    poster = film.with_suffix(".png")
    films.convert("-ss", str(shown), "-i", film, "-frames:v", "1", poster)
    pictures.convert(poster, "-resize", "1080x", *PLAIN, poster)


def main():
    with contextlib.ExitStack() as ending:
        station = OpenStation(more=POLICY)
        ending.callback(station.close)
        actor = Customer(station, rest=LOOK)
        ending.callback(actor.close)
        actor.until_there()
        desk = Desk(station, actor)
        ending.callback(desk.browser.close)
        record(desk, actor, pathlib.Path(ending.enter_context(tempfile.TemporaryDirectory())))


if __name__ == "__main__":
    main()
