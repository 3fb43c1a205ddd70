# SPDX-License-Identifier: MIT
"""The next trains, in GTK 4: a popover that inspects the timetable, with an entry to search it."""

from gtk4_bubble import Bubble, GLib, Gtk, dress, rows, words
from popoverd import Rect
from popoverd.glib import connect
from surface import Surface, frame_option

TRAINS = (
    ("10:04", "Lakeside", "3"), ("10:12", "Airport", "1"), ("10:19", "Harbour Bay", "6"),
    ("10:26", "Old Town", "2"), ("10:34", "Airport", "1"), ("10:41", "Pine Summit", "4"),
    ("10:49", "Heather Moor", "5"), ("10:56", "Airport", "1"), ("11:04", "Lakeside", "3"))
SHOWN = 6


class Trains(Gtk.Grid):
    """Time, destination and platform of some trains, a row each."""

    def __init__(self, **details):
        super().__init__(column_spacing=14, **details)

    def show_only(self, trains):
        while child := self.get_first_child():
            self.remove(child)
        for row, (time, destination, platform) in enumerate(trains):
            self.attach(words(time, "time"), 0, row, 1, 1)
            self.attach(words(destination, hexpand=True), 1, row, 1, 1)
            self.attach(words(f"Platform {platform}", "platform"), 2, row, 1, 1)


class Inspector:
    """The face of the popover; what is searched for is work that outlives it."""

    def __init__(self, surface, window, frame):
        self.surface = surface
        self.entry = Gtk.SearchEntry(placeholder_text="Where to?")
        self.entry.connect("search-changed", lambda _: self.search())
        self.trains = Trains(row_spacing=12)
        self.bubble = Bubble(window, frame, words("Departures", "title"), self.entry, self.trains)

    def search(self):
        wanted = self.entry.get_text().strip().lower()
        found = [train for train in TRAINS if wanted in train[1].lower()]
        self.trains.show_only(found[:SHOWN])
        if self.bubble.told:
            self.surface.keep(self)

    def show(self, popover):
        placement = popover.placement
        self.search()
        self.bubble.show_at(placement, placement.arrow, placement.side, popover.appearance)
        self.entry.grab_focus()

    def leave(self, order, gone):
        self.bubble.leave(order, gone)
        self.entry.set_text("")

    def hide(self):
        self.bubble.take_off()
        self.entry.set_text("")

    def work(self):
        return {"search": self.entry.get_text()} if self.entry.get_text() else None

    def restore(self, work):
        self.entry.set_text(work["search"])
        self.entry.set_position(-1)
        self.surface.say(f"restored {len(work['search'])} characters")


class Timetable:
    """The window: the next three trains, and the button that reveals all of them."""

    def __init__(self, frame):
        self.surface = Surface(connect("timetable"), frame)
        self.button = Gtk.Button(label="All departures", css_classes=["accent"])
        self.button.connect("clicked", lambda _: self.inspect())
        trains = Trains(row_spacing=8, vexpand=True)
        trains.show_only(TRAINS[:3])
        card = rows(words("Next trains", "title"), trains, self.button, spacing=12,
                    css_classes=["card"], margin_start=12, margin_end=12, margin_top=12,
                    margin_bottom=12)
        self.window = Gtk.Window(title="Timetable", decorated=False, child=card)
        self.window.set_default_size(frame.width, frame.height)
        self.inspector = Inspector(self.surface, self.window, frame)
        self.window.realize()
        # After the window's own, who gives each widget its place.
        self.window.get_surface().connect_after("layout", lambda *_: self.tell_source())
        self.window.present()

    def tell_source(self):
        _, place = self.button.compute_bounds(self.window)
        self.surface.source("departures", Rect(
            place.get_x(), place.get_y(), place.get_width(), place.get_height()), self.inspect)

    def inspect(self):
        self.surface.say("tapped All departures")
        self.surface.open(self.inspector, "departures", "inspector", (340, 312), "Departures",
                          key="departures")


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
