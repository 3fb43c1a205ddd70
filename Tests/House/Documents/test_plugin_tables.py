# SPDX-License-Identifier: MIT
"""The tables of the plugins' reference pages say what the sources say."""

import re
import unittest

from support import ROOT
from support.document import SOURCES, enumeration, first_names, names, table

from constants import constants, definitions, is_in, text

PAGE = ROOT / "docs" / "reference" / "plugins.md"
BUNDLED = ROOT / "docs" / "reference" / "bundled-plugins.md"
QUESTIONS = "PopoverWire/Question+JSON.swift"
VERDICTS = "PopoverWire/Verdict+JSON.swift"
MANIFEST = "PopoverWire/Manifest+JSON.swift"
MESSAGES = "PopoverWire/PluginMessageEncoder.swift"
HEADER = "CPopoverPlugin/include/popover_plugin.h"

# What the first cell of a constant's row begins with.
PROGRAM_ROWS = {
    "manifest": "to answer `getmanifest`",
    "strikes": "answers within", "strikeWindow": "answers within",
    "shortestPause": "from there to the next question",
    "longestPause": "from there to the next question",
    "shortestRestart": "from its end", "longestRestart": "from its end",
    "goodLife": "from its end",
    "shutdown": "from `shutdown`",
    "terminate": "from SIGTERM",
    "line": "a line that it writes",
    "lines": "lines that it writes",
    "services": "reports of its service", "lineWindow": "lines that it writes",
    "strayLines": "lines within", "strayWindow": "lines within",
    "output": "what waits",
    "stall": "to read", "leastRead": "to read",
    "catchUp": "from there on",
    "logLines": "lines on standard error", "logWindow": "lines on standard error",
    "logLine": "lines on standard error",
    "descriptors": "descriptors",
    "memory": "memory",
}
LIBRARY_ROWS = {
    "softBudget": "a call",
    "strikes": "such calls", "strikeWindow": "such calls",
    "shortestSuspension": "from there to the next question",
    "longestSuspension": "from there to the next question",
    "hardBudget": "a call that does not return",
    "deathWindow": "deaths",
    "fileSize": "its file",
    "images": "libraries since",
    "filesPerDirectory": "files in a folder",
    "logLine": "a line that it logs",
}
# What nobody can notice from outside.
INTERNAL = {"drain", "warnings", "descriptorSize"}


class Limits(unittest.TestCase):
    """Every limit of the hosts has a place in a table, with its number."""

    def check(self, heading, rows, known):
        cells = {row[0]: " ".join(row) for row in table(PAGE, heading)}
        for name, start in rows.items():
            with self.subTest(name):
                # The longest beginning of the rows that begin so is another row's.
                first = min((cell for cell in cells if cell.startswith(start)), key=len)
                self.assertTrue(is_in(known[name], cells[first]), (known[name], cells[first]))

    def test_those_of_programs(self):
        known = constants("ProgramHost/ProgramLimits.swift")
        self.assertEqual(known.keys() - INTERNAL, PROGRAM_ROWS.keys())
        self.check("Limits of programs", PROGRAM_ROWS, known)

    def test_those_of_libraries(self):
        known = constants("LibraryHost/PluginLimits.swift")
        self.assertEqual(known.keys() - INTERNAL, LIBRARY_ROWS.keys())
        self.check("Limits of libraries", LIBRARY_ROWS, known)

    def test_those_of_the_header_and_of_the_probe(self):
        header = definitions(HEADER)
        prober = constants("PopoverDaemon/PluginProber.swift")
        self.check("Limits of libraries", {
            "POPOVER_STATE_CAPACITY": "the state",
            "timeout": "to be tried",
        }, {**header, **prober})

    def test_those_of_the_configuration(self):
        source = text("PopoverConfiguration/ConfigurationTable+Plugins.swift")
        least, most = re.search(r"milliseconds\((\d+)\.\.\.(\d+)\)", source).groups()
        page = PAGE.read_text(encoding="utf-8")
        self.assertIn(f"from a question to its answer, {least} to {most}", page)
        usual = re.search(
            r"var memory = (\d+)", text("PopoverConfiguration/PluginSettings.swift"))[1]
        self.assertEqual(int(usual), constants("ProgramHost/ProgramLimits.swift")["memory"])


class Hooks(unittest.TestCase):
    def test_every_hook_has_a_row(self):
        known = enumeration("PopoverModel/Hook.swift", "Hook")
        self.assertEqual(first_names(PAGE, "Hooks"), known)
        self.assertEqual(first_names(PAGE, "Several plugins, one decision"), known)

    def test_every_fact_is_listed_where_it_is_told(self):
        source = text(QUESTIONS)
        groups = {
            group: self.facts(re.search(
                rf"extension Question\.{group}Facts .*?\n    \}}", source, re.S)[0])
            for group in ("Open", "Popover", "Alert")}
        switch = re.search(r"func writeMembers\(to facts.*?\n    \}", source, re.S)[0]
        known = {}
        for case in switch.split("case .")[1:]:
            hook = case[:case.index("(")].replace("outsideTap", "outside-tap")
            known[hook] = self.facts(case)
            for group, facts in groups.items():
                if f"{group.lower()}.writeMembers" in case:
                    known[hook] = facts + known[hook]
        page = PAGE.read_text(encoding="utf-8")
        popover = re.search(r"\*popover\* stands for (.*?); a `\?`", page, re.S)[1]
        self.assertEqual(self.listed(popover), groups["Popover"])
        for row in table(PAGE, "Hooks"):
            with self.subTest(row[0]):
                listed = re.sub(r"\([^)]*(\([^)]*\))?[^)]*\)", "", row[2])
                listed = self.listed(listed.replace("*popover*", popover))
                self.assertEqual(listed, known[names(row[0])[0]])

    @staticmethod
    def facts(source):
        found = re.findall(r'facts\.(?:member|size)\("(\w+)",( ifPresent:)?', source)
        return [name + ("?" if optional else "") for name, optional in found]

    @staticmethod
    def listed(cell):
        return [name + mark for name, mark in re.findall(r"`(\w+)`(\??)", cell)]


class Verdicts(unittest.TestCase):
    def setUp(self):
        self.source = text(VERDICTS)
        self.rows = {names(row[0])[0]: row for row in table(PAGE, "Verdicts")}

    def words(self):
        """Each word with its Swift case."""
        body = re.search(r"enum VerdictWord: String.*?\n\}", self.source, re.S)[0]
        cases = re.findall(r'^    case (\w+)(?: = "([^"]+)")?$', body, re.M)
        return {case: raw or case for case, raw in cases}

    def test_every_word_has_a_row(self):
        self.assertEqual(list(self.rows), list(self.words().values()))

    def test_the_hooks_name_the_words_that_answer_them(self):
        body = re.search(r"func answers\(_ hook: Hook\) -> Bool \{.*?\n    \}", self.source, re.S)[0]
        hooks = {row[0].strip("`"): set(names(row[3])) for row in table(PAGE, "Hooks")}
        known = {hook: set() for hook in hooks}
        for cases, condition in re.findall(r"case (\.[^:]+): (.+)", body):
            for hook in re.findall(r"\.(open|choice|outsideTap|detach|disposition|alert|idle)\b",
                                   condition):
                for case in re.findall(r"\.(\w+)", cases):
                    known[hook.replace("outsideTap", "outside-tap")].add(self.words()[case])
        self.assertEqual(hooks, known)

    def test_every_member_is_listed(self):
        found = set(re.findall(r'(?:member|optional)\("(\w+)"', self.source)) - {"verdict"}
        found |= {"minimum", "maximum"}
        listed = {name for row in self.rows.values() for name in names(row[1])}
        self.assertLessEqual(found, listed)

    def test_the_numbers_are_those_of_the_model(self):
        model = text("PopoverModel/Verdict.swift")
        known = {
            name: int(number.replace("_", "")) for name, number in re.findall(
                r"static let (\w+) = Interval\.milliseconds\(([\d_]+)\)", model)}
        least, most = re.search(r"ranks = (-\d+)\.\.\.(\d+)", model).groups()
        self.assertIn(f"({least} to {most}; 0", self.rows["present"][1])
        self.assertIn(
            f"(1 to {known['longestHold']}; less than {known['shortestHold']} counts as "
            f"{known['shortestHold']})", self.rows["hold"][1])
        self.assertIn(
            f"({known['shortestTimeout']} to {known['longestTimeout']})", self.rows["warn"][1])


class Messages(unittest.TestCase):
    def test_every_message_has_a_row(self):
        source = text(MESSAGES)
        known = re.findall(
            r'(?:request|notification)\([^"{]*"([^"\\]+)(?:\\[^"]*)?"\)', source)
        # One row stands for all hooks, whose names the table of hooks has.
        hooks = re.findall(r'case \.\w+: "(hook\.)[a-z-]+"', source)
        self.assertGreater(len(hooks), 1)
        self.assertCountEqual(
            first_names(PAGE, "Messages"), known + sorted(set(hooks)) + ["event", "seen", "service"])

    def test_every_member_of_the_manifest_has_a_row(self):
        known = re.findall(r'manifest\.(?:member|optional)\("(\w+)"\)', text(MANIFEST))
        self.assertCountEqual(first_names(PAGE, "The manifest"), sorted(set(known)))

    def test_every_member_of_a_behavior_is_named(self):
        known = re.findall(r'behavior\.(?:member|optional|flag)\("(\w+)"', text(MANIFEST))
        page = PAGE.read_text(encoding="utf-8")
        start = page.index("A behavior in the manifest")
        words = names(page[start:page.index("\n\n", start)])
        self.assertCountEqual([word for word in words if "." not in word], known)

    def test_every_type_of_an_option_has_a_row(self):
        known = enumeration("PopoverModel/OptionValue.swift", "OptionType")
        self.assertEqual(first_names(PAGE, "Options"), known)
        header = re.findall(r"#define POPOVER_OPTION_([A-Z]+) \d+u", text(HEADER))
        self.assertEqual([name.lower() for name in header], known)


class BundledPolicies(unittest.TestCase):
    """The options of each, in order, with their defaults."""

    def policies(self):
        """The source of each that declares options, by its name."""
        sources = [file.read_text(encoding="utf-8")
                   for file in sorted((SOURCES / "PopoverPlugins" / "Policies").glob("*/*.swift"))]
        return {
            re.search(r'static let name = "([a-z-]+)"', source)[1]: source
            for source in sources if "static let options" in source}

    def test_every_one_with_options_is_described(self):
        page = BUNDLED.read_text(encoding="utf-8")
        chapter = page[page.index("## Policies"):]
        chapter = chapter[:chapter.index("\n## ", 1)]
        described = re.findall(r"^### (.+)$", chapter, re.M)
        self.assertCountEqual(described, self.policies())

    def test_every_option_is_listed_with_its_default(self):
        for name, source in self.policies().items():
            with self.subTest(name):
                listed = [
                    (option, row[1]) for row in self.rows(name) for option in names(row[0])
                    if "section" not in row[0]]
                self.assertEqual(listed, self.declared(source))

    def test_the_time_without_a_touch_is_the_policy_s(self):
        known = {
            name: re.findall(r"static let idleAfter: Int64 = ([\d_]+)", source)
            for name, source in self.policies().items()}
        self.assertEqual([name for name, times in known.items() if times], ["idle"])
        listed = [row[1] for row in self.rows("idle") if "section" in row[0]]
        self.assertEqual(listed, [time.replace("_", "") for time in known["idle"]])

    @staticmethod
    def rows(policy):
        """Those that begin with an option, not with one of its values."""
        return [row for row in table(BUNDLED, policy) if not row[0].startswith('`"')]

    @staticmethod
    def declared(source):
        options = re.search(r"static let options = \[.*?\n    \]\n", source, re.S)[0]
        found = re.findall(
            r'name: "(\w+)", type: \.(\w+)(?:, defaultValue: "([^"]*)")?', options)
        if len(found) != options.count("OptionDescription("):
            raise ValueError(f"not every option was understood: {options}")
        return [
            (name, f'`"{default}"`' if kind in ("string", "text") and default else default)
            for name, kind, default in found]


if __name__ == "__main__":
    unittest.main()
