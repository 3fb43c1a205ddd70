# SPDX-License-Identifier: MIT
"""Rectangles and places on a screen, and when they are tapped."""

import math
import time


def rect(x, y, width, height):
    return {"x": x, "y": y, "width": width, "height": height}


def inside(area, chance):
    """A random pixel inside the rectangle."""
    return (chance.randrange(int(area["x"]), int(area["x"] + area["width"])),
            chance.randrange(int(area["y"]), int(area["y"] + area["height"])))


def covers(area, x, y):
    return (area["x"] <= x < area["x"] + area["width"]
            and area["y"] <= y < area["y"] + area["height"])


def pixel(place):
    """The pixel of a touch, which may lie between pixels. Newer libraries round down to 256ths of one."""
    return math.floor(place["x"] + 1 / 128), math.floor(place["y"] + 1 / 128)


def until_next_millisecond():
    """Servers tell times in milliseconds: of what comes in one nobody knows what came first. What
    people do from now on comes later than all that is there."""
    began = time.monotonic_ns() // 1_000_000
    while time.monotonic_ns() // 1_000_000 == began:
        pass
