# SPDX-License-Identifier: MIT
"""Geometry of rectangles."""


def is_inside(frame, room):
    """Whether a rectangle is inside another one."""
    return (room["x"] <= frame["x"] and room["y"] <= frame["y"]
            and frame["x"] + frame["width"] <= room["x"] + room["width"]
            and frame["y"] + frame["height"] <= room["y"] + room["height"])


def overlap(one, other):
    """Whether two rectangles overlap."""
    return (one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
            and one["y"] < other["y"] + other["height"]
            and other["y"] < one["y"] + one["height"])


def facing_point(control, side):
    """The middle of the control's edge that faces a popover on that side."""
    x, y = control["x"], control["y"]
    width, height = control["width"], control["height"]
    return {
        "top": {"x": x + width / 2, "y": y},
        "bottom": {"x": x + width / 2, "y": y + height},
        "left": {"x": x, "y": y + height / 2},
        "right": {"x": x + width, "y": y + height / 2},
    }[side]


def rect(x, y, width, height):
    return {"x": x, "y": y, "width": width, "height": height}


def center(area):
    """The point in its middle."""
    return area["x"] + area["width"] / 2, area["y"] + area["height"] / 2
