# SPDX-License-Identifier: MIT
"""Neighbors: a victim and an attacker who is another user, both within the announced limits."""

import json
import os
import pathlib
import subprocess
import sys

from support.daemon import PATIENCE, UNHURRIED, Daemon
from support.daemon_case import BUTTON, SIZE, DaemonCase, middle, rect
from support.other_user import as_user
from support.peer import PROGRAM, Peer, Refusal

__all__ = [
    "ATTACKER", "BUTTON", "PATIENCE", "SIZE", "UNHURRIED", "VICTIM", "Crowd", "Daemon",
    "NeighborsCase", "Refusal", "as_user", "middle", "rect", "request"]

# Numbers that no user of the machine has.
ATTACKER = 64201
VICTIM = 64202

CROWD = pathlib.Path(__file__).with_name("crowd_process.py")


class UserPeer(Peer):
    """A client of another user; its program is passed as text, since the user may not read files."""

    def __init__(self, daemon, uid, app, roles):
        self.uid = uid
        super().__init__(daemon, app=app, roles=roles)

    def spawn(self, place):
        return started(self.uid, PROGRAM, place)


class Crowd:
    """Many connections of one user, in one process: see crowd_process.py."""

    def __init__(self, daemon, uid=ATTACKER):
        self.process = started(uid, CROWD, daemon.socket)

    def order(self, *words):
        """Waits for the outcome, which may take long: the process has deadlines of its own."""
        self.begin(*words)
        return self.outcome()

    def begin(self, *words):
        self.process.stdin.write(json.dumps(words).encode() + b"\n")
        self.process.stdin.flush()

    def outcome(self):
        """What the earliest order without one has come to."""
        answer = self.process.stdout.readline()
        if not answer:
            raise AssertionError("the crowd ended")
        return json.loads(answer)

    def close(self):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdin.close()
        self.process.stdout.close()


def started(uid, program, place):
    return subprocess.Popen(
        [*as_user(uid), os.path.realpath(sys.executable), "-S", "-E", "-c",
         program.read_text(encoding="utf-8"), place],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd="/")


def request(method, number=1, **params):
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


class NeighborsCase(DaemonCase):
    """A daemon that several users can connect to; `peer` is an administrator's client."""

    # A thousand greetings take long on a busy machine.
    configuration = f"{UNHURRIED}helloMs = 20000\n"

    def setUp(self):
        super().setUp()
        os.chmod(self.daemon.folder, 0o755)
        self.admit()

    def admit(self):
        """Lets every user connect, as a group would."""
        os.chmod(self.daemon.socket, 0o666)

    def victim(self, app="shop", roles=("app",), uid=VICTIM):
        client = UserPeer(self.daemon, uid, app, roles)
        self.addCleanup(client.close)
        return client

    def crowd(self, count, app="crowd", uid=ATTACKER):
        crowd = Crowd(self.daemon, uid)
        self.addCleanup(crowd.close)
        self.assertEqual(crowd.order("connect", count, app), count)
        return crowd
