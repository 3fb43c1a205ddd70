# SPDX-License-Identifier: MIT
"""One story that every client library has to get through: a popover, a tap outside, its work back,
a daemon that dies and comes again, a connection that breaks while events happen."""

import json
import os
import select
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, os.pardir, "Independent"))

# pylint: disable=wrong-import-position
from daemon import PATIENCE, ROOT, UNHURRIED, Daemon
from line_socket import LineSocket
from relay import Relay

OUTSIDE = {"x": 20, "y": 700}
# Events that the daemon remembers: fewer than happen while the connection is broken.
REMEMBERED = 3
CONFIGURATION = f"{UNHURRIED}\n[limits]\nhistoryEvents = {REMEMBERED}\n"


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
    """What a test of one library adds: `begin`, which starts its client, and `ended`."""

    # What is told of the end of a popover whose daemon is gone.
    lost = {"draft": "kept", "returnFocus": False}

    def setUp(self):
        self.daemon = Daemon(CONFIGURATION)
        self.addCleanup(self.daemon.close)
        self.set_relay()

    def set_relay(self):
        self.relay = Relay(os.path.join(self.daemon.folder, "relay"), self.daemon.socket)
        self.addCleanup(self.relay.close)
        self.relayed = os.path.join(self.daemon.folder, "relay")

    def hand(self):
        """Who taps, and tells the client what to do."""
        hand = LineSocket(self.daemon.socket)
        self.addCleanup(hand.close)
        hand.hello("hand", ["input", "observer"])
        return hand

    def publish(self, hand, topic, **data):
        answer = hand.call("say", "bus.publish", {"topic": f"app.story.{topic}", "data": data})
        return answer["result"]["sequence"]

    def order(self, hand, topic, told, **data):
        """Has the client do something, of which it hears by an event."""
        self.publish(hand, topic, **data)
        self.expect_all(told, {"said": "event", "topic": f"app.story.{topic}"})

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

    def test_nothing_is_lost_when_the_daemon_dies_and_the_connection_breaks(self):
        self.daemon.start()
        hand = self.hand()
        told = self.begin()
        self.expect_all(told, {"said": "ready"}, {"said": "listening"})

        # A popover from its source; a tap outside takes it away, and its work comes back.
        self.order(hand, "one", told, do="open", text="half-typed")
        opened = self.expect(told, "opened", draft=None)
        self.assertEqual(opened["frame"], {"x": 480, "y": 132, "width": 320, "height": 240})
        self.assertEqual(
            hand.call("tap", "tap", OUTSIDE)["result"]["verdict"], "dismissed")
        self.expect(told, "asked", reason="outside-tap")
        self.expect(told, "closed", reason="outside-tap", draft="saved", returnFocus=True)
        self.order(hand, "two", told, do="open", text="half-typed, and more")
        self.expect(told, "opened", draft={"text": "half-typed"})

        # The daemon dies. Its successor is told of the source and of the work, as if nothing were.
        self.daemon.kill()
        self.expect(told, "asked", reason="connection-lost")
        self.expect(told, "closed", reason="connection-lost", **self.lost)
        self.daemon.start()
        hand = self.hand()
        self.expect_all(told, {"said": "ready"}, {"said": "gap", "last": None})
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

        self.order(hand, "last", told, do="leave")
        self.expect(told, "left")
        self.assertEqual(told.ended(), "")


__all__ = [
    "CONFIGURATION", "HERE", "PATIENCE", "ROOT", "UNHURRIED", "Daemon", "LineSocket", "Relay", "Story",
    "Told"]
