# SPDX-License-Identifier: MIT
"""Lockers of the station, in GTK 3: one popover to choose a locker, and one for a name."""

from bubble import Face, Gtk, dress, follow, place_of
from popoverd.glib import connect
from surface import Surface, frame_option

TAKEN = {2, 3, 7, 9}
FREE = "8 of 12 are free, 2.00 a day"


def button(words, pressed, style=None):
    made = Gtk.Button(label=words)
    made.connect("clicked", lambda _: pressed())
    if style:
        made.get_style_context().add_class(style)
    return made


def words(text, style):
    made = Gtk.Label(label=text, xalign=0)
    made.get_style_context().add_class(style)
    return made


class Choice(Face):
    """Twelve lockers; the chosen one is blue, and nothing else has to be confirmed."""

    def __init__(self, chosen):
        super().__init__()
        self.bubble.body.add(words("Choose a locker", "title"))
        grid = Gtk.Grid(row_spacing=8, column_spacing=8, column_homogeneous=True)
        self.buttons = {}
        for number in range(1, 13):
            one = button(str(number), lambda number=number: chosen(number))
            one.set_sensitive(number not in TAKEN)
            one.set_hexpand(True)
            grid.attach(one, (number - 1) % 4, (number - 1) // 4, 1, 1)
            self.buttons[number] = one
        self.bubble.body.add(grid)

    def mark(self, chosen):
        for number, one in self.buttons.items():
            style = one.get_style_context()
            (style.add_class if number == chosen else style.remove_class)("accent")


class Name(Face):
    """A name for the locker; what is typed is work that outlives the popover."""

    def __init__(self, surface, done):
        super().__init__()
        self.surface = surface
        self.entry = Gtk.Entry(placeholder_text="For example, Miriam")
        self.entry.connect("changed", lambda _: surface.keep(self))
        self.bubble.body.add(words("Who may open it?", "title"))
        self.bubble.body.add(self.entry)
        self.bubble.body.add(button("Done", done, "accent"))

    def show(self, popover):
        super().show(popover)
        self.entry.grab_focus_without_selecting()

    def leave(self, order, gone):
        super().leave(order, gone)
        self.entry.set_text("")

    def hide(self):
        super().hide()
        self.entry.set_text("")

    def work(self):
        return {"name": self.entry.get_text()} if self.entry.get_text() else None

    def restore(self, work):
        self.entry.set_text(work["name"])
        self.entry.set_position(-1)
        self.surface.say(f"restored {len(work['name'])} characters")


class Lockers:
    """The window: what is chosen, and the buttons that reveal the popovers."""

    def __init__(self, frame):
        self.surface = Surface(connect("lockers"), frame)
        self.surface.begun_anew = self.begin_anew
        self.status = words(FREE, "quiet")
        self.choice = Choice(self.chosen)
        self.name = Name(self.surface, self.named)
        window = Gtk.Window(title="Lockers", decorated=False)
        window.set_default_size(frame.width, frame.height)
        card = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, margin=12)
        card.get_style_context().add_class("card")
        card.add(words("Lockers", "title"))
        card.add(self.status)
        self.buttons = {
            "choose": button("Choose a locker", self.choose, "accent"),
            "name": button("Who may open it?", self.ask_name),
        }
        for one in self.buttons.values():
            card.add(one)
        window.add(card)
        window.connect("destroy", Gtk.main_quit)
        follow(window, self.tell_sources)
        window.show_all()

    def tell_sources(self):
        pressed = {"choose": self.choose, "name": self.ask_name}
        for name, one in self.buttons.items():
            self.surface.source(name, place_of(one), pressed[name])

    def choose(self):
        self.surface.say("tapped Choose a locker")
        self.surface.open(self.choice, "choose", "selection", (320, 228), "Choose a locker")

    def chosen(self, number):
        self.surface.say(f"tapped locker {number}")
        self.surface.choose(self.choice, number)
        self.choice.mark(number)
        self.status.set_text(f"Locker {number} is yours until midnight")

    def begin_anew(self):
        self.choice.mark(None)
        self.status.set_text(FREE)

    def ask_name(self):
        self.surface.say("tapped Who may open it?")
        self.surface.open(self.name, "name", "task", (320, 182), "Who may open it?",
                          key="locker-name")

    def named(self):
        self.surface.say("tapped Done")
        self.surface.finish(self.name)


if __name__ == "__main__":
    dress()
    lockers = Lockers(frame_option("880,64,400x240"))
    Gtk.main()
