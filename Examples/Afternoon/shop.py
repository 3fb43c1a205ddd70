# SPDX-License-Identifier: MIT
"""The shop's page: a menu, a filter, the list of categories, and a help key in the hardware.

Its basket is in this program only. The filter's popover can stay beside the page, as a panel.

It is a page that reports its own touches, as a page in a browser would where no shield can keep
them from it.
"""

from kiosk_client import DISPLAY, rect
from kiosk_page import WORK, Page

PAYMENT_STRIP = 480


class Shop(Page):
    app = "shop"
    controls = {
        "menu": rect(40, 40, 120, 48),
        "categories": rect(200, 40, 150, 48),
        "filter": rect(640, 40, 120, 48),
    }
    edges = {"categories": "left"}
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

    def __init__(self):
        super().__init__()
        self.basket = []
        self.panel = None
        self.filter = {}

    def joined(self):
        super().joined()
        self.request("bus.subscribe", topics=["session.ended"])

    def surface_frame(self, width, height):
        if width > height:
            return rect(0, 0, width - PAYMENT_STRIP, height)
        return rect(0, 0, width, height - PAYMENT_STRIP)

    def reveal(self, control):
        grant = self.open(control, control, **self.popovers[control])
        if grant and "draft" in grant:
            self.filter = grant["draft"]["content"]
            self.say("restored", f"has its {control} as it was", work=self.filter)

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
        self.basket.append(choice)
        self.say("chosen", f"puts {choice} into the basket", basket=self.basket, closes=closes)

    def do_help_key(self):
        """Handles the hardware button, which causes no tap on the screen."""
        self.open("menu", "help", behavior="inspector", title="Help",
                  size={"width": 400, "height": 320})

    def do_offer(self):
        """Opens a popover that nobody has asked for."""
        self.open("menu", "offer", behavior="inspector", title="Offer of the day",
                  size={"width": 400, "height": 320})

    def do_hint(self):
        """Explains the control on which a finger rests."""
        self.open("filter", "hint", behavior="hint", size={"width": 240, "height": 60})

    def do_detach(self):
        """Handles the filter's pin: it stays while people look around."""
        detached = self.request("popover.detach", popover=self.popover)
        self.panel = detached["panel"]
        self.say("detached", "has its filter stay, as a panel", **detached)

    def do_adjust(self, name, *words):
        """Handles a change in the filter's panel."""
        self.filter[name] = " ".join(words)
        self.say("adjusted", f"has its {name} filter adjusted", work=self.filter)

    # Requests of popoverd

    def on_event(self, event):
        """Handles the end of a session: the next customer begins with nothing."""
        self.basket = []
        self.say("emptied", "has an empty basket for the next customer", basket=self.basket)

    def answer_panel_willClose(self, asked):
        work, self.filter = self.filter, {}
        return {"draft": work} if asked["disposition"] == "save" else {}

    def on_panel_closed(self, closed):
        self.panel = None
        self.say("panel-closed", f"is told that its panel is closed; {WORK[closed['draft']]}",
                 **closed)

    def on_source_activated(self, activated):
        self.say("activated", f"is handed the tap on its {activated['source']} control",
                 **activated)
        self.reveal(activated["source"])

    def answer_popover_willClose(self, asked):
        return {}


if __name__ == "__main__":
    Shop().run()
