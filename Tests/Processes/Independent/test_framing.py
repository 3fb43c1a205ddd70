# SPDX-License-Identifier: MIT
"""Bytes: how lines are cut, what is JSON, and how much of anything there may be."""

import json
import unittest

from support.daemon_case import UNHURRIED, DaemonCase

MESSAGE = 262144


def load(request, key="k"):
    return {"jsonrpc": "2.0", "id": request, "method": "draft.load", "params": {"key": key}}


class Framing(DaemonCase):
    def connect(self):
        connection = self.raw()
        connection.hello()
        return connection

    def assert_alive(self, connection):
        self.assertEqual(connection.call("alive?", "draft.load", {"key": "k"})["result"],
                         {"draft": None})

    def failure(self, connection):
        """The next answer, which has to be an error."""
        while True:
            message = connection.receive()
            self.assertIsNotNone(message, "the connection was closed")
            if "method" not in message:
                self.assertEqual(message["jsonrpc"], "2.0")
                self.assertNotIn("result", message)
                return message

    def test_a_request_may_come_byte_by_byte(self):
        connection = self.connect()
        for byte in json.dumps(load("slowly")).encode() + b"\n":
            connection.send_bytes(bytes([byte]))
        self.assertEqual(connection.response("slowly")["result"], {"draft": None})

    def test_a_carriage_return_and_empty_lines_are_tolerated(self):
        connection = self.connect()
        line = json.dumps(load("dos")).encode()
        connection.send_bytes(b"\n\n" + line + b"\r\n\n")
        self.assertEqual(connection.response("dos")["result"], {"draft": None})
        self.assert_alive(connection)

    def test_ten_thousand_requests_in_one_write_are_answered_in_order(self):
        connection, bystander = self.connect(), self.connect()
        data = b"".join(json.dumps(load(number)).encode() + b"\n" for number in range(10_000))
        # Another client is served meanwhile.
        connection.socket.settimeout(0)
        sent, answers = 0, []
        while len(answers) < 10_000:
            if sent < len(data):
                try:
                    sent += connection.socket.send(data[sent:])
                    continue
                except BlockingIOError:
                    pass
            if len(answers) in (0, 5000):
                self.assert_alive(bystander)
            connection.socket.settimeout(30)
            message = connection.receive()
            connection.socket.settimeout(0)
            if "method" not in message:
                answers.append(message["id"])
        self.assertEqual(answers, list(range(10_000)))

    def test_a_line_may_be_exactly_as_long_as_announced(self):
        connection = self.connect()
        for length in (MESSAGE - 1, MESSAGE):
            line = json.dumps({**load(length), "padding": ""}).encode()
            padding = b"x" * (length - len(line))
            line = line.replace(b'"padding": ""', b'"padding": "' + padding + b'"')
            self.assertEqual(len(line), length)
            connection.send_bytes(line + b"\n")
            self.assertEqual(connection.response(length)["result"], {"draft": None})

    def test_a_longer_line_is_refused_before_it_ends_and_the_rest_is_skipped(self):
        connection = self.connect()
        connection.send_bytes(b'{"padding":"' + b"x" * MESSAGE)
        message = self.failure(connection)
        self.assertEqual((message["id"], message["error"]["code"]), (None, 4))
        self.assertEqual(message["error"]["data"], {"limit": "message", "value": MESSAGE})
        connection.send_bytes(b"x" * MESSAGE * 3 + b'"}\n')
        self.assert_alive(connection)

    def test_what_is_no_json_is_told_with_its_byte(self):
        deep = b"[" * 200_000
        surrogate = b'{"jsonrpc":"2.0","id":1,"method":"\\ud800"}'
        bad = [
            (b"nonsense", 0), (b"{", 1), (b'{"jsonrpc":"2.0","id":1,', None),
            (b'{"jsonrpc":"2.0","id":1,"method":"status",}', None), (b'{"a":"b}', None),
            (b'{"a":01}', None), (b"{'a':1}", None), (b"{} {}", None), (b'{"a":NaN}', None),
            (b'{"jsonrpc":"2.0","id":1,"method":"draft.list","method":"status"}', None),
            (b'{"a":"\xff"}', None), (b'{"a":"\xc0\xaf"}', None), (b'{"a":"\xed\xa0\x80"}', None),
            (b'\xef\xbb\xbf{}', 0), (b'{"a":"\x00"}', None), (b'{"a":1}\x00', None), (b"\x00", 0),
            (surrogate, None), (b'{"a":"\x01"}', None), (deep, None),
            (b'{"a":' * 32 + b"1" + b"}" * 32 + b"}", None), (b" ", None), (b"\r\r", None),
        ]
        for line, offset in bad:
            with self.subTest(line[:60]):
                connection = self.connect()
                connection.send_bytes(line + b"\n")
                message = self.failure(connection)
                self.assertIsNone(message["id"])
                self.assertEqual(message["error"]["code"], -32700)
                told = message["error"]["data"]["offset"]
                self.assertTrue(0 <= told <= len(line))
                if offset is not None:
                    self.assertEqual(told, offset)
                self.assert_alive(connection)

    def test_a_line_may_be_32_deep_and_no_deeper(self):
        for depth, code in ((32, None), (33, -32700)):
            nested = "1"
            for _ in range(depth - 1):
                nested = f"[{nested}]"
            connection = self.connect()
            connection.send_bytes(
                b'{"jsonrpc":"2.0","id":7,"method":"draft.list","unheard of":'
                + nested.encode() + b"}\n")
            message = connection.receive()
            while "method" in message:
                message = connection.receive()
            self.assertEqual(message.get("error", {}).get("code"), code, depth)

    def test_json_that_is_no_request_is_told_so(self):
        bad = [
            ("[]", None), ("[1]", None), ('[{"jsonrpc":"2.0","id":1,"method":"status"}]', None),
            ("null", None), ("1", None), ('"status"', None), ("true", None), ("{}", None),
            ('{"jsonrpc":"1.0","id":1,"method":"status"}', 1),
            ('{"id":"a","method":"status"}', "a"), ('{"jsonrpc":"2.0","id":2}', 2),
            ('{"jsonrpc":"2.0","id":3,"method":4}', 3),
            ('{"jsonrpc":"2.0","id":{},"method":"status"}', None),
            ('{"jsonrpc":"2.0","id":[1],"method":"status"}', None),
            ('{"jsonrpc":"2.0","id":true,"method":"status"}', None),
            ('{"jsonrpc":"2.0","id":"' + "x" * 129 + '","method":"status"}', None),
        ]
        connection = self.connect()
        for line, request in bad:
            with self.subTest(line[:60]):
                connection.send_bytes(line.encode() + b"\n")
                message = self.failure(connection)
                self.assertEqual((message["id"], message["error"]["code"]), (request, -32600))
        self.assert_alive(connection)

    def test_an_id_comes_back_as_it_was(self):
        connection = self.connect()
        for request in ("", "x" * 128, "\u2603", 0, -1, 1.5, 2**53, -(2**53), 1e300):
            with self.subTest(request):
                message = connection.call(request, "draft.load", {"key": "k"})
                self.assertEqual(message["result"], {"draft": None})
                self.assertEqual(type(message["id"]), type(request))
        connection.send({"jsonrpc": "2.0", "id": None, "method": "draft.load",
                         "params": {"key": "k"}})
        self.assertEqual(connection.response(None)["result"], {"draft": None})

    def test_a_notification_is_carried_out_and_never_answered(self):
        connection = self.connect()
        connection.send({"jsonrpc": "2.0", "method": "draft.save",
                         "params": {"key": "n", "content": 1}})
        connection.send({"jsonrpc": "2.0", "method": "draft.save", "params": {}})
        connection.send({"jsonrpc": "2.0", "method": "no such method"})
        answer = connection.call("x", "draft.load", {"key": "n"})
        self.assertEqual(answer["result"]["draft"]["content"], 1)
        connection.send({"jsonrpc": "2.0", "method": "popover.open", "params": {
            "behavior": "menu", "size": {"width": 320, "height": 100},
            "anchor": {"x": 1, "y": 1, "width": 1, "height": 1}}})
        status = connection.call("s", "status", {})["result"]
        self.assertEqual(status["popovers"], [], "an open without an id is ignored")

    def test_unknown_members_are_ignored_and_null_means_absent(self):
        connection = self.connect()
        answer = connection.call("x", "popover.open", {
            "behavior": "menu", "size": {"width": 320, "height": 100, "depth": 3},
            "anchor": {"x": 600, "y": 300, "width": 10, "height": 10, "z": 1}, "unheard": "of",
            "display": None, "surface": None, "source": None, "sides": None, "avoid": None,
            "passthrough": None, "minimum": None, "key": None, "modal": None, "title": None,
            "buttons": None, "expands": None, "hit": None, "appearance": None, "waitMs": None})
        self.assertEqual(answer["result"]["presentation"], "popover")

    def test_an_unknown_method_is_told_so(self):
        connection = self.connect()
        for method in ("popover.explode", "", "HELLO", "x" * 10_000):
            message = connection.call("x", method, {})
            self.assertEqual(message["error"]["code"], -32601)
            self.assertLess(len(json.dumps(message)), 1000)

    def test_answers_to_what_was_never_asked_are_ignored(self):
        connection = self.connect()
        for number in range(20):
            connection.send({"jsonrpc": "2.0", "id": f"unasked {number}", "result": {}})
            connection.send({"jsonrpc": "2.0", "id": number, "error": {"code": 1, "message": ""}})
        self.assert_alive(connection)

    def test_a_half_closed_connection_gets_its_answers_and_ends(self):
        connection = self.raw()
        lines = [{"jsonrpc": "2.0", "id": 1, "method": "hello",
                  "params": {"protocol": 1, "app": "script"}}, load(2)]
        connection.send_bytes(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
        connection.finish()
        self.assertEqual(connection.response(1)["result"]["protocol"], 1)
        self.assertEqual(connection.response(2)["result"], {"draft": None})
        while (message := connection.receive()) is not None:
            self.assertIn("method", message)

    def test_a_line_that_is_cut_off_is_no_request(self):
        connection = self.raw()
        connection.hello("cut")
        watcher = self.watch("client.left")
        connection.send_bytes(b'{"jsonrpc":"2.0","method":"draft.save","params":{"key":"k",'
                              b'"content":1}}')
        connection.finish()
        watcher.event("client.left", app="cut")
        self.assertIsNone(self.peer("cut").call("draft.load", key="k")["draft"])

    def test_who_keeps_sending_nonsense_is_sent_away(self):
        connection, bystander = self.connect(), self.connect()
        connection.send_bytes(b"nonsense\n" * 8)
        for _ in range(8):
            self.assertEqual(self.failure(connection)["error"]["code"], -32700)
        bye = connection.receive()
        self.assertEqual(bye["method"], "bye")
        self.assertEqual(bye["params"]["reason"], "malformed")
        self.assertIsInstance(bye["params"]["retryAfterMs"], int)
        self.assertIsNone(connection.receive())
        self.assert_alive(bystander)

    def test_an_endless_line_costs_its_sender_alone(self):
        connection, bystander = self.connect(), self.connect()
        before = self.resident()
        for _ in range(64):
            connection.send_bytes(b"x" * 1024 * 1024)
        self.assert_alive(bystander)
        self.assertLess(self.resident() - before, 8 * 1024, "kilobytes")
        self.assertEqual(self.failure(connection)["error"]["code"], 4)

    def resident(self):
        """Kilobytes of memory that the daemon holds."""
        with open(f"/proc/{self.daemon.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))


class Greeting(DaemonCase):
    configuration = "[timing]\nhelloMs = 100\n" + UNHURRIED.replace("[timing]", "")

    def test_hello_comes_first_and_once(self):
        connection = self.raw()
        for method in ("status", "popover.open", "draft.list"):
            answer = connection.call(1, method, {})
            self.assertEqual(answer["error"]["code"], 1, method)
            self.assertEqual(answer["error"]["data"]["reason"], "hello-first")
        connection.hello()
        again = connection.call(2, "hello", {"protocol": 1, "app": "again"})
        self.assertEqual(again["error"]["code"], -32600)

    def test_another_version_is_refused_with_those_that_are_spoken(self):
        connection = self.raw()
        for version in (0, 2, 9):
            error = connection.call(1, "hello", {"protocol": version, "app": "x"})["error"]
            self.assertEqual((error["code"], error["data"]["member"]), (-32602, "protocol"))
            self.assertIn(1, error["data"]["supported"])
            self.assertNotIn(version, error["data"]["supported"])

    def test_who_says_nothing_is_sent_away(self):
        connection = self.raw()
        bye = connection.receive()
        self.assertEqual((bye["method"], bye["params"]["reason"]), ("bye", "hello-timeout"))
        self.assertIsNone(connection.receive())


class Limits(DaemonCase):
    configuration = """
[limits]
clientsPerUser = 4
sources = 2
surfaces = 2
occluders = 2
subscriptions = 2
alerts = 1
displays = 2
rectangles = 2
buttons = 2
key = 16
text = 64
draftsPerApp = 2
content = 4096
draft = 2048
"""

    def test_every_limit_is_announced_and_told_by_its_name(self):
        box = {"x": 1, "y": 1, "width": 1, "height": 1}
        popover = {"behavior": "menu", "size": {"width": 320, "height": 100}, "anchor": box}
        ok = {"id": "ok", "label": "OK"}
        alert = {"title": "t", "severity": "info", "buttons": [ok]}
        # What still fits, and what is one too many.
        cases = [
            ("sources", [("source.set", {"source": f"s{n}", "rect": box}) for n in range(3)]),
            ("surfaces", [("surface.set", {"surface": f"s{n}", "frame": box}) for n in range(3)]),
            ("occluders", [("occluder.set", {"occluder": f"o{n}", "rect": box})
                           for n in range(3)]),
            ("subscriptions", [("bus.subscribe", {"topics": [f"app.{n}"]}) for n in range(3)]),
            ("displays", [("display.set", {"display": f"d{n}", "width": 100, "height": 100})
                          for n in range(2)]),
            ("rectangles", [("popover.open", {**popover, "avoid": [box] * 3})]),
            ("buttons", [("popover.open", {**popover, "buttons": ["a", "b", "c"]})]),
            ("buttons", [("alert.raise", {**alert, "buttons": [
                {"id": str(n), "label": "x"} for n in range(3)]})]),
            ("key", [("draft.load", {"key": "x" * 17})]),
            ("text", [("popover.open", {**popover, "title": "x" * 65})]),
            ("draft", [("draft.save", {"key": "k", "content": "x" * 2047})]),
            ("content", [("draft.save", {"key": "k", "content": "x" * 4095})]),
            ("content", [("bus.publish", {"topic": "app.x", "data": "x" * 4095})]),
            ("draftsPerApp", [("draft.save", {"key": f"k{n}", "content": n}) for n in range(3)]),
        ]
        shell = self.peer("shell", ("app", "shell"))
        for name, calls in cases:
            with self.subTest(name):
                for method, params in calls[:-1]:
                    shell.call(method, **params)
                method, params = calls[-1]
                self.assert_error(4, {"limit": name, "value": shell.welcome["limits"][name]},
                                  shell, method, **params)

    def test_unanswered_alerts_are_limited(self):
        shell, shop = self.peer("shell", ("shell",)), self.peer()
        shell.always_answer("alert.present", {})
        alert = {"title": "t", "severity": "info", "buttons": [{"id": "ok", "label": "OK"}]}
        shop.start("alert.raise", **alert)
        shell.wait("alert.present")
        self.assert_error(4, {"limit": "alerts", "value": 1}, shop, "alert.raise", **alert)

    def test_one_connection_too_many_is_sent_away_and_the_others_stay(self):
        peers = [self.peer(f"peer-{number}") for number in range(4)]
        connection = self.raw()
        bye = connection.receive()
        self.assertEqual((bye["method"], bye["params"]["reason"]), ("bye", "quota"))
        self.assertIsNone(connection.receive())
        for peer in peers:
            peer.fence()
        peers[0].kill()
        self.assert_room_again()

    def assert_room_again(self):
        """The place of who left is free as soon as the daemon has seen it."""
        for _ in range(1000):
            connection = self.raw()
            connection.send({"jsonrpc": "2.0", "id": "hello", "method": "hello",
                             "params": {"protocol": 1, "app": "late"}})
            if connection.receive().get("id") == "hello":
                return
        self.fail("nobody was let in")


class Slow(DaemonCase):
    configuration = """
[limits]
message = 4096
content = 3072
draft = 3072
outputBytes = 16384
outputStallMs = 200
"""

    def test_a_subscriber_that_never_reads_is_sent_away_and_delays_nobody(self):
        sleeper = self.raw()
        sleeper.hello("sleeper", ("observer",))
        sleeper.call("sub", "bus.subscribe", {"topics": ["app.*"]})
        watcher = self.watch("client.left")
        shop = self.peer()
        number = 0
        while not any(message.get("method") == "event" for message in watcher.inbox):
            for _ in range(50):
                shop.notify("bus.publish", topic="app.noise", data="x" * 2000)
            number += 50
            watcher.fence()
            self.assertLess(number, 100_000, "it is still there")
        watcher.event("client.left", app="sleeper")
        last = None
        while (message := sleeper.receive()) is not None:
            last = message
        self.assertEqual((last["method"], last["params"]["reason"]), ("bye", "slow"))


if __name__ == "__main__":
    unittest.main()
