# SPDX-License-Identifier: MIT
"""A program that shows its window when the daemon already listens.

    late_window_gtk.py VERSION    3.0 or 4.0
"""

import sys

import gi

gi.require_version("Gtk", sys.argv[1])
gi.require_version("PopoverGtk", sys.argv[1])
# pylint: disable=wrong-import-position
from gi.repository import Gio, Gtk, PopoverGtk


def show(client, _):
    button = Gtk.Button(label="Order", name="order", halign=Gtk.Align.CENTER, valign=Gtk.Align.CENTER)
    window = Gtk.ApplicationWindow(application=application)
    window.set_default_size(800, 600)
    PopoverGtk.Popover(client=client, source=button, content=Gtk.Entry())
    if sys.argv[1] == "3.0":
        window.add(button)
        window.show_all()
    else:
        window.set_child(button)
        window.present()


application = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", Gtk.Application.hold)
connection = PopoverGtk.Client(app="shop")
connection.connect("ready", show)
application.run()
