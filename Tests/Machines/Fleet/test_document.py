# SPDX-License-Identifier: MIT
"""The fleet's pages: the quick start is run, and the tables are held against the sources."""

import json
import os
import re
import signal
import subprocess
import tempfile
import unittest

from support.fleet_case import PATIENCE, ROOT, ReservedPort, binary
from support.plugin_folder import PluginFolder
from support.plugin_options import declared_options

DOCS = ROOT / "docs"
GUIDE = (DOCS / "how-to" / "fleet.md").read_text(encoding="utf-8")
PAGE = (DOCS / "reference" / "fleet.md").read_text(encoding="utf-8")
PLUGINS = (DOCS / "reference" / "bundled-plugins.md").read_text(encoding="utf-8")
SIZE = (DOCS / "explanation" / "fleet-size.md").read_text(encoding="utf-8")
PLUGIN = ROOT / "Sources" / "PopoverPlugins" / "Bridges" / "MQTT" / "Plugin"
RULES = PLUGIN.parent / "PopoverFleet"


def section(page, title):
    """The text below a heading, to the next one of any level."""
    return re.split(r"(?m)^#+ ", page.split(f"# {title}\n", 1)[1], maxsplit=1)[0]


def column(text, number=0):
    """The names in code of a table's column."""
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| `")]
    return [name for row in rows for name in re.findall(r"`([^`]*)`", row[number])]


class QuickStart(unittest.TestCase):
    """Every command is run as it stands, but for the port, which may be another's."""

    def test_the_examples_work(self):
        with tempfile.TemporaryDirectory(prefix="popover-start-") as folder:
            blocks = re.findall(r"```sh\n(.*?)```", section(GUIDE, "Quick start"), re.S)
            self.assertEqual(len(blocks), 5)
            reserved = ReservedPort()
            self.addCleanup(reserved.close)
            port = reserved.number
            script = "\n".join(blocks).replace("8883", str(port))
            # The option has a default, which is not this test's port.
            script = script.replace('broker = "localhost"', f'broker = "localhost"\nport = {port}')
            # As it was built it is not installed.
            plugins = PluginFolder(os.path.join(folder, "plugins"))
            plugins.add_bundled("mqtt")
            script = script.replace(
                "[[plugin]]", f'[plugins]\ndirectory = "{plugins.path}"\n[[plugin]]', 1)
            # A broker that root starts becomes another user, who cannot read these files.
            script = script.replace("allow_anonymous false", "allow_anonymous false\nuser root")
            # It is started and left to itself: a person's next line comes later than a script's.
            begun = "mosquitto -c mosquitto.conf &\n"
            self.assertIn(begun, script)
            script = script.replace(
                begun, begun + f"until (: </dev/tcp/127.0.0.1/{port}) 2>/dev/null; do :; done\n")
            environment = {
                **os.environ, "PATH": f"{os.path.dirname(binary())}:{os.environ['PATH']}"}
            with subprocess.Popen(
                    ["bash", "-euc", script], cwd=folder, env=environment,
                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                    start_new_session=True, text=True) as shell:
                lines = []
                try:
                    for line in shell.stdout:
                        lines.append(line.rstrip("\n"))
                        if '"verdict"' in line:
                            break
                finally:
                    os.killpg(shell.pid, signal.SIGKILL)
                    shell.wait(PATIENCE)
            told = "\n".join(lines)
            self.assertIn("online", lines, told)
            health = next(json.loads(line) for line in lines if line.startswith('{"version"'))
            self.assertEqual(health["lostEvents"], 0)
            answer = json.loads(lines[-1])
            self.assertEqual((answer["verdict"], answer.get("key")), ("done", "ops"), told)


class Tables(unittest.TestCase):
    """The page's tables match the sources."""

    def test_options(self):
        options = declared_options(PLUGIN / "MQTTSettings.swift")
        self.assertEqual(
            sorted(column(section(PLUGINS, "mqtt"))), sorted(name for name, *_ in options))
        for row in section(PLUGINS, "mqtt").splitlines():
            names = re.findall(r"`(\w+)`", row.split("|")[1]) if row.startswith("| `") else []
            defaults = re.findall(r"`([^`]*)`", row.split("|")[2]) if names else []
            for index, name in enumerate(names):
                default = next(default for found, _, default in options if found == name)
                if default is not None:
                    self.assertEqual(defaults[min(index, len(defaults) - 1)], default, name)

    def test_commands_and_reasons(self):
        commands = re.search(
            r"enum Name: .*?\{(.*?)\n    \}",
            (RULES / "FleetCommand.swift").read_text(encoding="utf-8"), re.S)[1]
        names = [value or name for name, value in
                 re.findall(r'case (\w+)(?: = "([^"]+)")?', commands)]
        reasons = re.search(
            r"enum Reason: .*?\{(.*?)\n    \}",
            (RULES / "CommandAuthorizer.swift").read_text(encoding="utf-8"), re.S)[1]
        told = column(section(PAGE, "Commands"))
        self.assertEqual(
            told, names + [value or name for name, value in
                           re.findall(r'case (\w+)(?: = "([^"]+)")?', reasons)])

    def test_usual_topics(self):
        source = (RULES / "FleetEvent.swift").read_text(encoding="utf-8")
        usual = re.search(r"usualTopics = \[(.*?)\]", source, re.S)[1]
        named = section(PAGE, "Events").split("By default", 1)[1].split(".\n\n")[0]
        self.assertEqual(
            re.findall(r'"([^"]+)"', usual),
            [topic for topic in re.findall(r"`([^`]+)`", named) if not topic.startswith("app")
             and topic != "*"])

    def test_limits(self):
        token = (RULES / "SignedToken.swift").read_text(encoding="utf-8")
        self.assertIn("longest = 16_384", token)
        self.assertIn("16384 bytes", PAGE)
        door = (RULES / "CommandAuthorizer.swift").read_text(encoding="utf-8")
        self.assertIn(f"longestLife: Int64 = {7 * 86400:_}", door)
        rates = (RULES / "CommandRates.swift").read_text(encoding="utf-8")
        self.assertIn("mostPerSecond = 20", rates)
        link = (ROOT / "Sources/PopoverPlugins/Bridges/MQTT/FleetLink/LinkSettings.swift").read_text(encoding="utf-8")
        self.assertIn("mostNonces: UInt32 = 4096", link)

    def test_measurements_have_their_place(self):
        places = re.findall(r"<!-- measured: (\w+) -->\n(.*?)<!-- end -->", SIZE, re.S)
        self.assertEqual([name for name, _ in places], ["fleet", "circumstances", "larger"])
        for name, text in places:
            self.assertTrue(text.strip(), name)
        self.assertRegex((ROOT / "Makefile").read_text(encoding="utf-8"), r"(?m)^fleet:")


if __name__ == "__main__":
    unittest.main()
