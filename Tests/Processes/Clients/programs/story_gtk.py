# SPDX-License-Identifier: MIT
"""The story's client in GTK 4, by introspection: it does what events tell it, and says what it sees, a
line each."""

import json

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("PopoverGtk", "4.0")
# pylint: disable=wrong-import-position
from gi.repository import Gio, GLib, Gtk, PopoverGtk

WHY = {
    PopoverGtk.Error.NO_ACCESS: "access", PopoverGtk.Error.PROTOCOL_MISMATCH: "protocol",
    PopoverGtk.Error.NOT_PERMITTED: "rights"}


def say(fact, **more):
    print(json.dumps({"said": fact, **more}), flush=True)


def members(rect):
    return {name: getattr(rect, name) for name in ("x", "y", "width", "height")}


class Story:
    """What it is told to do has a method each."""

    def __init__(self, loop):
        self.loop = loop
        self.client = PopoverGtk.Client(app="story", presents_alerts=True)
        self.replayed = self.shown = self.draft = self.waiting = None
        self.is_slow = self.is_listening = False
        self.button = Gtk.Button(name="basket")
        self.button.set_size_request(80, 40)
        self.window = self.show()
        self.entry = Gtk.Entry(name="text")
        self.popover = PopoverGtk.Popover(
            client=self.client, source=self.button, content=self.entry, content_width=320,
            content_height=240)
        self.popover.connect("restore-draft", self.restore)
        self.popover.connect("will-close", self.will_close)
        self.popover.connect("ended", self.closed)
        self.client.connect("ready", self.ready)
        self.client.connect("connect-failed", self.refused)
        self.client.connect("alert-present", self.present)
        self.client.connect("warning", lambda _, error: say("warned", words=error.message))
        self.client.connect("alert-dismiss", lambda *_: say("dismissed"))
        self.client.connect("subscribed", self.listening)
        self.client.connect("event", self.event)
        self.client.connect("gap", self.gap)
        self.orders = None

    def show(self):
        """The window, with its button where the story has it."""
        fixed = Gtk.Fixed()
        fixed.put(self.button, 600, 80)
        window = Gtk.Window(decorated=False, default_width=1280, default_height=800, child=fixed)
        window.present()
        return window

    def ready(self, *_):
        # Nothing opens beside a button that is not on the screen yet.
        if self.is_shown():
            self.begin()
        else:
            self.button.add_tick_callback(self.painted)

    def is_shown(self):
        return self.button.get_mapped() and self.button.get_width() > 0

    def painted(self, *_):
        if not self.is_shown():
            return GLib.SOURCE_CONTINUE
        self.begin()
        return GLib.SOURCE_REMOVE

    def begin(self):
        say("ready")
        if not self.orders:
            self.orders = self.client.subscribe(["app.story.*"], -1)

    def refused(self, _, error, is_final):
        if is_final:
            say("refused", why=WHY[error.code], words=error.message)
            self.loop.quit()

    def listening(self, _, subscription, *__):
        if subscription == self.orders and not self.is_listening:
            self.is_listening = True
            say("listening")

    def gap(self, _, __, first, last):
        say("gap", first=first, last=None if last < 0 else last)

    def event(self, _, subscription, topic, data, sequence):
        if subscription == self.replayed:
            self.client.unsubscribe(self.replayed)
            say("replayed", topic=topic, number=sequence)
            return
        say("event", topic=topic)
        order = dict(json.loads(data) or {})
        if deed := order.pop("do", None):
            getattr(self, deed)(**order)

    # Popovers

    def restore(self, _, draft):
        self.draft = draft and json.loads(draft)

    def will_close(self, _, reason, disposition):
        say("asked", reason=reason, disposition=disposition)
        return self.is_slow

    def closed(self, _, reason, draft, return_focus):
        say("closed", reason=reason, draft=draft, returnFocus=return_focus)

    def open(self, text, slow=False, width=320):
        self.is_slow, self.draft = slow, None
        self.popover.set_properties(key="order-7", more=None, content_width=width)

        def opened(popover, result):
            popover.open_finish(result)
            placement = popover.get_placement()
            say("opened", frame=members(placement.frame), draft=self.draft,
                lasts=placement.duration_ms, easing=placement.easing,
                start=members(placement.start) if placement.has_start else None)
            self.entry.set_text(text)
        self.popover.open_async(None, opened)

    def hand(self):
        self.popover.hand_over()

    def save(self, **draft):
        def saved(client, result):
            try:
                client.save_draft_finish(result)
            except GLib.Error as error:
                assert error.matches(
                    PopoverGtk.refusal_quark(), PopoverGtk.Refusal.SESSION_ENDED), error
        self.client.save_draft_async("order-7", json.dumps(draft), None, saved)

    def done(self):
        self.popover.done()

    def ask(self, key=None):
        """Opens, and waits for its turn."""
        self.waiting = Gio.Cancellable()
        self.popover.set_properties(key=key, more='{"waitMs": 10000}')

        def granted(popover, result):
            try:
                popover.open_finish(result)
                say("granted")
            except GLib.Error as error:
                if error.matches(PopoverGtk.refusal_quark(), PopoverGtk.Refusal.POLICY):
                    return say("refused", why="policy", words=error.message)
                assert error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.CANCELLED), error
                say("withdrawn")
        self.popover.open_async(self.waiting, granted)

    def withdraw(self):
        self.waiting.cancel()

    # Sources, taps, alerts, events

    def place(self):
        self.client.set_source("till", PopoverGtk.Rect.new(200, 80, 80, 40))
        say("placed")

    def remove(self):
        self.client.remove_source("till")
        say("removed")

    def tap(self, **place):
        def judged(client, result):
            say("tapped", verdict=json.loads(client.request_finish(result))["verdict"])
        self.client.request_async("tap", json.dumps(place), None, judged)

    def alert(self, renderer="shell"):
        self.waiting = Gio.Cancellable()

        def answered(client, result):
            try:
                say("answered", button=client.raise_alert_finish(result))
            except GLib.Error as error:
                if error.matches(PopoverGtk.refusal_quark(), PopoverGtk.Refusal.SESSION_ENDED):
                    say("refused", why="session-ended")
                    return
                assert error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.CANCELLED), error
                say("withdrawn")
        self.client.raise_alert_async(
            "The paper is out", ["Refilled", "Later"], json.dumps({"renderer": renderer}),
            self.waiting, answered)

    def present(self, _, alert):
        self.shown = alert.id
        say("shown", title=alert.title)
        return True

    def press(self, button):
        self.client.answer_alert(self.shown, button)

    def replay(self, since, of):
        self.replayed = self.client.subscribe([of], since)

    def leave(self):
        def left(client, result):
            client.leave_finish(result)
            say("left")
            self.loop.quit()
        self.client.leave_async(None, left)


if __name__ == "__main__":
    Gtk.init()
    main_loop = GLib.MainLoop()
    story = Story(main_loop)
    main_loop.run()
