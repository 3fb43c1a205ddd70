# SPDX-License-Identifier: MIT
"""A popover that GTK 3 draws: a window where popoverd said, with its arrow and shadow."""

import math
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
# pylint: disable=wrong-import-position
from gi.repository import Gdk, GLib, Gtk

from motion import Motion
from popoverd import Rect

SHADOW, RADIUS, ARROW_WIDTH = 28, 14, 24


def dress():
    """Has all windows of the program look like the kiosk."""
    style = Gtk.CssProvider()
    style.load_from_path(os.path.join(os.path.dirname(os.path.abspath(__file__)), "kiosk.css"))
    Gtk.StyleContext.add_provider_for_screen(
        Gdk.Screen.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_USER)


def follow(window, told):
    """Calls `told()` when widgets of the window have their places, and whenever that changes."""
    window.connect("size-allocate", lambda *_: GLib.idle_add(told))


def place_of(widget):
    """The rectangle of a widget in its window."""
    x, y = widget.translate_coordinates(widget.get_toplevel(), 0, 0)
    size = widget.get_allocation()
    return Rect(x, y, size.width, size.height)


def rounded(context, x, y, width, height, radius):
    context.new_sub_path()
    for turn, (across, down) in enumerate(((1, 0), (1, 1), (0, 1), (0, 0))):
        context.arc(x + radius + across * (width - 2 * radius),
                    y + radius + down * (height - 2 * radius),
                    radius, (turn - 1) * math.pi / 2, turn * math.pi / 2)
    context.close_path()


class Bubble(Gtk.Window):
    """A window around `frame`, wider by its shadow; a POPUP is above all, without keys."""

    def __init__(self, kind=Gtk.WindowType.TOPLEVEL):
        super().__init__(type=kind, decorated=False, resizable=True, app_paintable=True,
                         type_hint=Gdk.WindowTypeHint.DIALOG, skip_taskbar_hint=True)
        self.set_keep_above(True)
        self.set_visual(self.get_screen().get_rgba_visual() or self.get_visual())
        self.get_style_context().add_class("bubble")
        self.body = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, margin=SHADOW + 16)
        self.add(self.body)
        self.tip = self.arrow = self.motion = None
        # Until it has gone, nobody may think that it is off the screen.
        self.gone = None
        self.connect("draw", self.draw_shape)
        # Whether it is on the screen is the daemon's to say, not a window manager's.
        self.connect("delete-event", lambda *_: True)

    def show_at(self, told, tip=None):
        """`told` is a placement or an alert, `tip` where the arrow points at."""
        self.stop()
        self.tip = tip
        self.play(Motion(told, told.frame, told.start))
        self.show_all()
        self.place()
        self.present_with_time(Gdk.CURRENT_TIME)

    def play(self, motion):
        if not self.motion:
            self.add_tick_callback(self.step)
        self.motion = motion
        self.place()

    def step(self, *_):
        if not self.motion:
            return GLib.SOURCE_REMOVE
        is_over = self.motion.is_over
        self.place()
        if is_over:
            self.motion = None
            if self.gone:
                self.hide()
                self.stop()
        return not is_over

    def place(self):
        """As it is at this time."""
        frame, share = self.motion.place, self.motion.share
        x, y = round(frame.x) - SHADOW, round(frame.y) - SHADOW
        self.arrow = self.tip and (self.tip.x - x, self.tip.y - y)
        self.resize(round(frame.width) + 2 * SHADOW, round(frame.height) + 2 * SHADOW)
        self.move(x, y)
        self.set_opacity(1 if self.motion.is_resize else 1 - share if self.gone else share)
        self.queue_draw()

    def leave(self, order, gone):
        """Calls `gone()` when it is off the screen."""
        if not self.get_visible() or not order.animate:
            self.hide()
            self.stop()
            return gone()
        self.gone = gone
        x, y = self.get_position()
        size = self.get_size()
        frame = Rect(x + SHADOW, y + SHADOW, size[0] - 2 * SHADOW, size[1] - 2 * SHADOW)
        return self.play(Motion(order, frame))

    def stop(self):
        gone, self.gone, self.motion = self.gone, None, None
        if gone:
            gone()

    def draw_shape(self, _, context):
        context.set_operator(1)  # what was there before goes
        context.set_source_rgba(0, 0, 0, 0)
        context.paint()
        context.set_operator(2)
        size = self.get_allocation()
        width, height = size.width - 2 * SHADOW, size.height - 2 * SHADOW
        for grown in range(SHADOW - 6, 0, -1):
            rounded(context, SHADOW - grown, SHADOW - grown + 5, width + 2 * grown,
                    height + 2 * grown, RADIUS + grown)
            context.set_source_rgba(0.05, 0.08, 0.16, 0.012 * (1 - grown / SHADOW))
            context.fill()
        context.set_source_rgb(1, 1, 1)
        rounded(context, SHADOW, SHADOW, width, height, RADIUS)
        context.fill()
        if self.arrow:
            self.draw_arrow(context, width, height)
        return False

    def draw_arrow(self, context, width, height):
        """A triangle from the nearest side to the tip."""
        x, y = self.arrow
        half = ARROW_WIDTH / 2
        if SHADOW < x < SHADOW + width:
            base = SHADOW if y <= SHADOW else SHADOW + height
            ends = (x - half, base), (x + half, base)
        else:
            base = SHADOW if x <= SHADOW else SHADOW + width
            ends = (base, y - half), (base, y + half)
        context.move_to(x, y)
        for end in ends:
            context.line_to(*end)
        context.close_path()
        context.fill()


class Face:
    """What `surface.py` asks of a toolkit, for popovers that keep no work."""

    def __init__(self):
        self.bubble = Bubble()

    def show(self, popover):
        self.bubble.show_at(popover.placement, popover.placement.arrow)

    def leave(self, order, gone):
        self.bubble.leave(order, gone)

    def hide(self):
        self.bubble.hide()
        self.bubble.stop()

    def work(self):
        return None

    def restore(self, work):
        pass
