# SPDX-License-Identifier: MIT
"""For people who do not reach all of the screen: a button within their reach that lists the controls
beyond it, of all programs."""

import json

from gi.repository import GLib, PopoverGtk
from gtk3 import Gtk, button, rows, words

# Where the button is: width, height, and how far above the lower edge of the reach.
WIDTH, HEIGHT, ABOVE = 220, 46, 12
ROW, AROUND = 56, 72


def is_within(rect, reach):
    return (rect["y"] >= reach["y"] and rect["x"] >= reach["x"]
            and rect["y"] + rect["height"] <= reach["y"] + reach["height"]
            and rect["x"] + rect["width"] <= reach["x"] + reach["width"])


class HigherControls:
    """`program` is the shell."""

    def __init__(self, program):
        self.program, self.reach = program, None
        self.window = Gtk.Window(type=Gtk.WindowType.POPUP)
        self.button = button("Higher controls", self.look, "accent", name="higher")
        self.button.set_size_request(WIDTH, HEIGHT)
        self.window.add(self.button)
        self.popover = PopoverGtk.Popover(
            client=program.client, source=self.button, behavior="menu", title="Higher controls",
            content_width=320)
        program.follow(self.popover)

    def show(self, reach):
        """Shows the button within this rectangle; None: not at all."""
        self.reach = reach
        if not reach:
            return self.window.hide()
        self.window.move(reach["x"] + (reach["width"] - WIDTH) // 2,
                         reach["y"] + reach["height"] - HEIGHT - ABOVE)
        return self.window.show_all()

    def look(self):
        """What is beyond reach now, the daemon knows."""
        self.program.client.request_async("status", "{}", None, self.list)

    def list(self, client, result):
        try:
            sources = json.loads(client.request_finish(result))["sources"]
        except GLib.Error as error:
            self.program.say(f"cannot list controls: {error.message}")
            return
        beyond = [each for each in sources if each.get("label") and not each.get("disabled")
                  and not is_within(each["rect"], self.reach)]
        beyond.sort(key=lambda each: (each["rect"]["y"], each["rect"]["x"]))
        buttons = [button(each["label"], lambda each=each: self.choose(each)) for each in beyond]
        content = Gtk.ScrolledWindow(hscrollbar_policy=Gtk.PolicyType.NEVER)
        content.add(rows(words("Higher controls", "title"), *buttons, margin=16))
        content.show_all()
        self.popover.props.content = content
        self.popover.props.content_height = min(
            self.reach["height"] - 2 * HEIGHT, len(buttons) * ROW + AROUND)
        self.program.press(self.button, self.popover)

    def choose(self, control):
        """Its own popover takes the place of this one."""
        self.popover.done()
        names = {name: control[name] for name in ("client", "source")}
        self.program.client.request_async(
            "source.activate", json.dumps(names), None, self.activated)

    def activated(self, client, result):
        try:
            client.request_finish(result)
        except GLib.Error as error:
            self.program.say(f"cannot use that: {error.message}")
