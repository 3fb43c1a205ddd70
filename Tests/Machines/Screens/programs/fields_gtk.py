# SPDX-License-Identifier: MIT
"""A window of GTK 3 or 4 with a button that opens a popover with entries, all by the library.

    fields_gtk.py 3|4 WIDTH HEIGHT X Y    its window's size, and where in it the button is

POPOVER_FIELDS says how many entries there are.
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

STYLE = b"window { background: #f2f3f7; } window.popover-gtk, popover > contents { background: #00a050; }"


def opened(popover, result):
    popover.open_finish(result)
    say("opened ")


def changed(entry):
    if entry.get_text():
        say("typed", entry.get_name(), entry.get_text())


def main(width, height, x, y):
    if VERSION == "4.0":
        Gtk.init()
    dress(STYLE)
    client = PopoverGtk.Client(app="gtk")
    window = Gtk.Window(decorated=False, default_width=width, default_height=height)
    button = Gtk.Button(label="Order", name="order")
    button.set_size_request(80, 40)
    fixed = Gtk.Fixed()
    fixed.put(button, x, y)
    content = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, margin_start=16, margin_end=16, margin_top=16)
    add = content.add if VERSION == "3.0" else content.append
    for number in range(1, int(os.environ["POPOVER_FIELDS"]) + 1):
        entry = Gtk.Entry(name=f"field-{number}", width_chars=8)
        entry.connect("changed", changed)
        add(entry)
    popover = PopoverGtk.Popover(
        client=client, source=button, content=content, content_width=320, content_height=200,
        key="order-7", title="Order", sides=["bottom", "top"])
    popover.connect("ended", lambda _, reason, *__: say("closed", reason))
    button.connect("clicked", lambda _: popover.open_async(None, opened))
    client.connect("ready", lambda *_: say("ready"))
    if VERSION == "3.0":
        window.add(fixed)
        window.show_all()
    else:
        window.set_child(fixed)
    if os.environ["GDK_BACKEND"] == "wayland":
        window.fullscreen()
    window.present()
    GLib.MainLoop().run()


if __name__ == "__main__":
    main(*map(int, sys.argv[2:]))
