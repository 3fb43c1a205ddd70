# SPDX-License-Identifier: MIT
"""What every program of the kiosk that is written with GTK has: lines about what people did."""

import json
import sys

from gi.repository import GLib


def frame_option(default):
    """X, y, width and height of `--frame X,Y,WxH`: where the program's window is on the display."""
    words = sys.argv[1:]
    told = words[words.index("--frame") + 1] if "--frame" in words else default
    return tuple(map(int, told.replace("x", ",").split(",")))


class Program:
    """`client` is a `PopoverGtk.Client` of GTK 3 or GTK 4."""

    def __init__(self, client):
        self.client = client
        self.subscription = None
        client.connect("ready", lambda *_: self.subscribe())
        client.connect("event", lambda *_: self.begin_anew())

    def subscribe(self):
        # It continues after a loss of the connection.
        if self.subscription is None:
            self.subscription = self.client.subscribe(["session.ended"], -1)

    def begin_anew(self):
        """People have left, and the next ones begin."""

    def say(self, words):
        """One line on standard output for whoever has started this program: no drafts."""
        print(f"{self.client.props.app}: {words}", flush=True)

    def reveal(self, popover):
        """Has the popover's source open it, and tells of it."""
        popover.props.source.connect("clicked", lambda source: self.press(source, popover))
        self.follow(popover)

    def follow(self, popover):
        """Tells what becomes of it."""
        popover.connect("ended", lambda _, reason, *__: self.say(f"closed {reason}"))
        popover.connect("restore-draft", lambda _, draft: self.restored(draft))

    def press(self, source, popover):
        self.say(f"tapped {source.get_label()}")
        popover.open_async(None, self.opened)

    def opened(self, popover, result):
        try:
            popover.open_finish(result)
            self.say("opened")
        except GLib.Error as error:
            self.say(f"may not open: {error.message}")

    def restored(self, draft):
        if draft:
            self.say(f"restored {sum(map(len, json.loads(draft).values()))} characters")
