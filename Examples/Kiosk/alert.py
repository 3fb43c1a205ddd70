# SPDX-License-Identifier: MIT
"""An alert that GTK 3 draws: above every window, in the frame that popoverd gave."""

import math
import time

import cairo
from gi.repository import Atk, Gdk, GLib
from gtk3 import Gtk, button, rows, styled, words

COLORS = {"info": "#0066cc", "warning": "#c25100", "critical": "#d70015"}
# The usual alert, 160 points high, has room for two lines of 20 points.
USUAL_HEIGHT, LINES, LINE_HEIGHT = 160, 2, 20


def is_on_wayland():
    """Whether popover-stage places the alert, dims what is behind, and draws its shadow."""
    return "Wayland" in type(Gdk.Display.get_default()).__name__


class Alert(Gtk.Window):
    """Dims the display, and lets through taps beside its frame: they are the daemon's to judge.

    `alert` is a `PopoverGtk.Alert`; `answered` is called with the id of the pressed button.
    """

    def __init__(self, alert, answered):
        # The title is for the screen plugin, which keeps the alert above all windows, or for popover-stage.
        super().__init__(
            type=Gtk.WindowType.TOPLEVEL if is_on_wayland() else Gtk.WindowType.POPUP,
            app_paintable=True, decorated=False, title=f"alert:{alert.id}")
        self.answered = answered
        self.ids, self.chosen = alert.button_ids, None
        frame, place = alert.frame, Gtk.Fixed()
        self.set_visual(self.get_screen().get_rgba_visual() or self.get_visual())
        self.scrim, self.duration = 0 if is_on_wayland() else alert.scrim, alert.duration_ms / 1000
        self.began = time.monotonic()
        self.connect("draw", self.dim)
        self.add_tick_callback(self.appear)
        self.buttons = [self.make_button(*told) for told in zip(
            alert.button_ids, alert.button_labels, alert.button_roles)]
        body = self.fill(alert)
        body.set_size_request(int(frame.width), int(frame.height))
        if is_on_wayland():
            self.resize(int(frame.width), int(frame.height))
            place.put(body, 0, 0)
        else:
            self.fill_screen(frame)
            place.put(body, int(frame.x), int(frame.y))
        self.add(place)
        self.get_accessible().set_role(Atk.Role.ALERT)
        self.get_accessible().set_name(alert.title)
        self.show_all()

    def fill_screen(self, frame):
        screen = self.get_screen()
        self.resize(screen.get_width(), screen.get_height())
        self.input_shape_combine_region(cairo.Region(cairo.RectangleInt(
            int(frame.x), int(frame.y), int(frame.width), int(frame.height))))

    def fill(self, alert):
        title = words("", "title", ellipsize=3)
        title.set_markup(f'<span color="{COLORS[alert.severity]}">\u25cf</span> '
                         f"{GLib.markup_escape_text(alert.title)}")
        lines = max(1, LINES + int(alert.frame.height - USUAL_HEIGHT) // LINE_HEIGHT)
        message = words(alert.message or "", "quiet", yalign=0, wrap=True, lines=lines, ellipsize=3,
                        max_width_chars=30, vexpand=True)
        if alert.timeout_ms >= 0:
            self.count_down(message, alert.timeout_ms / 1000)
        row = Gtk.Box(spacing=8, homogeneous=True)
        for each in self.buttons:
            row.add(each)
        return styled(rows(title, message, row), "alert")

    def make_button(self, name, label, role):
        style = {"default": "accent", "destructive": "destructive"}.get(role)
        if len(self.ids) == 1:
            style = "accent"
        return button(label, lambda: self.answered(name), style)

    def count_down(self, message, seconds):
        """Shows in the message how many seconds are left; the daemon ends the alert."""
        text, end = message.get_text(), time.monotonic() + seconds

        def tick():
            left = max(0, math.ceil(end - time.monotonic()))
            message.set_text(f"{text} {left} s")
            return GLib.SOURCE_CONTINUE
        tick()
        timer = GLib.timeout_add(250, tick)
        self.connect("destroy", lambda _: GLib.source_remove(timer))

    # A keypad; a window above all others never has a keyboard's focus.

    def step(self, step):
        if step == "activate" and self.chosen is not None:
            return self.buttons[self.chosen].clicked()
        if step in ("next", "right", "down", "activate"):
            return self.choose(-1 if self.chosen is None else self.chosen, 1)
        if step in ("previous", "left", "up"):
            return self.choose(0 if self.chosen is None else self.chosen, -1)
        return None

    def choose(self, number, by):
        self.chosen = (number + by) % len(self.buttons)
        for each, one in enumerate(self.buttons):
            style = one.get_style_context()
            (style.add_class if each == self.chosen else style.remove_class)("chosen")

    # How it appears

    @property
    def share(self):
        """From 0 to 1: how much of it is there."""
        passed = time.monotonic() - self.began
        return 1 if passed >= self.duration else 1 - (1 - passed / self.duration) ** 2

    def appear(self, *_):
        self.queue_draw()
        self.get_child().set_opacity(self.share)
        return self.share < 1

    def dim(self, _, context):
        context.set_operator(cairo.OPERATOR_SOURCE)
        context.set_source_rgba(0, 0, 0, self.scrim * self.share)
        context.paint()
        context.set_operator(cairo.OPERATOR_OVER)
