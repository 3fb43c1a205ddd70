# SPDX-License-Identifier: MIT
"""Lockers of the station, in GTK 3: one popover to choose a locker, and one for a name."""

from gtk3 import Gtk, button, dress, rows, styled, words
from gi.repository import PopoverGtk
from program import Program, frame_option

TAKEN = {2, 3, 7, 9}
FREE = "8 of 12 are free, 2.00 a day"


class Lockers(Program):
    """The window: what is chosen, and the buttons that reveal the popovers."""

    def __init__(self, frame):
        super().__init__(PopoverGtk.Client(app="lockers"))
        self.status = words(FREE, "quiet")
        choose = button("Choose a locker", style="accent", name="choose")
        ask = button("Who may open it?", name="name")
        window = Gtk.Window(title="Lockers", decorated=False)
        window.set_default_size(*frame[2:])
        PopoverGtk.Popover.set_window_origin(window, *frame[:2])
        window.add(styled(
            rows(words("Lockers", "title"), self.status, choose, ask, margin=12), "card"))
        window.connect("destroy", Gtk.main_quit)
        self.lockers = self.add_choice(choose)
        self.entry = Gtk.Entry(name="name", placeholder_text="For example, Miriam")
        self.name = self.add_name(ask)
        window.show_all()

    def add_choice(self, source):
        """Twelve lockers; the chosen one is blue, and nothing else has to be confirmed."""
        grid = Gtk.Grid(row_spacing=8, column_spacing=8, column_homogeneous=True)
        lockers = {}
        for number in range(1, 13):
            one = button(str(number), hexpand=True, sensitive=number not in TAKEN)
            one.get_accessible().set_name(f"Locker {number}")
            grid.attach(one, (number - 1) % 4, (number - 1) // 4, 1, 1)
            lockers[number] = one
        popover = PopoverGtk.Popover(
            client=self.client, source=source, behavior="selection", title="Choose a locker",
            content_width=320, content_height=228,
            content=rows(words("Choose a locker", "title"), grid, margin=16))
        for number, one in lockers.items():
            one.connect("clicked", lambda _, number=number: self.chosen(popover, number))
        self.reveal(popover)
        return lockers

    def chosen(self, popover, number):
        self.say(f"tapped locker {number}")
        popover.choose_async(str(number), None, lambda _, result: popover.choose_finish(result))
        self.mark(number)
        self.status.set_text(f"Locker {number} is yours until midnight")

    def mark(self, chosen):
        for number, one in self.lockers.items():
            style = one.get_style_context()
            (style.add_class if number == chosen else style.remove_class)("accent")

    def begin_anew(self):
        self.mark(None)
        self.status.set_text(FREE)

    def add_name(self, source):
        """A name for the locker; what is typed is a draft that outlives the popover, and the program."""
        popover = PopoverGtk.Popover(
            client=self.client, source=source, behavior="task", title="Who may open it?",
            key="locker-name", content_width=320, content_height=182,
            content=rows(words("Who may open it?", "title"), self.entry,
                         button("Done", self.named, "accent"), margin=16))
        self.entry.connect("changed", lambda _: popover.props.is_open and popover.save_draft())
        self.reveal(popover)
        return popover

    def named(self):
        self.say("tapped Done")
        self.name.done()


if __name__ == "__main__":
    dress()
    lockers = Lockers(frame_option("880,64,400x240"))
    Gtk.main()
