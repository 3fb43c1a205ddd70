# SPDX-License-Identifier: MIT
"""The payment task: a form in a popover, whose unfinished work must not be lost.

What people type is only in this program's memory until they go on to the next field, which hands
it over (`draft.save`), or until popoverd asks for it because the popover has to close.
"""

from kiosk_client import rect
from kiosk_page import Page

DRAFT_KEY = "checkout"
# Popovers of a narrower page would be sheets in it.
STRIP = 480
KEYBOARD_TOPIC = "app.keyboard.key"
FORM = {
    "behavior": "task", "key": DRAFT_KEY, "title": "Delivery and payment",
    "size": {"width": 360, "height": 420}, "buttons": ["Cancel", "Done"],
}


class Payment(Page):
    app = "payment"
    controls = {"pay": rect(240, 40, 160, 48)}

    def __init__(self):
        super().__init__()
        self.form = {}
        self.focus = None

    def surface_frame(self, width, height):
        if width > height:
            return rect(width - STRIP, 0, STRIP, height)
        return rect(0, height - STRIP, width, STRIP)

    def joined(self):
        super().joined()
        self.request("bus.subscribe", topics=[KEYBOARD_TOPIC])

    def left(self):
        self.form = {}
        super().left()

    def reveal(self):
        if grant := self.open("pay", "form", **FORM):
            draft = grant.get("draft")
            self.form = dict(draft["content"]) if draft else {}
            filled = ", ".join(self.form) or "nothing"
            self.say("filled", f"has in its form: {filled}", form=self.form)

    # What people do

    def do_touch(self, x, y, time):
        """Handles a touch that the shield passed to this window."""
        if self.control_at(float(x), float(y)):
            self.reveal()

    def do_type(self, field, *words):
        """Types into a field of the form, without saving."""
        self.focus = field
        self.form[field] = " ".join(words)
        self.say("typed", f"has its {field} field typed into", field=field, form=self.form)

    def do_next_field(self):
        """Saves the form when a field loses focus; the response means that it is on disk."""
        saved = self.request("draft.save", key=DRAFT_KEY, content=self.form, sync=True)
        self.say("handed-over", "hands its form over to popoverd", **saved)

    def do_charge(self):
        """Makes the form modal while the card is charged."""
        self.request("popover.update", popover=self.popover, modal=True)
        self.say("charging", "charges the card: its form must stay now")

    def do_done(self):
        popover = self.popover
        self.request("popover.close", popover=popover, outcome="done")
        self.form = {}
        self.say("paid", "is done, and has applied the form")

    # Requests of popoverd

    def on_source_activated(self, activated):
        self.say("activated", f"is handed the tap on its {activated['source']} control",
                 **activated)
        self.reveal()

    def answer_popover_willClose(self, asked):
        keeps = asked["disposition"] == "save" and self.form
        form, self.form = self.form, {}
        return {"draft": form} if keeps else {}

    def on_popover_nudge(self, nudged):
        self.say("nudged", "shakes its form: it has to be finished first", **nudged)

    def on_event(self, event):
        """Handles a key of the on-screen keyboard of another process."""
        if event["topic"] != KEYBOARD_TOPIC or self.focus is None:
            return
        self.form[self.focus] = self.form.get(self.focus, "") + event["data"]["key"]
        self.say("typed", f"has a key typed into its {self.focus} field",
                 field=self.focus, form=self.form)


if __name__ == "__main__":
    Payment().run()
