# SPDX-License-Identifier: MIT
"""What people who do not see hear of the example kiosk: popovers of GTK, a page and Qt, and an alert."""

import json
import os
import sys
import unittest

from support import ROOT
from support.accessibility_bus import AccessibilityBus
from support.daemon import binary
from support.plugin_folder import PluginFolder
from voice import Voice

sys.path.append(str(ROOT / "Examples" / "Kiosk"))

# pylint: disable=wrong-import-position
import stories
from station import Station

SHOWING = "object:state-changed:showing"
# What each opens, as an assistive program finds it, and how it is spoken.
OPENED = (
    ("lockers", "choose", "dialog", "Choose a locker"), ("shop", "passenger", "dialog", "Passenger"),
    ("payment", "pay", "dialog", "Receipt"))
ALERT = ("The printer is out of paper", "You can go on.")


class SpokenKiosk(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.bus = cls.enterClassContext(AccessibilityBus())
        cls.voice = Voice(cls.bus.folder)
        cls.addClassCleanup(cls.voice.close)
        cls.voice.start()
        folder = PluginFolder(os.path.join(cls.bus.folder, "plugins"))
        for name in "x11", "web", "idle", "speech", "assistive", "notifications":
            folder.add_bundled(name)
        cls.station = Station(daemon=binary(), more="\n".join([
            f"[plugins]\ndirectory = {json.dumps(folder.path)}",
            '[[plugin]]\nname = "speech"\ntrusted = true\n[plugin.options]',
            f"address = {json.dumps(cls.voice.address)}",
            '[[plugin]]\nname = "assistive"\ntrusted = true\n[plugin.options]',
            f"bus = {json.dumps(cls.bus.session.address)}"]), **cls.bus.environment)
        cls.addClassCleanup(cls.station.close)

    def setUp(self):
        self.visitor = stories.Visitor(self.station)
        self.addCleanup(self.visitor.close)
        self.visitor.until_there()
        self.visitor.start_over()
        self.shell = self.visitor.connect("settings", "shell")

    def begin_session(self, **settings):
        self.visitor.loop.run_until_complete(self.shell.request("session.set", speech=True, **settings))

    def assert_spoken(self, words, language="en"):
        self.assertEqual(self.voice.next()[:2], (language, words))
        self.assertEqual(self.bus.wait("object:announcement", None, None)["text"], words)

    def test_four_programs_in_order_and_in_the_language_of_the_session(self):
        self.begin_session(language="en")
        for app, source, role, name in OPENED:
            self.visitor.open(app, source)
            self.assert_shown(role, name)
            self.assert_spoken(name)
        self.visitor.run("notify-send", "-u", "critical", *ALERT)
        self.assert_shown("alert", ALERT[0])
        self.assert_spoken(f"{ALERT[0]}. {ALERT[1]} OK.")
        # The next customer; the page follows the language.
        self.visitor.call("session.end")
        self.begin_session(language="de")
        self.visitor.until(
            lambda: any(source.get("label") == "Reisende" for source in self.visitor.scene()["sources"]),
            "a page in German")
        self.visitor.open("shop", "passenger")
        self.assert_shown("dialog", "Reisende")
        self.assert_spoken("Reisende", "de")

    def assert_shown(self, role, name):
        """The next that the plugin shows."""
        while True:
            shown = self.bus.wait(SHOWING, None, None)
            if shown["application"] == "popoverd" and shown["detail"] == 1:
                self.assertEqual((shown["role"], shown["name"]), (role, name))
                return

if __name__ == "__main__":
    unittest.main()
