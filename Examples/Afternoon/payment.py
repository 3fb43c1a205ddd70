# SPDX-License-Identifier: MIT
"""The payment task: a form in a popover, whose draft must not be lost.

What people type is only in this program's memory until they go on to the next field, which hands
it over (`draft.save`), or until popoverd asks for it because the popover has to close.
"""

import asyncio

from kiosk_page import Page
from popoverd import Rect

DRAFT_KEY = "checkout"
# Popovers of a narrower page would be sheets in it.
STRIP = 480
KEYBOARD_TOPIC = "app.keyboard.key"
FORM = {
    "behavior": "task", "key": DRAFT_KEY, "title": "Delivery and payment",
    "size": (360, 420), "buttons": ["Cancel", "Done"],
}


class Payment(Page):
    app = "payment"
    topics = [KEYBOARD_TOPIC]
    controls = {"pay": Rect(240, 40, 160, 48)}

    def __init__(self):
        super().__init__()
        self.form = {}
        self.focus = None

    def surface_frame(self, width, height):
        if width > height:
            return Rect(width - STRIP, 0, STRIP, height)
        return Rect(0, height - STRIP, width, STRIP)

    async def set_up(self):
        await super().set_up()
        self.client.on("popover.nudge", self.nudged)

    async def reveal(self, control):
        if popover := await self.open(control, "form", **FORM):
            self.form = dict(popover.draft.content) if popover.draft else {}
            filled = ", ".join(self.form) or "nothing"
            self.say("filled", f"has in its form: {filled}", form=self.form)

    # What people do

    async def do_touch(self, x, y, time):
        """Handles a touch that the shield passed to this window."""
        if control := self.control_at(float(x), float(y)):
            await self.reveal(control)

    def do_type(self, field, *words):
        """Types into a field of the form, without saving."""
        self.focus = field
        self.form[field] = " ".join(words)
        self.say("typed", f"has its {field} field typed into", field=field, form=self.form)

    async def do_next_field(self):
        """Saves the form when a field loses focus; the response means that it is on disk."""
        saved = await self.client.save_draft(DRAFT_KEY, self.form, sync=True)
        self.say("handed-over", "hands its form over to popoverd", **saved._asdict())

    async def do_charge(self):
        """Makes the form modal while the card is charged."""
        await self.popover.update(modal=True)
        self.say("charging", "charges the card: its form must stay now")

    async def do_done(self):
        await self.popover.close("done")
        self.form = {}
        self.say("paid", "is done, and has applied the form")

    # What popoverd tells

    async def will_close(self, order):
        form, self.form = self.form, {}
        return form or None

    def nudged(self, nudged):
        self.say("nudged", "shakes its form: it has to be finished first", **nudged)

    def on_event(self, event):
        """Handles a key of the on-screen keyboard of another process."""
        if event.is_gap or self.focus is None:
            return
        self.form[self.focus] = self.form.get(self.focus, "") + event.data["key"]
        self.say("typed", f"has a key typed into its {self.focus} field",
                 field=self.focus, form=self.form)


if __name__ == "__main__":
    asyncio.run(Payment().run())
