# SPDX-License-Identifier: MIT
"""A program of GTK 4 with the example kiosk's popover, which also renders alerts.

    gtk4_motion.py WIDTH HEIGHT    the size of its window, at the display's corner
Each line that it reads is a method with params, which it calls; its lines say what it shows.
"""

import json
import os
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[4] / "Examples" / "Kiosk"))

# pylint: disable=wrong-import-position
from gtk4_bubble import Bubble, GLib, Gtk, dress, watch, words
from popoverd import Client, rect


def say(*told):
    print(*told, flush=True)


class Program:
    def __init__(self, width, height):
        self.window = Gtk.Window(title="Motion", decorated=False, child=Gtk.Box())
        self.window.set_default_size(width, height)
        self.window.present()
        frame = rect(0, 0, width, height)
        self.bubble = Bubble(self.window, frame, words("Two tickets", "title"))
        self.alert = Bubble(
            self.window, frame, words("The paper is out", "title"),
            Gtk.Button(label="OK", css_classes=["accent"], vexpand=True, valign=Gtk.Align.END),
            behind=[self.bubble])
        self.client = Client("motion", ("app", "shell"))
        self.client.joined = lambda _: say("ready")
        self.client.on("alert.present", self.present)
        self.client.on("popover.willClose", lambda params: (
            lambda answer: self.bubble.leave(params, lambda: answer({}))))
        watch(self.client)

    def present(self, params):
        self.alert.show_at({**params, "arrow": None})
        say("alert.present")
        return {}

    def command(self, line):
        method, params = line.split(" ", 1)
        self.client.request(method, lambda result: self.answered(method, result), say,
                            **json.loads(params))

    def answered(self, method, result):
        if method == "popover.update":
            self.bubble.show_at({**result, "appearance": {}})
        elif method == "popover.open":
            self.bubble.show_at(result)
        elif method == "alert.answer":
            self.alert.take_off()
        say(method)


def main():
    Gtk.init()
    dress()
    program = Program(*map(int, sys.argv[1:]))
    loop = GLib.MainLoop()

    def read(descriptor, condition):
        data = os.read(descriptor, 65536) if condition & GLib.IOCondition.IN else b""
        if not data:
            loop.quit()
        for line in data.decode().splitlines():
            program.command(line)
        return bool(data)
    GLib.io_add_watch(
        sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, read)
    loop.run()


if __name__ == "__main__":
    main()
