# SPDX-License-Identifier: MIT
"""A popover of GTK with widgets of all kinds: widgets_gtk.py 3 or 4. It answers each line with one."""

import json
import os
import sys
import time

import gi

VERSION = f"{sys.argv[1]}.0"
gi.require_version("Gtk", VERSION)
gi.require_version("PopoverGtk", VERSION)
# pylint: disable=wrong-import-position
from gi.repository import GLib, Gtk, PopoverGtk

CHILD = "add" if VERSION == "3.0" else "append"


def say(fact):
    print(json.dumps(fact), flush=True)


class Program:
    def __init__(self):
        self.loop = GLib.MainLoop()
        self.steps = self.later = None
        self.client = PopoverGtk.Client(app="widgets")
        self.make_widgets()
        self.window = Gtk.Window(decorated=False, default_width=1280, default_height=800)
        self.fixed = Gtk.Fixed()
        self.button = Gtk.Button(name="button")
        self.button.connect("clicked", lambda _: say("clicked"))
        self.fixed.put(self.button, 600, 80)
        content = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        # Widgets lie within others.
        inner = Gtk.Frame()
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        getattr(content, CHILD)(inner)
        inner.add(box) if VERSION == "3.0" else inner.set_child(box)
        for widget in self.widgets.values():
            getattr(box, CHILD)(widget)
        self.popover = PopoverGtk.Popover(
            client=self.client, source=self.button, key="form", content=content)
        self.popover.connect("save-draft", lambda _: self.steps and json.dumps({"steps": self.steps}))
        self.popover.connect("restore-draft", self.restore)
        self.popover.connect("ended", lambda _, reason, *__: say({"ended": reason}))
        self.client.connect("ready", lambda *_: say("ready"))
        if VERSION == "3.0":
            self.window.add(self.fixed)
            self.window.show_all()
        else:
            self.window.set_child(self.fixed)
            self.window.present()
        GLib.io_add_watch(sys.stdin.fileno(), GLib.PRIORITY_DEFAULT,
                          GLib.IOCondition.IN | GLib.IOCondition.HUP, self.commanded)

    def make_widgets(self):
        combo = Gtk.ComboBoxText(name="class")
        for row in ("first", "second"):
            combo.append(row, row.title())
        combo.set_active_id("second")
        rows = Gtk.ComboBoxText(name="row")
        for row in ("a", "b", "c"):
            rows.append_text(row)
        self.widgets = {
            "name": Gtk.Entry(name="name"), "note": Gtk.TextView(name="note"),
            "nameless": Gtk.Entry(), "secret": Gtk.Entry(name="secret", visibility=False),
            "pin": Gtk.Entry(name="pin", input_purpose=Gtk.InputPurpose.PIN),
            "return": Gtk.CheckButton(name="return"), "toggle": Gtk.ToggleButton(name="toggle"),
            "switch": Gtk.Switch(name="switch", active=True),
            "scale": Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 10, 0.5),
            "count": Gtk.SpinButton.new_with_range(1, 9, 1), "class": combo, "row": rows}
        self.widgets["scale"].set_name("scale")
        self.widgets["count"].set_name("count")
        if VERSION == "4.0":
            self.widgets["list"] = Gtk.DropDown.new_from_strings(["x", "y"])
            self.widgets["list"].set_name("list")

    def restore(self, _, draft):
        self.steps = json.loads(draft).get("steps") if draft else None

    def state(self):
        """What people see of it."""
        note = self.widgets["note"].get_buffer()
        state = {
            **{name: self.widgets[name].get_text() for name in ("name", "nameless", "secret", "pin")},
            "note": note.get_text(*note.get_bounds(), True),
            **{name: self.widgets[name].get_active() for name in ("return", "toggle", "switch", "row")},
            "scale": self.widgets["scale"].get_value(), "count": self.widgets["count"].get_value(),
            "class": self.widgets["class"].get_active_id(), "steps": self.steps}
        if VERSION == "4.0":
            state["list"] = self.widgets["list"].get_selected()
        return state

    def fill(self):
        for name in ("name", "nameless", "secret", "pin"):
            self.widgets[name].set_text("Ada \"Ö\" 1815")
        self.widgets["note"].get_buffer().set_text("two\nlines")
        for name in ("return", "toggle"):
            self.widgets[name].set_active(True)
        self.widgets["switch"].set_active(False)
        self.widgets["scale"].set_value(7.5)
        self.widgets["count"].set_value(3)
        self.widgets["class"].set_active_id("first")
        self.widgets["row"].set_active(2)
        if VERSION == "4.0":
            self.widgets["list"].set_selected(1)
        self.steps = [1, 2]
        return self.state()

    def draft(self):
        draft = self.popover.get_draft()
        return draft and json.loads(draft)

    def open(self):
        self.popover.open_async(None, self.opened)

    def opened(self, popover, result):
        try:
            popover.open_finish(result)
            say("open")
        except GLib.Error as error:
            say({"domain": error.domain, "code": error.code, "words": error.message})

    def open_balloon(self):
        self.popover.props.behavior = "balloon"
        self.open()

    def hide_source(self):
        self.fixed.remove(self.button)
        return "hidden"

    def move_source(self):
        self.fixed.move(self.button, 200, 300)
        return "moved"

    def turns(self):
        """How often the main loop goes round while there is nothing to do."""
        context, count, over = GLib.MainContext.default(), 0, []
        GLib.timeout_add(300, lambda: over.append(True))
        while not over:
            context.iteration(True)
            count += 1
        return count

    def stall(self):
        """Asks, and is away for longer than it would wait."""
        def answered(client, result):
            try:
                say(*json.loads(client.request_finish(result)))
            except GLib.Error as error:
                say(error.message)

        def ask(client, *_):
            client.request_async("draft.list", None, None, answered)
            # After the library has sent it.
            GLib.idle_add(time.sleep, 1)
        self.hasty_client = PopoverGtk.Client(app="widgets", timeout=500)
        self.hasty_client.connect("ready", ask)

    def save(self):
        self.popover.save_draft()
        return "saved"

    def done(self):
        self.popover.done()

    def delay(self):
        """Its work comes later."""
        def leaves(*_):
            say("leaves")
            return True
        self.popover.connect("will-close", leaves)
        return "later"

    def choose(self):
        self.popover.choose_async('{"it": 1}', None, lambda popover, result: say(
            {"closes": popover.choose_finish(result)[1]}))

    def modal(self):
        self.popover.connect("nudged", lambda _: say("nudged"))
        self.popover.props.is_modal = True
        self.open()

    def origin(self):
        PopoverGtk.Popover.set_window_origin(self.window, 30, 20)
        return "set"

    def occlude(self):
        self.client.set_occluder("keys", PopoverGtk.Rect.new(0, 600, 1280, 200))
        return "set"

    def reveal(self):
        self.client.remove_occluder("keys")
        return "removed"

    def drafts(self):
        """Saves a draft, and loads it and one that is not there."""
        def saved(client, result):
            client.save_draft_finish(result)
            client.load_draft_async("own", None, loaded)

        def loaded(client, result):
            say({"loaded": json.loads(client.load_draft_finish(result))})
            client.load_draft_async("other", None, lambda client, result: say(
                {"loaded": client.load_draft_finish(result)}))
        self.client.save_draft_async("own", '["a", 1]', None, saved)

    def wrong(self):
        """A request with a wrong param."""
        def answered(client, result):
            try:
                client.request_finish(result)
            except GLib.Error as error:
                say({"domain": error.domain, "code": error.code, "words": error.message})
        self.client.request_async("tap", '{"x": "left"}', None, answered)

    def hasty(self):
        """Opens, and changes its mind at once."""
        self.open()
        self.popover.cancel()

    def commanded(self, descriptor, _):
        data = os.read(descriptor, 4096)
        for line in data.decode().split():
            answer = getattr(self, line)()
            if answer is not None or line == "draft":
                say(answer)
        if not data:
            self.loop.quit()
        return bool(data)


if __name__ == "__main__":
    if VERSION == "4.0":
        Gtk.init()
    program = Program()
    program.loop.run()
