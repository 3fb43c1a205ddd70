# SPDX-License-Identifier: MIT
"""A window of GTK 3 with a button at its lower right, which opens a menu with two levels below it. The line
"ask" opens a dialog that likes 500 x 300 points, "choose" a file chooser, which likes more than a small screen
has. The program says their "size WIDTH HEIGHT"."""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
# pylint: disable=wrong-import-position
from gi.repository import GLib, Gtk

from gtk_lines import dress, say

STYLE = b"""
window { background: #f2f3f7; } menuitem { padding: 14px 60px; }
#level0 { background: #1e64c8; color: #1e64c8; } #level1 { background: #64c81e; color: #64c81e; }
#level2 { background: #c81e64; color: #c81e64; }
"""


def menu(level=0):
    made, item = Gtk.Menu(), Gtk.MenuItem(label="Item", name=f"level{level}")
    made.append(item)
    if level < 2:
        item.set_submenu(menu(level + 1))
    made.show_all()
    return made


class Program:
    def __init__(self):
        self.loop = GLib.MainLoop()
        self.window = Gtk.Window(decorated=False)
        button = Gtk.MenuButton(
            label="Menu", popup=menu(), halign=Gtk.Align.END, valign=Gtk.Align.END)
        button.set_size_request(120, 60)
        self.window.add(button)
        self.window.fullscreen()
        self.window.show_all()
        GLib.io_add_watch(
            sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN, self.commanded)

    def commanded(self, *_):
        kind = Gtk.Dialog if sys.stdin.readline() == "ask\n" else Gtk.FileChooserDialog
        dialog = kind(title="Open", transient_for=self.window, default_width=500, default_height=300)
        dialog.connect("size-allocate", lambda dialog, _: say("size", *dialog.get_size()))
        dialog.show()
        return True


dress(STYLE)
Program().loop.run()
