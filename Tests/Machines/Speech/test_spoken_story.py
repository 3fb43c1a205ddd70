# SPDX-License-Identifier: MIT
"""What people hear of several programs: the daemon, the plugin `speech` and a real dispatcher."""

import json
import os
import unittest

from support.daemon import UNHURRIED, Daemon
from support.daemon_case import BUTTON, DaemonCase
from support.plugin_folder import PluginFolder
from voice import Voice

BUTTONS = [{"id": "later", "label": "Später"}, {"id": "done", "label": "Nachgefüllt"}]


class Story(DaemonCase):
    def setUp(self):
        self.daemon = Daemon("")
        self.addCleanup(self.daemon.close)
        self.voice = Voice(self.daemon.folder)
        self.addCleanup(self.voice.close)
        self.voice.start()
        folder = PluginFolder(os.path.join(self.daemon.folder, "plugins"))
        folder.add_bundled("speech")
        self.daemon.write_configuration("\n".join([
            UNHURRIED, f"[plugins]\ndirectory = {json.dumps(folder.path)}",
            '[[plugin]]\nname = "speech"\ntrusted = true\n[plugin.options]',
            f"address = {json.dumps(self.voice.address)}"]))
        self.daemon.start()
        self.shop = self.peer()
        self.shop.always_answer("popover.willClose", {})
        self.shell = self.peer("shell", ("shell",))
        self.shell.always_answer("alert.present", {})
        self.shop.call("source.set", source="order", rect=BUTTON, label="Bestellung")
        self.observer = self.watch("plugin.*")
        self.loaded()

    def loaded(self):
        """Waits until the plugin hears of events."""
        while not any(plugin["name"] == "speech" and plugin["state"] == "loaded"
                      for plugin in self.observer.call("plugin.list")["plugins"]):
            self.observer.event("plugin.loaded")

    def begin_session(self, **settings):
        self.shell.call("session.set", speech=True, **settings)

    def assert_heard(self, *words, language="de"):
        self.assertEqual(
            [self.voice.next()[:2] for _ in words], [(language, spoken) for spoken in words])

    def test_a_purchase_in_the_language_of_the_session(self):
        self.begin_session(language="de")
        popover = self.open(self.shop, "menu", source="order")["popover"]
        self.assert_heard("Bestellung")
        self.shop.call("popover.choose", popover=popover, choice=2, label="Zwei Kaffee")
        self.assert_heard("Zwei Kaffee")
        printer = self.peer("printer")
        printer.start("alert.raise", title="Das Papier ist aus", message="Bitte nachfüllen!",
                      severity="warning", buttons=BUTTONS)
        self.assert_heard("Das Papier ist aus. Bitte nachfüllen! Später. Nachgefüllt.")
        # The next customer has not asked for a voice.
        self.shell.call("session.end", display="main")
        popover = self.open(self.shop, "menu", source="order", title="Order")["popover"]
        self.shop.call("popover.close", popover=popover, outcome="done")
        # And the one after that is one of the dispatcher's own language.
        self.begin_session()
        self.open(self.shop, "menu", title="Your order")
        self.assert_heard("Your order", language="en")

    def test_an_alert_of_another_program_interrupts(self):
        self.begin_session(language="de")
        self.voice.hold()
        self.open(self.shop, "menu", source="order")
        self.assert_heard("Bestellung")
        self.peer("printer").start(
            "alert.raise", title="Das Papier ist aus", severity="warning", buttons=BUTTONS)
        self.assert_heard("Das Papier ist aus. Später. Nachgefüllt.")

    def test_nobody_hears_what_is_private(self):
        self.begin_session(language="de")
        self.shop.call(
            "source.set", source="pills", rect=BUTTON, label="Ihr Rezept", private=True)
        popover = self.open(self.shop, "menu", source="pills")["popover"]
        self.shop.call("popover.close", popover=popover, outcome="done")
        self.open(self.shop, "menu", source="order")
        self.assert_heard("Bestellung")


if __name__ == "__main__":
    unittest.main()
