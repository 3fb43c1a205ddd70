# SPDX-License-Identifier: MIT
"""How a popover appears, moves and disappears, as popoverd says; of any toolkit."""

import time

from popoverd import Rect

EASINGS = {
    "ease-out": lambda part: 1 - (1 - part) ** 2,
    "ease-in": lambda part: part ** 2,
    "ease-in-out": lambda part: part * part * (3 - 2 * part),
}


class Motion:
    """`told` is a placement, an alert or the request to leave; its end is `frame`."""

    def __init__(self, told, frame, start=None):
        self.frame, self.start = frame, start
        self.duration = told.duration if told.animate else 0
        self.ease = EASINGS.get(told.easing, lambda part: part)
        self.began = time.monotonic()

    @property
    def is_over(self):
        return time.monotonic() - self.began >= self.duration

    @property
    def share(self):
        """From 0 to 1: how much of it is done."""
        return 1 if self.is_over else self.ease((time.monotonic() - self.began) / self.duration)

    @property
    def is_resize(self):
        """Otherwise it appears out of a point, or disappears."""
        return bool(self.start and self.start.width and self.start.height)

    @property
    def place(self):
        """The frame at this time."""
        if not self.is_resize:
            return self.frame
        share = self.share
        return Rect(*(old + share * (new - old) for old, new in zip(self.start, self.frame)))
