# SPDX-License-Identifier: MIT
"""A kiosk without its broker loses no event, repeats none and delays no client."""

import os
import re
import signal
import socket
import time
import unittest

from support.daemon_case import middle

from support.fleet_case import PACE, PATIENCE, ROOT, FleetCase
from network import Hole, Network

LINK = (ROOT / "Sources/PopoverPlugins/Bridges/MQTT/CMosquitto/include/fleet_link.h").read_text(encoding="utf-8")


class Offline(FleetCase):
    """Events go on while the broker, the network or the daemon is away."""

    def assert_whole(self, count):
        """Every number is there once, in order, and so are the events' own."""
        self.wait_sold(count)
        self.assertEqual(self.sold(), list(range(count)))
        ledger = self.ears.ledger("hall-3")
        for epoch in {entry["epoch"] for entry in ledger}:
            numbers = [entry["sequence"] for entry in ledger if entry["epoch"] == epoch]
            self.assertEqual(numbers, sorted(numbers))

    def start_behind_network(self):
        network = Network(self.broker.port)
        self.addCleanup(network.close)
        self.start(port=network.port)
        return network

    def kill_broker(self, network):
        """Kills the broker while events are on their way to it. What it has confirmed it keeps: a
        broker that is killed forgets what somebody has yet to fetch."""
        network.cut()
        self.broker.save()
        self.broker.kill()
        network.mend()

    def test_a_broker_that_dies_and_returns_gets_every_event(self):
        network = self.start_behind_network()
        self.sell(range(20))
        self.kill_broker(network)
        self.sell(range(20, 120))
        self.logged("no connection to the broker")
        self.broker.start()
        self.assert_whole(120)
        self.wait_stored(0)

    def test_a_broker_that_keeps_dying_gets_every_event(self):
        network = self.start_behind_network()
        for turn in range(4):
            self.sell(range(turn * 50, turn * 50 + 50))
            self.kill_broker(network)
            self.broker.start()
            self.ears.returns(turn + 1)
        self.sell(range(200, 210))
        self.assert_whole(210)

    def test_events_survive_a_network_outage(self):
        network = self.start_behind_network()
        for turn in range(3):
            self.sell(range(turn * 40, turn * 40 + 20))
            network.cut()
            self.sell(range(turn * 40 + 20, turn * 40 + 40))
            network.mend()
        self.assert_whole(120)

    def test_a_daemon_that_dies_offline_keeps_stored_events(self):
        self.start()
        self.sell(range(10))
        self.wait_sold(10)
        self.wait_stored(0)
        self.broker.kill()
        self.sell(range(10, 60))
        self.wait_stored(50)
        self.daemon.kill()
        self.restart()
        self.sell(range(60, 70))
        self.wait_stored(60)
        self.daemon.kill()
        self.broker.start()
        self.restart()
        self.assert_whole(70)
        self.assertEqual(len({entry["epoch"] for entry in self.ears.ledger("hall-3")}), 1)

    def test_a_daemon_that_ends_keeps_every_event(self):
        self.start()
        self.broker.kill()
        self.sell(range(200))
        self.daemon.terminate()
        self.assertEqual(self.daemon.wait(), 0)
        self.assertEqual(self.stored(), 200)
        self.broker.start()
        self.restart()
        self.assert_whole(200)

    def test_the_oldest_events_are_dropped_first_and_counted(self):
        self.start(waitingEvents=100)
        self.sell(range(5))
        self.wait_sold(5)
        self.wait_stored(0)
        self.broker.kill()
        self.logged("no connection to the broker")
        self.sell(range(5, 305))
        self.wait_stored(99)
        self.broker.start()
        self.wait_sold(5 + 99)
        self.assertEqual(self.sold(), list(range(5)) + list(range(206, 305)))
        ledger = self.ears.ledger("hall-3")
        gaps = [entry for entry in ledger if entry["topic"] == "fleet.gap"]
        self.assertEqual(len(gaps), 1, gaps)
        # The numbers of what is lost are the gap's: who counts misses nothing.
        expected = 1
        for entry in ledger:
            self.assertEqual(entry["sequence"], expected)
            expected = entry["data"]["until"] + 1 if entry["topic"] == "fleet.gap" \
                else expected + 1
        self.assertEqual(gaps[0]["data"]["until"] - gaps[0]["sequence"] + 1, 201)
        self.ears.wait("popoverd/hall-3/health", lambda heard: heard.json["lostEvents"] == 201)

    def test_a_damaged_file_is_set_aside(self):
        self.start()
        self.sell(range(3))
        self.wait_sold(3)
        self.daemon.terminate()
        self.daemon.wait()
        folder = os.path.join(self.daemon.folder, "fleet")
        with open(os.path.join(folder, "outbox.sqlite"), "wb") as file:
            file.write(b"this is no database" * 500)
        self.restart()
        self.sell(range(3, 6))
        self.assert_whole(6)
        self.assertEqual(len({entry["epoch"] for entry in self.ears.ledger("hall-3")}), 2)
        self.assertEqual(
            len([name for name in os.listdir(folder) if ".damaged-" in name]), 1)

    def test_the_log_of_a_damaged_file_is_set_aside_with_it(self):
        self.start()
        self.broker.kill()
        self.sell(range(20))
        self.wait_stored(20)
        # As when the power is cut: a plugin that sees its daemon go would put its file in order.
        for pid in self.daemon.children():
            os.kill(int(pid), signal.SIGKILL)
        self.daemon.kill()
        folder = os.path.join(self.daemon.folder, "fleet")
        path = os.path.join(folder, "outbox.sqlite")
        with open(path, "wb") as file:
            file.write(b"this is no database" * 500)
        # A log that has lost its first page cannot repair the file. Its events are still in it.
        with open(path + "-wal", "r+b") as file:
            file.write(b"damaged" * 4)
            file.seek(0)
            log = file.read()
        self.assertIn(b"app.till.sold", log)
        self.broker.start()
        self.restart()
        self.sell(range(20, 23))
        self.wait_sold(3)
        with open(path + ".damaged-1-wal", "rb") as file:
            self.assertEqual(file.read(), log)
        self.assertTrue(os.path.exists(path + ".damaged-1"))

    def test_an_interrupted_setting_aside_is_continued(self):
        folder = os.path.join(self.daemon.folder, "fleet")
        os.mkdir(folder, 0o700)
        for name in ("outbox.sqlite", "outbox.sqlite.damaged-1-wal"):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(b"this is no database" * 500)
        self.start()
        self.sell(range(3))
        self.assert_whole(3)
        self.assertEqual(
            sorted(name for name in os.listdir(folder) if ".damaged-" in name),
            ["outbox.sqlite.damaged-1", "outbox.sqlite.damaged-1-wal"])

    def test_a_reloaded_plugin_continues(self):
        self.start()
        root = self.peer("root")
        for turn in range(3):
            self.sell(range(turn * 10, turn * 10 + 10))
            root.call("plugin.reload", name="mqtt")
            # It is subscribed by then.
            self.logged("connected to the broker", turn + 2)
        self.sell(range(30, 35))
        self.wait_sold(5)
        # What happens while it changes hands is nobody's; what it has kept is not lost.
        sold = self.sold()
        self.assertEqual(sold, sorted(set(sold)))
        self.ears.wait(
            "popoverd/hall-3/event/app/till/sold", lambda heard: heard.json["data"] == 34)


class Bystanders(FleetCase):
    """Popovers open and close whatever the broker does."""

    def open_and_close(self, times=20):
        self.shop.always_answer("popover.willClose", {})
        for _ in range(times):
            popover = self.open(self.shop)
            verdict = self.shop.call("tap", **middle(popover["frame"]))
            self.assertEqual(verdict["verdict"], "inside")
            self.shop.call("popover.close", popover=popover["popover"], outcome="done")
            self.shop.wait("popover.closed")

    def test_a_broker_that_hangs_delays_nobody(self):
        network = Network(self.broker.port)
        self.addCleanup(network.close)
        self.start(port=network.port)
        network.silence()
        self.sell(range(100))
        self.open_and_close()
        self.daemon.terminate()
        self.assertEqual(self.daemon.wait(), 0)
        # With the beginning of the session.
        self.assertEqual(self.stored(), 101)

    def test_a_broker_that_stops_delays_nobody(self):
        self.start()
        self.broker.process.send_signal(signal.SIGSTOP)
        self.addCleanup(self.broker.process.send_signal, signal.SIGCONT)
        self.sell(range(100))
        self.open_and_close()
        self.broker.process.send_signal(signal.SIGCONT)
        self.wait_sold(100)
        self.assertEqual(self.sold(), list(range(100)))

    def test_an_address_where_nothing_answers_delays_nobody(self):
        # The broker keeps the listener's session, so events that arrive before the listener are queued.
        self.broker.start()
        self.ears = self.broker.listen("popoverd/#")
        self.broker.kill()
        hole = Hole(self.broker.port)
        self.addCleanup(hole.close)
        self.configure(patienceMs=500)
        self.daemon.start()
        self.shop = self.peer("till")
        self.sell(range(30))
        self.open_and_close()
        self.logged("no connection to the broker .*: no answer")
        self.open_and_close()
        # Attempts that nobody waits for any more may still come through now: they say nothing.
        hole.close()
        self.broker.start()
        self.wait_sold(30)
        self.assertEqual(self.sold(), list(range(30)))
        self.wait_stored(0)
        self.daemon.terminate()
        self.assertEqual(self.daemon.wait(), 0)

    def test_attempts_without_an_answer_are_bounded(self):
        most = int(re.search(r"define FLEET_ABANDONED_CAPACITY (\d+)", LINK)[1])
        hole = Hole(self.broker.port)
        self.addCleanup(hole.close)
        self.configure(patienceMs=100)
        self.daemon.start()
        deadline = time.monotonic() + PATIENCE
        while (calls := hole.calls()) < most:
            self.assertLess(time.monotonic(), deadline, f"there are {calls} attempts")
            time.sleep(PACE)
        # The kernel ends none of them yet, and in this time some more would have begun.
        deadline = time.monotonic() + 1.5
        while time.monotonic() < deadline:
            self.assertLessEqual(hole.calls(), most)
            time.sleep(PACE)
        self.daemon.terminate()
        self.assertEqual(self.daemon.wait(), 0)

    def test_a_silent_or_broken_broker_delays_nobody(self):
        for word in (b"", b"\x16\x03\x01\xff\xff", b"HTTP/1.1 200 OK\r\n\r\n",
                     b"\x20\x03\x00\x00\x00"):
            with self.subTest(word=word), socket.create_server(("127.0.0.1", 0)) as server:
                self.configure(port=server.getsockname()[1])
                self.daemon.start()
                server.settimeout(30)
                caller, _ = server.accept()
                with caller:
                    caller.sendall(word)
                    self.shop = self.peer("till")
                    self.sell(range(5))
                    self.open_and_close(5)
                    self.daemon.terminate()
                    self.assertEqual(self.daemon.wait(), 0)


if __name__ == "__main__":
    unittest.main()
