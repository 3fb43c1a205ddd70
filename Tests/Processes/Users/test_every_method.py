# SPDX-License-Identifier: MIT
"""A second user calls every method there is against what the first one has."""

import unittest

from support.description import METHODS

import users
from users import BUTTON, MARK, OWNER, SIZE, OTHER, WORK, UsersCase, Owner, middle, rect


def owner():
    return {"code": 3, "needs": "owner"}


def unknown(name):
    return {"code": 2, "id": name}


DONE = {"result": {}}
ADMINISTRATOR = {"code": 3, "needs": "administrator"}
SHELL = {"code": 3, "needs": "shell"}


class EveryMethod(UsersCase):
    def rows(self, first):
        """For each method what the second user sends, and the answer that it has to get."""
        frame = rect(1, 2, 300, 200)
        inside = {"display": "main", **middle(first.frame)}
        popover = {"popover": first.popover}
        button = {"id": "a", "label": "A"}
        return {
            "hello": [({"protocol": 1, "app": "shop"}, {"code": -32600})],
            "surface.remove": [({"surface": "window"}, unknown("window"))],
            "surface.set": [({"surface": "window", "frame": frame}, DONE)],
            "source.remove": [({"source": "basket"}, unknown("basket"))],
            "source.set": [({"source": "other", "rect": frame, "display": "free"}, DONE)],
            "occluder.remove": [({"occluder": "keyboard"}, unknown("keyboard"))],
            "occluder.set": [
                ({"occluder": "keyboard", "rect": rect(0, 0, 9, 9), "display": "free"}, DONE)],
            "popover.open": [
                ({"behavior": "menu", "size": SIZE, "source": "basket"},
                 {"code": -32602, "member": "anchor"}),
                ({"behavior": "menu", "size": SIZE, "anchor": BUTTON, "display": "free",
                  "key": "order-7"}, self.is_fresh_grant)],
            "popover.update": [({**popover, "title": "mine"}, owner())],
            "popover.choose": [({**popover, "choice": 1}, owner())],
            "popover.close": [({**popover, "outcome": "done"}, owner())],
            "popover.detach": [(popover, owner())],
            "panel.set": [({"panel": first.panel, "frame": rect(0, 0, 9, 9)}, owner())],
            "panel.raise": [({"panel": first.panel}, owner())],
            "panel.close": [({"panel": first.panel}, owner())],
            "view.present": [
                ({"kind": "modal", "display": "main"}, self.is_refusal("popover-active")),
                ({"kind": "modal", "display": "rear", "closePopover": True},
                 self.is_refusal("modal-active"))],
            "view.close": [({"view": first.view}, owner())],
            "draft.list": [({}, {"result": {"drafts": []}})],
            "draft.load": [({"key": "order-7"}, {"result": {"draft": None}})],
            "draft.discard": [({"key": "order-7"}, DONE)],
            "draft.save": [
                ({"key": "order-7", "content": 1, "revision": 0},
                 {"result": {"revision": 0, "durable": False}})],
            "alert.raise": [
                ({"title": "T", "severity": "critical", "key": "order-7", "renderer": "self",
                  "display": "free", "buttons": [button], "timeoutMs": 1},
                 self.is_refusal("timed-out"))],
            "alert.answer": [
                ({"alert": first.alert, "button": "ok"}, {"code": 3, "needs": "renderer"})],
            "alert.cancel": [({"alert": first.alert}, owner())],
            "request.cancel": [({"request": first.raise_id}, unknown(first.raise_id))],
            "tap": [
                (inside, {"result": {
                    "verdict": "inside", "deliver": False, "popover": first.popover}})],
            "pointer": [
                ({"phase": "down", **inside}, {"result": {"verdict": "none", "deliver": False}}),
                ({"phase": "cancel", **inside}, {"result": {"verdict": "none", "deliver": False}})],
            "key": [({"key": "a", "display": "main"}, self.is_key)],
            "navigate": [({"step": "next", "display": "main"}, self.is_navigated)],
            "source.activate": [({"client": first.client.id, "source": "basket"}, SHELL)],
            "session.set": [({"display": "main"}, DONE)],
            "bus.subscribe": [({"topics": ["*"], "since": 0}, self.is_snapshot)],
            "bus.publish": [
                ({"topic": "popover.closed", "data": popover}, {"code": -32602, "member": "topic"}),
                ({"topic": "app.shop.sold", "data": popover}, self.is_published)],
            "bus.unsubscribe": [({"topics": ["nothing"]}, DONE)],
            "display.set": [({"display": "main", "width": 9, "height": 9}, SHELL)],
            "display.update": [({"display": "main", "width": 9}, SHELL)],
            "display.remove": [({"display": "main"}, SHELL)],
            "rpc.discover": [({}, self.is_document)],
            "status": [({}, ADMINISTRATOR)],
            "popover.explain": [(popover, ADMINISTRATOR), ({}, ADMINISTRATOR)],
            "popover.dismiss": [({**popover, "discard": True}, ADMINISTRATOR)],
            "session.end": [({}, ADMINISTRATOR)],
            "session.lock": [({}, ADMINISTRATOR)],
            "session.unlock": [({}, ADMINISTRATOR)],
            "plugin.list": [({}, ADMINISTRATOR)],
            "plugin.load": [({"path": "/etc/passwd"}, ADMINISTRATOR)],
            "plugin.unload": [({"name": "menu"}, ADMINISTRATOR)],
            "plugin.reload": [({"name": "menu"}, ADMINISTRATOR)],
            "plugin.clear": [({"name": "menu"}, ADMINISTRATOR)],
            "config.reload": [({}, ADMINISTRATOR)],
            "log.level": [({"level": "trace"}, ADMINISTRATOR)],
            "metrics": [({}, ADMINISTRATOR)],
            "record.start": [({"path": "/tmp/x"}, ADMINISTRATOR)],
            "record.list": [({}, ADMINISTRATOR)],
            "record.stop": [({}, ADMINISTRATOR)],
            "record.dump": [({"path": "/tmp/x"}, ADMINISTRATOR)],
            "shutdown": [({}, ADMINISTRATOR)],
        }

    # Answers that are no constant

    def is_fresh_grant(self, outcome):
        self.assertIn("popover", outcome["result"])
        self.assertNotIn("draft", outcome["result"])

    def is_refusal(self, reason):
        def check(outcome):
            self.assertEqual((outcome["code"], outcome["reason"]), (1, reason))
        return check

    def is_key(self, outcome):
        self.assertIn(outcome["result"]["verdict"], ("idle", "swallowed"))

    def is_navigated(self, outcome):
        # Another user's client is on top, and does not ask for the focus.
        self.assertEqual(outcome["result"]["outcome"], "none")

    def is_snapshot(self, outcome):
        scene = outcome["result"]["snapshot"]
        self.assertIn(OWNER, [client["uid"] for client in scene["clients"]])
        for kind in ("popovers", "panels"):
            theirs = [thing for thing in scene[kind] if thing["client"] == self.first.client.id]
            self.assertTrue(theirs)
            for thing in theirs:
                self.assertFalse({"key", "title"} & set(thing), thing)

    def is_document(self, outcome):
        self.assertEqual(outcome["result"]["info"]["title"], "popoverd")

    def is_published(self, outcome):
        self.assertIsInstance(outcome["result"]["sequence"], int)

    # The tests

    def test_another_user_reads_and_changes_nothing(self):
        clerk = self.peer("clerk")
        watcher = self.user_client(OTHER, "watcher", ("observer", "input"))
        watcher.call("bus.subscribe", topics=["*"])
        second = self.user_client(OTHER)
        second.call("bus.subscribe", topics=["*"])
        self.first = first = Owner(self)
        scene = clerk.call("status")
        first.frame = next(
            popover["frame"] for popover in scene["popovers"]
            if popover["popover"] == first.popover)
        self.assertIn(OTHER, [client["uid"] for client in scene["clients"]])
        before = first.state(clerk)
        self.assertIn(MARK, str(before))
        first.client.inbox.clear()
        rows = self.rows(first)
        self.assertEqual(
            [method for method in METHODS if method not in rows], [],
            "methods that nobody tries as a second user")
        # In the rows' order: what is to be missing is asked for before it is made.
        for method in [row for row in rows if row in METHODS]:
            for params, expected in rows[method]:
                with self.subTest(method=method, params=params):
                    outcome = second.outcome(method, params)
                    if callable(expected):
                        expected(outcome)
                    else:
                        self.assertEqual(outcome, expected)
        with self.subTest("the first user's state"):
            self.assertEqual(first.state(clerk), before)
        with self.subTest("what the first user was told"):
            told = {message.get("method") for message in first.client.inbox}
            # A ping tells nothing but that somebody was refused for what she shows.
            self.assertLessEqual(told, {"shield", "client.ping"})
        second.fence()
        watcher.fence()
        self.assert_unaware(second, watcher)
        self.assertIn("popover.opened", "".join(watcher.heard))

    def test_closing_everything_reveals_nothing_to_another_user(self):
        watcher = self.user_client(OTHER, "watcher", ("observer",))
        watcher.call("bus.subscribe", topics=["*"])
        first = Owner(self)
        first.client.always_answer("popover.willClose", {"draft": {"text": WORK}})
        first.client.call("alert.answer", alert=first.alert, button=f"id-{MARK}")
        clerk = self.peer("clerk")
        clerk.call("bus.subscribe", topics=["draft.saved"])
        clerk.call("popover.dismiss", popover=first.popover)
        clerk.event("draft.saved", app="shop", reason="administrator")
        first.opened("main", "task")
        clerk.call("session.end")
        watcher.event("session.ended")
        first.opened("main", "inspector")
        first.client.kill()
        watcher.event("client.left", app="shop")
        watcher.fence()
        self.assert_unaware(watcher)

    def test_administrators_and_the_owner_see_names_of_drafts_and_never_their_content(self):
        clerk = self.user_client(users.FRIEND, "clerk", groups=(users.ADMINISTRATORS,))
        sibling = self.user_client(OWNER, "sibling")
        for client in (clerk, sibling):
            client.call("bus.subscribe", topics=["*"])
        first = Owner(self)
        self.assertIn(f"title-{MARK}", str(clerk.call("status")))
        clerk.call("popover.explain")
        self.assertEqual(
            sibling.call("draft.load", key="order-7"), {"draft": None},
            "another app of the same user")
        for client in (clerk, sibling):
            client.fence()
            heard = "".join(client.heard)
            self.assertIn(f"key-{MARK}", heard)
            self.assertNotIn(WORK, heard)
        first.client.fence()


if __name__ == "__main__":
    unittest.main()
