# SPDX-License-Identifier: MIT
"""A window with a button at its upper left, whose menu fills with a color. It knows no popoverd.

    gtk_menu.py 3|4 NAME GROUND MENU [lasting]

These are the version of GTK, the app id, and the colors of the window and the menu. In GTK 4 the menu opens at
SIGUSR1, too; a lasting one grabs nothing, and closes at its button alone.
"""

import signal
import sys

import gi

VERSION, NAME, GROUND, MENU, *MORE = sys.argv[1:]
gi.require_version("Gtk", f"{VERSION}.0")
gi.require_version("Gdk", f"{VERSION}.0")
# pylint: disable=wrong-import-position
from gi.repository import GLib, Gtk

from gtk_lines import dress

STYLE = f"""
window {{ background: #{GROUND}; }} menuitem {{ padding: 40px 80px; }}
menu, menuitem, popover > contents {{ background: #{MENU}; color: #{MENU}; border: none; box-shadow: none; }}
"""


def button():
    made = Gtk.MenuButton(label=NAME, halign=Gtk.Align.START, valign=Gtk.Align.START)
    made.set_size_request(160, 60)
    if VERSION == "3":
        menu = Gtk.Menu()
        menu.append(Gtk.MenuItem(label="Item"))
        menu.show_all()
        made.set_popup(menu)
        return made
    child = Gtk.Label(label="Item")
    child.set_size_request(200, 120)
    made.set_popover(Gtk.Popover(child=child, has_arrow=False, autohide=not MORE))
    GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, lambda: made.popup() or True)
    return made


GLib.set_prgname(NAME)
if VERSION == "4":
    Gtk.init()
dress(STYLE.encode())
window = Gtk.Window(decorated=False)
if VERSION == "3":
    window.add(button())
    window.show_all()
else:
    window.set_child(button())
    window.present()
GLib.MainLoop().run()
