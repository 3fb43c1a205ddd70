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

from motion import Motion

ARROW = 12
ACROSS = {"top": (0, -1), "bottom": (0, 1), "left": (-1, 0), "right": (1, 0)}
STYLE = """
popover.bubble, popover.bubble > contents { background: transparent; padding: 0; margin: 0;
  border: none; min-width: 0; min-height: 0; }
popover.bubble > contents { background: #ffffff; border-radius: 14px;
  box-shadow: 0 4px 22px rgba(13, 20, 41, 0.22); }
.time, .platform { font-weight: 600; }
.platform { color: #0066cc; }
popover.bubble .scrim { border-radius: 14px; }
popover.bubble.translucent > contents { background: rgba(255, 255, 255, 0.92); }
.scrim { background: #000000; }
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


def words(text, *styles, **details):
    return Gtk.Label(label=text, xalign=0, css_classes=styles, **details)


def rows(*children, **details):
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, **details)
    for child in children:
        box.append(child)
    return box


class Scrim(Gtk.Box):
    """Dims a window or a bubble behind a modal popover or an alert. GTK cannot blur."""

    def __init__(self, window):
        super().__init__(css_classes=["scrim"], can_target=False, visible=False)
        self.window = window
        overlay, child = Gtk.Overlay(), window.get_child()
        window.set_child(overlay)
        overlay.set_child(child)
        overlay.add_overlay(self)

    def dim(self, share):
        self.set_opacity(share)
        self.set_visible(share > 0)
        self.window.shade = share
        self.window.queue_draw()


class Bubble(Gtk.Popover):
    """`surface` is where the program's window is on the display, in points. Bubbles `behind` it are
    dimmed with the window."""

    # How dark a scrim makes it.
    shade = 0

    def __init__(self, window, surface, *children, behind=()):
        super().__init__(has_arrow=False, autohide=False, position=Gtk.PositionType.BOTTOM,
                         halign=Gtk.Align.START, css_classes=["bubble"])
        self.window, self.surface, self.behind = window, surface, behind
        self.body = rows(*children, spacing=14, margin_start=18, margin_end=18, margin_top=16,
                         margin_bottom=16)
        # Margins count beside a wanted size: it is the box's around.
        self.set_child(rows(self.body))
        self.told = self.tip = self.side = self.motion = None
        self.scrims = []
        # Until it has gone, nobody may think that it is off the screen.
        self.gone = None
        self.set_parent(window)

    def show_at(self, told, tip=None, side=None, appearance=None):
        """`told` is a placement or an alert, `tip` where the arrow on its side `side` ends."""
        self.stop()
        self.told, self.tip, self.side = told, tip, side
        if told.scrim and not self.scrims:
            self.scrims = [Scrim(each) for each in (self.window, *self.behind)]
        is_translucent = (appearance or {}).get("material") == "translucent"
        if is_translucent and self.get_display().is_composited():
            self.add_css_class("translucent")
        self.play(Motion(told, told.frame, told.start))
        self.window.present()
        self.popup()

    def play(self, motion):
        if not self.motion:
            self.add_tick_callback(self.step)
        self.motion = motion
        self.draw()

    def step(self, *_):
        if not self.motion:
            return GLib.SOURCE_REMOVE
        is_over = self.motion.is_over
        self.draw()
        if is_over:
            self.motion = None
            if self.gone:
                self.take_off()
        return not is_over

    def draw(self):
        """As it is at this time."""
        frame, share = self.motion.place, self.motion.share
        self.get_child().set_size_request(int(frame.width), int(frame.height))
        corner = Gdk.Rectangle()
        corner.x = int(frame.x - self.surface.x)
        corner.y = int(frame.y - self.surface.y) - 1
        corner.width = corner.height = 1
        self.set_pointing_to(corner)
        opacity = 1 if self.motion.is_resize else 1 - share if self.gone else share
        self.set_opacity(opacity)
        self.dim(opacity * (self.told.scrim or 0))
        self.queue_draw()

    def dim(self, share):
        for scrim in self.scrims:
            scrim.dim(share)

    def leave(self, order, gone):
        """Calls `gone()` when it is off the screen."""
        if not self.told or not order.animate:
            self.take_off()
            return gone()
        self.gone = gone
        return self.play(Motion(order, self.told.frame))

    def stop(self):
        gone, self.gone, self.motion = self.gone, None, None
        if gone:
            gone()

    def take_off(self):
        self.told = None
        self.dim(0)
        self.popdown()
        self.stop()

    def do_snapshot(self, snapshot):
        """The body is the style's; here is the arrow, in the room of the body's shadow."""
        Gtk.Popover.do_snapshot(self, snapshot)
        if not self.told or not self.tip:
            return
        frame = self.motion.place if self.motion else self.told.frame
        x, y = self.get_child().translate_coordinates(
            self, self.tip.x - frame.x, self.tip.y - frame.y)
        across, down = ACROSS[self.side]
        context = snapshot.append_cairo(Graphene.Rect().init(x - 14, y - 14, 28, 28))
        context.move_to(x, y)
        for half in (-ARROW, ARROW):
            # A little into the body, so that there is no line between.
            context.line_to(x + (ARROW + 1) * across + half * down,
                            y + (ARROW + 1) * down + half * across)
        context.set_source_rgb(*[1 - self.shade] * 3)
        context.fill()
