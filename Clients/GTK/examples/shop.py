#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""An order in a popover, which comes back with what was typed: shop.py, or `shop.py 3` with GTK 3."""

import sys

import gi

VERSION = "3.0" if sys.argv[1:] == ["3"] else "4.0"
gi.require_version("Gtk", VERSION)
gi.require_version("PopoverGtk", VERSION)
from gi.repository import Gio, GLib, Gtk, PopoverGtk


def opened(popover, result):
    try:
        popover.open_finish(result)
        print("open", flush=True)
    except GLib.Error as error:
        print(error.message, file=sys.stderr)


def activate(application):
    button = Gtk.Button(label="Order", name="order", halign=Gtk.Align.CENTER, valign=Gtk.Align.CENTER)
    window = Gtk.ApplicationWindow(application=application, title="Shop")
    window.set_default_size(800, 600)

    popover = PopoverGtk.Popover(
        client=application.client, source=button, key="order-7", content_width=320, content_height=120,
        content=Gtk.Entry(name="customer", placeholder_text="Your name", margin_start=16, margin_end=16,
                          valign=Gtk.Align.CENTER))
    popover.connect("ended", lambda _, reason, *__: print("ended:", reason, flush=True))
    button.connect("clicked", lambda _: popover.open_async(None, opened))

    if VERSION == "3.0":
        window.add(button)
        window.show_all()
    else:
        window.set_child(button)
        window.present()


app = Gtk.Application(application_id="org.example.Shop", flags=Gio.ApplicationFlags.NON_UNIQUE)
app.client = PopoverGtk.Client(app="shop")
app.client.connect("connect-failed", lambda _, error, __: print(error.message, file=sys.stderr))
app.connect("activate", activate)
app.run()
