# SPDX-License-Identifier: MIT
"""The kiosk's shell, in GTK 3: a bar with a clock and "Start over", and the alerts of everybody."""

import math
import time

import cairo
from bubble import Bubble, Gdk, GLib, Gtk, dress, follow, place_of
from motion import Motion
from popoverd.glib import connect
from surface import Surface, frame_option

COLORS = {"info": "#0a84ff", "warning": "#ff9500", "critical": "#ff3b30"}


def label(text, style, **properties):
    made = Gtk.Label(label=text, **properties)
    made.get_style_context().add_class(style)
    return made


class Scrim(Gtk.Window):
    """Dims the display behind an alert; taps are the daemon's to judge."""

    def __init__(self, alert):
        super().__init__(type=Gtk.WindowType.POPUP, app_paintable=True)
        self.set_visual(self.get_screen().get_rgba_visual() or self.get_visual())
        self.motion = Motion(alert, None)
        self.share = alert.scrim
        self.connect("draw", self.dim)
        self.add_tick_callback(self.step)
        screen = self.get_screen()
        self.resize(screen.get_width(), screen.get_height())
        self.input_shape_combine_region(cairo.Region())
        if self.share:
            self.show_all()

    def step(self, *_):
        self.queue_draw()
        return not self.motion.is_over

    def dim(self, _, context):
        context.set_operator(cairo.OPERATOR_SOURCE)
        context.set_source_rgba(0, 0, 0, self.share * self.motion.share)
        context.paint()


class Alert(Bubble):
    """One alert: above every window, in the frame that the daemon gave, with a row of buttons."""

    def __init__(self, alert, answered):
        super().__init__(Gtk.WindowType.POPUP)
        mark = GLib.markup_escape_text(alert.title)
        title = label("", "title", xalign=0, ellipsize=3)
        title.set_markup(f'<span color="{COLORS[alert.severity]}">\u25cf</span> {mark}')
        self.body.add(title)
        # The usual alert, 160 points high, has room for two lines of 20 points.
        lines = max(1, 2 + int(alert.frame.height - 160) // 20)
        message = label(alert.message or "", "quiet", xalign=0, yalign=0, wrap=True, lines=lines,
                        ellipsize=3, max_width_chars=30)
        self.body.pack_start(message, True, True, 0)
        if alert.timeout is not None:
            self.count_down(message, alert.timeout)
        row = Gtk.Box(spacing=8, homogeneous=True)
        for told in alert.buttons:
            button = Gtk.Button(label=told["label"])
            button.connect("clicked", lambda _, name=told["id"]: answered(name))
            if told.get("role") == "destructive":
                button.get_style_context().add_class("destructive")
            elif told.get("role") == "default" or len(alert.buttons) == 1:
                button.get_style_context().add_class("accent")
            row.add(button)
        self.body.add(row)
        self.scrim = Scrim(alert)
        self.show_at(alert)

    def take_away(self):
        self.scrim.destroy()
        self.destroy()

    def count_down(self, message, seconds):
        """Shows in the message how many seconds are left; the daemon ends the alert."""
        words, end = message.get_text(), time.monotonic() + seconds

        def tick():
            left = max(0, math.ceil(end - time.monotonic()))
            message.set_text(f"{words} {left} s")
            return GLib.SOURCE_CONTINUE
        tick()
        timer = GLib.timeout_add(250, tick)
        self.connect("destroy", lambda _: GLib.source_remove(timer))


class Shell:
    """The bar, and at most one alert at a time."""

    def __init__(self, frame):
        self.alerts = {}
        # Whoever renders alerts next is the daemon's to say, when it is there again.
        self.client = connect(
            "kiosk", roles=("app", "shell"), present_alert=self.present,
            dismiss_alert=self.take_away, lost=self.take_all_away)
        self.surface = Surface(self.client, frame)
        self.clock = label("", "clock")
        window = Gtk.Window(title="Kiosk", decorated=False)
        window.set_default_size(frame.width, frame.height)
        bar = Gtk.Box(spacing=16)
        bar.get_style_context().add_class("bar")
        bar.add(label("Northbridge Station", "station"))
        bar.set_center_widget(self.clock)
        self.button = Gtk.Button(label="Start over", valign=Gtk.Align.CENTER)
        self.button.connect("clicked", lambda _: self.start_over())
        bar.pack_end(self.button, False, False, 0)
        window.add(bar)
        window.connect("destroy", Gtk.main_quit)
        follow(window, lambda: self.surface.source(
            "start-over", place_of(self.button), self.start_over))
        window.show_all()
        self.tick()
        GLib.timeout_add_seconds(1, self.tick)

    def tick(self):
        self.clock.set_text(time.strftime("%H:%M"))
        return GLib.SOURCE_CONTINUE

    def start_over(self):
        """Whoever comes next finds nothing of whoever was here."""
        self.surface.say("tapped Start over")
        self.client.request("session.end", done=lambda _: self.surface.say("began anew"))

    def present(self, alert):
        """It is on the screen when this returns."""
        name = alert.alert
        self.alerts[name] = Alert(alert, lambda button: self.answer(name, button))
        self.surface.say("shows an alert" if alert.timeout is None else "counts down")

    def answer(self, name, button):
        self.take_away(name)
        # Whoever hears that it is over does not meet it any more.
        Gdk.Display.get_default().sync()
        self.client.answer_alert(name, button)
        self.surface.say("answered an alert")

    def take_all_away(self):
        for name in list(self.alerts):
            self.take_away(name)

    def take_away(self, name):
        if alert := self.alerts.pop(name, None):
            alert.take_away()


if __name__ == "__main__":
    dress()
    shell = Shell(frame_option("0,0,1280x64"))
    Gtk.main()
