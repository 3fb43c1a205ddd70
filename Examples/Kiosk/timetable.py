# SPDX-License-Identifier: MIT
"""The next trains, in GTK 4: a popover that inspects the timetable, with an entry to search it."""

import os

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
gi.require_version("PopoverGtk", "4.0")
# pylint: disable=wrong-import-position
from gi.repository import Gdk, GLib, Gtk, PopoverGtk
from program import Program, frame_option

TRAINS = (
    ("10:04", "Lakeside", "3"), ("10:12", "Airport", "1"), ("10:19", "Harbour Bay", "6"),
    ("10:26", "Old Town", "2"), ("10:34", "Airport", "1"), ("10:41", "Pine Summit", "4"),
    ("10:49", "Heather Moor", "5"), ("10:56", "Airport", "1"), ("11:04", "Lakeside", "3"))
SHOWN = 6


def dress():
    """Has all windows of the program look like the kiosk."""
    style = Gtk.CssProvider()
    style.load_from_path(os.path.join(os.path.dirname(os.path.abspath(__file__)), "kiosk.css"))
    Gtk.StyleContext.add_provider_for_display(
        Gdk.Display.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_USER)


def words(text, *styles, **details):
    return Gtk.Label(label=text, xalign=0, css_classes=styles, **details)


def rows(*children, margin, **details):
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, margin_start=margin, margin_end=margin,
                  margin_top=margin, margin_bottom=margin, **details)
    for child in children:
        box.append(child)
    return box


class Trains(Gtk.Grid):
    """Time, destination and platform of some trains, a row each."""

    def __init__(self, trains=(), **details):
        super().__init__(column_spacing=14, **details)
        self.show_only(trains)

    def show_only(self, trains):
        while child := self.get_first_child():
            self.remove(child)
        for row, (time, destination, platform) in enumerate(trains):
            self.attach(words(time, "time"), 0, row, 1, 1)
            self.attach(words(destination, hexpand=True), 1, row, 1, 1)
            self.attach(words(f"Platform {platform}", "platform"), 2, row, 1, 1)


class Timetable(Program):
    """The window: the next three trains, and the button that reveals all of them."""

    def __init__(self, frame):
        super().__init__(PopoverGtk.Client(app="timetable"))
        button = Gtk.Button(label="All departures", name="departures", css_classes=["accent"])
        card = rows(words("Next trains", "title"), Trains(TRAINS[:3], row_spacing=8, vexpand=True),
                    button, margin=12, spacing=12, css_classes=["card"])
        self.window = Gtk.Window(title="Timetable", decorated=False, child=card)
        self.window.set_default_size(*frame[2:])
        PopoverGtk.Popover.set_window_origin(self.window, *frame[:2])
        # What is searched for is a draft that outlives the popover.
        self.entry = Gtk.SearchEntry(name="search", placeholder_text="Where to?")
        self.trains = Trains(TRAINS[:SHOWN], row_spacing=12)
        self.popover = PopoverGtk.Popover(
            client=self.client, source=button, title="Departures", key="departures",
            content_width=340, content_height=312,
            content=rows(words("Departures", "title"), self.entry, self.trains,
                         margin=16, spacing=10))
        self.entry.connect("search-changed", lambda _: self.search())
        self.reveal(self.popover)
        self.window.present()

    def search(self):
        wanted = self.entry.get_text().strip().lower()
        found = [train for train in TRAINS if wanted in train[1].lower()]
        self.trains.show_only(found[:SHOWN])
        if self.popover.props.is_open:
            self.popover.save_draft()


def main():
    GLib.set_prgname("timetable")
    Gtk.init()
    dress()
    timetable = Timetable(frame_option("880,304,400x248"))
    loop = GLib.MainLoop()
    timetable.window.connect("close-request", lambda _: loop.quit())
    loop.run()


if __name__ == "__main__":
    main()
