# SPDX-License-Identifier: MIT
"""Details of the protocol that other tests do not cover."""

import json
import unittest

from support.daemon_case import BUTTON, OUTSIDE, SIZE, DaemonCase, middle, rect
from support.peer import Refusal

CONTENT = 196608


class Details(DaemonCase):
    def test_content_may_be_as_long_as_the_limit_and_no_longer(self):
        shop, watcher = self.peer(), self.watch("app.*")
        largest = "x" * (CONTENT - 2)
        shop.call("draft.save", key="k", content=largest, sync=True)
        self.assertEqual(shop.call("draft.load", key="k")["draft"]["content"], largest)
        self.assertEqual(shop.call("draft.list")["drafts"][0]["bytes"], CONTENT)
        shop.call("bus.publish", topic="app.x", data=largest)
        self.assertEqual(watcher.event("app.x")["data"], largest)
        with self.assertRaises(Refusal) as caught:
            shop.call("draft.save", key="k", content=largest + "x")
        self.assertEqual(caught.exception.code, 4)
        self.assertIn(caught.exception.data["limit"], ("content", "draft"))
        self.assertEqual(caught.exception.data["value"], CONTENT)
        self.assert_error(4, {"limit": "content", "value": CONTENT}, shop, "bus.publish",
                          topic="app.x", data=largest + "x")

    def test_canceling_an_unknown_request_returns_its_id(self):
        connection = self.raw()
        connection.hello()
        for request in (7, "7", 9007199254740993, "nobody"):
            error = connection.call("cancel", "request.cancel", {"request": request})["error"]
            self.assertEqual((error["code"], error["data"]), (2, {"id": request}))

    def test_a_source_set_again_stays_on_its_display(self):
        shop = self.peer()
        self.setter().call("display.set", display="wall", width=1280, height=800)
        shop.call("source.set", source="basket", rect=BUTTON, display="wall")
        shop.call("source.set", source="basket", rect=rect(100, 100, 80, 40))
        sources = shop.call("status")["sources"]
        self.assertEqual([source["display"] for source in sources], ["wall"])

    def test_an_update_that_repeats_the_anchor_keeps_the_side(self):
        shop = self.peer()
        low = rect(600, 500, 80, 40)
        popover = self.open(shop, anchor=low)["popover"]
        for height in (400, 100):
            answer = shop.call(
                "popover.update", popover=popover, anchor=low,
                size={"width": 320, "height": height})
            self.assertEqual(answer["side"], "top")

    def test_since_applies_to_the_topics_of_its_request(self):
        shop = self.peer()
        shop.call("bus.subscribe", topics=["app.a"])
        for topic in ("app.a", "app.b"):
            shop.call("bus.publish", topic=topic, data=1)
        shop.event("app.a")
        shop.call("bus.subscribe", topics=["app.b"], since=0)
        shop.event("app.b")
        self.assertFalse(shop.has("event", topic="app.a"))

    def test_a_missing_revision_is_stale_like_a_lower_one(self):
        shop = self.peer()
        shop.call("draft.save", key="k", content=1)
        self.assert_refused(
            "stale", shop, shop.start("draft.save", key="k", content=2, revision=0))

    def test_a_replacing_alert_does_not_count_twice(self):
        shop = self.peer("shop", ("app", "shell"))
        button = [{"id": "ok", "label": "OK"}]
        for number in range(32):
            shop.start(
                "alert.raise", title="T", severity="info", buttons=button, key=f"k{number}")
        shop.start("alert.raise", title="New", severity="info", buttons=button, key="k9")
        self.assert_error(4, {"limit": "alerts", "value": 32}, shop, "alert.raise",
                          title="T", severity="info", buttons=button)
        self.assertEqual(
            [alert["title"] for alert in shop.call("status")["alerts"]].count("New"), 1)

    def test_content_counts_as_compact_text(self):
        connection = self.raw()
        connection.hello()
        spaced = '{"a": [' + ", ".join(["1"] * 80_000) + "]}"
        self.assertGreater(len(spaced), CONTENT)
        connection.send_bytes(
            b'{"jsonrpc":"2.0","id":1,"method":"draft.save","params":{"key":"k","content":'
            + spaced.encode() + b"}}\n")
        self.assertEqual(connection.response(1)["result"]["revision"], 1)

    def test_a_number_without_a_finite_double_is_no_length(self):
        connection = self.raw()
        connection.hello()
        connection.send_bytes(b'{"jsonrpc":"2.0","id":1,"method":"tap","params":'
                              b'{"x":1e400,"y":1}}\n')
        self.assertEqual(connection.response(1)["error"]["data"]["member"], "x")

    def test_a_hello_without_an_id_has_no_effect(self):
        connection = self.raw()
        connection.send({"jsonrpc": "2.0", "method": "hello",
                         "params": {"protocol": 1, "app": "x"}})
        error = connection.call(1, "draft.list", {})["error"]
        self.assertEqual(error["data"]["reason"], "hello-first")

    def test_a_tap_in_the_frame_but_beside_its_shape_is_outside(self):
        shop = self.peer()
        grant = self.open(shop, hit=[rect(0, 0, 320, 50)])
        frame = grant["frame"]
        shape = {"x": frame["x"] + 10, "y": frame["y"] + 10}
        self.assertEqual(shop.call("tap", **shape)["verdict"], "inside")
        beside = {"x": frame["x"] + 10, "y": frame["y"] + 150}
        self.assertEqual(shop.call("tap", **beside)["verdict"], "dismissed")

    def test_a_draft_nested_too_deep_is_refused(self):
        shop, watcher = self.peer(), self.watch("draft.discarded")
        popover = self.open(shop, "task", key="k")["popover"]
        deep = 0
        for _ in range(25):
            deep = [deep]
        shop.call("tap", **OUTSIDE)
        shop.answer(shop.wait("popover.willClose"), {"draft": deep})
        watcher.event("draft.discarded", key="k", reason="limit")
        self.assert_closed(shop, popover, "outside-tap", "none", True)

    def test_waiting_alerts_and_views_can_be_canceled_by_their_requests(self):
        shop, form, shell = self.peer(), self.peer("form"), self.peer("shell", ("shell",))
        shell.always_answer("alert.present", {})
        raising = form.start("alert.raise", title="t", severity="info",
                             buttons=[{"id": "ok", "label": "OK"}])
        alert = shell.wait("alert.present")["params"]["alert"]
        self.assertEqual(form.call("request.cancel", request=raising), {})
        self.assert_refused("cancelled", form, raising)
        shell.wait("alert.dismiss", alert=alert)
        self.open(shop)
        presenting = form.start("view.present", kind="modal", closePopover=True)
        asked = shop.wait("popover.willClose", reason="view-presented")
        self.assertEqual(form.call("request.cancel", request=presenting), {})
        self.assert_refused("cancelled", form, presenting)
        shop.answer(asked, {})
        shop.wait("popover.closed")
        self.assertIn("popover", self.open(form, anchor=rect(100, 100, 40, 40)))

    def test_a_half_closed_owner_loses_its_popover(self):
        watcher = self.watch("popover.closed")
        shop = self.peer()
        popover = self.open(shop)["popover"]
        shop.finish()
        shop.wait_for_end()
        closed = watcher.event("popover.closed", popover=popover)
        self.assertEqual(closed["data"]["reason"], "client-gone")

    def test_a_half_closed_client_gets_the_answer_to_its_open(self):
        owner, waiter = self.peer("owner"), self.peer("waiter")
        self.open(owner)
        request = self.ask(waiter, anchor=rect(100, 100, 40, 40))
        asked = owner.wait("popover.willClose")
        waiter.finish()
        owner.answer(asked, {})
        self.assertEqual(waiter.result(request)["presentation"], "popover")
        waiter.wait_for_end()

    def test_advice_names_its_rule_and_is_published(self):
        shop, watcher = self.peer(), self.watch("advice")
        # A task should not need scrolling, and this one is cut.
        grant = self.open(shop, "task", size={"width": 320, "height": 2000})
        self.assertIs(grant["scrolls"], True)
        advice = next(item for item in grant["advice"] if item["rule"] == "G16")
        self.assertEqual(set(advice), {"rule", "message"})
        told = watcher.event("advice", rule="G16")["data"]
        self.assertEqual((told["popover"], told["app"]), (grant["popover"], "shop"))

    def test_an_app_that_renders_its_own_alert_owns_the_taps_in_it(self):
        shop = self.peer()
        shop.always_answer("alert.present", {})
        shop.start("alert.raise", title="t", severity="info", renderer="self",
                   buttons=[{"id": "ok", "label": "OK"}])
        frame = shop.wait("alert.present")["params"]["frame"]
        answer = shop.call("tap", **middle(frame))
        self.assertEqual((answer["verdict"], answer["deliver"]), ("inside", True))

    def test_repeating_an_open_while_it_closes_opens_another_popover(self):
        shop = self.peer()
        first = self.open(shop)["popover"]
        self.peer("root").call("popover.dismiss", popover=first)
        asked = shop.wait("popover.willClose")
        request = self.ask(shop)
        self.assertFalse(shop.is_answered(request))
        shop.answer(asked, {})
        self.assertNotEqual(shop.result(request)["popover"], first)

    def test_session_end_discards_drafts_that_are_being_saved(self):
        shop, root = self.peer(), self.peer("root")
        self.open(shop, "task", key="k")
        ending = root.start("session.end")
        asked = shop.wait("popover.willClose", reason="session-ended")
        self.assertEqual(asked["params"]["disposition"], "discard")
        shop.answer(asked, {"draft": "secret"})
        self.assertEqual(root.result(ending), {})
        self.assertEqual(shop.call("draft.list"), {"drafts": []})

    def test_ids_are_never_used_again(self):
        shop = self.peer()
        seen = set()
        for _ in range(20):
            popover = self.open(shop)["popover"]
            self.assertNotIn(popover, seen)
            seen.add(popover)
            shop.call("popover.close", popover=popover, outcome="done")
        clients = {self.peer(f"client-{number}").id for number in range(3)}
        self.assertEqual(len(clients), 3)

    def test_the_scene_has_all_its_parts(self):
        scene = self.peer().call("status")
        for part in ("displays", "popovers", "alerts", "panels", "views", "sources", "clients",
                     "plugins"):
            self.assertIsInstance(scene[part], list, part)
        self.assertIn("counters", scene)
        self.assertNotIn("content", json.dumps(scene["popovers"]))

    def test_a_source_may_be_opened_with_an_anchor_beside_it(self):
        shop = self.peer()
        shop.call("source.set", source="map", rect=rect(0, 0, 1280, 400))
        grant = self.open(shop, source="map", anchor=BUTTON, size=SIZE)
        self.assertEqual(grant["arrow"], {"x": 640, "y": 420})


if __name__ == "__main__":
    unittest.main()
