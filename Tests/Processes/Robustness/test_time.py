# SPDX-License-Identifier: MIT
"""Cases 28 to 36: deadlines, drafts, taps, clocks, and long days."""

import os
import signal
import time
import unittest

from support.daemon import now
from support.daemon_case import BUTTON, OUTSIDE, SIZE, middle, rect

from case import UNHURRIED, Case, budget, process_table
from faults import Faults

CLOSE_MS = 250
# Where a question has to outlive a sleep, and what is asked around it on a busy machine.
SLEEPERS_CLOSE_MS = 6000
HOUR = 3600
YEAR = 365 * 24 * HOUR
# Of the daemon from the middle of a day to its end, in KiB.
GROWTH = 512
# What the recorder keeps at most, and how many requests of those are made at once: fewer than
# a client may in a second.
RING_EVENTS = 2 * 4096
RING_BATCH = 1500


class Deadlines(Case):
    # What an unanswered question costs is what is tested; the others may take their time.
    configuration = UNHURRIED.replace("closeMs = 10000", f"closeMs = {CLOSE_MS}")

    def asked(self, key="order"):
        """A popover whose owner has been asked to close it and does not answer."""
        shop = self.peer()
        popover = self.open(shop, "task", key=key, display="main")["popover"]
        shop.call("draft.save", key=key, content="one", sync=True)
        shop.call("tap", display="main", **OUTSIDE)
        return shop, popover, shop.wait("popover.willClose", popover=popover)

    def test_case_28_a_question_that_is_never_answered(self):
        shop, popover, question = self.asked()
        began = time.monotonic()
        self.assertEqual(question["params"]["deadlineMs"], CLOSE_MS)
        # What was handed over last is kept. It counts as visible until the deadline.
        self.assert_closed(shop, popover, "outside-tap", "kept", True, unresponsive=True)
        self.assertGreater(time.monotonic() - began, CLOSE_MS / 1000 * 0.8)
        self.assertEqual(shop.call("draft.load", key="order")["draft"]["content"], "one")

    def test_case_29_an_answer_that_comes_late(self):
        # Ours takes late work, as a new revision, as long as nothing newer was said about it; no
        # second deadline ends that.
        watcher = self.watch("draft.saved")
        shop, popover, question = self.asked()
        shop.wait("popover.closed", popover=popover)
        shop.answer(question, {"draft": "late"})
        watcher.event("draft.saved", key="order", revision=2)
        draft = shop.call("draft.load", key="order")["draft"]
        self.assertEqual((draft["content"], draft["revision"]), ("late", 2))
        shop.answer(question, {"draft": "twice"})
        self.assertEqual(shop.call("draft.load", key="order")["draft"]["content"], "late")
        # Meanwhile saved again: that was the last word.
        shop, popover, question = self.asked("letter")
        shop.wait("popover.closed", popover=popover)
        shop.call("draft.save", key="letter", content="newer")
        shop.answer(question, {"draft": "older"})
        self.assertEqual(shop.call("draft.load", key="letter")["draft"]["content"], "newer")
        self.assertFalse(shop.has("popover.closed", popover=popover))


class Decisions(Case):
    def test_case_30_a_lower_revision(self):
        # Ours is `stale`.
        shop = self.peer()
        shop.call("draft.save", key="k", content="new", revision=7)
        request = shop.start("draft.save", key="k", content="old", revision=6)
        self.assert_refused("stale", shop, request)
        draft = shop.call("draft.load", key="k")["draft"]
        self.assertEqual((draft["content"], draft["revision"]), ("new", 7))

    def test_case_31_taps_that_are_not_what_they_seem(self):
        shop, glass = self.peer(), self.peer("glass", ("input",))
        button = rect(100, 100, 80, 40)
        shop.call("source.set", source="menu", rect=button, display="main")
        pressed = now()
        popover = shop.call("popover.open", behavior="menu", source="menu", size=SIZE,
                            display="main")
        name, inside = popover["popover"], middle(popover["frame"])
        # The opening tap comes again from others, as one outside.
        for _ in range(2):
            tap = glass.call("tap", display="main", time=pressed, **OUTSIDE)
            self.assertEqual(tap["verdict"], "idle")
        # Pressed inside and released outside, and the other way.
        for start, end in ((inside, OUTSIDE), (OUTSIDE, inside)):
            glass.call("pointer", phase="down", display="main", **start)
            up = glass.call("pointer", phase="up", display="main", **end)
            self.assertEqual(up["verdict"], "none")
        self.assertFalse(shop.has("popover.willClose", popover=name))
        # On its own source: it closes, and does not come again.
        shop.always_answer("popover.willClose", {})
        tap = glass.call("tap", display="main", **middle(button))
        self.assertEqual(tap["verdict"], "dismissed")
        self.assertEqual(
            shop.wait("popover.closed", popover=name)["params"]["reason"], "source-tap")
        request = shop.start("popover.open", behavior="menu", source="menu", size=SIZE,
                             display="main")
        self.assert_refused("toggled", shop, request)

    def test_case_32_a_tap_beside_unfinished_work(self):
        shop = self.peer()
        work = {"text": "Dear Zoë", "cursor": 5, "scroll": {"x": 0, "y": 120.5}}
        popover = self.open(shop, "task", key="letter", display="main")["popover"]
        shop.call("tap", display="main", **OUTSIDE)
        question = shop.wait("popover.willClose", popover=popover, disposition="save")
        shop.answer(question, {"draft": work})
        self.assert_closed(shop, popover, "outside-tap", "saved", True)
        draft = self.open(shop, "task", key="letter", display="main")["draft"]
        self.assertEqual(draft["content"], work)

    def test_case_33_two_opens_in_the_same_turn(self):
        for _ in range(budget(3, 20)):
            self.race()

    def race(self):
        """The latest open wins; the other client learns which client superseded it."""
        owner = self.connect("owner")
        popover = owner.call("o", "popover.open", {
            "behavior": "task", "size": SIZE, "anchor": BUTTON, "display": "main"})
        popover = popover["result"]["popover"]
        rivals = {app: self.connect(app) for app in ("one", "two")}
        # Both lines are there when the daemon looks again.
        self.daemon.process.send_signal(signal.SIGSTOP)
        for rival in rivals.values():
            rival.send({"jsonrpc": "2.0", "id": "open", "method": "popover.open", "params": {
                "behavior": "menu", "size": SIZE, "anchor": BUTTON, "display": "main"}})
        self.daemon.process.send_signal(signal.SIGCONT)
        while (question := owner.receive()).get("method") != "popover.willClose":
            pass
        self.assertEqual(question["params"]["popover"], popover)
        # Both have been heard before it is answered.
        self.keeper.fence()
        owner.send({"jsonrpc": "2.0", "id": question["id"], "result": {}})
        answers = {app: rival.response("open") for app, rival in rivals.items()}
        granted = [app for app, answer in answers.items() if "result" in answer]
        self.assertEqual(len(granted), 1, answers)
        loser = next(app for app in answers if app != granted[0])
        data = answers[loser]["error"]["data"]
        self.assertEqual((data["reason"], data["app"]), ("superseded", granted[0]))
        rivals[granted[0]].call("close", "popover.close", {
            "popover": answers[granted[0]]["result"]["popover"], "outcome": "done"})
        for connection in (owner, *rivals.values()):
            connection.close()

    def test_case_34_a_critical_alert_at_bad_moments(self):
        fire, shop = self.peer("fire"), self.peer()
        hall = self.keeper
        popover = self.open(shop, "task", display="main")["popover"]
        shop.call("tap", display="main", **OUTSIDE)
        question = shop.wait("popover.willClose", popover=popover)
        # While a popover closes: at once.
        self.assert_seen(fire, hall)
        shop.answer(question, {})
        shop.wait("popover.closed", popover=popover)
        # While all is locked.
        hall.call("session.lock", display="main")
        self.assert_seen(fire, hall)
        hall.call("session.unlock", display="main")
        # While another is shown, and its renderer goes: the next renderer is asked, later.
        first = self.peer("first", ("shell",))
        raised = self.raise_alert(fire)
        alert = hall.wait("alert.present")
        hall.answer_error(alert)
        again = first.wait("alert.present", alert=alert["params"]["alert"])
        first.answer(again, {})
        first.call("alert.answer", alert=again["params"]["alert"], button="ok")
        self.assertEqual(fire.result(raised)["button"], "ok")
        # Without any renderer it waits for one, and the raiser knows at once: it may show it itself.
        hall.kill()
        first.kill()
        self.keeper = self.peer("keeper", ("observer",))
        self.until(lambda: len(self.keeper.call("status")["clients"]) == 4, "both to be gone")
        waiting = self.raise_alert(fire)
        fire.wait("alert.queued", request=waiting)
        raised = self.raise_alert(fire, renderer="self")
        alert = fire.wait("alert.present")
        fire.answer(alert, {})
        fire.call("alert.answer", alert=alert["params"]["alert"], button="ok")
        self.assertEqual(fire.result(raised)["button"], "ok")
        late = self.peer("late", ("shell",))
        alert = late.wait("alert.present")
        late.answer(alert, {})
        late.call("alert.answer", alert=alert["params"]["alert"], button="ok")
        self.assertEqual(fire.result(waiting)["button"], "ok")

    @staticmethod
    def raise_alert(fire, **params):
        return fire.start("alert.raise", title="Fire", severity="critical", display="main",
                          buttons=[{"id": "ok", "label": "OK"}], **params)

    def assert_seen(self, fire, hall):
        raised = self.raise_alert(fire)
        alert = hall.wait("alert.present")
        hall.answer(alert, {})
        hall.call("alert.answer", alert=alert["params"]["alert"], button="ok")
        self.assertEqual(fire.result(raised)["button"], "ok")


class Clocks(Case):
    configuration = UNHURRIED.replace("closeMs = 10000", f"closeMs = {SLEEPERS_CLOSE_MS}")

    def prepare(self):
        self.faults = Faults(self.daemon)
        self.addCleanup(self.faults.close)

    def test_case_35_a_machine_that_sleeps_and_clocks_that_jump(self):
        shop = self.peer()
        popover = self.open(shop, "task", key="order", display="main")["popover"]
        # The whole machine sleeps, longer than the deadline: the bystander as well.
        self.leave()
        shop.call("tap", display="main", **OUTSIDE)
        question = shop.wait("popover.willClose", popover=popover)
        self.sleep(SLEEPERS_CLOSE_MS / 1000 + 0.5)
        self.assertFalse(shop.has("popover.closed", popover=popover), "it was not patient")
        shop.answer(question, {"draft": "tea"})
        self.assert_closed(shop, popover, "outside-tap", "saved", True)
        self.bystander = self.bystander_at_work()
        popover = self.open(shop, "task", key="order", display="main")["popover"]
        shop.call("tap", display="main", **OUTSIDE)
        question = shop.wait("popover.willClose", popover=popover)
        for jump in (HOUR, YEAR, -YEAR):
            self.faults.set(wall_clock=jump)
            saved = shop.call("draft.save", key="note", content=jump)["revision"]
            draft = shop.call("draft.load", key="note")["draft"]
            self.assertEqual((draft["content"], draft["revision"]), (jump, saved))
            wanted = (time.time() + jump) * 1e6
            self.assertLess(abs(draft["savedAt"] - wanted), 60e6, "microseconds")
        # No deadline looks at that clock.
        shop.answer(question, {"draft": "milk"})
        self.assert_closed(shop, popover, "outside-tap", "saved", True)

    def sleep(self, seconds):
        """For the daemon no time passes."""
        os.kill(self.pid, signal.SIGSTOP)
        began = time.monotonic()
        time.sleep(seconds)
        self.faults.set(slept=int((time.monotonic() - began) * 1000))
        os.kill(self.pid, signal.SIGCONT)


class Days(Case):
    def test_case_36_a_long_day(self):
        # In budgeted form, POPOVER_SOAK_SECONDS makes it as long as one has time.
        seconds = float(os.environ.get("POPOVER_SOAK_SECONDS", budget(3.0, 60.0)))
        # The latest events are always kept, so many of them: until they are, memory grows.
        for _ in range(RING_EVENTS // RING_BATCH + 1):
            self.attack("pipeline", count=RING_BATCH).report()
        # The first quarter fills what is bounded else: the past, the drafts, the allocator.
        self.day(seconds / 4)
        memory, files = self.resident(), process_table.descriptors(self.pid)
        self.day(seconds * 3 / 8)
        middle_of_it = self.resident()
        self.day(seconds * 3 / 8)
        grown = self.resident() - middle_of_it
        self.assertLess(grown, max(GROWTH, middle_of_it - memory + GROWTH), "KiB in the 2nd half")
        self.until(lambda: process_table.descriptors(self.pid) <= files, "descriptors to be closed")

    def day(self, seconds):
        report = self.attack("live", seconds=seconds, perSecond=budget(300, 100)).report(
            patience=2 * seconds + 300)
        self.assertGreater(report["steps"], 0)


if __name__ == "__main__":
    unittest.main()
