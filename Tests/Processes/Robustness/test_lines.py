# SPDX-License-Identifier: MIT
"""Cases 1 to 16: bytes that come slowly, in heaps, damaged, or not at all."""

import json
import socket
import time
import unittest

from support.daemon_case import BUTTON, SIZE

from case import PATIENCE, UNHURRIED, Case, budget, process_table

MESSAGE = 262144
LINES_PER_TURN = 16
# What an allocator may take for itself while a daemon works, in KiB.
FLAT = 1024


def load(request):
    return {"jsonrpc": "2.0", "id": request, "method": "draft.load", "params": {"key": "k"}}


class Lines(Case):
    def padded(self, length):
        """A request of exactly so many bytes; its id is the length."""
        line = json.dumps({**load(length), "padding": ""}).encode()
        whole = line.replace(b'"padding": ""', b'"padding": "%s"' % (b"x" * (length - len(line))))
        self.assertEqual(len(whole), length)
        return whole + b"\n"

    def assert_not_json(self, lines):
        """Each is -32700 with the byte where that shows, and the next line is heard."""
        connection = self.connect()
        for number, line in enumerate(lines):
            with self.subTest(line[:60]):
                # More than a few in a while would end the connection.
                if number % 5 == 4:
                    connection = self.connect()
                connection.send_bytes(line + b"\n")
                message = self.failure(connection)
                self.assertEqual((message["id"], message["error"]["code"]), (None, -32700))
                self.assertTrue(0 <= message["error"]["data"]["offset"] <= len(line))
                self.assert_alive(connection)

    def assert_no_request(self, connection, lines):
        for line in lines:
            with self.subTest(line[:60]):
                connection.send_bytes(line + b"\n")
                message = self.failure(connection)
                self.assertEqual((message["id"], message["error"]["code"]), (None, -32600))
        self.assert_alive(connection)

    def test_case_01_a_request_byte_by_byte_over_seconds(self):
        connection = self.connect()
        line = json.dumps(load("slowly")).encode() + b"\n"
        pause = budget(1.0, 5.0) / len(line)
        for byte in line:
            connection.send_bytes(bytes([byte]))
            time.sleep(pause)
        self.assertEqual(connection.response("slowly")["result"], {"draft": None})
        # Once: the answer to what comes next is the next. What everybody is told is no answer.
        connection.send(load("next"))
        answers = (each for each in iter(connection.receive, None) if "method" not in each)
        self.assertEqual(next(answers)["id"], "next")
        self.leave()
        self.bystander.process.wait(PATIENCE)
        # No timer is left: with nobody who asks, the daemon sleeps longer than any of them takes.
        self.until(self.is_asleep, "the bystander's end to be seen")
        before = self.wakeups()
        time.sleep(budget(0.3, 6.0))
        self.assertEqual(self.wakeups(), before)
        self.bystander = self.bystander_at_work()

    def is_asleep(self):
        """It is not only that a busy machine does not let it run."""
        before = self.wakeups()
        time.sleep(0.1)
        return process_table.is_waiting(self.pid) and self.wakeups() == before

    def wakeups(self):
        with open(f"/proc/{self.pid}/status", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file
                        if line.startswith("voluntary_ctxt_switches:"))

    def test_case_02_ten_thousand_requests_in_one_write(self):
        self.assertEqual(self.keeper.welcome["limits"]["linesPerTurn"], LINES_PER_TURN)
        report = self.attack("pipeline", count=10_000).report()
        self.assertEqual(report, {"answers": 10_000, "inOrder": True})

    def test_case_03_a_line_as_long_as_announced_and_one_byte_longer(self):
        connection = self.connect()
        for length in (MESSAGE - 1, MESSAGE):
            connection.send_bytes(self.padded(length))
            self.assertEqual(connection.response(length)["result"], {"draft": None})
        connection.send_bytes(self.padded(MESSAGE + 1))
        error = self.failure(connection)["error"]
        self.assertEqual((error["code"], error["data"]),
                         (4, {"limit": "message", "value": MESSAGE}))
        self.assert_alive(connection)

    def test_case_04_a_line_without_an_end(self):
        # Ours is an error as soon as the limit is passed, and the rest is skipped unseen; only who
        # keeps it up is sent away.
        report = self.attack(
            "endless_line", mebibytes=budget(8, 1024), pid=self.pid).report()
        self.assertEqual((report["id"], report["error"]["code"]), (None, 4))
        self.assertEqual(report["alive"], {"draft": None})
        early, late = report["memory"]
        self.assertLess(late - early, FLAT, "KiB")
        connection = self.connect()
        for _ in range(8):
            connection.send_bytes(self.padded(MESSAGE + 1))
        self.assert_sent_away(connection, "malformed")

    def test_case_05_what_is_no_json_is_told_with_its_byte(self):
        self.assert_not_json([
            b"nonsense", b"{", b'{"jsonrpc":"2.0","id":1,', b'{"a":"b}', b'{"a":01}',
            b'{"jsonrpc":"2.0","id":1,"method":"draft.list",}', b"{'a':1}", b"{} {}",
            b'{"a":NaN}', b" ", b'{"a":"\x01"}'])

    def test_case_06_two_hundred_thousand_brackets(self):
        connection = self.connect()
        honest = self.cost_of(connection, self.padded(200_000), ("result",))
        bomb = self.cost_of(connection, b"[" * 200_000 + b"\n", ("error",))
        # It is given up at the 33rd bracket: reading the bytes is what there is to pay.
        self.assertLess(bomb - honest, budget(0.1, 0.001), "CPU seconds")

    def cost_of(self, connection, line, kinds):
        """The least CPU that a line took, of a few."""
        costs = []
        for _ in range(5):
            before = self.cpu_seconds()
            connection.send_bytes(line)
            message = connection.receive()
            while "method" in message:
                message = connection.receive()
            costs.append(self.cpu_seconds() - before)
            self.assertTrue(all(kind in message for kind in kinds), message)
            if "error" in message:
                self.assertEqual(message["error"]["code"], -32700)
        return min(costs)

    def test_case_07_a_name_twice(self):
        # Ours is no JSON at all (-32700), so that nobody can mean either.
        self.assert_not_json([
            b'{"jsonrpc":"2.0","id":1,"method":"draft.list","method":"status"}',
            b'{"jsonrpc":"2.0","id":1,"method":"draft.list","params":{"key":1,"key":1}}',
            b'{"jsonrpc":"2.0","id":1,"id":2,"method":"draft.list"}',
            b'{"a":1,"\\u0061":2}'])

    def test_case_08_bytes_that_are_no_text(self):
        self.assert_not_json([
            b'{"a":"\xff"}', b'{"a":"\xc0\xaf"}', b'{"a":"\xed\xa0\x80"}',
            b'{"a":"\xf4\x90\x80\x80"}', b"\xef\xbb\xbf{}", b'{"a":"\x00"}', b'{"a":1}\x00',
            b"\x00", b'{"jsonrpc":"2.0","id":1,"method":"\\ud800"}', b'{"a":"\\udc00\\ud800"}'])

    def test_case_09_ids_of_all_kinds(self):
        # Ours takes any number and null, and gives each back as it was.
        connection = self.connect()
        for spelling in (b"9007199254740993", b"-1", b"1.5", b"null", b'""', b"1e300",
                         b'"' + b"x" * 128 + b'"'):
            connection.send_bytes(
                b'{"jsonrpc":"2.0","id":%s,"method":"draft.list"}\n' % spelling)
            line = connection.receive_line()
            while b'"drafts"' not in line:
                line = connection.receive_line()
            self.assertIn(b'"id":%s' % spelling, line)
        self.assert_no_request(connection, [
            b'{"jsonrpc":"2.0","id":%s,"method":"draft.list"}' % bad
            for bad in (b"{}", b"[]", b"true", b'"' + b"x" * 129 + b'"', b"1" * 129)])

    def test_case_10_a_batch(self):
        self.assert_no_request(self.connect(), [
            b"[]", b"[1]", b'[{"jsonrpc":"2.0","id":1,"method":"draft.list"}]'])

    def test_case_11_answers_that_nobody_asked_for(self):
        # Ours ignores and counts them, however many: a client that answers twice is not hostile.
        connection = self.connect("answerer")
        opened = connection.call("o", "popover.open", {
            "behavior": "menu", "size": SIZE, "anchor": BUTTON, "display": "main"})["result"]
        before = self.unawaited()
        for number in range(10):
            for request in (f"r{1000 + number}", f"stranger {number}", number):
                connection.send({"jsonrpc": "2.0", "id": request, "result": {}})
            connection.send({"jsonrpc": "2.0", "id": "", "error": {"code": 1, "message": ""}})
        self.keeper.call("popover.dismiss", popover=opened["popover"])
        while (message := connection.receive()).get("method") != "popover.willClose":
            pass
        for _ in range(2):
            connection.send({"jsonrpc": "2.0", "id": message["id"], "result": {}})
        self.assert_alive(connection)
        self.assertEqual(self.unawaited() - before, 41)

    def unawaited(self):
        """Under ids that the daemon never gave, and under such that it no longer waits for."""
        return self.counter("answersUnasked") + self.counter("answersUnawaited")

    def test_case_12_members_and_methods_that_nobody_knows(self):
        connection = self.connect()
        connection.send({**load("x"), "trace": {"id": [1]}, "params": {"key": "k", "color": 1}})
        self.assertEqual(connection.response("x")["result"], {"draft": None})
        for method in ("popover.explode", "", "HELLO", "x" * 10_000):
            message = connection.call("x", method, {})
            self.assertEqual(message["error"]["code"], -32601)
            self.assertLess(len(json.dumps(message)), 1000)

    def test_case_13_line_ends_and_a_half_closed_connection(self):
        connection = self.raw()
        hello = {"jsonrpc": "2.0", "id": 1, "method": "hello",
                 "params": {"protocol": 1, "app": "script"}}
        connection.send_bytes(
            b"\n\r\n" + json.dumps(hello).encode() + b"\r\n\n" + json.dumps(load(2)).encode()
            + b"\r\n")
        connection.finish()
        self.assertEqual(connection.response(1)["result"]["protocol"], 1)
        self.assertEqual(connection.response(2)["result"], {"draft": None})
        while (message := connection.receive()) is not None:
            self.assertIn("method", message)
        # It ended in good order: not one byte was lost to a reset.
        self.assertEqual(connection.socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR), 0)

    def test_case_14_the_end_within_a_line(self):
        watcher = self.watch("popover.closed", "client.left")
        before = self.counter("linesCutOff")
        connection = self.connect("cut")
        popover = connection.call("o", "popover.open", {
            "behavior": "menu", "size": SIZE, "anchor": BUTTON, "display": "main"})
        popover = popover["result"]["popover"]
        # A connection that is closed with something unread is reset, and what it sent is lost.
        while connection.receive().get("method") != "shield":
            pass
        connection.send_bytes(b'{"jsonrpc":"2.0","method":"popover.close","params":{"popover":')
        connection.close()
        self.assertEqual(
            watcher.event("popover.closed", popover=popover)["data"]["reason"], "client-gone")
        watcher.event("client.left", app="cut")
        self.assertEqual(self.counter("linesCutOff") - before, 1)

    def test_case_15_no_hello_two_and_another_version(self):
        silent = self.raw()
        connection = self.raw()
        for version in (0, 2, 9, [2, 9]):
            error = connection.call(1, "hello", {"protocol": version, "app": "x"})["error"]
            self.assertEqual((error["code"], error["data"]["member"]), (-32602, "protocol"))
            if isinstance(version, int):
                self.assertEqual(error["data"]["supported"], [1])
        error = connection.call(2, "draft.list", {})["error"]
        self.assertEqual((error["code"], error["data"]["reason"]), (1, "hello-first"))
        connection.hello()
        again = connection.call(3, "hello", {"protocol": 1, "app": "x"})
        self.assertEqual(again["error"]["code"], -32600)
        self.assert_sent_away(silent, "hello-timeout")


class MutatedLines(Case):
    # Bad lines are the point: only their connection would end, and be made again.
    configuration = "[limits]\nmalformedLines = 200\n" + UNHURRIED

    def test_case_16_lines_that_were_honest_once(self):
        # In budgeted form; the fuzzers of single parts, and the corpora that they found, are
        # elsewhere. The same seed sends the same lines.
        count = budget(10_000, 200_000)
        before = process_table.descriptors(self.pid)
        report = self.attack("fuzz", seed=16, count=count).report()
        self.assertEqual(report["sent"], count)
        self.assert_alive(self.connect())
        self.until(lambda: process_table.descriptors(self.pid) <= before + 1, "descriptors")


if __name__ == "__main__":
    unittest.main()
