# SPDX-License-Identifier: MIT
"""A program of GTK 4 with the example kiosk's popover, which also renders alerts.

    gtk4_motion.py WIDTH HEIGHT    the size of its window, at the display's corner
Each line that it reads is a method with params, which it calls; its lines say what it shows.
"""

import json
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[4]
sys.path += [str(ROOT / "Examples" / "Kiosk"), str(ROOT / "Clients" / "Python")]

# pylint: disable=wrong-import-position
from gtk4_bubble import Bubble, GLib, Gtk, dress, words
from popoverd import Rect
from popoverd.glib import connect


def say(*told):
    print(*told, flush=True)


class Program:
    def __init__(self, width, height):
        self.window = Gtk.Window(title="Motion", decorated=False, child=Gtk.Box())
        self.window.set_default_size(width, height)
        self.window.present()
        frame = Rect(0, 0, width, height)
        self.bubble = Bubble(self.window, frame, words("Two tickets", "title"))
        self.alert = Bubble(
            self.window, frame, words("The paper is out", "title"),
            Gtk.Button(label="OK", css_classes=["accent"], vexpand=True, valign=Gtk.Align.END),
            behind=[self.bubble])
        self.popover = None
        self.client = connect(
            "motion", roles=("app", "shell"), present_alert=self.present,
            connected=lambda: say("ready"))

    def present(self, alert):
        self.alert.show_at(alert)
        say("alert.present")

    def command(self, line):
        method, params = line.split(" ", 1)
        getattr(self, method.replace(".", "_"))(**json.loads(params))

    def popover_open(self, behavior, anchor, size):
        self.client.open(
            behavior, size.values(), anchor=anchor.values(), done=self.opened, failed=say,
            will_close=lambda order, answer: self.bubble.leave(order, lambda: answer(None)))

    def opened(self, popover):
        self.popover = popover
        self.show(popover.placement, "popover.open")

    def popover_update(self, size, **_):
        self.popover.update(size=size.values(), failed=say, done=lambda placement: self.show(
            placement, "popover.update"))

    def show(self, placement, method):
        self.bubble.show_at(placement, placement.arrow, placement.side, self.popover.appearance)
        say(method)

    def alert_raise(self, title, severity, buttons):
        self.client.alert(
            title, buttons, lambda _: say("alert.raise"), say, severity=severity)

    def alert_answer(self, alert, button):
        self.client.answer_alert(alert, button, failed=say, done=lambda _: self.answered())

    def answered(self):
        self.alert.take_off()
        say("alert.answer")


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
