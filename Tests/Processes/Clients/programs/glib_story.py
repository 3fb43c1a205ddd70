# SPDX-License-Identifier: MIT
"""The story's client in a program with GLib's main loop: it does what events tell it, and says what
it sees, a line each."""

import json
import logging

import popoverd
import popoverd.glib
from gi.repository import GLib


def say(fact, **more):
    print(json.dumps({"said": fact, **more}), flush=True)


class Warnings(logging.Handler):
    def emit(self, record):
        say("warned", words=record.getMessage())


def must_not_fail(error):
    raise error


class Story:
    """What it is told to do has a method each: `text` is what is half typed into its popover."""

    def __init__(self):
        self.loop = GLib.MainLoop()
        self.text = self.popover = self.waiting = self.shown = None
        # Set: who is asked for the work gives it at once. Otherwise the answers wait here.
        self.is_prompt = True
        self.answers = []
        self.client = popoverd.glib.Client(
            "story", timeout=120, connected=self.connected, failed=self.refused,
            present_alert=self.present, dismiss_alert=lambda _: say("dismissed"))
        self.client.set_source("basket", popoverd.Rect(600, 80, 80, 40))
        self.is_listening = False
        self.client.subscribe("app.story.*", received=self.follow, failed=must_not_fail)

    def run(self):
        self.client.start()
        self.loop.run()

    def connected(self):
        say("ready")
        if not self.is_listening:
            self.is_listening = True
            say("listening")

    def refused(self, error):
        kinds = {popoverd.NoAccess: "access", popoverd.ProtocolMismatch: "protocol",
                 popoverd.NotPermitted: "rights"}
        say("refused", why=kinds[type(error)], words=str(error))
        self.loop.quit()

    def will_close(self, order, answer):
        say("asked", reason=order.reason, disposition=order.disposition)
        work = {"text": self.text}
        if self.is_prompt:
            answer(work)
        else:
            self.answers.append(lambda: answer(work))

    def open(self, text, slow=False, width=320):
        self.text = text
        self.is_prompt = not slow
        self.client.open(
            "inspector", (width, 240), source="basket", key="order-7", done=self.opened,
            failed=must_not_fail, will_close=self.will_close, closed=self.closed)

    def opened(self, popover):
        self.popover = popover
        draft, placement = popover.draft, popover.placement
        say("opened", frame=placement.frame._asdict(), draft=draft and draft.content,
            lasts=placement.duration * 1000, easing=placement.easing,
            start=placement.start and placement.start._asdict())

    def closed(self, end):
        say("closed", reason=end.reason, draft=end.draft, returnFocus=end.return_focus)

    def hand(self):
        self.is_prompt = True
        answers, self.answers = self.answers, []
        for answer in answers:
            answer()

    def save(self, text):
        self.client.save_draft("order-7", {"text": text}, failed=self.refused_save)

    def refused_save(self, error):
        if error.reason != "session-ended":
            raise error

    def done(self):
        self.popover.close("done")

    def place(self):
        self.client.set_source(
            "till", popoverd.Rect(200, 80, 80, 40), done=lambda _: say("placed"))

    def remove(self):
        self.client.remove_source("till", done=lambda _: say("removed"))

    def escape(self):
        self.client.key("Escape")

    def tap(self, x, y):
        self.client.tap(x, y, done=lambda told: say("tapped", verdict=told.verdict))

    def alert(self, renderer="shell"):
        self.waiting = self.client.alert(
            "The paper is out", ["Refilled", "Later"],
            lambda button: say("answered", button=button),
            lambda error: say("refused", why=error.reason), renderer=renderer)

    def present(self, alert):
        self.shown = alert.alert
        say("shown", title=alert.title)

    def press(self, button):
        self.client.answer_alert(self.shown, button)

    def ask(self, key=None):
        """Opens, and waits for its turn."""
        self.waiting = self.client.open(
            None, (320, 240), source="basket", key=key, wait=10,
            done=lambda _: say("granted"),
            failed=lambda error: say("refused", why=error.reason, words=str(error)))

    def withdraw(self):
        self.waiting.cancel()
        say("withdrawn")

    def replay(self, since, of):
        def replayed(event):
            say("replayed", topic=event.topic, number=event.sequence)
            subscription.close()
        subscription = self.client.subscribe(of, received=replayed, since=since)

    def leave(self):
        self.client.close(self.left)

    def left(self):
        say("left")
        self.loop.quit()

    def follow(self, event):
        if event.is_gap:
            say("gap", first=event.data["from"], last=event.data["to"])
            return
        say("event", topic=event.topic)
        order = dict(event.data or {})
        deed = order.pop("do", None)
        if deed:
            getattr(self, deed)(**order)


if __name__ == "__main__":
    logging.getLogger("popoverd").addHandler(Warnings())
    Story().run()
