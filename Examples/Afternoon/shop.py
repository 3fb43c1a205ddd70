# SPDX-License-Identifier: MIT
"""The shop's page: a menu, a filter, the list of categories, and a help key in the hardware.

Its basket is in this program only. The filter's popover can stay beside the page, as a panel.

It is a page that reports its own touches, as a page in a browser would where no shield can keep
them from it.
"""

import asyncio

from kiosk_client import DISPLAY
from kiosk_page import WORK, Page
from popoverd import Rect

PAYMENT_STRIP = 480


class Shop(Page):
    app = "shop"
    topics = ["session.ended"]
    controls = {
        "menu": Rect(40, 40, 120, 48),
        "categories": Rect(200, 40, 150, 48),
        "filter": Rect(640, 40, 120, 48),
    }
    edges = {"categories": "left"}
    popovers = {
        "menu": {
            "behavior": "menu", "title": "Plants", "size": (320, 260)},
        "categories": {
            "behavior": "split-pane", "title": "Categories", "key": "categories",
            "size": (360, 600)},
        "filter": {
            "behavior": "inspector", "title": "Light, water, height", "key": "filter",
            "size": (340, 300)},
    }

    def __init__(self):
        super().__init__()
        self.basket = []
        self.panel = None
        self.filter = {}

    async def set_up(self):
        await super().set_up()
        self.client.on("panel.closed", self.panel_closed)

    def surface_frame(self, width, height):
        if width > height:
            return Rect(0, 0, width - PAYMENT_STRIP, height)
        return Rect(0, 0, width, height - PAYMENT_STRIP)

    async def reveal(self, control):
        popover = await self.open(control, control, **self.popovers[control])
        if popover and popover.draft:
            self.filter = popover.draft.content
            self.say("restored", f"has its {control} as it was", work=self.filter)

    # What people do

    async def do_touch(self, x, y, time):
        """Handles a touch after asking popoverd for its verdict."""
        x, y = float(x), float(y)
        judged = await self.client.tap(x, y, display=DISPLAY, time=int(time))
        control = self.control_at(x, y)
        if judged.deliver and control:
            self.say("touched", f"has its {control} control touched", **judged._asdict())
            await self.reveal(control)
        else:
            self.say("touched", "has a touch that is not its own to act on", **judged._asdict())

    async def do_hasty_touch(self, x, y, time):
        """Handles a touch like an old page: opens at once, without waiting for a verdict."""
        x, y = float(x), float(y)
        self.client.notify("tap", x=x, y=y, display=DISPLAY, time=int(time))
        await self.reveal(self.control_at(x, y))

    async def do_choose(self, *words):
        """Handles the choice of a menu row."""
        choice = " ".join(words)
        closes = await self.popover.choose(choice)
        self.basket.append(choice)
        self.say("chosen", f"puts {choice} into the basket", basket=self.basket, closes=closes)

    async def do_help_key(self):
        """Handles the hardware button, which causes no tap on the screen."""
        await self.open("menu", "help", "inspector", (400, 320), title="Help")

    async def do_offer(self):
        """Opens a popover that nobody has asked for."""
        await self.open("menu", "offer", "inspector", (400, 320), title="Offer of the day")

    async def do_hint(self):
        """Explains the control on which a finger rests."""
        await self.open("filter", "hint", "hint", (240, 60))

    async def do_detach(self):
        """Handles the filter's pin: it stays while people look around."""
        self.panel = await self.popover.detach()
        self.say("detached", "has its filter stay, as a panel", panel=self.panel.id,
                 frame=self.panel.frame)

    def do_adjust(self, name, *words):
        """Handles a change in the filter's panel."""
        self.filter[name] = " ".join(words)
        self.say("adjusted", f"has its {name} filter adjusted", work=self.filter)

    # What popoverd tells

    def on_event(self, event):
        """Handles the end of a session: the next customer begins with nothing."""
        self.basket = []
        self.say("emptied", "has an empty basket for the next customer", basket=self.basket)

    async def will_close(self, order):
        """Only the panel has a draft: a popover's filter is applied at once."""
        if not self.panel:
            return None
        work, self.filter = self.filter, {}
        return work

    def panel_closed(self, closed):
        self.panel = None
        self.say("panel-closed", f"is told that its panel is closed; {WORK[closed['draft']]}",
                 **closed)


if __name__ == "__main__":
    asyncio.run(Shop().run())
