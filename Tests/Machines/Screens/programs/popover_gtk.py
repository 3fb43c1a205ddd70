# SPDX-License-Identifier: MIT
"""A window of GTK 3 or 4 with a button that opens a popover of the library, filled with one color.

    popover_gtk.py 3|4 WIDTH HEIGHT X Y WIDTH HEIGHT    the window, and its button

It answers each line with lines, the last of which is "pong": `text` with what is typed in the popover,
`focus` with the name of the focused widget; `modal` makes the next popover modal, `low` as high as a text, `cancel`
closes it,
`combo` adds a drop-down (in GTK 3), of which the program says "chose" and the item.
"""

import os
import sys

import gi

VERSION = f"{sys.argv[1]}.0"
gi.require_version("Gtk", VERSION)
gi.require_version("Gdk", VERSION)
gi.require_version("PopoverGtk", VERSION)
# pylint: disable=wrong-import-position
from gi.repository import GLib, Gtk, PopoverGtk

from gtk_lines import dress, say

STYLE = b"window { background: #f2f3f7; } .solid { background: #c81e64; } entry { margin: 20px; }" \
    b"menuitem { background: #1e64c8; padding: 20px 60px; color: #1e64c8; }"


class Program:
    def __init__(self, width, height, *place):
        self.loop = GLib.MainLoop()
        self.client = PopoverGtk.Client(app="window")
        self.button = Gtk.Button(label="Open", name="button")
        self.button.set_size_request(*place[2:])
        self.entry = Gtk.Entry(name="text")
        content = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        content.get_style_context().add_class("solid")
        self.window = Gtk.Window(decorated=False, default_width=width, default_height=height)
        fixed = Gtk.Fixed()
        fixed.put(self.button, *place[:2])
        if VERSION == "3.0":
            content.add(self.entry)
            self.window.add(fixed)
        else:
            content.append(self.entry)
            self.window.set_child(fixed)
        self.popover = PopoverGtk.Popover(
            client=self.client, source=self.button, content=content, content_width=320,
            content_height=200, key="work", title="Solid", sides=["bottom", "top"])
        self.button.connect("clicked", self.clicked)
        self.popover.connect("ended", lambda _, reason, *__: say(f"ended {reason}"))
        self.client.connect("ready", lambda *_: say("ready"))
        self.client.connect("warning", lambda _, error: say(f"warning {error.message}"))
        GLib.io_add_watch(
            sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP,
            self.commanded)
        if os.environ["GDK_BACKEND"] == "wayland":
            self.window.fullscreen()
        if VERSION == "3.0":
            self.window.show_all()
        self.window.present()

    def clicked(self, _):
        def opened(popover, result):
            try:
                popover.open_finish(result)
                say("opened")
            except GLib.Error as error:
                say(f"refused {error.message}")
        self.popover.open_async(None, opened)

    def focus(self):
        window = self.window
        if VERSION == "3.0" and self.popover.get_is_open():
            window = self.popover
        widget = window.get_focus()
        while widget and widget.get_name() not in ("text", "button"):
            widget = widget.get_parent()
        return widget and widget.get_name()

    def commanded(self, descriptor, condition):
        data = os.read(descriptor, 4096)
        if condition & GLib.IOCondition.HUP and not data:
            self.loop.quit()
            return False
        for line in data.decode().split("\n")[:-1]:
            say(f"{line} {getattr(self, line)()}")
            say("pong")
        return True

    def text(self):
        return self.entry.get_text()

    def modal(self):
        self.popover.props.is_modal = True

    def low(self):
        content = Gtk.Label(label="Solid")
        content.get_style_context().add_class("solid")
        self.popover.props.content = content
        self.popover.props.content_height = 0

    def combo(self):
        combo = Gtk.ComboBoxText(margin=20)
        for item in ("first", "second", "third", "fourth"):
            combo.append_text(item)
        combo.connect("changed", lambda _: say(f"chose {combo.get_active_text()}"))
        self.entry.get_parent().add(combo)
        combo.show()

    def cancel(self):
        self.popover.cancel()


def main():
    if VERSION == "4.0":
        Gtk.init()
    dress(STYLE)
    Program(*map(int, sys.argv[2:])).loop.run()


if __name__ == "__main__":
    main()
