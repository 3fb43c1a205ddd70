# SPDX-License-Identifier: MIT
"""The base of the kiosk's pages: controls on a surface, and at most one popover."""

import popoverd
from kiosk_client import DISPLAY, PATIENCE, Application, contains

WHERE = {
    "top": "above its control", "bottom": "below its control",
    "left": "to the left of its control", "right": "to the right of its control",
    None: "as a sheet",
}
WORK = {
    "saved": "its draft is saved", "kept": "what it has handed over is kept",
    "discarded": "its draft is erased", "none": "there is no draft to keep",
}


class Page(Application):
    """A program with controls that reveal popovers."""

    surface = "page"
    # The controls' rectangles, relative to the surface.
    controls = {}
    # The edges of the surface from which a swipe activates a control.
    edges = {}

    def __init__(self):
        super().__init__()
        self.frame = None
        self.popover = None
        self.showing = None

    def surface_frame(self, width, height):
        """The frame of the surface on a display of this size."""
        raise NotImplementedError

    async def reveal(self, control):
        """Opens what a control reveals."""
        raise NotImplementedError

    async def will_close(self, order):
        """Takes the popover off the screen, and hands over the draft in it."""

    # Its place on the display

    async def set_up(self):
        for method, handler in (
                ("popover.moved", self.moved), ("popover.closed", self.closed),
                ("display.changed", lambda display: self.soon(self.display_changed(display)))):
            self.client.on(method, handler)
        await self.lay_out(self.client.displays[DISPLAY])
        for control, area in self.controls.items():
            await self.client.set_source(
                control, area, surface=self.surface, edge=self.edges.get(control),
                activated=lambda control=control: self.activated(control))

    def left(self):
        self.popover = self.showing = None
        self.say("left", "has lost popoverd, and looks for it")

    async def lay_out(self, display):
        self.frame = self.surface_frame(display["width"], display["height"])
        await self.client.set_surface(self.surface, self.frame, display=DISPLAY)

    async def display_changed(self, display):
        if display["display"] == DISPLAY and not display.get("removed"):
            await self.lay_out(display)
            size = [display["width"], display["height"]]
            self.say("laid-out", f"fits itself to {size[0]:g} x {size[1]:g}", size=size)

    def place(self, control):
        """A control's rectangle on the display."""
        area = self.controls[control]
        return area._replace(x=area.x + self.frame.x, y=area.y + self.frame.y)

    def control_at(self, x, y):
        """The control at a point of the display, or None."""
        for control in self.controls:
            if contains(self.place(control), x, y):
                return control
        return None

    def activated(self, control):
        self.say("activated", f"is handed the tap on its {control} control", source=control)
        self.soon(self.reveal(control))

    # Its popover

    async def open(self, control, what, behavior, size, **params):
        """Opens a popover; returns it, or None if it is refused."""
        try:
            popover = await self.client.open(
                behavior, size, source=control, wait=PATIENCE, will_close=self.will_close, **params)
        except popoverd.Refused as refusal:
            self.say("refused", f"may not show its {what}: {refusal.reason}",
                     what=what, reason=refusal.reason)
            return None
        self.popover = popover
        self.showing = what
        self.say("opened", f"shows its {what} {WHERE[popover.placement.side]}", what=what,
                 control=self.place(control), popover=popover.id, grant=popover.placement)
        return popover

    def moved(self, moved):
        if self.popover and moved["popover"] == self.popover.id:
            self.say("moved", f"now shows its {self.showing} {WHERE[moved['side']]}", **moved)

    def closed(self, closed):
        self.say("closed", f"is told that it is closed; {WORK[closed['draft']]}", **closed)
        if self.popover and closed["popover"] == self.popover.id:
            self.popover = self.showing = None
