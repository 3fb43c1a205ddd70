# SPDX-License-Identifier: MIT
"""A window of GTK 4 that tells which presses and touches reach it. It knows no popoverd.

    gtk4_window.py WIDTH HEIGHT [X Y WIDTH HEIGHT]...    its size, and where its buttons are
Its lines are those of gtk3_window.py.
"""

import os
import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Gdk", "4.0")
# pylint: disable=wrong-import-position
from gi.repository import Gdk, GLib, Gtk

from gtk_lines import buttons, pressed, say


def commanded(descriptor, condition, loop):
    if condition & GLib.IOCondition.HUP or not os.read(descriptor, 4096):
        loop.quit()
        return False
    Gdk.Display.get_default().sync()
    while loop.get_context().pending():
        loop.get_context().iteration(False)
    say("pong")
    return True


def main():
    Gtk.init()
    loop = GLib.MainLoop()
    width, height, *places = map(int, sys.argv[1:])
    window = Gtk.Window(title="window", decorated=False, child=buttons(places))
    window.set_default_size(width, height)
    gesture = Gtk.GestureClick(button=0, propagation_phase=Gtk.PropagationPhase.CAPTURE)
    gesture.connect("pressed", pressed)
    window.add_controller(gesture)
    GLib.io_add_watch(
        sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP,
        commanded, loop)
    window.connect("close-request", lambda _: loop.quit())
    window.present()

    def painted(clock):
        clock.disconnect(handler)
        say("ready")
    handler = window.get_frame_clock().connect("after-paint", painted)
    loop.run()


if __name__ == "__main__":
    main()
