# SPDX-License-Identifier: MIT
"""Every method of the client with GLib's main loop, one after the other; each prints its result."""

import popoverd
import popoverd.glib
from gi.repository import GLib

ANCHOR = (600, 80, 80, 40)


class Program:
    def __init__(self):
        self.loop = GLib.MainLoop()
        self.is_calling = False
        self.subscription = None
        self.client = popoverd.glib.connect(
            "shop", roles=["app", "observer"], connected=self.start, lost=lambda: print("lost"))
        # Before there is a connection, what needs one fails, and the rest waits.
        self.call(self.client.open, "menu", (320, 240), anchor=ANCHOR, done=print,
                  failed=self.then(lambda error: print(type(error).__name__, error)))
        self.call(self.client.set_source, "basket", ANCHOR, failed=print,
                  done=self.then(lambda _: print("later")))

    def call(self, function, *arguments, **named):
        """No callback runs within a call."""
        self.is_calling = True
        result = function(*arguments, **named)
        self.is_calling = False
        return result

    def then(self, step):
        def done(*result):
            assert not self.is_calling
            step(*result)
        return done

    def start(self):
        self.call(self.client.open, "inspector", (320, 240), source="basket", key="order-7",
                  title="Order", done=self.then(self.opened), failed=print,
                  will_close=lambda order, answer: answer(order.reason),
                  closed=lambda end: print("closed", end.reason))

    def opened(self, popover):
        print("opened", popover.id, popover.is_open, popover.placement.frame.width)
        self.popover = popover
        self.call(popover.update, size=(400, 240), done=self.then(self.updated), failed=print)

    def updated(self, placement):
        print("updated", placement.frame.width, self.popover.placement is placement)
        self.call(self.popover.choose, 7, self.then(self.chosen), print)

    def chosen(self, closes):
        print("chosen", closes)
        self.call(self.popover.detach, (900, 500, 320, 240), done=self.then(self.detached),
                  closed=lambda reason: print("panel closed", reason), failed=print)

    def detached(self, panel):
        print("detached", panel.id, tuple(panel.frame))
        self.panel = panel
        self.call(panel.set, (1100, 500, 320, 240), self.then(self.moved), print)

    def moved(self, frame):
        print("moved", tuple(frame))
        self.call(self.panel.close, "done", self.then(self.left), print)

    def left(self, _):
        self.call(self.client.present_view, "modal", done=self.then(self.presented), failed=print,
                  closed=lambda reason: print("view closed", reason))

    def presented(self, view):
        print("presented", view.id)
        self.call(view.close, self.then(self.save), print)

    def save(self, _):
        self.call(self.client.save_draft, "note", [1], done=self.then(self.saved), failed=print)

    def saved(self, saved):
        print("saved", saved.revision)
        self.call(self.client.load_draft, "note", self.then(self.loaded), print)

    def loaded(self, draft):
        print("loaded", draft.content)
        self.call(self.client.list_drafts, self.then(self.listed), print)

    def listed(self, drafts):
        print("listed", [one["key"] for one in drafts])
        self.call(self.client.discard_draft, "note", done=self.then(self.discarded), failed=print)

    def discarded(self, _):
        self.call(self.client.tap, 20, 700, done=self.then(self.tapped), failed=print)

    def tapped(self, told):
        print("tapped", told.verdict)
        self.call(self.client.key, "Escape", done=self.then(self.typed), failed=print)

    def typed(self, told):
        print("typed", told.verdict)
        self.subscription = self.call(
            self.client.subscribe, "app.shop.*", received=self.then(self.received))
        self.call(self.client.publish, "app.shop.sold", 3, failed=print)

    def received(self, event):
        print("received", event.topic, event.data)
        self.subscription.close()
        self.call(self.client.publish, "app.shop.sold", 4, failed=print)
        # An open that is canceled calls nothing, and its grant is given back; also where the answers
        # to both requests came together.
        self.call(self.client.list_drafts, self.then(lambda _: pending.cancel()), print)
        pending = self.call(self.client.open, "menu", (320, 240), anchor=ANCHOR, done=print)
        self.call(self.client.list_drafts, self.then(
            lambda _: self.call(self.client.list_drafts, self.then(self.look), print)), print)
        raise RuntimeError("a bug of the program's")

    def look(self, _):
        self.call(self.client.request, "status", done=self.then(self.seen))

    def seen(self, scene):
        print("seen", scene["popovers"], [one["source"] for one in scene["sources"]])
        # Without `failed`, an error is logged.
        self.call(self.client.request, "popover.close", popover="p99", outcome="done")
        self.call(self.client.remove_source, "basket", done=self.then(self.removed))

    def removed(self, _):
        self.call(self.client.close, self.loop.quit)


if __name__ == "__main__":
    Program().loop.run()
