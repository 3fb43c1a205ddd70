# SPDX-License-Identifier: MIT
"""Rectangles and places on a screen."""

import math


def rect(x, y, width, height):
    return {"x": x, "y": y, "width": width, "height": height}


def inside(area, chance):
    """A pixel that lies in it."""
    return (chance.randrange(int(area["x"]), int(area["x"] + area["width"])),
            chance.randrange(int(area["y"]), int(area["y"] + area["height"])))


def covers(area, x, y):
    return (area["x"] <= x < area["x"] + area["width"]
            and area["y"] <= y < area["y"] + area["height"])


def pixel(place):
    """Fingers touch in between."""
    return math.floor(place["x"]), math.floor(place["y"])
