# SPDX-License-Identifier: MIT
"""Row 6: subscribers with patterns that are hard to match do not delay their neighbors."""

import os
import select
import statistics
import subprocess
import sys
import time
import unittest

from support.daemon import PATIENCE
from support.daemon_case import DaemonCase
from support.other_user import as_user

# A number that no user of the machine has.
ATTACKER = 64102
ROUNDS = 50
# Seconds. A debug build matches thirty times slower than a release build.
BOUND = 0.25

# Twenty subscribers with hard patterns, and one that publishes all the time.
ATTACK = """
import json, socket, sys
def connect():
    peer = socket.socket(socket.AF_UNIX)
    peer.connect(sys.argv[1])
    return peer, peer.makefile("rb")
def call(peer, lines, method, **params):
    request = {"jsonrpc": "2.0", "id": method, "method": method, "params": params}
    peer.sendall(json.dumps(request).encode() + b"\\n")
    while json.loads(lines.readline()).get("id") != method:
        pass
peers = []
for number in range(20):
    peer, lines = connect()
    call(peer, lines, "hello", protocol=1, app="attacker")
    call(peer, lines, "bus.subscribe",
         topics=["*" + "a" * 120 + "b" * (2 + index) + "*" for index in range(64)])
    peers.append((peer, lines))
peer, lines = connect()
call(peer, lines, "hello", protocol=1, app="attacker")
print("ready", flush=True)
line = json.dumps({"jsonrpc": "2.0", "method": "bus.publish",
                   "params": {"topic": "app." + "a" * 250, "data": 1}}).encode() + b"\\n"
while True:
    peer.sendall(line * 16)
"""


class Globs(DaemonCase):
    def setUp(self):
        super().setUp()
        os.chmod(self.daemon.folder, 0o755)
        os.chmod(self.daemon.socket, 0o666)

    def attack(self):
        attacker = subprocess.Popen(
            [*as_user(ATTACKER), os.path.realpath(sys.executable), "-S", "-E", "-c", ATTACK,
             self.daemon.socket], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd="/")
        self.addCleanup(attacker.stdout.close)
        self.addCleanup(attacker.wait, PATIENCE)
        self.addCleanup(attacker.kill)
        readable, _, _ = select.select([attacker.stdout], [], [], PATIENCE)
        self.assertTrue(readable, "the attack did not begin")
        self.assertEqual(attacker.stdout.readline(), b"ready\n")
        return attacker

    def test_a_bystander_is_not_delayed_and_gets_every_event(self):
        victim = self.peer("victim")
        victim.call("bus.subscribe", topics=["app.victim.*"])
        attacker = self.attack()
        times = []
        for number in range(ROUNDS):
            begun = time.monotonic()
            victim.call("bus.publish", topic="app.victim.sold", data=number)
            victim.take(
                lambda message, number=number: message.get("method") == "event"
                and message["params"]["data"] == number)
            times.append(time.monotonic() - begun)
        self.assertIsNone(attacker.poll(), "the attack ended")
        self.assertLess(
            statistics.median(times), BOUND, f"in seconds: {sorted(times)}")


if __name__ == "__main__":
    unittest.main()
