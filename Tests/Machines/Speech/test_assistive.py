# SPDX-License-Identifier: MIT
"""What assistive technology hears of popovers whose clients have no accessibility of their own."""

import json
import os
import unittest

from support.accessibility_bus import AccessibilityBus
from support.daemon import UNHURRIED, Daemon
from support.daemon_case import DaemonCase
from support.plugin_folder import PluginFolder

SHOWING = "object:state-changed:showing"


class AssistiveCase(DaemonCase):
    """A daemon with the plugin `assistive`, and a screen reader on the accessibility bus."""

    def setUp(self):
        self.bus = self.enterContext(AccessibilityBus())
        self.daemon = Daemon("")
        self.addCleanup(self.daemon.close)
        folder = PluginFolder(os.path.join(self.daemon.folder, "plugins"))
        folder.add_bundled_program("assistive")
        self.daemon.write_configuration("\n".join([
            UNHURRIED, f"[plugins]\ndirectory = {json.dumps(folder.path)}",
            '[[plugin]]\nname = "assistive"\ntrusted = true\n[plugin.options]',
            f"bus = {json.dumps(self.bus.session.address)}"]))

    def begin(self):
        self.daemon.start()
        return self.peer()


class Assistive(AssistiveCase):
    def test_a_popover(self):
        shop = self.begin()
        self.open(shop, "inspector", title="Your order")
        event = self.bus.wait(SHOWING, "dialog", "Your order")
        print(event)
        self.assertEqual(event["application"], "popoverd")


if __name__ == "__main__":
    unittest.main()
