# SPDX-License-Identifier: MIT
"""Metrics are correct and in a format that Prometheus reads."""

import contextlib
import json
import os
import stat
import subprocess
import time
import unittest

from support.daemon import PATIENCE, Daemon, UNHURRIED, binary
from support.metrics import PYTHON, Numbers, Scraper, parse
from support.other_user import as_user
from support.peer import Peer, Refusal

SIZE = {"width": 320, "height": 240}
ANCHOR = {"x": 600, "y": 80, "width": 80, "height": 40}


class Metrics(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon()
        self.addCleanup(self.daemon.close)
        self.place = os.path.join(self.daemon.folder, "metrics")
        self.daemon.write_configuration(
            f'{UNHURRIED}\n[metrics]\nsocket = "{self.place}"\n'
            '[[plugin]]\nname = "exclusive"\noptions = { apps = ["shop"] }\n')
        self.daemon.start()
        self.scraper = Scraper(self.place)

    def peer(self, app, *roles):
        return self.enterContext(
            contextlib.closing(Peer(self.daemon, app, roles=roles or ("app",))))

    def command(self, *words):
        return subprocess.run(
            [binary("popoverctl"), "--socket",
             self.daemon.socket, "metrics", *words],
            check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=PATIENCE)

    def live_through_something(self):
        """A short session: an open, a refusal, taps, a save, an alert."""
        shop = self.peer("shop")
        opened = shop.call(
            "popover.open", behavior="inspector", key="order", size=SIZE, anchor=ANCHOR)
        shop.call("tap", x=opened["frame"]["x"] + 5, y=opened["frame"]["y"] + 5)
        tap = shop.start("tap", x=5, y=700)
        shop.answer(shop.wait("popover.willClose"), {"draft": {"text": "MARK-OF-WORK"}})
        shop.result(tap)
        shop.wait("popover.closed")
        with self.assertRaises(Refusal):
            shop.call("popover.open", behavior="no-such", size=SIZE, anchor=ANCHOR)
        with self.assertRaises(Refusal):
            shop.call("popover.close", popover="p99", outcome="done")
        shop.write("no json")
        shop.fence()
        return shop

    def test_the_numbers_count_the_events(self):
        self.live_through_something()
        status, headers, text = self.scraper.get()
        self.assertEqual(status, 200)
        self.assertTrue(headers["Content-Type"].startswith("text/plain; version=0.0.4"))
        numbers = Numbers(text)
        for name, labels, value in [
                ("popoverd_popovers_opened_total", {}, 1),
                ("popoverd_popovers", {}, 0),
                ("popoverd_popovers_closed_total", {"reason": "outside-tap"}, 1),
                ("popoverd_popovers_closed_total", {"reason": "done"}, 0),
                ("popoverd_taps_total", {"verdict": "inside"}, 1),
                ("popoverd_taps_total", {"verdict": "dismissed"}, 1),
                ("popoverd_refusals_total", {"reason": "unknown-behavior"}, 1),
                ("popoverd_failures_total", {"code": "1"}, 1),
                ("popoverd_failures_total", {"code": "2"}, 1),
                ("popoverd_failures_total", {"code": "-32700"}, 1),
                ("popoverd_requests_total", {"method": "hello"}, 1),
                ("popoverd_requests_total", {"method": "popover.open"}, 2),
                ("popoverd_requests_total", {"method": "tap"}, 2),
                ("popoverd_clients", {}, 1),
                ("popoverd_connections", {}, 1),
                ("popoverd_drafts", {}, 1),
                ("popoverd_drafts_saved_total", {}, 1),
                ("popoverd_lines_malformed_total", {}, 1),
                # The name of the session, and a draft.
                ("popoverd_disk_seconds_count", {}, 2),
                ("popoverd_plugins", {"state": "failed"}, 0)]:
            self.assertEqual(numbers(name, **labels), value, f"{name} {labels}")
        self.assertGreater(numbers("popoverd_decision_seconds_count"), 8)
        self.assertGreater(numbers("popoverd_turn_seconds_count"), 8)
        self.assertEqual(numbers("popoverd_plugin_answer_seconds_count", hook="open"), 1)
        self.assertGreater(numbers("process_resident_memory_bytes"), 1e6)
        self.assertNotIn("MARK-OF-WORK", text)

    def test_every_family_is_well_formed(self):
        families = parse(self.scraper.get()[2])
        names = [name for name, *_ in families]
        self.assertEqual(len(names), len(set(names)))
        for name, kind, help_text, samples in families:
            self.assertRegex(name, r"^(popoverd|process)_[a-z_]+$")
            self.assertIn(kind, ("counter", "gauge", "histogram"))
            self.assertTrue(help_text.endswith("."), name)
            self.assertTrue(samples, f"{name} has no sample before anything has happened")
            if kind != "histogram":
                continue
            for labels in {tuple(sorted((key, value) for key, value in labels.items()
                                        if key != "le")) for _, labels, _ in samples}:
                counts = [value for sample, own, value in samples
                          if sample.endswith("_bucket") and set(labels) <= set(own.items())]
                self.assertEqual(counts, sorted(counts), f"{name} {labels} is not cumulative")

    def test_the_method_and_the_command_return_the_same_text(self):
        shop = self.live_through_something()
        result = shop.call("metrics")
        self.assertEqual(
            {family[0] for family in parse(result["text"])},
            {family[0] for family in parse(self.scraper.get()[2])})
        opened = [entry for entry in result["counters"]
                  if entry["name"] == "popoverd_popovers_opened_total"]
        self.assertEqual(opened, [{"name": "popoverd_popovers_opened_total", "value": 1}])
        histogram = next(entry for entry in result["histograms"]
                         if entry["name"] == "popoverd_decision_seconds")
        self.assertEqual(histogram["buckets"][-1], {"count": histogram["count"]})
        self.assertEqual(Numbers(self.command("--text").stdout)("popoverd_drafts"), 1)
        self.assertIn("gauges", json.loads(self.command("--json").stdout))
        table = self.command().stdout
        self.assertRegex(table, r"popoverd_popovers_closed_total +reason=outside-tap +1\n")
        self.assertNotIn("reason=done", table)

    def test_metrics_need_administrator_rights(self):
        self.peer("root")
        os.chmod(self.daemon.folder, 0o755)
        os.chmod(self.daemon.socket, 0o666)
        done = subprocess.run(
            [*as_user(65534), binary("popoverctl"),
             "--socket", self.daemon.socket, "metrics"],
            check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=PATIENCE)
        self.assertEqual(done.returncode, 5, done.stderr)

    def test_the_metrics_sockets_mode_keeps_other_users_out(self):
        self.assertEqual(stat.S_IMODE(os.stat(self.place).st_mode), 0o660)
        os.chmod(self.daemon.folder, 0o755)
        done = subprocess.run(
            [*as_user(65534), PYTHON, "-c",
             "import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])",
             self.place],
            check=False, capture_output=True, text=True, timeout=PATIENCE)
        self.assertIn("PermissionError", done.stderr)

    def test_other_http_requests_get_an_error_status(self):
        self.assertEqual(self.scraper.get("/")[0], 404)
        self.assertEqual(self.scraper.get(method="POST")[0], 405)
        status, headers, body = self.scraper.get(method="HEAD")
        self.assertEqual((status, body), (200, ""))
        self.assertGreater(int(headers["Content-Length"]), 1000)
        self.assertIn(b" 400 ", self.scraper.ask(b"what is this\r\n\r\n"))
        self.assertIn(b" 431 ", self.scraper.ask(b"GET /metrics HTTP/1.0\r\n" + b"a: b\r\n" * 2000))
        self.assertIn(b" 200 ", self.scraper.ask(b"GET /metrics HTTP/1.0\n\n"))

    def test_a_silent_connection_is_closed_soon(self):
        silent = [self.scraper.connect() for _ in range(8)]
        for stream in silent:
            self.addCleanup(stream.close)
        # One more than there may be is sent away at once.
        self.assertEqual(self.scraper.ask(b""), b"")
        # And the clients of the daemon do not notice.
        self.peer("bystander").fence()
        for stream in silent:
            self.assertEqual(stream.recv(1), b"", "ended when its time was over")
        self.assertEqual(self.scraper.get()[0], 200)

    def test_curl_reads_the_metrics(self):
        done = subprocess.run(
            ["curl", "--silent", "--show-error", "--fail", "--unix-socket", self.place,
             "http://localhost/metrics"],
            check=False, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(Numbers(done.stdout)("popoverd_connections"), 0)

    def test_a_socket_from_systemd_is_found_by_its_name(self):
        clients, metrics = (os.path.join(self.daemon.folder, name) for name in ("c", "m"))
        process = subprocess.Popen(
            ["systemd-socket-activate", "--listen", clients, "--listen", metrics,
             "--fdname=client:metrics", binary(), "--state",
             os.path.join(self.daemon.folder, "other")],
            stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait, PATIENCE)
        self.addCleanup(process.terminate)
        deadline = time.monotonic() + PATIENCE
        while (answer := self.answer_at(metrics)) is None:
            self.assertLess(time.monotonic(), deadline, "systemd-socket-activate did not listen")
            time.sleep(0.01)
        status, _, text = answer
        self.assertEqual((status, Numbers(text)("popoverd_connections")), (200, 0))

    @staticmethod
    def answer_at(path):
        """None where nobody listens yet; a socket's file is there before."""
        try:
            return Scraper(path).get()
        except (FileNotFoundError, ConnectionRefusedError):
            return None

    def test_the_metrics_socket_is_removed_at_exit(self):
        self.daemon.terminate()
        self.assertEqual(self.daemon.wait(), 0)
        self.assertFalse(os.path.exists(self.place))


if __name__ == "__main__":
    unittest.main()
