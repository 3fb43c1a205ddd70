#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Starts the example kiosk; `make kiosk` does so with all that it needs.

With a DISPLAY its screen is a window there, and it runs until that is closed. Without one its
screen is nowhere; then stories.py plays what people could do, and leaves pictures of it.
"""

import os
import re
import sys

import stories
from station import Station


def show(station):
    """Passes on what its programs say, until its window is closed."""
    said = 0
    while station.processes["screen"].poll() is None:
        with station.heard:
            station.heard.wait(0.5)
        for line in station.lines[said:]:
            said += 1
            if re.match(r"(kiosk|shop|lockers|timetable|payment|popoverd): (?!\[)", line):
                print(line, flush=True)


def main():
    """Runs nested in the screen of DISPLAY, until its window is closed or Control-C."""
    if not os.environ.get("DISPLAY"):
        return stories.main()
    station = None
    try:
        station = Station(os.environ["DISPLAY"])
        show(station)
    except KeyboardInterrupt:
        pass
    finally:
        if station:
            station.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
