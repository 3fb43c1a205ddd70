# SPDX-License-Identifier: MIT
"""Cases 17 to 27: peers that are slow, greedy or hostile, and one that dies."""

import itertools
import json
import os
import resource
import signal
import statistics
import subprocess
import sys
import threading
import time
import unittest

from support.daemon_case import BUTTON, SIZE
from support.other_user import as_root

from case import (
    DISPLAYS, IS_LONG, PATIENCE, UNHURRIED, Case, PluginCase, Refusal, budget, process_table)

# What the daemon may take more while a peer tries to fill it, in KiB: its own limits, and what an
# allocator keeps.
FLAT = 8 * 1024
# Another user.
STRANGER = 65534
STALL_MS = budget(500, 5000)
STALL = STALL_MS / 1000
OUTPUT_BYTES = 1024 * 1024
# From the end of somebody's patience to the line that says so, on a busy machine.
LATE = budget(PATIENCE, 2.0)


class Readers(Case):
    configuration = f"[limits]\noutputStallMs = {STALL_MS}\n{UNHURRIED}"

    def subscriber(self, *topics):
        """A subscriber of everything that reads nothing; returns its last sequence number."""
        connection = self.connect("sleeper", ("observer",))
        answer = connection.call("sub", "bus.subscribe", {"topics": list(topics)})
        return connection, answer["result"]["sequence"]

    def publish(self, count):
        return self.attack("publish", count=count, size=2000, toggles=20)

    def test_case_17_a_subscriber_that_never_reads(self):
        process_table.forget_peak(self.pid)
        before = self.resident()
        slow, _ = self.subscriber("*")
        watcher = self.watch("client.left")
        began = time.monotonic()
        crier = self.publish(budget(3000, 20_000))
        watcher.event("client.left", app="sleeper")
        # From the last byte that the kernel took for it.
        self.assertLess(time.monotonic() - began, STALL + LATE)
        self.assert_sent_away(slow, "slow")
        crier.report()
        self.assertLess(process_table.kibibytes(self.pid, "VmHWM") - before, FLAT)
        self.assertEqual(self.counter("disconnects.slow"), 1)
        self.assert_loss_is_told()

    def assert_loss_is_told(self):
        """A subscriber that resumes reading gets the newest state and the gap."""
        patient = self.configuration.replace(str(STALL_MS), "60000")
        self.daemon.write_configuration(patient + DISPLAYS)
        self.keeper.call("config.reload")
        late, last = self.subscriber("*")
        # More than the kernel and the daemon hold for it.
        self.publish(budget(1200, 1200)).report()
        lost, displays = [], []
        done = self.keeper.call("bus.publish", topic="app.done", data=None)["sequence"]
        while last < done:
            message = late.receive()
            self.assertIsNotNone(message, "it was sent away")
            if message.get("method") != "event":
                continue
            event = message["params"]
            if event["topic"] == "bus.gap":
                self.assertEqual(event["data"]["from"], last + 1, "a number is missing")
                lost.append((last + 1, event["data"]["to"]))
                last = event["data"]["to"]
            else:
                self.assertEqual(event["sequence"], last + 1, "a number is missing")
                last = event["sequence"]
                if event["topic"] == "display.changed":
                    displays.append(event["data"]["width"])
        self.assertGreater(len(lost), 0)
        # Of a display the newest counts: it came although events around it are lost.
        width = next(display["width"] for display in self.keeper.call("status")["displays"]
                     if display["display"] == "rear")
        self.assertEqual(displays[-1], width)
        self.assertGreater(self.counter("eventsCoalesced"), 0)
        self.assertGreater(self.counter("eventsLost"), 0)

    def test_case_18_a_subscriber_that_reads_a_byte_at_a_time(self):
        slow, _ = self.subscriber("app.*")
        watcher = self.watch("client.left")
        crier = self.publish(1000)
        left = threading.Event()
        nibbler = threading.Thread(target=self.nibble, args=(slow, left))
        nibbler.start()
        # A byte is no progress: 4 KiB within the time of a stall would be.
        try:
            watcher.event("client.left", app="sleeper")
        finally:
            left.set()
            nibbler.join()
        self.assert_sent_away(slow, "slow")
        crier.report()

    @staticmethod
    def nibble(connection, left):
        while not left.wait(STALL / 20):
            connection.rest += connection.socket.recv(1)

    def test_case_19_a_client_that_reads_no_answer(self):
        process_table.forget_peak(self.pid)
        before = self.resident()
        watcher = self.watch("client.left")
        deaf = self.attack("never_read", count=budget(200_000, 1_000_000))
        watcher.event("client.left", app="deaf")
        report = deaf.farewell()
        # Its requests were left with the kernel as soon as its answers stood still; what came
        # after its end is not heard.
        self.assertLess(self.counter("linesRead"), 100_000)
        self.assertEqual((report["last"]["method"], report["last"]["params"]["reason"]),
                         ("bye", "slow"))
        self.assertLess(process_table.kibibytes(self.pid, "VmHWM") - before, FLAT)


class Crowds(Case):
    configuration = "[limits]\nclientsPerUser = 64\nconnectionsPerSecond = 128\n" + UNHURRIED

    def setUp(self):
        super().setUp()
        # Another user gets as far as the socket by its group.
        os.chmod(self.daemon.folder, 0o711)
        os.chmod(self.daemon.socket, 0o666)

    def visit(self, count):
        """How long another user waits for hello, in ms; the process changes its user."""
        report = self.attack(
            "visit_as", before=as_root(), user=STRANGER, count=count).report()
        return statistics.median(report["times"])

    def test_case_20_connections_as_fast_as_can_be(self):
        seconds = budget(1.5, 5.0)
        # So few that the crowd is far above it on any machine.
        rare = self.configuration.replace("PerSecond = 128", f"PerSecond = {budget(8, 128)}")
        self.daemon.write_configuration(rare + DISPLAYS)
        self.keeper.call("config.reload")
        before = self.cpu_seconds()
        began = time.monotonic()
        crowd = self.attack("connect_often", seconds=seconds, least=budget(200, 10_000))
        waited = self.visit(budget(5, 50))
        report = crowd.report()
        used = (self.cpu_seconds() - before) / (time.monotonic() - began)
        self.assertGreaterEqual(report["count"], budget(200, 10_000))
        # A core has 1. Who is turned away costs an accept, a word and a close, and there is a pause
        # after so many.
        if IS_LONG:
            self.assertLess(used, 0.2)
            self.assertLess(waited, 5, "ms")
        # A turned away connection costs a line in the log at most every so often.
        told = [line for line in self.daemon.told().splitlines() if "refused" in line]
        self.assertLessEqual(len(told), 10)
        self.until(lambda: self.counter("connectionsRefused") > 0, "the crowd to be turned away")

    def test_case_21_idle_connections_of_one_user(self):
        crowd = [self.raw() for _ in range(128)]
        kept = refused = 0
        for number, connection in enumerate(crowd):
            try:
                connection.send({"jsonrpc": "2.0", "id": "hello", "method": "hello",
                                 "params": {"protocol": 1, "app": f"idler-{number}"}})
            except BrokenPipeError:
                pass
            message = connection.receive()
            if message.get("method") == "bye":
                self.assertEqual(message["params"]["reason"], "quota")
                self.assertIsNone(connection.receive())
                refused += 1
            else:
                kept += 1
        own = len(self.keeper.call("status")["clients"]) - kept
        self.assertEqual((kept + own, kept + refused), (64, 128))
        self.visit(3)
        limits = {row["limit"]: row for row in self.keeper.call("status")["limits"]}
        self.assertEqual(limits["clientsPerUser"]["used"], 64)
        self.assertEqual(limits["clientsPerUser"]["hits"], refused)
        self.assertEqual(limits["clientsPerUser"]["holder"], f"user {os.getuid()}")


class Shortage(Case):
    def test_case_22_no_descriptors_left(self):
        shop = self.peer()
        popover = self.open(shop, "task", display="main")["popover"]
        limit = process_table.descriptors(self.pid) + 16
        _, hard = resource.prlimit(self.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(self.pid, resource.RLIMIT_NOFILE, (limit, hard))
        crowd = [self.raw() for _ in range(40)]
        self.until(lambda: self.counter("acceptsDelayed") > 0, "the shortage to be seen")
        window = budget(0.5, 5.0)
        before = self.cpu_seconds()
        time.sleep(window)
        # A spin would take all of it. The bystander's share is in it.
        if IS_LONG:
            self.assertLess((self.cpu_seconds() - before) / window, 0.05)
        resource.prlimit(self.pid, resource.RLIMIT_NOFILE, (hard, hard))
        for number, connection in enumerate(crowd):
            self.assert_heard(connection, number)
        self.assertIn("result", self.connect().call("x", "draft.list", {}))
        scene = self.keeper.call("status")
        self.assertIn(popover, [each["popover"] for each in scene["popovers"]])
        self.assertFalse(shop.has("popover.willClose"))

    def assert_heard(self, connection, number):
        """Every connection gets a bye, although some exceeded the hello timeout."""
        try:
            connection.send({"jsonrpc": "2.0", "id": number, "method": "hello",
                             "params": {"protocol": 1, "app": "late"}})
        except BrokenPipeError:
            pass
        message = connection.receive()
        self.assertIsNotNone(message, "closed without a word")
        if message.get("method") == "bye":
            self.assertEqual(message["params"]["reason"], "hello-timeout")
        else:
            self.assertEqual(message["id"], number)
            self.assertIn("result", message)


class Spawning(PluginCase):
    def test_case_23_no_descriptors_for_a_program_or_a_file(self):
        # Ours has no journal that rotates: the configuration is the file that is opened anew.
        name = self.add_program("answering.honest")
        self.open_zoo()
        self.settled(name, "loaded")
        old = resource.prlimit(self.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(self.pid, resource.RLIMIT_NOFILE, (3, old[1]))
        try:
            with self.assertRaises(Refusal) as caught:
                self.keeper.call("config.reload")
            self.assertIn(self.daemon.configuration, str(caught.exception))
            failed = self.try_reload(name)
            self.assertIn("too many open files", failed.lower())
        finally:
            resource.prlimit(self.pid, resource.RLIMIT_NOFILE, old)
        self.assertEqual(self.keeper.call("config.reload"), {})
        self.reload(name)
        self.assertEqual(self.verdict_on_open(), "policy")

    def try_reload(self, name):
        """Why it cannot be."""
        try:
            return str(self.keeper.call("plugin.reload", name=name))
        except Refusal as refusal:
            return str(refusal)


class Storms(Case):
    def test_case_24_ten_thousand_alerts(self):
        shop = self.peer()
        popover = self.open(shop, "task", display="rear")["popover"]
        renderer = self.attack("render")
        self.until(lambda: "renderer" in [
            client["app"] for client in self.keeper.call("status")["clients"]], "the renderer")
        told = len(self.daemon.told().splitlines())
        count = budget(2000, 10_000)
        # Who looks at nothing meanwhile is not there: everybody is told of every shield.
        self.keeper.close()
        storm = self.attack("alert_storm", count=count, key=None)
        # Unanswered alerts of a client are limited, and each that is over is told so.
        self.assertEqual(storm.report()["answers"], {"alerts": count - 32})
        self.look_again()
        scene = self.keeper.call("status")
        states = sorted(alert["state"] for alert in scene["alerts"])
        self.assertEqual(states, ["presented"] + ["queued"] * 31)
        self.assertEqual(
            {row["limit"]: row["hits"] for row in scene["limits"]}["alerts"], count - 32)
        # A popover on another display goes on as if nothing were.
        moved = shop.call("popover.update", popover=popover, size={"width": 400, "height": 300})
        self.assertEqual(moved["frame"]["width"], 400)
        storm.process.stdin.close()
        storm.process.wait()
        # With a key each takes the place of the one before.
        self.keeper.close()
        storm = self.attack("alert_storm", count=count, key="fire")
        self.assertEqual(storm.report()["answers"], {"superseded": count - 1})
        self.look_again()
        self.assertEqual(len(self.keeper.call("status")["alerts"]), 1)
        self.assertLessEqual(len(self.daemon.told().splitlines()) - told, 5)
        self.assertGreater(renderer.farewell()["presented"], 0)

    def look_again(self):
        self.keeper = self.peer("keeper", ("observer",))

    def test_case_25_a_popover_opened_and_closed_all_the_time(self):
        # Ours announces a rate far above this one (10 000 lines a second): it is carried out, and
        # what goes far beyond the rate ends the connection.
        before = {name: self.counter(name) for name in ("popoversOpened", "popoversClosed")}
        rounds = budget(300, 10_000)
        self.keeper.close()
        report = self.attack("open_and_close", rounds=rounds, display="main").report()
        self.look_again()
        self.assertEqual((report["granted"], report["isExact"]), (rounds, True))
        scene = self.keeper.call("status")
        self.assertEqual([each for each in scene["popovers"] if each["display"] == "main"], [])
        for name, was in before.items():
            self.assertGreaterEqual(scene["counters"][name] - was, rounds, name)
        flood = self.attack("send_too_much", seconds=budget(1.0, 5.0)).report()
        if flood["last"] is not None and flood["last"].get("method") == "bye":
            self.assertEqual(flood["last"]["params"],
                             {"reason": "flood", "retryAfterMs": 5000})

    def test_case_26_descriptors_that_nobody_asked_for(self):
        # The kernel lets go of them with the bytes: they are never the daemon's.
        before = process_table.descriptors(self.pid)
        rounds = budget(500, 100_000)
        report = self.attack("send_descriptors", rounds=rounds).report()
        self.assertEqual(report, {"rounds": rounds, "held": 0})
        self.until(lambda: process_table.descriptors(self.pid) <= before, "no descriptor to leak")
        self.assert_half_closed(budget(50, 500))
        self.until(lambda: process_table.descriptors(self.pid) <= before, "no descriptor to leak")

    def assert_half_closed(self, rounds):
        """A half-closed connection is closed after its answers."""
        for _ in range(rounds):
            connection = self.connect()
            connection.finish()
            while connection.receive() is not None:
                pass
            connection.close()

    def test_case_27_a_peer_that_dies_while_it_closes(self):
        waits = [self.succession() for _ in range(budget(3, 15))]
        # From the kill, by whoever sees a socket close, to the grant of the next.
        self.assertLess(statistics.median(waits), budget(PATIENCE, 0.005), waits)

    def succession(self):
        """A popover's owner dies while it is asked to close; what the next then waits for."""
        program = (
            "import socket, sys\n"
            "s = socket.socket(socket.AF_UNIX)\n"
            "s.connect(sys.argv[1])\n"
            "for line in sys.stdin.buffer:\n"
            "    s.sendall(line)\n")
        owner = subprocess.Popen(
            [sys.executable, "-S", "-E", "-c", program, self.daemon.socket], stdin=subprocess.PIPE)
        self.addCleanup(owner.stdin.close)
        self.addCleanup(owner.wait)
        self.addCleanup(owner.kill)
        watcher = self.watch("popover.opened", "popover.closing", "draft.saved")
        number = itertools.count()

        def tell(method, params):
            line = {"jsonrpc": "2.0", "id": next(number), "method": method, "params": params}
            owner.stdin.write(json.dumps(line).encode() + b"\n")

        tell("hello", {"protocol": 1, "app": "shop"})
        tell("popover.open", {"behavior": "task", "key": "order", "size": SIZE, "anchor": BUTTON,
                              "display": "main"})
        tell("draft.save", {"key": "order", "content": "tea", "sync": True})
        owner.stdin.flush()
        watcher.event("popover.opened", app="shop")
        watcher.event("draft.saved", app="shop")
        following = self.connect("next")
        following.send({"jsonrpc": "2.0", "id": "open", "method": "popover.open", "params": {
            "behavior": "menu", "size": SIZE, "anchor": BUTTON, "display": "main"}})
        watcher.event("popover.closing", app="shop")
        began = time.monotonic()
        owner.send_signal(signal.SIGKILL)
        granted = following.response("open")
        waited = time.monotonic() - began
        following.call("close", "popover.close",
                       {"popover": granted["result"]["popover"], "outcome": "done"})
        following.close()
        draft = self.connect("shop").call("load", "draft.load", {"key": "order"})["result"]
        self.assertEqual(draft["draft"]["content"], "tea")
        watcher.close()
        return waited


if __name__ == "__main__":
    unittest.main()
