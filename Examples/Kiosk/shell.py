# SPDX-License-Identifier: MIT
"""The kiosk's shell, in GTK 3: a bar with a clock and what everyone may need, and all alerts."""

import json
import time

from gtk3 import Gdk, Gtk, button, dress, rows, styled, words
from alert import Alert
from gi.repository import GLib, PopoverGtk
from program import Program, frame_option
from reach import HigherControls

# What people can have for the rest of their session: its words, and the setting of popoverd.
SETTINGS = (
    ("Larger text", "textScale", 1.5),
    ("Read aloud", "speech", True),
    ("Nothing moves", "reducedMotion", True),
    ("Lower on the screen", "reach", {"x": 0, "y": 320, "width": 1280, "height": 480}),
)


class Shell(Program):
    """The bar, and at most one alert at a time."""

    def __init__(self, frame):
        super().__init__(PopoverGtk.Client(
            app="kiosk", roles=["app", "shell"], presents_alerts=True))
        self.alerts, self.settings = {}, {}
        self.client.connect("alert-present", self.present)
        self.client.connect("alert-dismiss", lambda _, name: self.take_away(name))
        self.client.connect("focus-moved", self.step)
        # Whoever renders alerts next is the daemon's to say, when it is there again.
        self.client.connect("lost", lambda *_: self.take_all_away())
        self.clock = words("", "clock")
        over = button("Start over", self.start_over, name="start-over", valign=Gtk.Align.CENTER)
        ease = button("Easier", name="easier", valign=Gtk.Align.CENTER)
        window = Gtk.Window(title="Kiosk", decorated=False)
        window.set_default_size(*frame[2:])
        PopoverGtk.Popover.set_window_origin(window, *frame[:2])
        bar = styled(Gtk.Box(spacing=16), "bar")
        bar.add(words("Northbridge Station", "station"))
        bar.set_center_widget(self.clock)
        bar.pack_end(over, False, False, 0)
        bar.pack_end(ease, False, False, 0)
        window.add(bar)
        window.connect("destroy", Gtk.main_quit)
        self.client.add_control(over)
        self.add_settings(ease)
        window.show_all()
        self.tick()
        GLib.timeout_add_seconds(1, self.tick)

    def tick(self):
        self.clock.set_text(time.strftime("%H:%M"))
        return GLib.SOURCE_CONTINUE

    def start_over(self):
        """Whoever comes next finds nothing of whoever was here."""
        self.say("tapped Start over")
        self.client.request_async("session.end", "{}", None, self.began_anew)

    def began_anew(self, client, result):
        client.request_finish(result)
        self.say("began anew")

    # What a person needs

    def add_settings(self, source):
        self.boxes = {}
        for label, name, value in SETTINGS:
            box = self.boxes[name] = Gtk.CheckButton(label=label)
            box.connect("toggled", self.toggled, name, value)
        self.easier = PopoverGtk.Popover(
            client=self.client, source=source, behavior="selection", title="Easier to use",
            content_width=280, content_height=286,
            content=rows(words("Easier to use", "title"), *self.boxes.values(), margin=16))
        # When it leaves, its boxes become as before it opened, which is nobody's wish.
        self.is_asking = False
        self.easier.connect("opened", lambda _: self.ask())
        self.easier.connect("will-close", lambda *_: self.stop_asking())
        self.reveal(self.easier)
        self.higher = HigherControls(self)

    def ask(self):
        for name, box in self.boxes.items():
            box.set_active(name in self.settings)
        self.is_asking = True

    def stop_asking(self):
        self.is_asking = False

    def toggled(self, box, name, value):
        if not self.is_asking:
            return
        if box.get_active():
            self.settings[name] = value
        else:
            del self.settings[name]
        self.say(f"tapped {box.get_label()}")
        self.client.request_async("session.set", json.dumps(self.settings), None, self.settled)
        self.higher.show(self.settings.get("reach"))

    def settled(self, client, result):
        try:
            client.request_finish(result)
        except GLib.Error as error:
            self.say(f"cannot set that: {error.message}")

    def begin_anew(self):
        self.settings = {}
        self.higher.show(None)

    # Alerts

    def present(self, _, alert):
        """It is on the screen when this returns."""
        name = alert.id
        self.alerts[name] = Alert(alert, lambda pressed: self.answer(name, pressed))
        self.say("counts down" if alert.timeout_ms >= 0 else "shows an alert")
        return True

    def step(self, _, __, name, step):
        if alert := self.alerts.get(name):
            alert.step(step)

    def answer(self, name, pressed):
        self.take_away(name)
        # Whoever hears that it is over does not meet it any more.
        Gdk.Display.get_default().sync()
        self.client.answer_alert(name, pressed)
        self.say("answered an alert")

    def take_all_away(self):
        for name in list(self.alerts):
            self.take_away(name)

    def take_away(self, name):
        if alert := self.alerts.pop(name, None):
            alert.destroy()


if __name__ == "__main__":
    dress()
    shell = Shell(frame_option("0,0,1280x64"))
    Gtk.main()
