#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records stories of the kiosk in docs/films, as they happen, with captions; `make kiosk-films`.

The person in front of the kiosk takes the time that people need to follow: the pointer travels to a
button, keys come one after the other, and each step stays on the screen.
"""

import asyncio
import pathlib
import subprocess
import sys
import tempfile
import time

import stories
from station import ROOT, Station

FOLDER = ROOT / "docs" / "films"
FRAMES = 20
# Seconds that a step stays on the screen, and that the pointer needs to a button; between two keys 70 ms.
REST, TRAVEL = 1.4, 0.5
TYPED = "typed"
# The steps of each film by the names of its story's pictures. The poster shows the last step but one.
FILMS = {
    "one-tap": (stories.one_tap, {
        "1-nothing-open": "A ticket kiosk of four programs. Nothing is open.",
        "2-typed-into-the-page": "A tap on a button of the web page opens its popover. A name is typed.",
        "3-one-tap-on-the-lockers": "One tap on the lockers' button closes it and opens theirs.",
        "3-chosen": "A locker is chosen.",
        "4-back-with-its-work": "One tap on the page's button: its popover is back, with the name."}),
    "alert": (stories.alert, {
        TYPED: "A name is typed into the page's popover.",
        "5-alert-above-it": "Another program notifies that the printer is out of paper. "
                            "The alert is above everything.",
        "6-answered": "OK closes the alert. The popover is still open, and typing continues."}),
    "crash": (stories.crash, {
        TYPED: "A name is typed into the page's popover.",
        "7-without-the-browser": "The popover is closed and opened again, and the browser crashes. "
                                 "The lockers still open.",
        "8-the-browser-is-back": "The browser is back, and its popover has the name."}),
}


class Pointer:
    """A pointer that people can follow; `run` runs programs on its screen."""

    def __init__(self, run, x, y):
        self.run, self.place = run, (x, y)

    def travel(self, x, y, seconds=TRAVEL):
        began = time.monotonic()
        while (part := (time.monotonic() - began) / seconds) < 1:
            eased = part * part * (3 - 2 * part)
            self.run("xdotool", "mousemove", *(
                round(old + (new - old) * eased) for old, new in zip(self.place, (x, y))))
        self.place = x, y


class Actor(stories.Visitor):
    """A visitor whom people can follow, who rests at each step. `steps` are the names of shown steps,
    with their ends."""

    def __init__(self, station, rest=REST):
        super().__init__(station)
        self.rest = rest
        self.pointer, self.captions, self.steps = Pointer(self.run, 640, 420), {}, {}

    def tap(self, x, y):
        self.pointer.travel(x, y)
        super().tap(x, y)

    def type(self, popover, words):
        self.until(lambda: self.has_keys(popover), f"the keys for {popover['app']}")
        self.run("xdotool", "type", "--delay", 70, words)

    def fill(self, popover, field, words):
        super().fill(popover, field, words)
        self.picture(TYPED)

    def picture(self, name):
        if name in self.captions and name not in self.steps:
            self.loop.run_until_complete(asyncio.sleep(self.rest))
            self.steps[name] = time.monotonic()


class Camera:
    """ffmpeg, which records a screen without loss from when it is made; `began` is that time."""

    def __init__(self, screen, path, size="1280x800"):
        self.path = path
        self.process = subprocess.Popen(
            ["ffmpeg", "-loglevel", "error", "-y", "-f", "x11grab", "-framerate", str(FRAMES),
             "-video_size", size, "-i", screen, "-c:v", "libx264", "-preset", "ultrafast",
             "-qp", "0", "-progress", "pipe:1", path],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            name, _, value = line.strip().partition("=")
            if name == "frame" and int(value) > 0:
                self.began = time.monotonic() - int(value) / FRAMES
                return
        raise RuntimeError("ffmpeg records nothing")

    def stop(self):
        self.process.communicate("q", timeout=stories.PATIENCE)

    def since(self, moment):
        """ffmpeg's arguments to read what was recorded from a moment on."""
        return ["-ss", str(moment - self.began), "-i", self.path]


def clock(seconds):
    return f"{int(seconds // 60):02}:{seconds % 60:06.3f}"


def write_captions(path, actor, begin):
    lines, last = ["WEBVTT"], begin
    for name, end in actor.steps.items():
        lines.append(f"\n{clock(last - begin)} --> {clock(end - begin)}\n{actor.captions[name]}")
        last = end
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def convert(*arguments):
    subprocess.run(["ffmpeg", "-loglevel", "error", "-y", *arguments], check=True)


def write_film(name, actor, begin, *arguments, quality=38):
    """Leaves a film and its captions; the arguments tell ffmpeg what to read from `begin` on."""
    if list(actor.steps) != list(actor.captions):
        raise AssertionError(f"the film {name} shows {list(actor.steps)}")
    film, seconds = FOLDER / f"{name}.webm", list(actor.steps.values())[-1] - begin
    convert(*arguments, "-t", str(seconds), "-c:v", "libvpx-vp9", "-crf", str(quality), "-b:v", "0",
            "-g", str(20 * FRAMES), "-cpu-used", "5", "-row-mt", "1", "-pix_fmt", "yuv420p",
            "-map_metadata", "-1", film)
    write_captions(film.with_suffix(".vtt"), actor, begin)
    print(f"{name}: {seconds:.0f} s, {film.stat().st_size} bytes", flush=True)


def record(actor, name, raw):
    """Plays a story, and leaves its film, its captions and its poster."""
    story, actor.captions = FILMS[name]
    actor.steps = {}
    actor.look()
    camera = Camera(actor.station.environment["DISPLAY"], raw)
    begin = time.monotonic()
    try:
        story(actor)
    finally:
        camera.stop()
    write_film(name, actor, begin, *camera.since(begin))
    poster = list(actor.steps.values())[-2] - actor.rest / 2
    convert(*camera.since(poster), "-frames:v", "1", "-vf", "scale=960:-1", "-map_metadata", "-1",
            FOLDER / f"{name}.png")


def main(names):
    FOLDER.mkdir(exist_ok=True)
    station = Station()
    try:
        actor = Actor(station)
        actor.until_there()
        with tempfile.TemporaryDirectory() as folder:
            for name in names or FILMS:
                record(actor, name, pathlib.Path(folder, f"{name}.mkv"))
                actor.start_over()
        actor.close()
    finally:
        station.close()


if __name__ == "__main__":
    main(sys.argv[1:])
