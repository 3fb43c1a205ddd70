# SPDX-License-Identifier: MIT
"""One story that every client library has to get through, a chapter for each row of the table in
docs/explanation/clients.md: popovers and their work, taps, alerts, events, a daemon that comes late,
dies, comes again, refuses, and a connection that breaks."""

import contextlib
import json
import os
import queue
import select
import subprocess
import time
import tomllib

from support import ROOT
from support.daemon import PATIENCE, UNHURRIED, Daemon, binary
from support.line_socket import LineSocket
from support.system_socket import with_system_socket

from refusing_daemon import RefusingDaemon
from relay import Relay

HERE = os.path.dirname(os.path.abspath(__file__))

# Debian's, which has GTK and what builds packages; the tests may run with another one.
SYSTEM_PYTHON = "/usr/bin/python3"
OUTSIDE = {"x": 20, "y": 700}
# Events that the daemon remembers: fewer than happen while the connection is broken.
REMEMBERED = 3
# No chapter is about gestures: the hand taps where a chapter needs it.
CONFIGURATION = f"{UNHURRIED}\n[limits]\nhistoryEvents = {REMEMBERED}\n[advice]\nignore = [\"F8\"]\n"
# Owners have this long for their work, in milliseconds: enough to be asked, and to be late.
SHORT = 200
IMPATIENT = CONFIGURATION.replace("closeMs = 10000", f"closeMs = {SHORT}")
TITLE = "The paper is out"
# Refuses every open of the story's.
REFUSING = """
[[plugin]]
name = "exclusive"
options = { apps = ["checkout"] }
"""
FORGOTTEN = {"said": "warned", "words": "a draft is erased: its session has ended"}
with open(ROOT / "protocol" / "methods.toml", "rb") as description:
    FREQUENT = {
        method["name"] for method in tomllib.load(description)["method"]
        if "frequent" in method.get("traits", [])}


class Told:
    """What a client's program says, line by line, out of a process of its own."""

    def __init__(self, command, environment):
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, **environment})
        self.rest = b""
        self.transcript = []

    def next(self):
        deadline = time.monotonic() + PATIENCE
        while b"\n" not in self.rest:
            readable, _, _ = select.select(
                [self.process.stdout], [], [], max(0, deadline - time.monotonic()))
            data = os.read(self.process.stdout.fileno(), 65536) if readable else b""
            if not data:
                raise AssertionError(f"nothing more after {self.transcript}: {self.complaints()}")
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        self.transcript.append(line.decode())
        return json.loads(line)

    def complaints(self):
        self.process.kill()
        return self.process.stderr.read().decode()

    def ended(self):
        """What it has written to standard error, once it has ended with 0."""
        _, errors = self.process.communicate(timeout=PATIENCE)
        if self.process.returncode:
            raise AssertionError(f"ended with {self.process.returncode}: {errors.decode()}")
        return errors.decode()

    def close(self):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.process.stderr.close()


class Story:
    """What a test of one library adds: `begin`, which starts its client, and `configure`."""

    # What is told of the end of a popover whose daemon is gone, or that was open when it left.
    lost = {"draft": "kept", "returnFocus": False}
    # What is told of the end of a popover whose work nobody has, or wants.
    late = {"draft": "none"}

    def setUp(self):
        self.daemon = Daemon(CONFIGURATION)
        self.addCleanup(self.daemon.close)
        self.set_relay()

    def configure(self, configuration):
        self.daemon.write_configuration(configuration)

    def set_relay(self):
        self.relay = Relay(os.path.join(self.daemon.folder, "relay"), self.daemon.socket)
        self.addCleanup(self.expect_usual_lines)
        self.addCleanup(self.relay.close)
        self.relayed = os.path.join(self.daemon.folder, "relay")

    def expect_usual_lines(self):
        """The daemon reads the library's frequent messages directly."""
        # A connection may have ended within a line.
        lines = b"".join(said[:said.rfind(b"\n") + 1] for said in self.relay.said)
        actor = binary("popover-actor")
        unusual = subprocess.run(
            [actor, "--unusual"], input=lines, capture_output=True, check=True).stdout
        for line in unusual.splitlines():
            message = json.loads(line)
            self.assertNotIn(message.get("method"), FREQUENT, line)
            self.assertNotIn("result", message, line)
        for line in lines.splitlines():
            message = json.loads(line)
            if message.get("method") == "draft.save":
                self.assertIn("session", message["params"])

    def start(self, configuration=CONFIGURATION):
        """A daemon, who taps, and the client that has told of its source."""
        self.configure(configuration)
        self.daemon.start()
        hand = self.hand()
        told = self.begin()
        self.expect_all(told, {"said": "ready"}, {"said": "listening"})
        return hand, told

    def start_again(self, told):
        """A daemon, to which the client comes back."""
        self.daemon.start()
        hand = self.hand()
        self.expect_all(told, {"said": "ready"}, {"said": "gap", "last": None})
        return hand

    def someone(self, app, *roles):
        """A client that shares no code with the libraries."""
        someone = LineSocket(self.daemon.socket)
        self.addCleanup(someone.close)
        someone.hello(app, roles)
        return someone

    def hand(self):
        """Who taps, and tells the client what to do."""
        return self.someone("hand", "input", "observer")

    def publish(self, hand, topic, **data):
        answer = hand.call("say", "bus.publish", {"topic": f"app.story.{topic}", "data": data})
        return answer["result"]["sequence"]

    def order(self, hand, topic, told, **data):
        """Has the client do something, of which it hears by an event."""
        self.publish(hand, topic, **data)
        self.expect_all(told, {"said": "event", "topic": f"app.story.{topic}"})

    def tap_outside(self, hand):
        return hand.call("tap", "tap", OUTSIDE)["result"]["verdict"]

    def scene(self, hand, member):
        return hand.call("look", "status", {})["result"][member]

    def draft(self):
        """The work that the daemon has of the client's."""
        someone = LineSocket(self.daemon.socket)
        with contextlib.closing(someone):
            someone.hello("story")
            told = someone.call("load", "draft.load", {"key": "order-7"})
        return (told["result"]["draft"] or {}).get("content")

    def wait_for(self, expected, look):
        """Looks until it is so: the daemon tells nobody when it has taken work that comes late."""
        deadline = time.monotonic() + PATIENCE
        while (found := look()) != expected:
            self.assertLess(time.monotonic(), deadline, f"{found} and not {expected}")
            time.sleep(0.02)

    def expect(self, told, said, **members):
        fact = told.next()
        self.assertEqual(
            {name: fact.get(name) for name in ("said", *members)}, {"said": said, **members}, fact)
        return fact

    def expect_all(self, told, *facts):
        """These come, in whatever order."""
        wanted = [dict(fact) for fact in facts]
        while wanted:
            fact = told.next()
            if fact["said"] == "gap" and fact["last"]:
                continue  # What a new daemon does not remember of its own beginning.
            matching = [one for one in wanted if one.items() <= fact.items()]
            self.assertTrue(matching, f"{fact} is none of {wanted}")
            wanted.remove(matching[0])

    def leave(self, hand, told):
        self.order(hand, "last", told, do="leave")
        self.expect(told, "left")
        self.assertEqual(told.ended(), "")

    # Beginning and end

    def test_a_daemon_that_comes_later_is_waited_for(self):
        self.configure(CONFIGURATION)
        told = self.begin()
        self.wait_until_it_has_tried()
        self.daemon.start()
        hand = self.hand()
        self.expect_all(told, {"said": "ready"}, {"said": "listening"})
        self.leave(hand, told)

    def wait_until_it_has_tried(self):
        self.relay.knocks.get(timeout=PATIENCE)

    def test_it_is_tried_again_after_pauses_that_double(self):
        hand, told = self.start()
        while not self.relay.knocks.empty():
            self.relay.knocks.get()
        self.relay.cut()
        first, _, third = (self.relay.knocks.get(timeout=PATIENCE) for _ in range(3))
        # Half a second and one; a machine that is busy may have seen the first of them too late.
        self.assertGreater(third - first, 1)
        self.relay.mend()
        self.expect(told, "ready")
        self.leave(hand, told)

    def test_what_no_try_will_change_is_reported_at_once(self):
        cases = [
            ("protocol", {"code": -32602, "message": "protocol: this daemon speaks version 2",
                          "data": {"member": "protocol", "supported": [2]}}),
            ("rights", {"code": 3, "message": "kept for others", "data": {"needs": "app"}})]
        for why, error in cases:
            with self.subTest(why):
                self.refuse(why, error)

    def refuse(self, why, error):
        """A daemon that has no room for a client is asked again, one that refuses it is not."""
        full = {"code": 4, "message": "too many", "data": {"limit": "clients", "value": 1}}
        daemon = RefusingDaemon(os.path.join(self.daemon.folder, why), [full, error])
        self.addCleanup(daemon.close)
        told = self.begin_at(daemon)
        fact = self.expect(told, "refused", why=why)
        self.assertIn(error["message"], fact["words"])
        self.assertEqual(told.ended(), "")
        self.assertEqual(daemon.hellos, 2)

    def test_drafts_of_what_is_open_are_handed_over_when_it_leaves(self):
        hand, told = self.start()
        self.order(hand, "one", told, do="open", text="half-typed")
        self.expect(told, "opened", draft=None)
        self.order(hand, "last", told, do="leave")
        self.expect(told, "asked", reason="client-gone", disposition="save")
        self.expect_all(
            told, {"said": "closed", "reason": "client-gone", **self.lost}, {"said": "left"})
        self.assertEqual(told.ended(), "")
        self.assertEqual(self.draft(), {"text": "half-typed"})

    # Popovers and their work

    def test_nothing_is_lost_when_the_daemon_dies_and_the_connection_breaks(self):
        hand, told = self.start()

        # A popover from its source; a tap outside takes it away, and its work comes back.
        self.order(hand, "one", told, do="open", text="half-typed")
        opened = self.expect(told, "opened", draft=None)
        self.assertEqual(opened["frame"], {"x": 480, "y": 132, "width": 320, "height": 240})
        self.assertEqual(self.tap_outside(hand), "dismissed")
        self.expect(told, "asked", reason="outside-tap", disposition="save")
        self.expect(told, "closed", reason="outside-tap", draft="saved", returnFocus=True)
        self.order(hand, "two", told, do="open", text="half-typed, and more")
        self.expect(told, "opened", draft={"text": "half-typed"})

        # The daemon dies. Its successor is told of the source and of the work, as if nothing were.
        self.daemon.kill()
        self.expect(told, "asked", reason="connection-lost")
        self.expect(told, "closed", reason="connection-lost", **self.lost)
        hand = self.start_again(told)
        self.order(hand, "three", told, do="open", text="typed")
        self.expect(told, "opened", draft={"text": "half-typed, and more"}, frame=opened["frame"])
        self.order(hand, "four", told, do="done")
        self.expect(told, "closed", reason="done", draft="discarded", returnFocus=True)

        # The way to the same daemon breaks while more happens than it remembers.
        self.relay.cut()
        numbers = [self.publish(hand, f"missed{number}") for number in range(REMEMBERED + 3)]
        self.relay.mend()
        # Of its own coming back there are events, too.
        facts = []
        while not facts or facts[-1] != {"said": "ready"}:
            facts.append(told.next())
        while not any(fact.get("topic") == f"app.story.missed{REMEMBERED + 2}" for fact in facts):
            facts.append(told.next())
        gaps = [fact for fact in facts if fact["said"] == "gap"]
        self.assertEqual(len(gaps), 1, facts)
        heard = [fact["topic"] for fact in facts if fact["said"] == "event"]
        # Between what was seen last and what came then nothing is missing.
        first = numbers.index(gaps[0]["last"] + 1)
        self.assertEqual(heard, [f"app.story.missed{n}" for n in range(first, len(numbers))])
        self.assertLessEqual(gaps[0]["first"], numbers[0])
        self.leave(hand, told)

    def test_a_draft_that_nobody_wants_is_given_up(self):
        hand, told = self.start()
        self.order(hand, "one", told, do="open", text="half-typed")
        self.expect(told, "opened")
        popover = self.scene(hand, "popovers")[0]["popover"]
        hand.call("go", "popover.dismiss", {"popover": popover, "discard": True})
        self.expect(told, "asked", reason="administrator", disposition="discard")
        self.expect(told, "closed", reason="administrator", **self.late)
        self.order(hand, "two", told, do="open", text="anew")
        self.expect(told, "opened", draft=None)
        # Nor is it after the daemon has died.
        self.daemon.kill()
        self.expect(told, "asked", reason="connection-lost")
        self.expect(told, "closed", reason="connection-lost")
        hand = self.start_again(told)
        self.wait_for({"text": "anew"}, self.draft)
        self.leave(hand, told)

    def test_a_new_draft_comes_after_what_is_over(self):
        hand, told = self.start()
        earlier = self.someone("story", "app")
        earlier.call("save", "draft.save", {"key": "order-7", "content": "sent", "revision": 67})
        earlier.call("over", "draft.discard", {"key": "order-7"})
        self.order(hand, "one", told, do="open", text="new")
        self.expect(told, "opened", draft=None)
        # A disk that refused to forget it has the next daemon begin with revision 67.
        self.daemon.kill()
        self.expect(told, "asked", reason="connection-lost")
        self.expect(told, "closed", reason="connection-lost")
        hand = self.start_again(told)
        later = self.someone("story", "app")
        self.wait_for([("order-7", 68)], lambda: [
            (draft["key"], draft["revision"])
            for draft in later.call("list", "draft.list", {})["result"]["drafts"]])
        self.leave(hand, told)

    def test_a_draft_that_comes_late_is_kept_too(self):
        hand, told = self.start(IMPATIENT)
        self.order(hand, "one", told, do="open", text="late", slow=True)
        self.expect(told, "opened", draft=None)
        self.assertEqual(self.tap_outside(hand), "dismissed")
        self.expect(told, "asked", reason="outside-tap")
        self.expect(told, "closed", reason="outside-tap", **self.late)
        self.order(hand, "two", told, do="hand")
        self.wait_for({"text": "late"}, self.draft)
        # Also where the one who asked for it is dead by then.
        self.order(hand, "three", told, do="open", text="later", slow=True)
        self.expect(told, "opened", draft={"text": "late"})
        self.daemon.kill()
        self.expect(told, "asked", reason="connection-lost")
        self.expect(told, "closed", reason="connection-lost")
        hand = self.start_again(told)
        self.order(hand, "four", told, do="hand")
        self.wait_for({"text": "later"}, self.draft)
        self.leave(hand, told)

    def test_a_draft_that_a_dying_daemon_does_not_read_is_kept(self):
        hand, told = self.start(IMPATIENT)
        # Once the answer is on its way, and once it is not even given when the popover's end is told.
        for text, slow in (("unread", False), ("unread again", True)):
            self.order(hand, text.replace(" ", "."), told, do="open", text=text, slow=slow)
            self.expect(told, "opened")
            if not slow:
                self.relay.is_deaf = True
            self.tap_outside(hand)
            self.expect(told, "asked", reason="outside-tap")
            self.expect(told, "closed", reason="outside-tap")
            if slow:
                self.relay.is_deaf = True
                self.order(hand, "hand", told, do="hand")
            self.wait_for(True, lambda: self.has_said(f'"draft":{{"text":"{text}"}}'.encode()))
            self.daemon.kill()
            self.relay.is_deaf = False
            hand = self.start_again(told)
            self.wait_for({"text": text}, self.draft)
        # What the daemon has read is not handed over again.
        self.order(hand, "last.open", told, do="open", text="read", slow=True)
        self.expect(told, "opened", draft={"text": "unread again"})
        self.tap_outside(hand)
        self.expect(told, "asked", reason="outside-tap")
        self.expect(told, "closed", reason="outside-tap")
        self.order(hand, "last.hand", told, do="hand")
        self.wait_for({"text": "read"}, self.draft)
        self.order(hand, "last.tap", told, do="tap", **OUTSIDE)
        self.expect(told, "tapped")
        self.daemon.kill()
        hand = self.start_again(told)
        self.assertNotIn(b'"draft.save"', self.relay.said[-1])
        self.leave(hand, told)

    def test_a_draft_of_earlier_people_is_not_for_the_next(self):
        hand, told = self.start(IMPATIENT)
        for ends, goes_on in (
                (self.end_before_the_session, self.stay), (self.end_with_the_session, self.stay),
                (self.end_with_the_session, self.break_off), (self.end_before_the_session, self.die)):
            # The program stalls over the end of the session. It hands over and saves later.
            self.order(hand, "typing", told, do="open", text="theirs", slow=True)
            self.expect(told, "opened", draft=None)
            ends(hand, told)
            hand = goes_on(hand, told)
            self.order(hand, "late", told, do="hand")
            self.order(hand, "later", told, do="save", text="theirs, saved")
            self.expect_nothing_for_the_next(hand, told)
        self.leave(hand, told)

    def end_before_the_session(self, hand, told):
        """The popover is gone, without its work, when the session ends."""
        self.assertEqual(self.tap_outside(hand), "dismissed")
        self.expect(told, "asked", reason="outside-tap", disposition="save")
        self.expect(told, "closed", reason="outside-tap", **self.late)
        hand.call("end", "session.end", {})

    def end_with_the_session(self, hand, told):
        hand.call("end", "session.end", {})
        self.expect(told, "asked", reason="session-ended", disposition="discard")
        self.expect(told, "closed", reason="session-ended", **self.late)

    def stay(self, hand, _):
        return hand

    def break_off(self, hand, told):
        self.relay.cut()
        self.relay.mend()
        self.expect_all(told, {"said": "ready"})
        return hand

    def die(self, _, told):
        self.daemon.kill()
        return self.start_again(told)

    def expect_nothing_for_the_next(self, hand, told):
        # The daemon has heard what the client said before this tap.
        self.order(hand, "then", told, do="tap", x=1260, y=700)
        self.expect(told, "tapped", verdict="idle")
        self.assertIsNone(self.draft())
        self.order(hand, "next", told, do="open", text="ours")
        self.expect(told, "opened", draft=None)
        self.order(hand, "over", told, do="done")
        self.expect(told, "closed", reason="done")

    def test_a_draft_whose_session_ended_meanwhile_is_forgotten(self):
        hand, told = self.start()
        for comes_back in (self.to_the_same_daemon, self.to_another_daemon):
            self.order(hand, "typing", told, do="open", text="theirs")
            self.expect(told, "opened", draft=None)
            self.relay.cut()
            self.expect(told, "asked", reason="connection-lost", disposition="save")
            self.expect(told, "closed", reason="connection-lost", **self.lost)
            hand = comes_back(hand, told)
            self.expect_nothing_for_the_next(hand, told)
        self.leave(hand, told)

    def to_the_same_daemon(self, hand, told):
        self.begin_anew(hand)
        self.relay.mend()
        self.expect_all(told, {"said": "ready"}, FORGOTTEN)
        return hand

    def to_another_daemon(self, _, told):
        self.daemon.kill()
        self.daemon.start()
        hand = self.hand()
        self.begin_anew(hand)
        self.relay.mend()
        self.expect_all(told, {"said": "ready"}, FORGOTTEN, {"said": "gap", "last": None})
        return hand

    def begin_anew(self, hand):
        """Others work under the same key before the client is back."""
        hand.call("end", "session.end", {})
        another = self.someone("story", "app")
        opened = another.call("open", "popover.open", {
            "behavior": "inspector", "size": {"width": 320, "height": 240}, "key": "order-7",
            "anchor": {"x": 600, "y": 80, "width": 80, "height": 40}})["result"]
        self.assertNotIn("draft", opened)
        another.call("close", "popover.close", {"popover": opened["popover"], "outcome": "done"})

    def test_an_open_that_nobody_waits_for_leaves_nothing(self):
        hand, told = self.start()
        hand.send({"jsonrpc": "2.0", "id": "paper", "method": "alert.raise", "params": {
            "title": TITLE, "severity": "info", "renderer": "self",
            "buttons": [{"id": "ok", "label": "OK"}]}})
        self.wait_for(1, lambda: len(self.scene(hand, "alerts")))
        self.order(hand, "one", told, do="ask")
        # It names no behavior.
        self.wait_for(["inspector"], lambda: [one["behavior"] for one in self.scene(hand, "waiting")])
        self.order(hand, "two", told, do="withdraw")
        self.expect(told, "withdrawn")
        self.wait_for(0, lambda: len(self.scene(hand, "waiting")))
        hand.call("gone", "alert.cancel", {"alert": self.scene(hand, "alerts")[0]["alert"]})
        self.assertEqual(self.scene(hand, "popovers"), [])
        self.leave(hand, told)

    def test_a_grant_that_comes_too_late_costs_no_draft(self):
        hand, told = self.start()
        self.order(hand, "one", told, do="open", text="half-typed")
        self.expect(told, "opened", draft=None)
        self.assertEqual(self.tap_outside(hand), "dismissed")
        self.expect(told, "asked", reason="outside-tap", disposition="save")
        self.expect(told, "closed", reason="outside-tap", draft="saved")
        self.relay.hold()
        self.order(hand, "two", told, do="ask", key="order-7")
        self.wait_for(False, self.relay.held.empty)
        # The grant and its cancellation cross on their way.
        self.order(hand, "three", told, do="withdraw")
        self.wait_for(True, lambda: self.has_said(b'"request.cancel"'))
        self.relay.release()
        self.expect(told, "withdrawn")
        self.wait_for(True, lambda: self.has_said(b'"outcome":"keep"'))
        self.order(hand, "four", told, do="open", text="half-typed, and more")
        self.expect(told, "opened", draft={"text": "half-typed"})
        self.order(hand, "five", told, do="done")
        self.expect(told, "closed", reason="done", draft="discarded")
        self.leave(hand, told)

    def has_said(self, words):
        """Whether the client has sent these bytes."""
        return any(words in said for said in self.relay.said)

    def test_advice_about_an_open_is_for_its_log(self):
        hand, told = self.start()
        advice = {"said": "warned", "words": "advice G16: size.width: 260 is not in 320 to 600 and "
                  "counts as 320: ask for a width in this range"}
        # Each advice is told once.
        for number, expected in enumerate([({"said": "opened"}, advice), ({"said": "opened"},)]):
            self.order(hand, f"open{number}", told, do="open", text="typed", width=260)
            self.expect_all(told, *expected)
            self.order(hand, f"done{number}", told, do="done")
            self.expect(told, "closed", reason="done")
        self.leave(hand, told)

    def test_a_refusal_says_why_in_words(self):
        hand, told = self.start(CONFIGURATION + REFUSING)
        self.order(hand, "one", told, do="ask")
        fact = self.expect(told, "refused", why="policy")
        self.assertIn("only checkout may open popovers here", fact["words"])
        self.leave(hand, told)

    # Sources and taps

    def test_sources_are_there_until_they_are_removed(self):
        hand, told = self.start()

        def sources():
            return sorted(one["source"] for one in self.scene(hand, "sources"))
        self.order(hand, "one", told, do="place")
        self.expect(told, "placed")
        self.wait_for(["basket", "till"], sources)
        self.daemon.kill()
        hand = self.start_again(told)
        self.wait_for(["basket", "till"], sources)
        self.order(hand, "two", told, do="remove")
        self.expect(told, "removed")
        self.wait_for(["basket"], sources)
        self.daemon.kill()
        hand = self.start_again(told)
        self.wait_for(["basket"], sources)
        self.leave(hand, told)

    def test_its_taps_get_verdicts(self):
        hand, told = self.start()
        self.order(hand, "one", told, do="tap", **OUTSIDE)
        self.expect(told, "tapped", verdict="idle")
        self.order(hand, "two", told, do="open", text="half-typed")
        self.expect(told, "opened")
        self.order(hand, "three", told, do="tap", **OUTSIDE)
        self.expect_all(
            told, {"said": "tapped", "verdict": "dismissed"},
            {"said": "asked", "reason": "outside-tap"},
            {"said": "closed", "reason": "outside-tap", "draft": "saved"})
        self.leave(hand, told)

    def test_escape_closes_what_is_open(self):
        hand, told = self.start()
        self.order(hand, "one", told, do="open", text="half-typed")
        self.expect(told, "opened")
        self.press_escape(hand, told)
        self.expect(told, "asked", reason="key", disposition="save")
        self.expect(told, "closed", reason="key", draft="saved", returnFocus=True)
        self.leave(hand, told)

    def press_escape(self, hand, told):
        """A program without a window reports the key, which those with one do by themselves."""
        self.order(hand, "two", told, do="escape")

    def test_what_it_draws_moves_as_the_daemon_says(self):
        hand, told = self.start()
        self.order(hand, "one", told, do="open", text="half-typed")
        # Out of its arrow's tip, which is on the source.
        self.expect(told, "opened", lasts=250, easing="ease-out", start={
            "x": 640, "y": 120, "width": 0, "height": 0})
        self.order(hand, "two", told, do="done")
        self.expect(told, "closed", reason="done")
        self.leave(hand, told)

    # Alerts

    def shown(self, shell):
        """The alert that a shell is asked to draw."""
        while (asked := shell.receive()).get("method") != "alert.present":
            pass
        shell.send({"jsonrpc": "2.0", "id": asked["id"], "result": {}})
        self.assertEqual(asked["params"]["title"], TITLE)
        return asked["params"]["alert"]

    def test_an_alert_is_raised_again_and_answered(self):
        shell = self.someone_to_draw()
        hand, told = self.hand(), self.begun
        self.order(hand, "one", told, do="alert", renderer="shell")
        self.shown(shell)
        self.daemon.kill()
        # Who draws it is back after the client, which waits for both.
        hand = self.start_again(told)
        self.wait_for("no-renderer", lambda: self.why_no_alert(hand))
        shell = self.someone("hall", "shell")
        alert = self.shown(shell)
        shell.call("press", "alert.answer", {"alert": alert, "button": "Refilled"})
        self.expect_all(told, {"said": "answered", "button": "Refilled"})
        self.leave(hand, told)

    def someone_to_draw(self):
        _, self.begun = self.start()
        return self.someone("hall", "shell")

    def why_no_alert(self, hand):
        """Why an alert of others' is refused."""
        told = hand.call("try", "alert.raise", {
            "title": TITLE, "severity": "info", "buttons": [{"id": "ok", "label": "OK"}]})
        return told["error"]["data"]["reason"]

    def test_an_alert_that_nobody_waits_for_is_withdrawn(self):
        shell = self.someone_to_draw()
        hand, told = self.hand(), self.begun
        self.order(hand, "one", told, do="alert", renderer="shell")
        alert = self.shown(shell)
        self.order(hand, "two", told, do="withdraw")
        self.expect(told, "withdrawn")
        while (gone := shell.receive()).get("method") != "alert.dismiss":
            pass
        self.assertEqual(gone["params"]["alert"], alert)
        self.assertEqual(self.scene(hand, "alerts"), [])
        self.leave(hand, told)

    def test_an_alert_of_earlier_people_is_not_raised_again(self):
        shell = self.someone_to_draw()
        hand, told = self.hand(), self.begun
        self.order(hand, "one", told, do="alert", renderer="shell")
        self.shown(shell)
        self.relay.cut()
        hand.call("end", "session.end", {})
        self.relay.mend()
        self.expect_all(told, {"said": "ready"}, {"said": "refused", "why": "session-ended"})
        self.assertEqual(self.scene(hand, "alerts"), [])
        self.leave(hand, told)

    def test_an_alert_of_its_own_is_drawn_and_answered(self):
        hand, told = self.start()
        self.order(hand, "one", told, do="alert", renderer="self")
        self.expect(told, "shown", title=TITLE)
        self.daemon.kill()
        self.daemon.start()
        hand = self.hand()
        self.expect_all(
            told, {"said": "ready"}, {"said": "gap", "last": None}, {"said": "shown"})
        self.order(hand, "two", told, do="press", button="Later")
        self.expect_all(told, {"said": "answered", "button": "Later"})
        self.leave(hand, told)

    # Events

    def test_events_are_sent_again_from_where_it_says(self):
        hand, told = self.start(UNHURRIED)
        numbers = [self.publish(hand, f"old{number}") for number in range(2)]
        self.expect_all(told, *({"said": "event", "topic": f"app.story.old{n}"} for n in (0, 1)))
        self.order(hand, "one", told, do="replay", since=numbers[0], of="app.story.old*")
        self.expect(told, "replayed", topic="app.story.old1", number=numbers[1])
        self.leave(hand, told)


class FieldStory:
    """A chapter of the libraries that show a popover with a field; `press` presses a key."""

    def press_escape(self, *_):
        self.press("Escape")

    def test_tab_in_one_field_leaves_the_keyboard_there(self):
        hand, told = self.start()
        self.order(hand, "one", told, do="open", text="half-typed")
        self.expect(told, "opened")
        for key in ("Tab", "shift+Tab", "Tab"):
            self.press(key)
        self.press("x")
        self.press_escape()
        self.expect(told, "asked", reason="key")
        self.expect(told, "closed", reason="key")
        # Whether it replaces what was there is the toolkit's own.
        self.assertEqual(self.typed()[-1:], "x")
        self.leave(hand, told)


class NativeStory(Story):
    """Chapters of programs that find the socket themselves: a page has a gateway for that. What a
    test adds is `program`, its command."""

    def begin(self):
        return self.begin_with({"POPOVERD_SOCKET": self.relayed})

    def begin_at(self, daemon):
        return self.begin_with({"POPOVERD_SOCKET": daemon.path})

    def begin_with(self, environment, before=()):
        told = Told([*before, *self.program], environment)
        self.addCleanup(told.close)
        return told

    def start_in_session(self):
        """A daemon whose socket, the relay's, is the one of a session; returns the runtime folder."""
        self.daemon.start()
        folder = os.path.join(self.daemon.folder, "popoverd")
        os.mkdir(folder)
        os.symlink(self.relayed, os.path.join(folder, "popoverd.sock"))
        return self.daemon.folder

    def test_it_finds_the_socket_in_each_of_its_places(self):
        session = self.start_in_session()
        nobody = os.path.join(session, "nobody")
        places = (
            ("named", self.relayed, nobody, nobody), ("session", "", session, nobody),
            ("system", "", nobody, self.relayed), ("system without a session", "", "", self.relayed))
        for place, named, runtime, system in places:
            with self.subTest(place):
                told = self.begin_with(
                    {"POPOVERD_SOCKET": named, "XDG_RUNTIME_DIR": runtime},
                    with_system_socket(system))
                self.expect_all(told, {"said": "ready"}, {"said": "listening"})
                self.leave(self.hand(), told)

    def test_it_stays_with_the_daemon_of_its_session(self):
        session = self.start_in_session()
        system = Relay(os.path.join(session, "system"), self.daemon.socket)
        self.addCleanup(system.close)
        told = self.begin_with(
            {"POPOVERD_SOCKET": "", "XDG_RUNTIME_DIR": session},
            with_system_socket(os.path.join(session, "system")))
        self.expect_all(told, {"said": "ready"}, {"said": "listening"})
        link = os.path.join(session, "popoverd", "popoverd.sock")
        os.unlink(link)
        self.relay.cut()
        # Attempts follow after 250 and 750 ms.
        with self.assertRaises(queue.Empty):
            system.knocks.get(timeout=1)
        os.symlink(self.relayed, link)
        self.relay.mend()
        self.expect(told, "ready")
        self.leave(self.hand(), told)

    def test_a_socket_of_others_is_reported_at_once(self):
        os.chmod(self.relayed, 0)
        # Root may use everything, unless it is without what lets it.
        unable = [] if os.geteuid() else [
            "setpriv", "--bounding-set=-dac_override,-dac_read_search"]
        told = self.begin_with({"POPOVERD_SOCKET": self.relayed}, unable)
        fact = self.expect(told, "refused", why="access")
        self.assertIn(f'cannot connect to "{self.relayed}": permission denied', fact["words"])
        self.assertEqual(told.ended(), "")


__all__ = [
    "CONFIGURATION", "HERE", "PATIENCE", "ROOT", "SYSTEM_PYTHON", "UNHURRIED", "Daemon", "LineSocket",
    "FieldStory", "NativeStory", "Relay", "Story", "Told"]
