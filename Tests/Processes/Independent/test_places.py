# SPDX-License-Identifier: MIT
"""Displays, sources, surfaces, occluders, views and sessions."""

import pathlib
import unittest

from support.daemon_case import BUTTON, OUTSIDE, SIZE, DaemonCase, rect
from support.peer import Refusal

INSETS = {"top": 24, "left": 0, "bottom": 0, "right": 0}


class Displays(DaemonCase):
    def test_hello_announces_displays_limits_and_appearance(self):
        welcome = self.peer().welcome
        self.assertEqual(welcome["protocol"], 1)
        self.assertIn("server", welcome)
        self.assertRegex(welcome["client"], r"^c[0-9]+$")
        self.assertRegex(welcome["displays"][0].pop("session"), r"^s[1-9][0-9]*$")
        self.assertEqual(welcome["displays"], [{
            "display": "main", "width": 1280, "height": 800, "scale": 1, "idiom": "kiosk",
            "insets": {"top": 0, "left": 0, "bottom": 0, "right": 0},
            "translucency": True, "contrast": "normal", "reducedMotion": False}])
        self.assertEqual(welcome["appearance"], {
            "arrowLength": 12, "arrowWidth": 24, "cornerRadius": 8, "margin": 8,
            "material": "translucent", "contrast": "normal", "reducedMotion": False, "scrim": 0.3})
        for name, value in (("message", 262144), ("content", 196608), ("toggleMs", 10000),
                            ("closeMs", 10000)):
            self.assertEqual(welcome["limits"][name], value)
        self.assertIn("draft", welcome["limits"])
        self.assertGreaterEqual(welcome["limits"]["requestsPerSecond"], 5000)

    def test_every_client_is_notified_of_display_changes(self):
        setter, other = self.setter(), self.peer("other")
        tablet = {"display": "left", "width": 1024, "height": 768, "scale": 2,
                  "insets": {"top": 24, "left": 0, "bottom": 0, "right": 0}, "idiom": "tablet",
                  "translucency": False, "contrast": "high", "reducedMotion": True}
        self.assertEqual(setter.call("display.set", **tablet), {})
        for peer in (setter, other):
            changed = peer.wait("display.changed", display="left")["params"]
            self.assertIn(changed.pop("removed", False), (False, None))
            self.assertRegex(changed.pop("session"), r"^s[1-9][0-9]*$")
            self.assertEqual(changed, tablet)
        # All of it is replaced, so what is left out is the default again.
        setter.call("display.set", display="left", width=1024, height=700)
        changed = other.wait("display.changed", display="left")["params"]
        self.assertEqual((changed["scale"], changed["idiom"], changed["insets"]["top"]),
                         (1, "kiosk", 0))
        self.assertEqual(
            (changed["translucency"], changed["contrast"], changed["reducedMotion"]),
            (True, "normal", False))
        self.assertEqual(setter.call("display.remove", display="left"), {})
        other.wait("display.changed", display="left", removed=True)
        self.assert_error(2, {"id": "left"}, setter, "display.remove", display="left")

    def test_a_persons_settings_end_with_the_session_though_a_client_sends_them_back(self):
        setter, page = self.setter(), self.peer("page")
        page.call("session.set", textScale=2)
        changed = setter.wait("display.changed", textScale=2)["params"]
        self.assertEqual(changed["personal"], {"textScale": 2})
        setter.call("display.set", **{**changed, "width": 1000})
        changed = setter.wait("display.changed", width=1000)["params"]
        self.assertEqual((changed["textScale"], changed["personal"]), (2, {"textScale": 2}))
        self.peer("administrator").call("session.end")
        display, = self.peer("next").welcome["displays"]
        self.assertEqual(display["width"], 1000)
        self.assertNotIn("textScale", display)
        self.assertNotIn("personal", display)

    def test_a_new_size_changes_the_size_only(self):
        setter = self.setter()
        setter.call("display.set", display="left", width=1024, height=768, scale=2, language="de",
                    textScale=1.5, tapMs=900, insets=INSETS)
        before = setter.wait("display.changed", display="left")["params"]
        self.assertEqual(setter.call("display.update", display="left", width=768, height=1024), {})
        after = setter.wait("display.changed", display="left")["params"]
        self.assertEqual(after, {**before, "width": 768, "height": 1024})
        self.assert_error(2, {"id": "right"}, setter, "display.update", display="right", width=9)
        self.assert_error(3, {"needs": "shell"}, self.peer("x"), "display.update", display="left")

    def test_insets_leave_room_for_what_blocks_taps(self):
        setter = self.setter()
        for left, right, is_free in ((500, 500, False), (378, 379, False), (378, 378, True)):
            sides = {**INSETS, "left": left, "right": right}
            size = {"display": "left", "width": 800, "height": 600}
            if is_free:
                self.assertEqual(setter.call("display.set", **size, insets=sides), {})
                continue
            with self.assertRaises(Refusal) as caught:
                setter.call("display.set", **size, insets=sides)
            self.assertEqual((caught.exception.code, caught.exception.data), (-32602, {"member": "insets"}))
            self.assertIn("at most 756", str(caught.exception))
        # Nor may the display shrink below them.
        self.assert_error(-32602, {"member": "insets"}, setter, "display.update", display="left", width=799)

    def test_removing_a_display_saves_and_closes_and_refuses_waiting_opens(self):
        owner, waiter, setter = self.peer("owner"), self.peer("waiter"), self.setter()
        setter.call("display.set", display="left", width=1024, height=768)
        self.open(owner, "task", key="k", display="left", anchor=rect(100, 100, 40, 40))
        request = self.ask(waiter, display="left", anchor=rect(700, 500, 40, 40))
        asked = owner.wait("popover.willClose")
        setter.call("display.remove", display="left")
        self.assert_refused("superseded", waiter, request)
        owner.answer(asked, {"draft": "kept"})
        self.assertEqual(owner.wait("popover.closed")["params"]["draft"], "saved")

    def test_only_shells_and_inputs_set_displays(self):
        for roles in (("app",), ("observer",), ("app", "observer")):
            peer = self.peer("x", roles)
            with self.assertRaises(Refusal) as caught:
                peer.call("display.set", display="x", width=10, height=10)
            self.assertEqual(caught.exception.code, 3)
            self.assertIn(caught.exception.data["needs"], ("shell", "input"))
        for role in ("shell", "input"):
            peer = self.peer("x", (role,))
            self.assertEqual(peer.call("display.set", display="x", width=10, height=10), {})

    def test_only_apps_open_popovers(self):
        for role in ("shell", "input", "observer"):
            self.assert_error(3, {"needs": "app"}, self.peer("x", (role,)), "popover.open",
                              behavior="menu", size=SIZE, anchor=BUTTON)
        self.assertIn("popover", self.open(self.peer("x", ("app", "observer"))))


class Sources(DaemonCase):
    def test_names_belong_to_one_client(self):
        one, two = self.peer("one"), self.peer("two")
        one.call("source.set", source="button", rect=rect(10, 10, 40, 40))
        self.assert_error(2, {"id": "button"}, two, "source.remove", source="button")
        two.call("source.set", source="button", rect=rect(900, 600, 40, 40))
        grant = self.open(one, source="button")
        self.assertLess(grant["arrow"]["x"], 100)


class Views(DaemonCase):
    def test_a_view_replaces_a_waiting_open(self):
        shop, form, other = self.peer(), self.peer("form"), self.peer("other")
        self.open(shop)
        opening = self.ask(other, anchor=rect(100, 100, 40, 40))
        asked = shop.wait("popover.willClose", reason="replaced")
        presenting = form.start("view.present", kind="modal", closePopover=True)
        self.assert_refused("modal-active", other, opening)
        self.assertFalse(form.is_answered(presenting))
        shop.answer(asked, {})
        self.assertIn("view", form.result(presenting))


class Sessions(DaemonCase):
    def test_ending_a_session_erases_everything_of_the_customer(self):
        shop, waiter, root = self.peer(), self.peer("waiter"), self.peer("root")
        shell = self.peer("shell", ("shell",))
        shell.always_answer("alert.present", {})
        secret = "5500 0000 0000 0004"
        shop.call("draft.save", key="card", content=secret, sync=True)
        popover = self.open(shop, "task", key="card")["popover"]
        waiting = self.ask(waiter, anchor=rect(100, 100, 40, 40))
        asked = shop.wait("popover.willClose", reason="replaced")
        alert = shop.start("alert.raise", title="T", severity="info",
                           buttons=[{"id": "ok", "label": "OK"}])
        shop.wait("alert.queued", request=alert)
        ending = root.start("session.end")
        self.assert_refused("superseded", waiter, waiting)
        self.assert_refused("cancelled", shop, alert)
        # The question in flight became a discard; whatever its answer says is not kept.
        shop.answer(asked, {"draft": secret})
        self.assertEqual(root.result(ending), {})
        closed = shop.wait("popover.closed", popover=popover)["params"]
        self.assertEqual((closed["reason"], closed["draft"]), ("session-ended", "discarded"))
        self.assertEqual(shop.call("draft.list"), {"drafts": []})
        self.assertEqual(self.traces(secret), [])

    def traces(self, secret):
        """The files below the state folder in which the text is found."""
        return [str(path) for path in pathlib.Path(self.daemon.state).rglob("*")
                if path.is_file() and secret.encode() in path.read_bytes()]

    def test_a_session_of_one_display_leaves_the_others_drafts(self):
        shop, root = self.peer(), self.peer("root")
        self.setter().call("display.set", display="left", width=1024, height=768)
        for key, display in (("here", "main"), ("there", "left")):
            popover = self.open(shop, "task", key=key, display=display,
                                anchor=rect(200, 200, 40, 40))["popover"]
            shop.call("tap", **OUTSIDE, display=display)
            shop.answer(shop.wait("popover.willClose", popover=popover), {"draft": key})
            shop.wait("popover.closed", popover=popover)
        self.assertEqual(root.call("session.end", display="left"), {})
        self.assertEqual([draft["key"] for draft in shop.call("draft.list")["drafts"]], ["here"])


class Bus(DaemonCase):
    def test_a_subscriber_gets_a_snapshot_and_every_event_after_it(self):
        shop = self.peer()
        popover = self.open(shop)["popover"]
        watcher = self.peer("watcher", ("observer",))
        answer = watcher.call("bus.subscribe", topics=["*"])
        self.assertEqual(set(answer), {"sequence", "snapshot"})
        self.assertEqual([p["popover"] for p in answer["snapshot"]["popovers"]], [popover])
        published = [shop.call("bus.publish", topic="app.tick", data={"n": n})["sequence"]
                     for n in range(3)]
        self.assertEqual(published, list(range(answer["sequence"] + 1, answer["sequence"] + 4)))
        for number, sequence in enumerate(published):
            event = watcher.event("app.tick")
            self.assertEqual(set(event), {"sequence", "topic", "time", "data"})
            self.assertEqual((event["sequence"], event["data"]), (sequence, {"n": number}))

    def test_subscriptions_match_by_glob_and_can_be_removed(self):
        shop, watcher = self.peer(), self.peer("watcher", ("observer",))
        watcher.call("bus.subscribe", topics=["app.a.*"])
        for topic in ("app.b", "app.a.b", "app.a.b.c"):
            shop.call("bus.publish", topic=topic, data=None)
        watcher.event("app.a.b")
        watcher.event("app.a.b.c")
        self.assertFalse(watcher.has("event"))
        self.assertEqual(watcher.call("bus.unsubscribe", topics=["app.a.*"]), {})
        shop.call("bus.publish", topic="app.a.b", data=None)
        self.assertFalse(watcher.has("event"))

    def test_a_late_subscriber_catches_up_or_gets_a_gap(self):
        shop, watcher = self.peer(), self.peer("watcher", ("observer",))
        first = shop.call("bus.publish", topic="app.x", data=1)["sequence"]
        shop.call("bus.publish", topic="app.x", data=2)
        watcher.call("bus.subscribe", topics=["app.*"], since=first)
        self.assertEqual(watcher.event("app.x")["data"], 2)
        for number in range(1100):
            shop.notify("bus.publish", topic="app.y", data=number)
        shop.fence()
        late = self.peer("late", ("observer",))
        late.call("bus.subscribe", topics=["app.*"], since=first)
        gap = late.wait("event")["params"]
        self.assertEqual(gap["topic"], "bus.gap")
        self.assertNotIn("sequence", gap)
        self.assertEqual(set(gap["data"]), {"from", "to"})
        self.assertEqual(gap["data"]["from"], first + 1)
        self.assertEqual(late.wait("event")["params"]["sequence"], gap["data"]["to"] + 1)

    def test_only_app_topics_may_be_published(self):
        shop = self.peer()
        for topic in ("popover.opened", "app", "", "application.x"):
            self.assert_error(-32602, {"member": "topic"}, shop, "bus.publish", topic=topic,
                              data=1)

    def test_events_of_a_popover_name_its_owner_and_place(self):
        shop, watcher = self.peer(), self.watch("popover.*", "client.*")
        popover = self.open(shop)["popover"]
        shop.call("tap", **OUTSIDE)
        shop.answer(shop.wait("popover.willClose"), {})
        for topic in ("popover.opened", "popover.closing", "popover.closed"):
            data = watcher.event(topic)["data"]
            self.assertEqual((data["popover"], data["app"], data["client"], data["display"]),
                             (popover, "shop", shop.id, "main"))
            if topic != "popover.opened":
                self.assertEqual(data["reason"], "outside-tap")


if __name__ == "__main__":
    unittest.main()
