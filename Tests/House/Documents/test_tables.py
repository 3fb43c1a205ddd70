# SPDX-License-Identifier: MIT
"""The tables of docs/reference/protocol.md say what the sources and the daemon say."""

import json
import math
import re
import unittest

from support import ROOT
from support.daemon import Daemon
from support.document import PROTOCOL, enumeration, first_names, names, source_text, table
from support.line_socket import LineSocket

MODEL = "PopoverModel"


class Numbers(unittest.TestCase):
    """Numbers in words, held against the constants of the sources."""

    def test_the_limits_of_explanations_are_those_of_the_source(self):
        source = source_text(f"{MODEL}/Decision.swift")
        journal, usual = (
            re.search(rf"static let {name} = (\d+)", source).group(1)
            for name in ("journal", "usuallyTold"))
        text = PROTOCOL.read_text(encoding="utf-8")
        self.assertIn(f"`limit`? (1 to {journal}; default {usual})", text)
        self.assertIn(f"its latest {journal} decisions", text)

    def test_the_limits_of_recordings_are_those_of_the_source(self):
        def number(path, pattern):
            source = source_text(path)
            return math.prod(
                int(factor.replace("_", ""))
                for factor in re.search(rf"{pattern}([\d_* ]+)", source).group(1).split("*"))

        folder = "PopoverDaemon"
        segment = number("PopoverRecording/EventRing.swift", "var bytes = ") // 2**20
        events = number("PopoverRecording/EventRing.swift", "var events = ")
        file = number(f"{folder}/RecordingDisk.swift", "let maxBytes = ") // 2**20
        files = number(f"{folder}/RecordingFolder.swift", "let maxFiles = ")
        word = number(f"{folder}/Daemon+Recording.swift", r"crashRecordingLimit = Interval.milliseconds\(")
        patient = number("CFatalSignals/fatal_signals.c", "max_limits = ")
        longest = number(f"{folder}/Recorder.swift", r"maxDuration = Interval.milliseconds\(")
        self.assertEqual((files, longest), (16, 3_600_000), "sixteen, and an hour, in words")
        page = ROOT / "docs" / "how-to" / "recordings.md"
        text = " ".join(page.read_text(encoding="utf-8").split())
        for words in (
                f"of at most {events} events or {segment} MiB each",
                f"A file has at most {file} MiB", f"the first event after an hour, at {file} MiB",
                "keeps sixteen recordings",
                f"at most {word // 1000 * patient} s, or {word // 1000} s without progress"):
            self.assertIn(words, text)


class Advice(unittest.TestCase):
    """The table of what is judged, held against the table of rules in the sources."""

    PATH = f"{MODEL}/AdviceRule.swift"

    def rows_of_the_source(self):
        """For each rule what it is checked from, in the words of the page, and its level."""
        source = source_text(self.PATH)
        spellings = dict(re.findall(r'^    case (\w+) = "([FG]\d+)"$', source, re.M))
        found = re.findall(r"case \.(\w+): \(\.(\w+), \.(\w+)\)", source)
        words = {"work": "draft"}
        return [(spellings[rule], words.get(basis, basis), level) for rule, basis, level in found]

    def tables(self):
        rows = table(PROTOCOL, "Advice")
        rules = [row for row in rows if re.match(r"[FG]\d", names(row[0])[0])]
        return rules, [row for row in rows if row not in rules]

    def test_every_rule_has_a_row_that_says_what_it_is_checked_from(self):
        rules, _ = self.tables()
        self.assertEqual(
            [(names(row[0])[0], row[1]) for row in rules],
            [(rule, basis) for rule, basis, _ in self.rows_of_the_source()])
        self.assertEqual(
            [names(row[0])[0] for row in rules], enumeration(self.PATH, "AdviceRule"))

    def test_every_rule_says_when_and_what_to_do(self):
        rules, _ = self.tables()
        for row in rules:
            with self.subTest(row[0]):
                self.assertTrue(row[2] and row[3])

    def test_every_level_names_the_rules_that_have_it_by_default(self):
        _, levels = self.tables()
        self.assertEqual(
            [names(row[0])[0] for row in levels], enumeration(self.PATH, "AdviceLevel"))
        for row in levels:
            level = names(row[0])[0]
            with self.subTest(level):
                self.assertEqual(
                    names(row[2]),
                    [rule for rule, _, own in self.rows_of_the_source() if own == level])

    def test_the_numbers_are_those_of_the_sources(self):
        rules, _ = self.tables()
        words = " ".join(row[2] for row in rules)
        findings = source_text("PopoverCore/Advice/Declaration+Findings.swift")
        contrast = source_text("PopoverCore/Advice/Contrast.swift")
        numbers = [
            re.search(pattern, source).group(1) for pattern, source in [
                (r"mostButtons = (\d+)", findings), (r"mostRows = (\d+)", findings),
                (r"least = ([\d.]+)", contrast)]]
        self.assertIn(f"more than {numbers[0]} buttons, {numbers[1]} in a", words)
        self.assertIn(f"below {numbers[2]} : 1", words)


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

    def test_the_behaviors_are_those_that_can_be_opened(self):
        self.assertCountEqual(first_names(PROTOCOL, "Behaviors"), self.scene["behaviors"])


if __name__ == "__main__":
    unittest.main()
