# SPDX-License-Identifier: MIT
"""A popover that GTK 4 draws. GTK 4 places no windows: it hangs from the program's window, with its
corner where popoverd said, and its arrow is drawn outside of its body."""

import os

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Gdk", "4.0")
gi.require_version("Graphene", "1.0")
# pylint: disable=wrong-import-position
from gi.repository import Gdk, GLib, Graphene, Gtk

ARROW = 12
ACROSS = {"top": (0, -1), "bottom": (0, 1), "left": (-1, 0), "right": (1, 0)}
STYLE = """
popover.bubble, popover.bubble > contents { background: transparent; padding: 0; margin: 0;
  border: none; min-width: 0; min-height: 0; }
popover.bubble > contents { background: #ffffff; border-radius: 14px;
  box-shadow: 0 4px 22px rgba(13, 20, 41, 0.22); }
.time, .platform { font-weight: 600; }
.platform { color: #0a84ff; }
"""


def dress():
    """Has all windows of the program look like the kiosk."""
    folder = os.path.dirname(os.path.abspath(__file__))
    for load in (lambda style: style.load_from_path(os.path.join(folder, "kiosk.css")),
                 lambda style: style.load_from_data(STYLE.encode())):
        style = Gtk.CssProvider()
        load(style)
        Gtk.StyleContext.add_provider_for_display(
            Gdk.Display.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_USER)


def watch(client):
    """Lets GLib's main loop read what the daemon says."""
    def read(*_):
        client.read()
        return GLib.SOURCE_CONTINUE
    GLib.io_add_watch(client.descriptor, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN, read)


def words(text, *styles, **details):
    return Gtk.Label(label=text, xalign=0, css_classes=styles, **details)


def rows(*children, **details):
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, **details)
    for child in children:
        box.append(child)
    return box


class Bubble(Gtk.Popover):
    """`surface` is where the program's window is on the display, in points."""

    def __init__(self, window, surface, *children):
        super().__init__(has_arrow=False, autohide=False, position=Gtk.PositionType.BOTTOM,
                         halign=Gtk.Align.START, css_classes=["bubble"])
        self.window, self.surface = window, surface
        self.body = rows(*children, spacing=14, margin_start=18, margin_end=18, margin_top=16,
                         margin_bottom=16)
        # Margins count beside a wanted size: it is the box's around.
        self.set_child(rows(self.body))
        self.grant = None
        self.set_parent(window)

    def show_at(self, grant):
        self.grant = grant
        frame = grant["frame"]
        self.get_child().set_size_request(int(frame["width"]), int(frame["height"]))
        corner = Gdk.Rectangle()
        corner.x = int(frame["x"] - self.surface["x"])
        corner.y = int(frame["y"] - self.surface["y"]) - 1
        corner.width = corner.height = 1
        self.set_pointing_to(corner)
        self.window.present()
        self.popup()
        self.queue_draw()

    def take_off(self):
        self.grant = None
        self.popdown()

    def do_snapshot(self, snapshot):
        """The body is the style's; here is the arrow, in the room of the body's shadow."""
        Gtk.Popover.do_snapshot(self, snapshot)
        if not self.grant or not self.grant["arrow"]:
            return
        frame, tip = self.grant["frame"], self.grant["arrow"]
        x, y = self.get_child().translate_coordinates(
            self, tip["x"] - frame["x"], tip["y"] - frame["y"])
        across, down = ACROSS[self.grant["side"]]
        context = snapshot.append_cairo(Graphene.Rect().init(x - 14, y - 14, 28, 28))
        context.move_to(x, y)
        for half in (-ARROW, ARROW):
            # A little into the body, so that there is no line between.
            context.line_to(x + (ARROW + 1) * across + half * down,
                            y + (ARROW + 1) * down + half * across)
        context.set_source_rgb(1, 1, 1)
        context.fill()
