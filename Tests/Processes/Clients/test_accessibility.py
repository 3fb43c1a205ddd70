# SPDX-License-Identifier: MIT
"""What assistive technology hears of popovers, and how the focus moves, in GTK 3, GTK 4, Qt and QML."""

import json
import os
import pathlib
import subprocess
import unittest

from support import gtk_library, qt
from support.accessibility_bus import AccessibilityBus
from support.daemon import PATIENCE, UNHURRIED, Daemon
from support.line_socket import LineSocket
from support.wayland_screen import until
from support.x11_screen import PROGRAMS as SCREEN_PROGRAMS
from support.x11_screen import Companion, needed

from gtk_screen import Screen

PROGRAMS = pathlib.Path(__file__).parent / "programs"
SHOWING, FOCUSED = "object:state-changed:showing", "object:state-changed:focused"
BUTTON = 120, 64
OTHERS = {"behavior": "task", "size": {"width": 320, "height": 160},
          "anchor": {"x": 900, "y": 600, "width": 80, "height": 40}}


class Accessible:
    """Tests for all toolkits."""

    # How it appears, and by which state; a menu's role, and the role of its source's relation.
    appears, state, menu, relation = SHOWING, "showing", "popup menu", "controlled-by"
    alert = "alert"

    @classmethod
    def setUpClass(cls):
        cls.screen = Screen()
        cls.addClassCleanup(cls.screen.close)
        cls.screen.manage()

    def start(self, **options):
        # What a story has, is made by each test.
        # pylint: disable=attribute-defined-outside-init
        self.bus = AccessibilityBus()
        self.addCleanup(self.bus.close)
        self.bus.start()
        self.daemon = Daemon(UNHURRIED)
        self.addCleanup(self.daemon.close)
        self.daemon.start()
        options = json.dumps({"properties": {}, **options})
        self.program = Companion(self.command(options), environment={
            **gtk_library.built().environment, **self.screen.environment, **self.bus.environment,
            "G_DEBUG": "fatal-criticals",
            "QT_QUICK_BACKEND": "software", "QT_QPA_PLATFORM": "xcb", "XDG_RUNTIME_DIR": self.daemon.folder,
            "POPOVERD_SOCKET": self.daemon.socket})
        self.addCleanup(self.program.close)
        self.expect("ready")
        self.hand = self.client("hand", "input", "shell", "observer")
        until(lambda: self.scene("sources"), "the source")
        until(self.is_active, "the window")

    def is_active(self):
        told = subprocess.run(
            [needed("xdotool"), "getactivewindow", "getwindowname"], capture_output=True, check=False,
            env={**os.environ, **self.screen.environment})
        return told.stdout == b"Shop\n"

    def is_marked(self):
        told = subprocess.run(
            [needed("xdotool"), "search", "--onlyvisible", "--name", "^popover:p1$"], check=False,
            capture_output=True, env={**os.environ, **self.screen.environment})
        return told.returncode == 0

    def until_typable(self):
        """Waits until the server sends keys to the popover."""

    def client(self, app, *roles):
        client = LineSocket(self.daemon.socket)
        self.addCleanup(client.close)
        client.hello(app, list(roles) or ["app"])
        return client

    def call(self, client, method, **params):
        answer = client.call(method, method, params)
        self.assertIn("result", answer)
        return answer["result"]

    def scene(self, member):
        return self.call(self.hand, "status")[member]

    def expect(self, line):
        self.assertEqual(self.program.line(), line)

    def press(self):
        self.assertEqual(self.screen.press(*BUTTON, self.program), "opened")

    def escape(self):
        self.call(self.hand, "key", key="Escape")
        self.expect("ended key")

    def step(self, step, outcome):
        self.assertEqual(self.call(self.hand, "navigate", step=step)["outcome"], outcome)

    def until_focused(self, role, name):
        while self.bus.wait(FOCUSED, role, name)["detail"] == 0:
            pass

    def until_shown(self, role, name):
        heard = self.bus.wait(self.appears, role, name)
        # It may be about the one before, which has disappeared.
        while self.appears == SHOWING and heard["detail"] == 0:
            heard = self.bus.wait(self.appears, role, name)
        return heard

    # What people hear

    def test_it_appears_as_a_dialog_with_the_focus_inside_and_gives_it_back(self):
        self.start(properties={"title": "Send it"})
        for _ in range(2):
            self.press()
            heard = self.until_shown("dialog", "Send it")
            self.assertIn(self.state, heard["states"])
            self.until_focused("text", None)
            self.escape()
            self.until_focused("push button", "Receipt")

    def test_a_menu_without_a_title_has_the_name_of_its_control(self):
        self.start(properties={"behavior": "menu"})
        self.press()
        heard = self.until_shown(self.menu, "Receipt")
        if self.relation:
            self.assertEqual(heard["relations"][self.relation], ["Receipt"])

    def test_the_mark_of_its_window_is_not_heard(self):
        self.start()
        self.press()
        self.until_focused("text", None)
        until(self.is_marked, "the mark of the window")
        self.escape()
        self.until_focused("push button", "Receipt")
        self.assertNotIn("popover:", "".join(self.bus.listener.lines))

    def test_a_control_is_known_by_its_words(self):
        self.start()
        source, = self.scene("sources")
        self.assertEqual(
            {member: source.get(member) for member in ("label", "help", "role")},
            {"label": "Receipt", "help": "Sent by mail", "role": None})

    # Keys

    def test_a_keypad_moves_the_focus_inside_and_activates(self):
        self.start()
        self.press()
        self.bus.wait(FOCUSED, "text", None)
        self.step("next", "passed")
        self.bus.wait(FOCUSED, "push button", "Send")
        self.step("activate", "passed")
        self.expect("sent")
        # The last is followed by the first.
        self.step("next", "passed")
        self.until_focused("text", None)
        self.step("previous", "passed")
        self.until_focused("push button", "Send")
        self.step("back", "closed")
        self.expect("ended key")

    def test_no_key_acts_while_something_of_another_program_is_on_top(self):
        self.start()
        self.press()
        self.until_focused("text", None)
        self.escape()
        self.until_focused("push button", "Receipt")
        other = self.client("other")
        popover = self.call(other, "popover.open", **OTHERS)["popover"]
        self.screen.xdotool("key", "space")
        self.call(other, "popover.close", popover=popover, outcome="cancel")
        # A keypad brings the focus back.
        self.step("next", "moved")
        self.step("activate", "activated")
        self.expect("opened")
        self.until_focused("text", None)
        self.until_typable()
        self.screen.xdotool("key", "Tab")
        self.bus.wait(FOCUSED, "push button", "Send")
        self.screen.xdotool("key", "space")
        self.expect("sent")

    # What a person needs

    def test_it_is_as_large_as_people_need(self):
        self.start()
        self.call(self.hand, "session.set", textScale=1.5)
        self.expect("scale 1.5")
        self.press()
        popover, = self.scene("popovers")
        self.assertEqual((popover["frame"]["width"], popover["frame"]["height"]), (480, 240))
        self.escape()
        self.call(self.hand, "session.set")


class Widgets(Accessible):
    """Of toolkits whose popover the program can describe itself."""

    def test_what_the_program_says_stays(self):
        self.start(properties={"title": "Send it", "behavior": "menu"}, name="Mine", role="alert")
        self.press()
        self.until_shown(self.alert, "Mine")

    def test_a_disabled_control_is_known_to_be(self):
        self.start()
        self.assertFalse(self.scene("sources")[0].get("disabled"))
        self.program.tell("disable")
        until(lambda: self.scene("sources")[0].get("disabled"), "that it is disabled")


class Gtk3(Widgets, unittest.TestCase):
    menu, relation = "menu", "popup-for"

    def until_typable(self):
        # Its window tells of the focus before it has it.
        until(lambda: not self.is_active(), "another window than the program's first")

    def command(self, options):
        return [gtk_library.PYTHON, str(PROGRAMS / "accessible_gtk.py"), "3", options]


class Gtk4(Widgets, unittest.TestCase):
    # GTK 4.8 tells of no state but a window's.
    appears, state, menu, relation = "object:children-changed:add", "visible", "menu", None

    def command(self, options):
        return [gtk_library.PYTHON, str(PROGRAMS / "accessible_gtk.py"), "4", options]

    def test_its_control_is_expanded_while_it_is_open(self):
        self.start()
        self.press()
        heard = self.until_expanded(1)
        self.assertIn("expanded", heard["states"])
        self.assertEqual(heard["relations"]["controller-for"], ["Receipt"])
        self.escape()
        self.assertNotIn("expanded", self.until_expanded(0)["states"])

    def test_its_title_may_change_once_its_control_was_heard(self):
        self.start(properties={"title": "Send"})
        # Who hears of the control asks for what it controls, too.
        self.screen.xdotool("key", "Tab")
        self.until_focused("push button", "Receipt")
        self.program.tell("Send it")
        self.press()
        self.until_shown("dialog", "Send it")

    def until_expanded(self, detail):
        # A program that is slow to begin is heard when it says that it may be expanded.
        while (heard := self.bus.wait(
                "object:state-changed:expanded", "push button", "Receipt"))["detail"] != detail:
            pass
        return heard


class QtWidgets(Widgets, unittest.TestCase):
    def command(self, options):
        return [qt.program(PROGRAMS / "accessible_qt.cpp", "Qt6Widgets"), options]


class Qml(Accessible, unittest.TestCase):
    relation = None

    def command(self, options):
        modules = qt.build() / "qml"
        return [qt.program(SCREEN_PROGRAMS / "qt_qml.cpp", "Qt6Qml", "Qt6Quick"),
                str(PROGRAMS / "accessible.qml"), str(modules), options]


if __name__ == "__main__":
    unittest.main()
