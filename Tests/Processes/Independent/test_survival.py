# SPDX-License-Identifier: MIT
"""Drafts and sockets survive kills, restarts and shutdowns."""

import os
import resource
import signal
import socket
import stat
import subprocess
import unittest

from support.daemon import PATIENCE, Daemon, binary
from support.daemon_case import OUTSIDE, DaemonCase, rect
from support.line_socket import LineSocket
from support.peer import Refusal
from support.programs import popoverctl

HELLO = '{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":1,"app":"script"}}\n'


class Survival(DaemonCase):
    def test_a_draft_survives_the_kill_of_the_client_and_of_the_daemon(self):
        shop = self.peer()
        popover = self.open(shop, "task", key="order")["popover"]
        content = {"tea": 2, "note": "no sugar", "price": 4.75}
        self.assertEqual(
            shop.call("draft.save", key="order", content=content, sync=True),
            {"revision": 1, "durable": True})
        watcher = self.watch("popover.closed")
        shop.kill()
        watcher.event("popover.closed", popover=popover)
        self.daemon.kill()
        watcher.wait_for_end()
        self.daemon.start()
        grant = self.open(self.peer(), "task", key="order")
        draft = grant["draft"]
        self.assertEqual((draft["content"], draft["revision"]), (content, 1))
        self.assertEqual(set(draft), {"content", "revision", "savedAt", "reason"})

    def test_the_daemon_can_be_killed_while_a_task_with_a_draft_is_open(self):
        for round_number in range(3):
            shop = self.peer()
            self.open(shop, "task", key="letter")
            saved = shop.call("draft.save", key="letter", content=round_number, sync=True)
            self.assertEqual(saved, {"revision": round_number + 1, "durable": True})
            self.daemon.kill()
            shop.wait_for_end()
            self.daemon.start()
            draft = self.peer().call("draft.load", key="letter")["draft"]
            self.assertEqual(draft["content"], round_number)

    def test_a_draft_reported_as_saved_survives_a_kill(self):
        shop = self.peer()
        popover = self.open(shop, "task", key="letter")["popover"]
        shop.call("tap", **OUTSIDE)
        shop.answer(shop.wait("popover.willClose"), {"draft": "all of it"})
        self.assert_closed(shop, popover, "outside-tap", "saved", True)
        self.daemon.kill()
        self.daemon.start()
        draft = self.peer().call("draft.load", key="letter")["draft"]
        self.assertEqual((draft["content"], draft["reason"]), ("all of it", "outside-tap"))

    def test_a_discarded_draft_does_not_come_back(self):
        shop = self.peer()
        shop.call("draft.save", key="a", content=1, sync=True)
        shop.call("draft.save", key="b", content=1, sync=True)
        shop.call("draft.discard", key="a")
        shop.call("draft.save", key="b", content=2, sync=True)
        self.daemon.kill()
        self.daemon.start()
        kept = self.peer().call("draft.list")["drafts"]
        self.assertEqual([(draft["key"], draft["revision"]) for draft in kept], [("b", 2)])

    def test_a_draft_of_a_shell_script_is_handed_to_the_next_daemon(self):
        owner = self.owner()
        owner.stdin.write("draft {\"text\":\"half-typed\"}\nchoose 1\n")
        owner.stdin.flush()
        # It has read the draft by then.
        while not owner.stdout.readline().startswith("chosen"):
            pass
        self.daemon.kill()
        self.assertEqual(
            owner.stdout.readline(),
            "popover.closed popover=p1 reason=connection-lost draft=kept returnFocus=false\n")
        self.daemon.start()
        output, errors = owner.communicate(timeout=PATIENCE)
        self.assertEqual(
            (output, errors, owner.returncode), ("", "popoverctl: the daemon closed the connection\n", 3))
        draft = self.peer().call("draft.load", key="order")["draft"]
        self.assertEqual((draft["content"], draft["revision"]), ({"text": "half-typed"}, 1))

    def owner(self):
        """A popover with the key `order`, held by popoverctl."""
        owner = subprocess.Popen(
            [popoverctl(), "--socket", self.daemon.socket, "--app", "shop", "open", "--hold",
             "--commands", "--anchor", "600,380,80x40", "--behavior", "selection", "--key",
             "order"], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        for stream in (owner.stdin, owner.stdout, owner.stderr):
            self.addCleanup(stream.close)
        self.addCleanup(owner.wait)
        self.addCleanup(owner.kill)
        return owner

    def test_sigterm_collects_every_draft(self):
        shop, bank, sleeper = self.peer("shop"), self.peer("bank"), self.peer("sleeper")
        self.setter().call("display.set", display="left", width=1024, height=768)
        first = self.open(shop, "task", key="order")["popover"]
        second = self.open(bank, "task", key="transfer", display="left",
                           anchor=rect(100, 100, 40, 40))["popover"]
        self.daemon.terminate()
        asked = {}
        for peer, popover in ((shop, first), (bank, second)):
            asked[peer] = peer.wait("popover.willClose", popover=popover, reason="shutdown")
            self.assertEqual(asked[peer]["params"]["disposition"], "save")
        self.assert_error(5, {}, sleeper, "bus.publish", topic="app.x", data=1)
        # Drafts still work.
        self.assertEqual(sleeper.call("draft.save", key="dream", content="sheep")["revision"], 1)
        shop.answer(asked[shop], {"draft": ["tea"]})
        bank.answer(asked[bank], {"draft": {"to": "mother"}})
        for peer, popover in ((shop, first), (bank, second)):
            closed = peer.wait("popover.closed", popover=popover)["params"]
            self.assertEqual((closed["reason"], closed["draft"]), ("shutdown", "saved"))
        for peer in (shop, bank, sleeper):
            self.assertEqual(peer.wait("bye")["params"]["reason"], "shutdown")
            peer.wait_for_end()
        self.assertEqual(self.daemon.wait(), 0)
        self.assertFalse(os.path.exists(self.daemon.socket))
        self.daemon.start()
        for app, key, content in (("shop", "order", ["tea"]), ("sleeper", "dream", "sheep"),
                                  ("bank", "transfer", {"to": "mother"})):
            self.assertEqual(
                self.peer(app).call("draft.load", key=key)["draft"]["content"], content)

    def test_a_signal_blocked_by_the_parent_still_ends_it(self):
        self.daemon.kill()
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
        try:
            self.daemon.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        self.daemon.terminate()
        self.assertEqual(self.daemon.wait(), 0)

    def test_shutdown_is_answered_and_ends_with_success(self):
        root, other = self.peer("root"), self.peer("other")
        self.assertEqual(root.call("shutdown"), {})
        for peer in (root, other):
            self.assertEqual(peer.wait("bye")["params"]["reason"], "shutdown")
        self.assertEqual(self.daemon.wait(), 0)

    def test_a_request_piped_through_socat_is_answered(self):
        request = '{"jsonrpc":"2.0","id":2,"method":"draft.list"}\n'
        done = subprocess.run(
            ["socat", "-t", str(PATIENCE), "-", f"UNIX-CONNECT:{self.daemon.socket}"],
            input=(HELLO + request).encode(), capture_output=True, timeout=PATIENCE, check=True)
        lines = done.stdout.decode().splitlines()
        self.assertIn('"protocol":1', lines[0].replace(" ", ""))
        self.assertTrue(any('"id":2' in line.replace(" ", "") and '"drafts":[]' in
                            line.replace(" ", "") for line in lines), lines)

    def test_closed_standard_streams_become_dev_null(self):
        self.daemon.kill()
        ready, told = os.pipe()
        self.addCleanup(os.close, ready)
        process = subprocess.Popen(
            ["sh", "-c", 'exec "$@" 0<&- 1>&- 2>&-', "sh", binary(), "--socket",
             self.daemon.socket, "--state", self.daemon.state, "--log-level", "trace",
             "--ready-fd", str(told)], pass_fds=[told])
        os.close(told)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.assertEqual(os.read(ready, 1), b"\n")
        for stream in range(3):
            self.assertEqual(os.readlink(f"/proc/{process.pid}/fd/{stream}"), "/dev/null")

    def test_a_soft_limit_of_descriptors_is_raised_for_its_clients(self):
        self.daemon.kill()
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (64, hard))
        try:
            self.daemon.start()
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        for peer in [LineSocket(self.daemon.socket) for _ in range(100)]:
            self.addCleanup(peer.close)
            peer.send_bytes(HELLO.encode())
            self.assertIn("result", peer.response(1))

    def test_the_socket_belongs_to_its_user_and_group(self):
        mode = os.stat(self.daemon.socket)
        self.assertTrue(stat.S_ISSOCK(mode.st_mode))
        self.assertEqual(stat.S_IMODE(mode.st_mode), 0o660)

    def test_a_clients_user_comes_from_the_kernel(self):
        peer = self.peer("honest")
        clients = peer.call("status")["clients"]
        own = next(client for client in clients if client["client"] == peer.id)
        self.assertEqual((own["uid"], own["pid"]), (os.getuid(), peer.process.pid))

    def test_a_second_daemon_on_the_socket_refuses_to_start(self):
        second = Daemon()
        self.addCleanup(second.close)
        second.socket = self.daemon.socket
        with self.assertRaises(AssertionError):
            second.start()
        self.assertNotEqual(second.wait(), 0)
        self.assertIn(self.daemon.socket, second.told())
        self.peer().fence()

    def test_a_stale_socket_is_replaced(self):
        self.daemon.kill()
        self.assertTrue(os.path.exists(self.daemon.socket))
        self.daemon.start()
        self.peer().fence()

    def test_a_file_of_another_kind_is_left_alone(self):
        other = Daemon()
        self.addCleanup(other.close)
        with open(other.socket, "w", encoding="ascii") as file:
            file.write("precious")
        with self.assertRaises(AssertionError):
            other.start()
        self.assertNotEqual(other.wait(), 0)
        self.assertIn(other.socket, other.told())
        with open(other.socket, encoding="ascii") as file:
            self.assertEqual(file.read(), "precious")

    def test_a_socket_path_that_is_too_long_is_refused(self):
        other = Daemon()
        self.addCleanup(other.close)
        other.socket = os.path.join(other.folder, "s" * 120)
        with self.assertRaises(AssertionError):
            other.start()
        self.assertNotEqual(other.wait(), 0)
        self.assertIn(other.socket, other.told())
        self.assertEqual(
            [name for name in os.listdir(other.folder) if name.startswith("s" * 8)], [])

    def test_killing_twenty_clients_at_once_leaves_nothing_behind(self):
        crowd = [self.peer(f"crowd-{number}") for number in range(20)]
        watcher = self.watch("client.left")
        for number, peer in enumerate(crowd):
            peer.call("source.set", source="s", rect=rect(number, number, 10, 10))
            self.ask(peer, "task", key="k", anchor=rect(100, 100 + number, 40, 40))
        for peer in crowd:
            peer.kill()
        for peer in crowd:
            watcher.event("client.left", app=peer.app)
        scene = watcher.call("status")
        self.assertEqual((scene["popovers"], scene["sources"]), ([], []))
        self.assertEqual(len(scene["clients"]), 1)


class Passed(unittest.TestCase):
    """A socket that the system has bound."""

    def test_a_socket_from_systemd_is_used_and_not_removed(self):
        daemon = Daemon()
        self.addCleanup(daemon.close)
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.addCleanup(listening.close)
        path = os.path.join(daemon.folder, "handed-over")
        listening.bind(path)
        listening.listen(8)
        # What systemd does between fork and exec: the socket is 3, and the pid is the child's.
        script = 'exec 3<&"$0"; LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"'
        with open(daemon.log, "ab") as log:
            daemon.process = subprocess.Popen(
                ["bash", "-c", script, str(listening.fileno()), binary(), "--config",
                 daemon.configuration, "--socket", daemon.socket, "--state", daemon.state],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                pass_fds=[listening.fileno()])
        # The kernel holds whoever comes before the daemon listens.
        connection = LineSocket(path)
        self.addCleanup(connection.close)
        self.assertEqual(connection.hello()["protocol"], 1)
        self.assertFalse(os.path.exists(daemon.socket))
        daemon.terminate()
        self.assertEqual(daemon.wait(), 0, daemon.told())
        self.assertTrue(os.path.exists(path), "it belongs to the system")


class Reloading(DaemonCase):
    configuration = "[timing]\ncloseMs = 1234\n"

    def close_ms(self):
        connection = self.raw()
        return connection.hello()["limits"]["closeMs"]

    def test_sighup_loads_a_valid_file_and_ignores_a_broken_one(self):
        root, watcher = self.peer("root"), self.watch("config.reloaded")
        self.assertEqual(self.close_ms(), 1234)
        self.daemon.write_configuration("[timing]\ncloseMs = 2345\n")
        self.daemon.process.send_signal(1)
        watcher.event("config.reloaded")
        self.assertEqual(self.close_ms(), 2345)
        self.daemon.write_configuration("[timing]\ncloseMs = 2345\ncolor = 1\n")
        with self.assertRaises(Refusal) as caught:
            root.call("config.reload")
        self.assertIn(f"{self.daemon.configuration}:3", caught.exception.message)
        self.assertIn("color", caught.exception.message)
        self.assertEqual(self.close_ms(), 2345)


if __name__ == "__main__":
    unittest.main()
