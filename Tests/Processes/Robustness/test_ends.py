# SPDX-License-Identifier: MIT
"""Cases 37 to 44: crashes, disks that fail, and starts and ends of all kinds."""

import errno
import json
import os
import random
import signal
import socket
import subprocess
import time
import unittest

from support.daemon import PATIENCE, binary
from support.daemon_case import BUTTON, SIZE
from support.line_socket import LineSocket
from support.programs import popoverctl

from case import DISPLAYS, UNHURRIED, Case, Daemon, PluginCase, Refusal, budget
from faults import Faults

DATABASE = "drafts.sqlite3"
# From SIGTERM to the end where nobody has anything to hand over.
STOP = budget(PATIENCE, 0.5)


class HandedOver(Daemon):
    """The launcher holds the socket, as systemd does."""

    def __init__(self, configuration):
        super().__init__(configuration)
        self.listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket = os.path.join(self.folder, "held")
        self.listening.bind(self.socket)
        self.listening.listen(128)

    def start(self):
        # Between fork and exec: the socket is 3, and the pid is the child's.
        script = 'exec 3<&"$0"; LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"'
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                ["bash", "-c", script, str(self.listening.fileno()), binary(), "--config",
                 self.configuration, "--socket", os.path.join(self.folder, "unused"), "--state",
                 self.state],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                pass_fds=[self.listening.fileno()])
        return self

    def close(self):
        super().close()
        self.listening.close()


class Restarts(Case):
    """The daemon's end is part of the case; the bystander lives before, between and after."""

    def restart(self):
        """After its end."""
        self.leave(ended=True)
        self.daemon.start()
        self.enter()


class Kills(Restarts):
    def setUp(self):
        super().setUp()
        self.generator = random.Random(37)

    def prepare(self):
        self.daemon = HandedOver(self.configuration + DISPLAYS)
        self.addCleanup(self.daemon.close)

    def test_case_37_killed_and_started_again(self):
        # In budgeted form: every write of the draft store is a point of its own elsewhere.
        acknowledged = {}
        for life in range(budget(3, 20)):
            shop = self.connect("shop")
            shop.call("open", "popover.open", {
                "behavior": "task", "key": "open", "size": SIZE, "anchor": BUTTON,
                "display": "main"})
            self.save_until_killed(shop, life, acknowledged)
            # Nobody is refused while it is down.
            early = self.raw()
            began = time.monotonic()
            self.restart()
            early.hello("shop")
            self.assertLess(time.monotonic() - began, budget(3 * PATIENCE, 3.0))
            self.assert_all_there(early, acknowledged)
            early.close()

    def save_until_killed(self, shop, life, acknowledged):
        """At some moment, which the seed says, it dies with requests in all states."""
        moment = self.generator.randrange(1, 12)
        for number in range(12):
            key = f"k{number % 6}"
            revision = acknowledged.get(key, (0, None))[0] + 1
            shop.send({"jsonrpc": "2.0", "id": number, "method": "draft.save", "params": {
                "key": key, "content": [life, number], "sync": True}})
            if number == moment:
                self.daemon.kill()
                break
            answer = shop.response(number)["result"]
            self.assertTrue(answer["durable"])
            self.assertGreaterEqual(answer["revision"], revision)
            acknowledged[key] = (answer["revision"], [life, number])

    def assert_all_there(self, shop, acknowledged):
        drafts = shop.call("list", "draft.list", {})["result"]["drafts"]
        keys = [draft["key"] for draft in drafts]
        self.assertEqual(len(keys), len(set(keys)), "one is there twice")
        for key, (revision, content) in acknowledged.items():
            draft = shop.call(key, "draft.load", {"key": key})["result"]["draft"]
            # The last one may have been written, and never answered.
            self.assertIn(draft["revision"], (revision, revision + 1))
            if draft["revision"] == revision:
                self.assertEqual(draft["content"], content)
            acknowledged[key] = (draft["revision"], draft["content"])


class DamagedFiles(Restarts):
    def test_case_38_a_damaged_database(self):
        # Ours is a database with a log of its own: a torn log is cut, and a damaged file is set
        # aside whole.
        for damage in (self.tear_log, self.flip, self.empty, self.age):
            with self.subTest(damage.__name__):
                shop = self.connect("shop")
                shop.call(1, "draft.save", {"key": "k", "content": "tea", "sync": True})
                shop.close()
                self.daemon.kill()
                is_lost = damage(os.path.join(self.daemon.state, DATABASE))
                self.restart()
                draft = self.connect("shop").call(1, "draft.load", {"key": "k"})["result"]["draft"]
                if not is_lost:
                    self.assertEqual(draft["content"], "tea")
                    continue
                self.assertIsNone(draft)
                aside = [name for name in os.listdir(self.daemon.state) if "damaged" in name]
                self.assertTrue(aside)
                self.assertIn("damaged", self.daemon.told())

    @staticmethod
    def tear_log(path):
        """Half of a record at its end; whether what was in the file is lost."""
        with open(f"{path}-wal", "ab") as file:
            file.write(b"\x37\x7f\x06\x82" + b"x" * 2000)
        return False

    @staticmethod
    def flip(path):
        """In the file, and in its log, from which it would be mended."""
        for each in (path, f"{path}-wal"):
            with open(each, "r+b") as file:
                data = bytearray(file.read())
                for place in range(0, len(data), 7):
                    data[place] ^= 0x55
                file.seek(0)
                file.write(data)
        return True

    @staticmethod
    def empty(path):
        """An empty file is an empty database."""
        for suffix in ("", "-wal", "-shm"):
            if os.path.exists(path + suffix):
                os.truncate(path + suffix, 0)
        with open(path, "wb") as file:
            file.write(b"SQLite format 3\0")
        return True

    @staticmethod
    def age(path):
        """A file of quite another kind."""
        for suffix in ("-wal", "-shm"):
            if os.path.exists(path + suffix):
                os.remove(path + suffix)
        with open(path, "wb") as file:
            file.write(b"popoverd drafts, version 99\n" * 400)
        return True


class Disks(Case):
    configuration = UNHURRIED + "storeMs = 60000\nstoreRetryMs = 100\n"

    def prepare(self):
        self.faults = Faults(self.daemon)
        self.addCleanup(self.faults.close)

    def save(self, connection, number, **params):
        return connection.call(f"s{number}", "draft.save", {
            "key": f"k{number}", "content": number, "sync": True, **params})

    def doctor(self):
        return subprocess.run(
            [popoverctl(), "--socket", self.daemon.socket, "doctor"], check=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, text=True, timeout=PATIENCE).stdout

    def test_case_39_a_disk_that_refuses(self):
        # Ours says `durable` false, and goes on in memory; no alert is raised by the daemon.
        shop = self.connect("shop")
        self.assertTrue(self.save(shop, 0)["result"]["durable"])
        for number, cause in enumerate((errno.ENOSPC, errno.EIO, errno.EROFS), 1):
            with self.subTest(errno.errorcode[cause]):
                self.faults.set(write_error=cause)
                self.assertFalse(self.save(shop, number)["result"]["durable"])
                self.assertRegex(self.doctor(), "wrong drafts: [1-9] not stored on disk\n")
                loaded = shop.call("l", "draft.load", {"key": f"k{number}"})
                self.assertEqual(loaded["result"]["draft"]["content"], number)
                self.faults.set(write_error=0)
                self.until(lambda: self.counter("draftsUnstored") == 0, "the disk to be tried")
        self.assertTrue(self.save(shop, 9)["result"]["durable"])
        self.leave()
        self.daemon.kill()
        self.daemon.start()
        self.enter()
        drafts = self.connect("shop").call("l", "draft.list", {})["result"]["drafts"]
        self.assertEqual({draft["key"] for draft in drafts}, {f"k{n}" for n in (0, 1, 2, 3, 9)})

    def test_case_40_a_sync_that_takes_seconds(self):
        # It takes as long as the test wants: what is told before it ends did not wait for it.
        shop = self.connect("shop")
        self.faults.set(sync_holds=1)
        # More than may wait: those are told so at once.
        most = self.keeper.welcome["limits"]["pendingRequests"]
        for number in range(most + 10):
            shop.send({"jsonrpc": "2.0", "id": number, "method": "draft.save", "params": {
                "key": f"k{number % 8}", "content": number, "sync": True}})
        shop.send({"jsonrpc": "2.0", "id": "list", "method": "draft.list"})
        refused = 0
        while (message := shop.receive()).get("id") != "list":
            if "method" not in message:
                self.assertEqual(message["error"]["data"],
                                 {"limit": "pendingRequests", "value": most})
                refused += 1
        self.assertEqual(refused, 10)
        self.faults.set(sync_holds=0)
        # Those that wait are told the truth, whatever that is; one order holds all of them.
        answers = 0
        while answers < most:
            message = shop.receive()
            if "method" not in message:
                self.assertIn("durable", message["result"])
                answers += 1
        self.until(lambda: self.counter("draftsUnstored") == 0, "the disk to be through")


class Starts(Restarts):
    def refused_start(self, daemon):
        with self.assertRaises(AssertionError):
            daemon.start()
        return daemon.wait()

    def test_case_41_two_daemons_and_a_socket_that_nobody_serves(self):
        # Ours ends with 1, and names who has the socket.
        second = Daemon()
        self.addCleanup(second.close)
        second.socket = self.daemon.socket
        self.assertNotEqual(self.refused_start(second), 0)
        self.assertIn(str(self.pid), second.told())
        self.daemon.kill()
        self.assertTrue(os.path.exists(self.daemon.socket))
        self.restart()
        self.assert_alive(self.connect())

    def prepare(self):
        self.told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(self.told.close)
        path = os.path.join(self.daemon.folder, "notify")
        self.told.bind(path)
        self.told.settimeout(PATIENCE)
        self.daemon.environment["NOTIFY_SOCKET"] = path

    def heard(self, word):
        """The service notifications up to a message with this word."""
        messages = []
        while not messages or word not in messages[-1]:
            messages.append(self.told.recv(4096).decode())
        return messages

    def test_case_42_a_broken_configuration(self):
        broken = Daemon("[limits]\nmessage = true\n")
        self.addCleanup(broken.close)
        self.assertEqual(self.refused_start(broken), 78)
        self.assertIn(f"{broken.configuration}:2:", broken.told())
        self.heard("READY=1")
        self.daemon.write_configuration("[timing]\ncloseMs = maybe\n")
        with self.assertRaises(Refusal) as caught:
            self.keeper.call("config.reload")
        self.assertIn(f"{self.daemon.configuration}:2:", str(caught.exception))
        messages = self.heard("READY=1")
        self.assertIn("RELOADING=1", messages[0])
        self.assertIn("MONOTONIC_USEC=", messages[0])
        self.assertRegex(messages[-1], r"STATUS=configuration rejected")
        # The old one holds.
        connection = self.raw()
        self.assertEqual(connection.hello()["limits"]["closeMs"], 10_000)
        program = binary("popoverctl")
        if os.path.exists(program):
            done = subprocess.run(
                [program, "--socket", self.daemon.socket, "config", "reload"],
                capture_output=True, timeout=PATIENCE, check=False)
            self.assertNotEqual(done.returncode, 0)

    def test_case_44_signals_at_every_moment(self):
        self.heard("READY=1")
        watcher = self.watch("config.reloaded")
        began = time.monotonic()
        for _ in range(1000):
            self.daemon.process.send_signal(signal.SIGHUP)
        watcher.event("config.reloaded")
        # One at once, and one that waits for the end of a tenth of a second, over and over.
        reloads = self.counter("configurationReloads")
        self.assertLessEqual(reloads, 2 + 10 * (time.monotonic() - began))
        # A SIGTERM while it reads its configuration again.
        self.daemon.process.send_signal(signal.SIGHUP)
        self.assert_stops(self.daemon)
        self.restart()
        # And while it starts, at moments from the first to the last.
        for step in range(budget(4, 20)):
            other = Daemon()
            self.addCleanup(other.close)
            self.end_early(other, step * 0.005)
        # One end after the other.
        for _ in range(budget(2, 10)):
            self.assert_stops(self.daemon)
            self.restart()

    def assert_stops(self, daemon):
        began = time.monotonic()
        daemon.terminate()
        self.assertEqual(daemon.wait(), 0, daemon.told())
        self.assertLess(time.monotonic() - began, STOP)

    def end_early(self, daemon, delay):
        """A signal ends the daemon at once before it handles signals, and cleanly afterwards."""
        with open(daemon.log, "ab") as log:
            daemon.process = subprocess.Popen(
                [binary(), "--config", daemon.configuration, "--socket", daemon.socket,
                 "--state", daemon.state], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        time.sleep(delay)
        daemon.terminate()
        self.assertIn(daemon.wait(), (0, -signal.SIGTERM), daemon.told())
        # Whatever it left behind, the next one starts.
        daemon.start()
        self.assert_stops(daemon)


class Hangs(PluginCase):
    def test_case_43_a_loop_that_stands_still(self):
        # What there is: a guard around plugins' calls, which ends the daemon and leaves word of who
        # it was. systemd's watchdog, for whatever else may hang, has its unit.
        self.add_library("tarpit", ANSWER="hang()")
        self.open_zoo()
        self.settled("tarpit", "loaded")
        self.ask(self.victim, display="main")
        self.die_and_rise()
        self.logged("tarpit", "one of its calls does not return")
        self.logged("tarpit", 'daemon died in plugin call: .* call="answer to open"')
        # Stopped from outside, it goes on where it was when it is let go.
        self.assert_bystander_lost_nothing()
        os.kill(self.pid, signal.SIGSTOP)
        waiting = LineSocket(self.daemon.socket)
        self.addCleanup(waiting.close)
        hello = {"jsonrpc": "2.0", "id": 1, "method": "hello",
                 "params": {"protocol": 1, "app": "patient"}}
        waiting.send_bytes(json.dumps(hello).encode() + b"\n")
        time.sleep(budget(0.5, 3.0))
        os.kill(self.pid, signal.SIGCONT)
        self.assertIn("result", waiting.response(1))
        self.bystander = self.bystander_at_work()


if __name__ == "__main__":
    unittest.main()
