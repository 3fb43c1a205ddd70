# SPDX-License-Identifier: MIT
"""Rights by user and group, and who somebody is."""

import os
import pathlib
import signal
import socket
import subprocess
import sys
import unittest

from support.line_socket import LineSocket

from users import (
    ADMINISTRATORS, FRIEND, OWNER, OTHER, UserClient, UsersCase, as_user)

# Connects, and hands the connection to whoever is at the other end of its standard input.
HELPER = """
import socket, sys
there = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
there.connect(sys.argv[1])
socket.send_fds(socket.socket(fileno=0), [b"x"], [there.fileno()])
"""


class Rights(UsersCase):
    def bind(self, text):
        """What the configuration says from now on."""
        watcher = self.watch("config.reloaded")
        self.daemon.write_configuration(self.configuration + text)
        self.daemon.process.send_signal(signal.SIGHUP)
        watcher.event("config.reloaded")
        watcher.close()

    def test_methods_are_kept_and_given_while_people_are_connected(self):
        first, second = self.user_client(OWNER), self.user_client(OTHER)
        clerk = self.user_client(FRIEND, groups=(ADMINISTRATORS,))
        say = ("bus.publish", {"topic": "app.shop", "data": 1})
        end = ("session.end", {"display": "free"})
        for client in (first, second, clerk):
            self.assertIn("result", client.outcome(*say))
        self.assertEqual(first.outcome(*end)["needs"], "administrator")
        self.bind(f"""
[[bind]]
methods = ["bus.publish"]
users = ["{OTHER}"]
[[bind]]
methods = ["session.*"]
groups = ["{OWNER}"]
""")
        self.assertEqual(first.outcome(*say), {"code": 3, "needs": "bus.publish"})
        self.assertIn("result", second.outcome(*say))
        self.assertIn("result", clerk.outcome(*say))
        self.assertEqual(first.outcome(*end), {"result": {}})
        self.assertEqual(first.outcome("status", {})["needs"], "administrator")
        self.assertEqual(second.outcome(*end)["needs"], "administrator")
        self.bind("")
        self.assertIn("result", first.outcome(*say))
        self.assertEqual(first.outcome(*end)["needs"], "administrator")

    def test_a_role_that_is_given_to_others_is_gone_at_once(self):
        shell = self.user_client(OTHER, "shell", ("shell",))
        place = ("display.set", {"display": "new", "width": 100, "height": 100})
        self.assertEqual(shell.outcome(*place), {"result": {}})
        self.bind(f'[[bind]]\nrole = "shell"\nusers = ["{OWNER}"]\n')
        self.assertEqual(shell.outcome(*place), {"code": 3, "needs": "shell"})
        late = self.user_client(OTHER, "late", greet=False)
        hello = {"protocol": 1, "app": "late", "roles": ["shell"]}
        self.assertEqual(late.outcome("hello", hello), {"code": 3, "needs": "shell"})

    def test_a_connection_is_whose_it_was_when_it_was_made(self):
        here, there = socket.socketpair()
        with here, there:
            helper = subprocess.Popen(
                [*as_user(OTHER), os.path.realpath(sys.executable), "-S", "-E", "-c", HELPER,
                 self.daemon.socket], stdin=there, cwd="/")
            _, descriptors, _, _ = socket.recv_fds(here, 1, 1)
            self.assertEqual(helper.wait(), 0)
        # This process is the daemon's own user, and may do everything; its connection may not.
        borrowed = LineSocket.__new__(LineSocket)
        borrowed.socket, borrowed.rest = socket.socket(fileno=descriptors[0]), b""
        self.addCleanup(borrowed.close)
        welcome = borrowed.hello("borrowed")
        refusal = borrowed.call(1, "status", {})["error"]
        self.assertEqual((refusal["code"], refusal["data"]["needs"]), (3, "administrator"))
        scene = self.peer("clerk").call("status")
        users = [
            client["uid"] for client in scene["clients"] if client["client"] == welcome["client"]]
        self.assertEqual(users, [OTHER])

    def test_who_is_not_in_the_sockets_group_does_not_get_in(self):
        os.chmod(self.daemon.socket, 0o660)
        stranger = UserClient(self.daemon, OTHER, greet=False, stderr=subprocess.PIPE)
        self.addCleanup(stranger.close)
        stranger.process.stdin.close()
        with stranger.process.stderr as told:
            self.assertIn(b"PermissionError: [Errno 13]", told.read())
        self.assertNotEqual(stranger.process.wait(), 0)

    def test_the_socket_cannot_be_taken_away_or_replaced(self):
        script = (
            "import os, sys\n"
            "path = sys.argv[1]\n"
            "for action in (lambda: os.unlink(path), lambda: os.rename(path, path + '.old'),\n"
            "             lambda: os.symlink('/', path + '.new'), lambda: os.chmod(path, 0o777),\n"
            "             lambda: os.unlink(path + '.lock'), lambda: open(path + '.lock', 'w')):\n"
            "    try:\n"
            "        action()\n"
            "    except PermissionError:\n"
            "        continue\n"
            "    sys.exit(1)\n")
        status = subprocess.run(
            [*as_user(OTHER), os.path.realpath(sys.executable), "-S", "-E", "-c", script,
             self.daemon.socket], check=False, cwd="/").returncode
        self.assertEqual(status, 0)
        self.assertTrue(pathlib.Path(self.daemon.socket).is_socket())


if __name__ == "__main__":
    unittest.main()
