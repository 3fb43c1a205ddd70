# SPDX-License-Identifier: MIT
"""The configuration and the command that docs/how-to/notifications.md shows do what it says."""

import json
import re
import shlex
import unittest

from support import ROOT
from support.document import blocks

from notifications_case import UNHURRIED, NotificationsCase

PAGE = ROOT / "docs" / "how-to" / "notifications.md"


class Page(NotificationsCase):
    def configuration_text(self, trusted=True, **options):
        example = blocks(PAGE, "toml")[0].text
        text, count = re.subn(
            r'^bus = ".*"$', f"bus = {json.dumps(self.bus.address)}", example, flags=re.MULTILINE)
        self.assertEqual(count, 1)
        return f"{UNHURRIED}\n[plugins]\ndirectory = {json.dumps(self.folder.path)}\n{text}"

    def test_its_command_shows_an_alert_under_its_configuration(self):
        self.start()
        command = blocks(PAGE, "console")[0].lines[0]
        program, *arguments = shlex.split(command.removeprefix("$ "))
        status, _, errors = self.bus.run(program, *arguments).finish()
        self.assertEqual(status, 0, errors)
        alert = self.presented(title="The paper is out", message="Refill tray 2")
        self.assertEqual([button["label"] for button in alert["buttons"]], ["OK"])
        self.answer(alert)
        self.numbered("Half of the paper is gone")
        self.assertEqual(self.presented()["severity"], "warning")


if __name__ == "__main__":
    unittest.main()
