# SPDX-License-Identifier: MIT
"""A program of GTK with a popover of the library.

    gtk_motion.py VERSION WIDTH HEIGHT    3 or 4, and the size of its window, at the display's corner
Each line that it reads is a method with params, which it calls; its lines say what it shows.
"""

import json
import os
import sys

import gi

VERSION = sys.argv[1]
gi.require_version("Gdk", f"{VERSION}.0")
gi.require_version("Gtk", f"{VERSION}.0")
gi.require_version("PopoverGtk", f"{VERSION}.0")
# pylint: disable=wrong-import-position
from gi.repository import GLib, Gtk, PopoverGtk

from gtk_lines import dress, say

STYLE = b"""
window, .background { background: #f2f3f7; }
@define-color popover_bg_color #ffffff;
window.popover-gtk, popover.popover-gtk > contents { background: #ffffff; }
"""


class Program:
    def __init__(self, width, height):
        self.button = Gtk.Button(label="Tickets", name="tickets")
        self.place = Gtk.Fixed()
        window = Gtk.Window(title="Motion", decorated=False)
        window.set_default_size(width, height)
        self.client = PopoverGtk.Client(app="motion")
        self.client.connect("ready", lambda *_: say("ready"))
        self.popover = PopoverGtk.Popover(
            client=self.client, source=self.button, content=Gtk.Label(label="Two tickets"))
        if VERSION == "3":
            window.add(self.place)
            window.show_all()
        else:
            window.set_child(self.place)
            window.present()

    def command(self, line):
        method, params = line.split(" ", 1)
        getattr(self, method.replace(".", "_"))(**json.loads(params))

    def resize(self, size):
        self.popover.props.content_width, self.popover.props.content_height = size.values()

    def popover_open(self, behavior, anchor, size):
        self.button.set_size_request(anchor["width"], anchor["height"])
        self.place.put(self.button, anchor["x"], anchor["y"])
        self.button.show()
        self.popover.props.behavior = behavior
        self.resize(size)
        # The source is known when it has been drawn.
        self.button.add_tick_callback(lambda *_: self.popover.open_async(None, self.opened))

    def opened(self, popover, result):
        popover.open_finish(result)
        say("popover.open")

    def popover_update(self, size, **_):
        self.resize(size)
        say("popover.update")


def main():
    if VERSION == "4":
        Gtk.init()
    dress(STYLE)
    program = Program(*map(int, sys.argv[2:]))
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
