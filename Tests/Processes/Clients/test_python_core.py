# SPDX-License-Identifier: MIT
"""The core of the Python package, without sockets: bytes, events and a clock on paper."""

import ast
import random
import unittest

from core_script import GRANT, OPEN, CoreCase, Script, closed, line, welcome, will_close
from story import ROOT

import popoverd
from popoverd import core
from popoverd.core.lines import LineBuffer

FOLDER = ROOT / "Clients" / "Python" / "popoverd" / "core"
ALLOWED = {"__future__", "collections", "enum", "json", "logging", "re", "typing"}
MOVED = {"method": "popover.moved", "params": {
    **{name: GRANT[name] for name in GRANT if name not in ("appearance", "advice")}}}
EVENT = {"method": "event", "params": {
    "topic": "app.shop.sold", "data": {"näme": "ü"}, "sequence": 11, "time": 5}}
MALFORMED = (
    b"\n", b"{\n", b"\xff\xfe\n", b"[]\n", b"7\n", b"null\n", b"[" * 100_000 + b"\n",
    b'{"id":2}\n', b'{"id":2,"error":7}\n', b'{"id":2,"result":7}\n', b'{"id":2,"result":{}}\n',
    b'{"method":"event"}\n', b'{"method":"popover.closed","params":{}}\n',
    b'{"method":[],"params":{}}\n', b'{"method":"popover.closed","params":[]}\n',
    b'{"id":"r1","method":"popover.willClose","params":{}}\n',
    b'{"id":"r1","method":"alert.present","params":{"alert":"a1"}}\n',
    b'{"method":"bye","params":{"reason":"slow"}}\n')


class Structure(unittest.TestCase):
    def test_it_imports_nothing_that_reads_writes_or_waits(self):
        for file in FOLDER.glob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else (
                    [node.module] if isinstance(node, ast.ImportFrom) and not node.level else [])
                self.assertLessEqual({name.split(".")[0] for name in names}, ALLOWED, file.name)


class Case(CoreCase):
    def connected(self, **details):
        script = Script(**details)
        script.connect()
        script.events()
        self.assertTrue(script.core.is_ready)
        return script


class Framing(Case):
    def told(self, pieces):
        """What the core tells of a conversation that comes in these pieces."""
        script = Script()
        queue = core.EventQueue(["app.*"], None, 10)
        script.core.subscribe(queue, script.now, later=True)
        script.core.opened(script.now)
        told, is_asked = [], False
        for piece in pieces:
            script.core.receive(piece, script.now)
            if script.core.is_ready and not is_asked:
                is_asked = True
                script.core.request("popover.open", OPEN, script.now)
            for event in script.core.take_events():
                told.append((type(event).__name__, [
                    field.id if isinstance(field, core.Owner) else field
                    for field in event if field is not queue]))
        told.append(queue.pop())
        return told

    def test_bytes_may_be_split_anywhere(self):
        first = [line({"id": 2, "result": welcome()}),
                 line({"id": 3, "result": {"sequence": 10, "snapshot": {}}})]
        rest = [line({"id": 4, "result": GRANT}), line(MOVED), line(EVENT), line(closed())]
        expected = self.told([b"".join(first), b"".join(rest)])
        self.assertEqual(
            [each[0] for each in expected[:-1]], [
                "Answered", "News", "Connected", "Answered", "PopoverMoved", "Notified",
                "News", "Notified", "PopoverEnded", "Notified"])
        self.assertEqual(expected[-1].data, {"näme": "ü"})
        for at in range(1, len(b"".join(first))):
            whole = b"".join(first)
            self.assertEqual(self.told([whole[:at], whole[at:], b"".join(rest)]), expected, at)
        for at in range(1, len(b"".join(rest))):
            whole = b"".join(rest)
            self.assertEqual(self.told([b"".join(first), whole[:at], whole[at:]]), expected, at)
        bytewise = [bytes([each]) for each in b"".join(first)]
        self.assertEqual(self.told([*bytewise, *(bytes([each]) for each in b"".join(rest))]), expected)

    def test_a_line_has_a_longest_length(self):
        lines = LineBuffer(longest=4)
        self.assertEqual(lines.feed(b"1234\n12"), [b"1234"])
        self.assertEqual(lines.feed(b"34"), [])
        for data in (b"5", b"5\n"):
            buffer = LineBuffer(longest=4)
            buffer.feed(b"1234")
            with self.assertRaisesRegex(popoverd.ProtocolMismatch, "exceeds 4 bytes"):
                buffer.feed(data)

    def test_malformed_lines_end_the_connection_and_no_more(self):
        for data in MALFORMED:
            with self.subTest(data[:40]):
                script = self.connected()
                number = script.core.request("popover.open", OPEN, script.now)
                self.assertEqual(number, 2)
                script.core.receive(data, script.now)
                told = script.events()
                self.assertEqual(told[0], "HangUp")
                answer = script.last(core.Answered)
                self.assertEqual(answer.number, number)
                self.assertIsInstance(answer.error, popoverd.ConnectionLost)
                self.assertFalse(script.core.is_ready)
                script.reconnect()
                self.assertTrue(script.core.is_ready)

    def test_nothing_is_heard_after_the_end(self):
        script = Script()
        script.core.opened(script.now)
        hello, = script.sent()
        script.say({"id": hello["id"], "error": {"code": 4, "message": "full"}}, EVENT)
        self.assertEqual(script.events(), ["HangUp"])

    def test_no_bytes_make_it_fail(self):
        chance = random.Random(7)
        for _ in range(300):
            script = self.connected()
            script.open()
            data = bytearray(b"".join(map(line, (will_close(), MOVED, EVENT, closed()))))
            for _ in range(chance.randrange(1, 6)):
                data[chance.randrange(len(data))] = chance.randrange(256)
            script.core.receive(bytes(data), script.now)
            script.lose()
            script.wait(0.25)
            script.reconnect()
            self.assertTrue(script.core.is_ready)


class Connecting(Case):
    def attempt(self, script, code, **data):
        """A connection whose hello is refused."""
        script.core.opened(script.now)
        hello, = script.sent()
        script.refuse(hello["id"], code, **data)
        return script.events()

    def test_a_final_refusal_ends_the_first_connection(self):
        for code, data, kind in (
                (-32602, {"member": "protocol"}, popoverd.ProtocolMismatch),
                (-32602, {"member": "app"}, popoverd.InvalidParams),
                (3, {"needs": "app"}, popoverd.NotPermitted)):
            script = Script()
            self.assertEqual(self.attempt(script, code, **data)[-1], "Failed")
            self.assertIsInstance(script.last(core.Failed).error, kind)
            self.assertIsNone(script.core.next_timeout())
            with self.assertRaises(popoverd.ClientClosed):
                script.core.request("status", {}, script.now)

    def test_a_refusal_that_may_change_is_tried_again(self):
        script = Script()
        self.attempt(script, 4, limit="clients")
        script.reconnect()
        self.assertTrue(script.core.is_ready)
        # Once it was connected, nothing is final.
        script.lose()
        script.wait_for_dial()
        self.assertNotIn("Failed", self.attempt(script, 3, needs="app"))
        script.reconnect()
        self.assertTrue(script.core.is_ready)

    def test_another_protocol_is_refused(self):
        for said in ({**welcome(), "protocol": 2}, {}):
            script = Script()
            script.core.opened(script.now)
            script.result(script.sent()[0]["id"], said)
            self.assertIsInstance(script.last(core.Failed).error, popoverd.ProtocolMismatch)

    def test_missing_permission_is_final_the_second_time(self):
        script = Script()
        script.core.failed(popoverd.NoAccess("no"), script.now)
        script.wait_for_dial()
        script.core.failed(popoverd.NoAccess("no"), script.now)
        self.assertIsInstance(script.last(core.Failed).error, popoverd.NoAccess)

    def test_pauses_double_until_the_longest(self):
        script = Script()
        pauses = []
        for _ in range(10):
            script.core.failed(popoverd.NoDaemon("no"), script.now)
            pauses.append(script.wait_for_timeout())
        self.assertEqual(pauses, [0.25, 0.5, 1, 2, 4, 8, 16, 30, 30, 30])
        script.connect()
        script.lose()
        self.assertEqual(script.wait_for_timeout(), 0.25)

    def test_the_daemon_may_want_a_longer_pause(self):
        script = self.connected()
        script.say({"method": "bye", "params": {"reason": "flood", "retryAfterMs": 5000}})
        number = script.request("status")
        script.lose()
        self.assertEqual(script.wait_for_timeout(), 5)
        answer = script.last(core.Answered)
        self.assertEqual((answer.number, str(answer.error)), (
            number, "disconnected from the daemon: flood"))
        script.core.failed(popoverd.NoDaemon("no"), script.now)
        self.assertEqual(script.wait_for_timeout(), 0.5)

    def test_the_first_connection_has_a_deadline_if_it_is_wanted(self):
        script = Script(patience=1)
        script.core.failed(popoverd.NoDaemon("nobody there"), script.now)
        script.wait_for_timeout()
        self.assertEqual(script.core.next_timeout(), 1001)
        script.wait_for_timeout()
        self.assertEqual(str(script.last(core.Failed).error), "nobody there")

    def test_a_daemon_that_says_nothing_is_tried_again(self):
        script = Script(timeout=3)
        # Neither does it accept.
        self.assertEqual(script.wait_for_timeout(), 3)
        self.assertEqual(script.events(), ["HangUp"])
        script.wait_for_dial()
        script.core.opened(script.now)
        self.assertEqual(script.wait_for_timeout(), 3)
        self.assertEqual(script.events(), ["HangUp"])
        script.reconnect()
        self.assertTrue(script.core.is_ready)


class Requesting(Case):
    def test_a_request_has_a_deadline(self):
        script = self.connected(timeout=3)
        number = script.request("draft.list")
        self.assertEqual(script.wait_for_timeout(), 3)
        answer = script.last(core.Answered)
        self.assertEqual((answer.number, str(answer.error)), (
            number, "timed out: no response to draft.list within 3 s"))
        self.assertEqual(script.sent(), [])
        # Its answer comes too late for anybody.
        script.result(number, {"drafts": []})
        self.assertEqual(script.events(), [])

    def test_an_open_may_wait_for_its_turn(self):
        script = self.connected(timeout=3)
        script.core.request("popover.open", OPEN, script.now)
        self.assertEqual(script.core.next_timeout() - script.now, 4)
        script.core.request("popover.open", {**OPEN, "waitMs": 0}, script.now)
        self.assertEqual(script.core.next_timeout() - script.now, 3)

    def test_a_late_grant_is_given_back(self):
        for method, result, back in (
                ("popover.open", GRANT, ("popover.close", {"popover": "p1", "outcome": "cancel"})),
                ("popover.open", {**GRANT, "session": "s1"}, (
                    "popover.close", {"popover": "p1", "outcome": "keep"})),
                ("view.present", {"view": "v1"}, ("view.close", {"view": "v1"})),
                ("popover.detach", {"panel": "n1", "frame": GRANT["frame"]}, (
                    "panel.close", {"panel": "n1"}))):
            for is_canceled in (False, True):
                script = self.connected()
                number = script.request(method, popover="p1")
                if is_canceled:
                    script.core.cancel(number, script.now)
                else:
                    script.wait(60)
                sent, = script.sent()
                self.assertEqual((sent["method"], sent["params"]), (
                    "request.cancel", {"request": number}))
                script.result(number, result)
                sent, = script.sent()
                self.assertEqual((sent["method"], sent["params"]), back)

    def test_a_grant_that_nobody_takes_is_given_back_unless_somebody_has_it(self):
        script = self.connected()
        answers = []
        for _ in range(2):
            number = script.request("popover.open", **OPEN)
            script.result(number, GRANT)
            answers.append(script.last(core.Answered))
        script.core.return_grant(answers[1])
        self.assertEqual(script.sent(), [])
        script.core.return_grant(answers[0])
        self.assertEqual(script.methods(), ["popover.close"])
        # Its work is nobody's.
        script.lose()
        self.assertNotIn("CloseAsked", script.events())

    def test_what_is_not_json_is_the_callers_error(self):
        script = self.connected()
        for content in (object(), float("nan"), {1, 2}):
            with self.assertRaises((TypeError, ValueError)):
                script.core.request("draft.save", {"key": "k", "content": content}, script.now)
        self.assertEqual(script.sent(), [])
        popover = script.open()
        script.say(will_close())
        with self.assertRaises(TypeError):
            script.core.answer_close(popover, object(), script.now)
        script.core.answer_close(popover, "work", script.now)
        self.assertEqual(script.sent()[-1]["result"], {"draft": "work"})

    def test_a_canceled_request_is_forgotten_with_its_connection(self):
        script = self.connected()
        script.core.cancel(script.request("popover.open", **OPEN), script.now)
        script.lose()
        # pylint: disable=protected-access
        self.assertEqual(len(script.core._link._abandoned), 0)

    def test_the_displays_are_known(self):
        script = self.connected()
        main = {"display": "main", "width": 1280}
        script.say({"method": "display.changed", "params": main})
        self.assertEqual(script.core.displays, {"main": main})
        script.say({"method": "display.changed", "params": {**main, "removed": True}})
        self.assertEqual(script.core.displays, {})

    def test_requests_of_the_daemon_are_answered(self):
        script = self.connected()
        script.say({"id": "r1", "method": "client.ping"}, {"id": "r2", "method": "teapot.fill"},
                   will_close("r3"))
        ping, unknown, gone = script.sent()
        self.assertEqual((ping["id"], ping["result"]), ("r1", {}))
        self.assertEqual((unknown["id"], unknown["error"]["code"]), ("r2", -32601))
        self.assertEqual((gone["id"], gone["result"]), ("r3", {}))


if __name__ == "__main__":
    unittest.main()
