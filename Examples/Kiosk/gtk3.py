# SPDX-License-Identifier: MIT
"""Widgets of the kiosk's programs in GTK 3."""

import os

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
gi.require_version("PopoverGtk", "3.0")
# pylint: disable=wrong-import-position
from gi.repository import Gdk, Gtk


def dress():
    """Has all windows of the program look like the kiosk."""
    style = Gtk.CssProvider()
    style.load_from_path(os.path.join(os.path.dirname(os.path.abspath(__file__)), "kiosk.css"))
    Gtk.StyleContext.add_provider_for_screen(
        Gdk.Screen.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_USER)


def styled(widget, *styles):
    for style in styles:
        widget.get_style_context().add_class(style)
    return widget


def words(text, *styles, **details):
    return styled(Gtk.Label(label=text, xalign=0, **details), *styles)


def rows(*children, **details):
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, **details)
    for child in children:
        box.add(child)
    return box


def button(label, pressed=None, style=None, **details):
    made = Gtk.Button(label=label, **details)
    if pressed:
        made.connect("clicked", lambda _: pressed())
    return styled(made, style) if style else made
