#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the pictures of the documents from those that stories.py takes; `make kiosk-pictures`.

    pictures.py FOLDER
    pictures.py --ticket FOLDER

The second makes the one of people who touch no screen, of the pictures that
`POPOVER_PICTURES=FOLDER make test-evdev` takes.
"""

import pathlib
import subprocess
import sys

import stories
from station import ROOT

DOCUMENTS = ROOT / "docs" / "pictures"
# How much of the screen is in a strip, and how wide a picture in it becomes.
SIZE, WIDTH = "764x520", 390
TOP_LEFT, TOP_RIGHT, BOTTOM_RIGHT, MIDDLE = "+0+64", "+516+64", "+516+280", "+258+140"
ONE_TAP = (
    ("2-typed-into-the-page", TOP_RIGHT, "1. A web page asks who travels, in its popover."),
    ("3-one-tap-on-the-lockers", TOP_RIGHT, "2. One tap on another program, and its popover is there. "
     "The page's has closed."),
    ("3-chosen", TOP_RIGHT, "3. A locker is chosen."),
    ("4-back-with-its-work", TOP_RIGHT, "4. One tap on the page's button: what was typed is back."),
)
TICKET = (
    ("11-keypad-shop-ring", TOP_LEFT, "1. A keypad moves the ring to a button of the web page."),
    ("11-keypad-lockers", TOP_RIGHT, "2. A locker is chosen in a GTK program's popover."),
    ("12-switch-payment-ring", BOTTOM_RIGHT, "3. With one switch the ring moves by itself: to the Qt "
     "program's button."),
    ("12-switch-alert", MIDDLE, "4. The shell shows what the printer says."),
)
PLAIN = ("-strip", "-depth", "8", "-define", "png:compression-level=9")


def font():
    """The file of the kiosk's own font."""
    return subprocess.run(["fc-match", "-f", "%{file}", "Inter:medium"], check=True,
                          capture_output=True, text=True).stdout


def convert(*arguments):
    subprocess.run(["convert", *map(str, arguments)], check=True)


def panel(folder, name, place, words):
    """A picture of the strip with its words beneath, as arguments."""
    return [
        "(", "+gravity", folder / f"{name}.png", "-crop", SIZE + place, "+repage", "-resize", f"{WIDTH}x",
        "-bordercolor", "#c9ced8", "-border", "1",
        "(", "-size", f"{WIDTH}x44", "-background", "white", "-fill", "#1c1c1e", "-font", font(),
        "-pointsize", "14", f"caption:{words}", "-bordercolor", "white", "-border", "0x6", ")",
        "-background", "white", "-gravity", "center", "-append",
        "-bordercolor", "white", "-border", "4x0", ")"]


def strip(folder, panels, name):
    words = [word for each in panels for word in panel(folder, *each)]
    convert(*words, "-gravity", "north", "+append", "+dither", "-colors", 256, *PLAIN, DOCUMENTS / name)


def ticket(folder):
    strip(pathlib.Path(folder), TICKET, "kiosk-ticket.png")


def main(folder):
    folder = pathlib.Path(folder)
    stories.main(folder)
    convert(folder / "2-typed-into-the-page.png", *PLAIN, DOCUMENTS / "kiosk.png")
    convert(folder / "5-alert-above-it.png", "-crop", "880x560+400+0", "+repage", *PLAIN,
            DOCUMENTS / "kiosk-alert.png")
    strip(folder, ONE_TAP, "kiosk-one-tap.png")


if __name__ == "__main__":
    if sys.argv[1] == "--ticket":
        ticket(*sys.argv[2:])
    else:
        main(*sys.argv[1:])
