# SPDX-License-Identifier: MIT
"""The tables of docs/protocol.md say what the sources and the daemon say."""

import json
import re
import unittest

import programs  # noqa: F401  (makes the daemon's module known)
from daemon import Daemon
from document import PROTOCOL, SOURCES, enumeration, first_names, names, spelled_cases, table
from line_socket import LineSocket

MODEL = "PopoverModel"
METHOD_CHAPTERS = [
    "Hello", "Surfaces, sources and occluders", "Popovers", "Views", "Drafts", "Alerts",
    "Cancelling requests", "Taps, pointers and keys", "The bus", "Displays", "Administration",
]


class Names(unittest.TestCase):
    """Lists of names, held against the enumerations that spell them on the wire."""

    def test_every_method_has_a_row(self):
        verdicts = enumeration(f"{MODEL}/Answer.swift", "TapVerdict")
        rows = [
            name for chapter in METHOD_CHAPTERS for name in first_names(PROTOCOL, chapter)
            if name not in verdicts]
        self.assertCountEqual(rows, enumeration("PopoverWire/Method.swift", "Method"))

    def test_every_notification_has_a_row(self):
        known = spelled_cases(
            "PopoverWire/Notification+JSON.swift", "extension Notification {")
        self.assertCountEqual(first_names(PROTOCOL, "Notifications"), known + ["event", "bye"])

    def test_every_request_of_the_daemon_has_a_row(self):
        known = spelled_cases("PopoverWire/Notification+JSON.swift", "extension Call {")
        self.assertCountEqual(first_names(PROTOCOL, "Requests of the daemon"), known)

    def test_every_topic_has_a_row(self):
        known = spelled_cases(f"{MODEL}/BusEvent.swift", "public var name: String")
        self.assertCountEqual(first_names(PROTOCOL, "Topics"), known + ["app.*"])

    def test_every_reason_has_a_row(self):
        chapters = {
            "Close reasons": "CloseReason", "Refusal reasons": "RefusalReason",
            "bye": "ByeReason",
        }
        for heading, name in chapters.items():
            with self.subTest(heading):
                known = enumeration(f"{MODEL}/Reasons.swift", name)
                self.assertCountEqual(first_names(PROTOCOL, heading), known)

    def test_every_outcome_of_a_draft_has_a_row(self):
        known = enumeration(f"{MODEL}/Notification.swift", "DraftOutcome")
        self.assertCountEqual(first_names(PROTOCOL, "popover.closed"), known)

    def test_every_verdict_has_a_row(self):
        rows = first_names(PROTOCOL, "Taps, pointers and keys")
        for verdict in enumeration(f"{MODEL}/Answer.swift", "TapVerdict"):
            self.assertIn(verdict, rows)

    def test_every_role_has_a_row(self):
        known = enumeration(f"{MODEL}/Request.swift", "Role")
        self.assertCountEqual(first_names(PROTOCOL, "Roles"), known)

    def test_every_error_has_a_row(self):
        source = (SOURCES / MODEL / "Failure.swift").read_text(encoding="utf-8")
        start = source.index("public var code: Int")
        body = source[start:source.index("\n    }", start)]
        known = re.findall(r"case [^:]+: (-?\d+)", body)
        self.assertCountEqual([row[0] for row in table(PROTOCOL, "Errors")], known)


class Announcements(unittest.TestCase):
    """What a daemon with its defaults says of itself."""

    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon("").start()
        cls.addClassCleanup(cls.daemon.close)
        client = LineSocket(cls.daemon.socket)
        cls.addClassCleanup(client.close)
        cls.welcome = client.hello()
        cls.scene = client.call(1, "status", {})["result"]

    def test_the_limits_are_those_that_hello_announces(self):
        rows = {names(row[0])[0]: json.loads(row[1]) for row in table(PROTOCOL, "Limits")}
        self.assertEqual(rows, self.welcome["limits"])

    def test_the_members_of_the_scene_are_those_of_status(self):
        self.assertCountEqual(first_names(PROTOCOL, "The scene"), self.scene.keys())

    def test_the_behaviours_are_those_that_can_be_opened(self):
        self.assertCountEqual(first_names(PROTOCOL, "Behaviours"), self.scene["behaviors"])


if __name__ == "__main__":
    unittest.main()
