# SPDX-License-Identifier: MIT
"""Row 15: commands without a valid signature neither fill the audit trail nor stop signed ones."""

import json
import os
import subprocess
import unittest

from support.daemon import PATIENCE
from support.fleet_case import FleetCase

GARBAGE = 500


class UnsignedCommands(FleetCase):
    def test_garbage_is_counted_and_leaves_the_rate_of_signed_commands_alone(self):
        self.give("ping")
        self.start()
        forged = self.sign("ping", name="nobody")
        lines = self.write("garbage", f"{{}}\n{forged}\n" * (GARBAGE // 2))
        for _ in range(3):
            with open(lines, "rb") as source:
                subprocess.run(
                    ["mosquitto_pub", *self.broker.words(), "-q", "1", "-t",
                     "popoverd/hall-3/command", "-l"], stdin=source, check=True, timeout=PATIENCE)
            self.assertEqual(self.command("ping")["verdict"], "done")
        self.ears.wait(
            "popoverd/hall-3/health",
            lambda heard: heard.json["unsignedCommands"] == 3 * GARBAGE)
        with open(os.path.join(self.daemon.folder, "fleet", "audit.jsonl"),
                  encoding="utf-8") as file:
            trail = [json.loads(line) for line in file]
        self.assertEqual([entry["verdict"] for entry in trail], ["accepted", "done"] * 3)
        self.ears.wait("popoverd/hall-3/audit", count=6)
        audited = [heard.json["verdict"] for heard in self.ears.heard
                   if heard.topic == "popoverd/hall-3/audit"]
        self.assertEqual(audited, ["accepted", "done"] * 3)


if __name__ == "__main__":
    unittest.main()
