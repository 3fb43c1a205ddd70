# SPDX-License-Identifier: MIT
"""docs/how-to/client-python.md: the program of Tk marks its window, which stays above those of others."""

import os
import tempfile
import unittest

from support import ROOT
from support.document import blocks
from support.gtk_library import PYTHON
from support.wayland_screen import until
from support.x11_screen import Companion

from popover_screens import XScreen

PAGE = ROOT / "docs" / "how-to" / "client-python.md"


class TkGuide(XScreen):
    def setUp(self):
        super().setUp()
        self.observer.call("bus.subscribe", topics=["app.*"])
        with tempfile.NamedTemporaryFile("w", suffix=".py", encoding="utf-8", delete=False) as file:
            self.addCleanup(os.unlink, file.name)
            program, = (block.text for block in blocks(PAGE, "python") if "import tkinter" in block.text)
            file.write(program)
        # Debian's Python has Tk.
        self.program = Companion([PYTHON, "-B", file.name], environment={
            **self.environment, "POPOVERD_SOCKET": self.daemon.socket,
            "PYTHONPATH": str(ROOT / "Clients" / "Python")})
        self.addCleanup(self.program.close)
        until(self.sources, "the source")

    def open(self):
        place = self.sources()[0]["rect"]
        self.tap(int(place["x"]) + 20, int(place["y"]) + 10)
        until(lambda: self.observer.call("status")["popovers"], "a popover")
        return self.popover()

    def pixel(self, popover):
        """Of the popover's body: its last row."""
        frame = popover["frame"]
        return self.picture().color(frame["x"] + frame["width"] - 5, frame["y"] + frame["height"] - 5)

    def has_focus(self, popover):
        """Whether its entry, at its upper edge, has the black border of what gets the keys."""
        x, y, width = (int(popover["frame"][side]) for side in ("x", "y", "width"))
        picture = self.picture()
        border = [picture.color(each, y) for each in range(x, x + width)]
        return border[0] != (0, 0, 0) and (0, 0, 0) in border

    def written(self, popover):
        """How many columns of its entry are dark: at most four of the border, two of the caret, others of letters."""
        x, y, width = (int(popover["frame"][side]) for side in ("x", "y", "width"))
        picture = self.picture()
        return sum(any(sum(picture.color(column, row)) < 300 for row in range(y + 5, y + 16))
                   for column in range(x, x + width))

    def close(self):
        self.tap(900, 650)
        until(lambda: not self.observer.call("status")["popovers"], "its end")
        return self.peer("shop").call("draft.load", key="order-7")["draft"]["content"]

    def test_its_window_stays_above_those_of_others(self):
        popover = self.open()
        until(lambda: self.pixel(popover) != (0, 0, 0), "the window")
        body = self.pixel(popover)
        frame = popover["frame"]
        window = self.screen.window(
            int(frame["x"]), int(frame["y"] + frame["height"]) - 20, int(frame["width"]), 60)
        told = self.observer.event("app.x11.foreign-window")["data"]
        self.assertEqual((told["pid"], told["popover"]), (window.process.pid, popover["popover"]))
        until(lambda: self.pixel(popover) == body, "the popover above the window")

    def test_its_draft_comes_back(self):
        popover = self.open()
        until(lambda: self.has_focus(popover), "its focus")
        self.type("Ada")
        until(lambda: self.written(popover) > 8, "a letter")
        # The tap may come before the last letters: its draft is what the program has by then.
        text = self.close()
        self.assertTrue(text and "Ada".startswith(text), text)
        self.assertEqual(self.open() and self.close(), text)


if __name__ == "__main__":
    unittest.main()
