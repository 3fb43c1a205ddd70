# SPDX-License-Identifier: MIT
"""A window of GTK 3 that tells which presses and touches reach it. It knows no popoverd.

    gtk3_window.py WIDTH HEIGHT [X Y WIDTH HEIGHT]...    its size, and where its buttons are
Lines: "ready"; "press X Y" and "touch X Y", in the window; "click N", of a button; and, when told
"ping", "pong" after everything that had reached it.
"""

import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
# pylint: disable=wrong-import-position
from gi.repository import Gdk, GLib, Gtk

from gtk_lines import buttons, pressed, say


def commanded(descriptor, condition):
    if condition & GLib.IOCondition.HUP or not os.read(descriptor, 4096):
        Gtk.main_quit()
        return False
    Gdk.Display.get_default().sync()
    while Gtk.events_pending():
        Gtk.main_iteration_do(False)
    say("pong")
    return True


def main():
    width, height, *places = map(int, sys.argv[1:])
    window = Gtk.Window(title="window", decorated=False)
    window.set_default_size(width, height)
    window.add(buttons(places))
    gesture = Gtk.GestureMultiPress(widget=window, button=0)
    gesture.set_propagation_phase(Gtk.PropagationPhase.CAPTURE)
    gesture.connect("pressed", pressed)
    GLib.io_add_watch(
        sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP,
        commanded)
    window.connect("destroy", Gtk.main_quit)
    window.connect_after("draw", lambda *_: is_drawn or is_drawn.append(say("ready")))
    is_drawn = []
    window.show_all()
    Gtk.main()


if __name__ == "__main__":
    main()
