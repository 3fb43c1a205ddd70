#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the pictures of the documents from those that stories.py takes; `make kiosk-pictures`."""

import pathlib
import subprocess
import sys

import stories
from station import ROOT

DOCUMENTS = ROOT / "docs" / "pictures"
# What of the screen is in the strip, and how wide a picture in it becomes.
PART, WIDTH = "764x520+516+64", 390
STRIP = (
    ("2-typed-into-the-page", "1. A web page asks who travels, in its popover."),
    ("3-one-tap-on-the-lockers", "2. One tap on another program, and its popover is there. "
     "The page's has closed."),
    ("3-chosen", "3. A locker is chosen."),
    ("4-back-with-its-work", "4. One tap on the page's button: what was typed is back."),
)


def font():
    """The file of the kiosk's own font."""
    return subprocess.run(["fc-match", "-f", "%{file}", "Inter:medium"], check=True,
                          capture_output=True, text=True).stdout


def convert(*arguments):
    subprocess.run(["convert", *map(str, arguments)], check=True)


def panel(folder, name, words):
    """A picture of the strip with its words beneath, as arguments."""
    return [
        "(", "+gravity", folder / f"{name}.png", "-crop", PART, "+repage", "-resize", f"{WIDTH}x",
        "-bordercolor", "#c9ced8", "-border", "1",
        "(", "-size", f"{WIDTH}x44", "-background", "white", "-fill", "#1c1c1e", "-font", font(),
        "-pointsize", "14", f"caption:{words}", "-bordercolor", "white", "-border", "0x6", ")",
        "-background", "white", "-gravity", "center", "-append",
        "-bordercolor", "white", "-border", "4x0", ")"]


def main(folder):
    folder = pathlib.Path(folder)
    stories.main(folder)
    plain = ["-strip", "-depth", "8", "-define", "png:compression-level=9"]
    convert(folder / "2-typed-into-the-page.png", *plain, DOCUMENTS / "kiosk.png")
    convert(folder / "5-alert-above-it.png", "-crop", "880x560+400+0", "+repage", *plain,
            DOCUMENTS / "kiosk-alert.png")
    panels = [word for name, words in STRIP for word in panel(folder, name, words)]
    convert(*panels, "-gravity", "north", "+append", *plain, DOCUMENTS / "kiosk-one-tap.png")


if __name__ == "__main__":
    main(*sys.argv[1:])
