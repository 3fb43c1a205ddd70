# SPDX-License-Identifier: MIT
"""The base of the kiosk's pages: controls on a surface, and at most one popover."""

from kiosk_client import DISPLAY, PATIENCE_MS, Application, Refused, contains

WHERE = {
    "top": "above its control", "bottom": "below its control",
    "left": "to the left of its control", "right": "to the right of its control",
    None: "as a sheet",
}
WORK = {
    "saved": "its work is saved", "kept": "what it has handed over is kept",
    "discarded": "its work is erased", "none": "there is no work to keep",
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

    # Its place on the display

    def joined(self):
        self.lay_out(self.displays[DISPLAY])
        for control, area in self.controls.items():
            edge = {"edge": self.edges[control]} if control in self.edges else {}
            self.request("source.set", source=control, rect=area, surface=self.surface, **edge)

    def left(self):
        self.popover = self.showing = None
        self.say("left", "has lost popoverd, and looks for it")

    def lay_out(self, display):
        self.frame = self.surface_frame(display["width"], display["height"])
        self.request("surface.set", surface=self.surface, display=DISPLAY, frame=self.frame)

    def on_display_changed(self, display):
        if display["display"] == DISPLAY and not display.get("removed"):
            self.lay_out(display)
            size = [display["width"], display["height"]]
            self.say("laid-out", f"fits itself to {size[0]:g} x {size[1]:g}", size=size)

    def place(self, control):
        """A control's rectangle on the display."""
        area = self.controls[control]
        return {**area, "x": area["x"] + self.frame["x"], "y": area["y"] + self.frame["y"]}

    def control_at(self, x, y):
        """The control at a point of the display, or None."""
        for control in self.controls:
            if contains(self.place(control), x, y):
                return control
        return None

    # Its popover

    def open(self, control, what, **params):
        """Opens a popover; returns the grant, or None if it is refused."""
        try:
            grant = self.request(
                "popover.open", source=control, waitMs=PATIENCE_MS, **params)
        except Refused as refusal:
            self.say("refused", f"may not show its {what}: {refusal.reason}",
                     what=what, reason=refusal.reason)
            return None
        self.popover = grant["popover"]
        self.showing = what
        self.say("opened", f"shows its {what} {WHERE[grant['side']]}",
                 what=what, control=self.place(control), grant=grant)
        return grant

    def on_popover_moved(self, moved):
        if moved["popover"] == self.popover:
            self.say("moved", f"now shows its {self.showing} {WHERE[moved['side']]}", **moved)

    def on_popover_closed(self, closed):
        self.say("closed", f"is told that it is closed; {WORK[closed['draft']]}", **closed)
        if closed["popover"] == self.popover:
            self.popover = self.showing = None
