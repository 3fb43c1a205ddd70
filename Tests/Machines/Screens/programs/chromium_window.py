# SPDX-License-Identifier: MIT
"""A window of Chromium that tells which presses and touches reach its page. It knows no popoverd.

    chromium_window.py PROGRAM PAGE WIDTH HEIGHT [X Y WIDTH HEIGHT]...
Its lines are those of gtk3_window.py.
"""

import os
import pathlib
import signal
import sys

from support.chromium import Chromium


# It has been painted, and what came before has been handed to the page.
PAINTED = ("new Promise((done) => requestAnimationFrame(() => "
           "requestAnimationFrame(() => done(document.readyState === 'complete'))))")


def main():
    program, page, width, height, *places = sys.argv[1:]
    buttons = ";".join(",".join(places[first:first + 4]) for first in range(0, len(places), 4))
    # Of a Wayland server it takes the place that it is given; else it fills the screen.
    platform = ["--ozone-platform=wayland"] if os.environ.get("WAYLAND_DISPLAY") else [
        "--ozone-platform=x11", "--kiosk"]
    chromium = Chromium(
        program, f"--app={pathlib.Path(page).as_uri()}#{buttons}", *platform,
        "--window-position=0,0", f"--window-size={width},{height}", "--disable-pinch",
        "--touch-events=enabled")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        chromium.attach()
        while not chromium.value(PAINTED):
            pass
        print("ready", flush=True)
        for _ in sys.stdin:
            for line in chromium.value("noted.splice(0)"):
                print(line)
            print("pong", flush=True)
    finally:
        chromium.close()


if __name__ == "__main__":
    main()
