# SPDX-License-Identifier: MIT
"""Closing popovers and keeping drafts."""

import unittest

from support.daemon_case import OUTSIDE, SIZE, DaemonCase, rect

HURRIED = """
[timing]
closeMs = 50
toggleMs = 10000
waitMs = 10000
"""


class Closing(DaemonCase):
    def test_done_consumes_the_draft_and_cancel_discards_it(self):
        shop = self.peer()
        for outcome in ("done", "cancel"):
            shop.call("draft.save", key="order", content=["tea"])
            grant = self.open(shop, "task", key="order")
            self.assertEqual(grant["draft"]["content"], ["tea"])
            self.assertEqual(
                shop.call("popover.close", popover=grant["popover"], outcome=outcome), {})
            self.assert_closed(shop, grant["popover"], outcome, "discarded", True)
            self.assertIsNone(shop.call("draft.load", key="order")["draft"])
            self.assertFalse(shop.has("popover.willClose"), "the owner has closed it itself")

    def test_the_answer_decides_which_draft_is_kept(self):
        shop = self.peer()
        cases = [
            # What was handed over before, the answer, what popover.closed says, what there is.
            (None, {}, "none", None),
            ("old", {}, "kept", "old"),
            ("old", {"draft": "new"}, "saved", "new"),
            ("old", {"draft": None}, "saved", None),
            ("old", {"saved": True}, "discarded", "gone"),
            ("old", {"unheard": "of"}, "kept", "old"),
            ("old", [1, 2], "kept", "old"),
            ("old", None, "kept", "old"),
        ]
        for number, (before, answer, outcome, after) in enumerate(cases):
            with self.subTest(answer=answer, before=before):
                key = f"work {number}"
                if before is not None:
                    shop.call("draft.save", key=key, content=before)
                popover = self.open(shop, "task", key=key)["popover"]
                shop.call("tap", **OUTSIDE)
                shop.answer(shop.wait("popover.willClose", popover=popover), answer)
                closed = shop.wait("popover.closed", popover=popover)["params"]
                self.assertEqual(closed["draft"], outcome)
                draft = shop.call("draft.load", key=key)["draft"]
                if after == "gone" or (before is None and after is None):
                    self.assertIsNone(draft)
                else:
                    self.assertEqual(draft["content"], after)

    def test_an_error_as_the_answer_keeps_the_saved_draft(self):
        shop = self.peer()
        shop.call("draft.save", key="letter", content="old")
        popover = self.open(shop, "task", key="letter")["popover"]
        shop.call("tap", **OUTSIDE)
        shop.answer_error(shop.wait("popover.willClose"))
        self.assert_closed(shop, popover, "outside-tap", "kept", True)

    def test_the_owners_close_wins_over_a_pending_question(self):
        shop, other = self.peer(), self.peer("other")
        shop.call("draft.save", key="letter", content="old")
        popover = self.open(shop, "task", key="letter")["popover"]
        waiting = self.ask(other, anchor=rect(100, 100, 40, 40))
        asked = shop.wait("popover.willClose")
        self.assertEqual(shop.call("popover.close", popover=popover, outcome="done"), {})
        self.assert_closed(shop, popover, "done", "discarded", True)
        self.assertIn("popover", other.result(waiting))
        shop.answer(asked, {"draft": "too late, it was done"})
        self.assertIsNone(shop.call("draft.load", key="letter")["draft"])
        self.assertFalse(shop.has("popover.closed"))

    def test_killing_the_owner_frees_the_display_and_keeps_its_drafts(self):
        doomed, heir = self.peer("till"), self.peer("till")
        watcher = self.watch("popover.*", "client.*")
        doomed.call("draft.save", key="order", content={"sum": 12.5}, sync=True)
        popover = self.open(doomed, "task", key="order")["popover"]
        request = self.ask(heir, "task", key="order")
        doomed.wait("popover.willClose", reason="replaced")
        doomed.kill()
        grant = heir.result(request)
        self.assertEqual(grant["draft"]["content"], {"sum": 12.5})
        closed = watcher.event("popover.closed", popover=popover)
        self.assertEqual(closed["data"]["app"], "till")

    def test_only_the_owner_may_change_a_popover(self):
        shop, thief = self.peer(), self.peer("thief")
        popover = self.open(shop, "inspector")["popover"]
        for method, params in (
            ("popover.update", {"title": "Mine"}), ("popover.choose", {"choice": 1}),
            ("popover.close", {"outcome": "done"}), ("popover.detach", {}),
        ):
            self.assert_error(3, {"needs": "owner"}, thief, method, popover=popover, **params)
        self.assertFalse(shop.has("popover.closed"))

    def test_a_closed_popover_is_unknown_to_every_method(self):
        shop = self.peer()
        popover = self.open(shop, "inspector")["popover"]
        shop.call("popover.close", popover=popover, outcome="done")
        for method, params in (
            ("popover.update", {"title": "Mine"}), ("popover.choose", {"choice": 1}),
            ("popover.close", {"outcome": "done"}), ("popover.detach", {}),
            ("popover.dismiss", {}),
        ):
            self.assert_error(2, {"id": popover}, shop, method, popover=popover, **params)

    def test_an_administrator_dismisses_at_once_and_still_collects_the_draft(self):
        shop, root = self.peer(), self.peer("root")
        popover = self.open(shop, "task", key="letter", modal=True)["popover"]
        self.assertEqual(root.call("popover.dismiss", display="main"), {})
        asked = shop.wait("popover.willClose", reason="administrator")
        self.assertEqual(asked["params"]["disposition"], "save")
        shop.answer(asked, {"draft": 1})
        self.assert_closed(shop, popover, "administrator", "saved", False)

    def test_an_update_keeps_the_popover_and_says_how_to_move(self):
        shop = self.peer()
        grant = self.open(shop, "inspector")
        answer = shop.call("popover.update", popover=grant["popover"],
                           size={"width": 400, "height": 260})
        self.assertEqual(set(answer), {"presentation", "frame", "side", "arrow", "scrolls",
                                       "animate", "durationMs", "easing", "from"})
        self.assertEqual(answer["side"], grant["side"])
        self.assertEqual((answer["frame"]["width"], answer["frame"]["height"]), (400, 260))
        self.assertIs(answer["animate"], True)
        self.assertEqual(answer["durationMs"], 250)
        self.assertEqual(answer["from"], grant["frame"])
        same = shop.call("popover.update", popover=grant["popover"], title="Color")
        self.assertEqual(same["frame"], answer["frame"])
        self.assertIs(same["animate"], False)


class MissedDeadlines(DaemonCase):
    configuration = HURRIED

    def test_a_silent_owner_loses_its_popover_at_the_deadline(self):
        silent, other = self.peer("silent"), self.peer("other")
        silent.call("draft.save", key="letter", content="as far as it got")
        popover = self.open(silent, "task", key="letter")["popover"]
        watcher = self.watch("draft.saved")
        request = self.ask(other, anchor=rect(100, 100, 40, 40))
        asked = silent.wait("popover.willClose")
        self.assertEqual(asked["params"]["deadlineMs"], 50)
        self.assertIn("popover", other.result(request))
        self.assert_closed(silent, popover, "replaced", "kept", False, unresponsive=True)
        # What comes late still counts as handed over, once.
        silent.answer(asked, {"draft": "the rest"})
        saved = watcher.event("draft.saved", key="letter")["data"]
        self.assertNotIn("content", saved)
        draft = silent.call("draft.load", key="letter")["draft"]
        self.assertEqual(draft["content"], "the rest")
        self.assertEqual(draft["revision"], 2)
        silent.answer(asked, {"draft": "a second answer"})
        self.assertEqual(silent.call("draft.load", key="letter")["draft"], draft)
        self.assertFalse(silent.has("popover.closed"))

    def test_a_late_draft_does_not_overwrite_a_newer_one(self):
        silent = self.peer("silent")
        for number, (method, params, content) in enumerate((
            ("draft.save", {"content": "newer"}, "newer"), ("draft.discard", {}, None),
        )):
            key = f"letter {number}"
            popover = self.open(silent, "task", key=key)["popover"]
            silent.call("tap", **OUTSIDE)
            asked = silent.wait("popover.willClose", popover=popover)
            silent.wait("popover.closed", popover=popover)
            silent.call(method, key=key, **params)
            silent.answer(asked, {"draft": "too late"})
            draft = silent.call("draft.load", key=key)["draft"]
            self.assertEqual(draft and draft["content"], content)


class Drafts(DaemonCase):
    def test_draft_revisions_only_rise(self):
        shop = self.peer()
        first = shop.call("draft.save", key="k", content=1)
        self.assertEqual(first["revision"], 1)
        self.assertIsInstance(first["durable"], bool)
        self.assertEqual(
            shop.call("draft.save", key="k", content=2, revision=7, sync=True),
            {"revision": 7, "durable": True})
        self.assert_refused("stale", shop, shop.start(
            "draft.save", key="k", content=3, revision=6))
        self.assertEqual(shop.call("draft.save", key="k", content=4)["revision"], 8)
        draft = shop.call("draft.load", key="k")["draft"]
        self.assertEqual(set(draft), {"content", "revision", "savedAt", "reason"})
        self.assertEqual((draft["content"], draft["revision"]), (4, 8))
        self.assertGreater(draft["savedAt"], 1_500_000_000_000_000)

    def test_any_json_comes_back_equal(self):
        shop = self.peer()
        deep = 0
        for _ in range(24):
            deep = [deep]
        for content in (
            None, True, 0, -1, 2**53, -2**53, 1e308, 5e-324, 0.1, -0.5, "", "\u0000\u001f\"\\/",
            "snowman \u2603 \U0001f600", [], {}, {"": {"a": [None, False]}}, deep,
        ):
            shop.call("draft.save", key="any", content=content)
            loaded = shop.call("draft.load", key="any")["draft"]["content"]
            self.assertEqual(loaded, content)
            self.assertEqual(type(loaded), type(content))
        self.assert_error(-32602, {"member": "content"}, shop, "draft.save", key="any",
                          content=[deep])
        self.assert_error(4, {"limit": "draft"}, self.small(), "draft.save", key="any",
                          content="x" * 2000)

    def small(self):
        self.daemon.write_configuration("[limits]\ndraft = 1024\n")
        root = self.peer("root")
        root.call("config.reload")
        return root

    def test_work_over_the_limit_is_not_kept_and_told(self):
        shop, watcher = self.small(), self.watch("draft.discarded")
        popover = self.open(shop, "task", key="k")["popover"]
        shop.call("tap", **OUTSIDE)
        shop.answer(shop.wait("popover.willClose"), {"draft": "x" * 2000})
        watcher.event("draft.discarded", key="k", reason="limit")
        self.assert_closed(shop, popover, "outside-tap", "none", True)

    def test_apps_see_only_their_own_drafts(self):
        one, twin, other = self.peer("shop"), self.peer("shop"), self.peer("bank")
        one.call("draft.save", key="secret", content="mine")
        self.assertEqual(twin.call("draft.load", key="secret")["draft"]["content"], "mine")
        self.assertEqual(other.call("draft.load", key="secret"), {"draft": None})
        self.assertEqual(other.call("draft.list"), {"drafts": []})
        self.assertEqual(other.call("draft.discard", key="secret"), {})
        listed = twin.call("draft.list")["drafts"]
        self.assertEqual(len(listed), 1)
        self.assertEqual(set(listed[0]), {"key", "revision", "savedAt", "bytes", "reason"})
        self.assertEqual((listed[0]["key"], listed[0]["bytes"]), ("secret", len('"mine"')))
        self.assertEqual(twin.call("draft.discard", key="secret"), {})
        self.assertEqual(one.call("draft.load", key="secret"), {"draft": None})

    def test_events_about_drafts_never_hold_their_content(self):
        shop, watcher = self.peer(), self.watch("*")
        shop.call("draft.save", key="pin", content="4711", sync=True)
        saved = watcher.event("draft.saved", key="pin")
        self.assertNotIn("4711", str(saved))
        self.assertNotIn("4711", str(watcher.call("status")))
        shop.call("draft.discard", key="pin")
        watcher.event("draft.discarded", key="pin")


class Detaching(DaemonCase):
    def test_a_split_pane_needs_a_title_and_a_portrait_display(self):
        shop, setter = self.peer(), self.setter()
        setter.call("display.set", display="main", width=800, height=1280)
        self.assert_error(-32602, {"member": "title"}, shop, "popover.open", size=SIZE,
                          behavior="split-pane", anchor=rect(10, 10, 40, 40))
        popover = self.open(
            shop, "split-pane", anchor=rect(10, 10, 40, 40), title="Mail")["popover"]
        setter.call("display.set", display="main", width=1280, height=800)
        shop.answer(shop.wait("popover.willClose", reason="display-changed"), {})
        self.assert_closed(shop, popover, "display-changed", "none", False)
        self.assert_refused("policy", shop, self.ask(
            shop, "split-pane", anchor=rect(10, 10, 40, 40), title="Mail", size=SIZE))


if __name__ == "__main__":
    unittest.main()
