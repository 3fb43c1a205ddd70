# SPDX-License-Identifier: MIT
"""What the windows of GTK 3 and GTK 4 tell; whoever imports it has said which of them it is."""

from gi.repository import Gdk, Gtk


def dress(text):
    """Gives all windows of the program a style."""
    style = Gtk.CssProvider()
    style.load_from_data(text)
    if Gtk.MAJOR_VERSION == 3:
        Gtk.StyleContext.add_provider_for_screen(
            Gdk.Screen.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_USER)
    else:
        Gtk.StyleContext.add_provider_for_display(
            Gdk.Display.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_USER)


def say(*words):
    print(*words, flush=True)


def pressed(gesture, _, x, y):
    # Only fingers have one.
    is_touch = gesture.get_current_sequence() is not None
    say("touch" if is_touch else "press", int(x), int(y))


def buttons(places):
    """Where each has four numbers: X Y WIDTH HEIGHT."""
    fixed = Gtk.Fixed()
    for number in range(len(places) // 4):
        x, y, *size = places[4 * number:4 * number + 4]
        button = Gtk.Button(label=f"Button {number}")
        button.set_size_request(*size)
        button.connect("clicked", lambda _, number=number: say("click", number))
        fixed.put(button, x, y)
    return fixed
