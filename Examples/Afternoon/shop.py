# SPDX-License-Identifier: MIT
"""The shop's page: a menu, a filter, the list of categories, and a help key in the hardware.

It is a page that reports its own touches, as a page in a browser would where no shield can keep
them from it.
"""

from kiosk_client import DISPLAY, rect
from kiosk_page import Page

PAYMENT_STRIP = 320


class Shop(Page):
    app = "shop"
    controls = {
        "menu": rect(40, 40, 120, 48),
        "categories": rect(200, 40, 150, 48),
        "filter": rect(640, 40, 120, 48),
    }
    popovers = {
        "menu": {
            "behavior": "menu", "title": "Plants", "size": {"width": 320, "height": 260}},
        "categories": {
            "behavior": "split-pane", "title": "Categories", "key": "categories",
            "size": {"width": 360, "height": 600}},
        "filter": {
            "behavior": "inspector", "title": "Light, water, height", "key": "filter",
            "size": {"width": 340, "height": 300}},
    }

    def surface_frame(self, width, height):
        if width > height:
            return rect(0, 0, width - PAYMENT_STRIP, height)
        return rect(0, 0, width, height - PAYMENT_STRIP)

    def reveal(self, control):
        self.open(control, control, **self.popovers[control])

    # What people do

    def do_touch(self, x, y, time):
        """Handles a touch after asking popoverd for its verdict."""
        x, y = float(x), float(y)
        judged = self.request("tap", x=x, y=y, display=DISPLAY, time=int(time))
        control = self.control_at(x, y)
        if judged["deliver"] and control:
            self.say("touched", f"has its {control} control touched", **judged)
            self.reveal(control)
        else:
            self.say("touched", "has a touch that is not its own to act on", **judged)

    def do_hasty_touch(self, x, y, time):
        """Handles a touch like an old page: opens at once, without waiting for a verdict."""
        x, y = float(x), float(y)
        self.notify("tap", x=x, y=y, display=DISPLAY, time=int(time))
        self.reveal(self.control_at(x, y))

    def do_choose(self, *words):
        """Handles the choice of a menu row."""
        choice = " ".join(words)
        closes = self.request("popover.choose", popover=self.popover, choice=choice)["closes"]
        self.say("chosen", f"puts {choice} into the basket", choice=choice, closes=closes)

    def do_help_key(self):
        """Handles the hardware button, which causes no tap on the screen."""
        self.open("menu", "help", behavior="inspector", title="Help",
                  size={"width": 400, "height": 320})

    # Requests of popoverd

    def on_source_activated(self, activated):
        self.say("activated", f"is handed the tap on its {activated['source']} control",
                 **activated)
        self.reveal(activated["source"])

    def answer_popover_willClose(self, asked):
        return {}


if __name__ == "__main__":
    Shop().run()
