# SPDX-License-Identifier: MIT
"""The examples of the libraries for GTK: one program in C, Python, JavaScript and Vala."""

import contextlib
import json
import os
import unittest

from support.c_library import run
from support.daemon import UNHURRIED, Daemon
from support.gtk_library import PYTHON, SOURCE, built
from support.line_socket import LineSocket
from support.x11_screen import Companion, cellar, needed

from gtk_screen import Screen
from relay import Relay
from story import HERE

EXAMPLES = SOURCE / "examples"
TYPES = """
void main () {
    Gtk.init ();
    var client = new PopoverGtk.Client ("shop");
    var popover = new PopoverGtk.Popover (client, new Gtk.Button ());
    popover.placed.connect (() => print ("%g\\n", popover.placement.frame.width));
    client.alert_present.connect ((alert) => alert.frame.x > 0 && alert.button_ids[0] == "ok");
    client.set_source ("basket", { 1, 2, 3, 4 }, null, null);
}
"""


def vala(source, program):
    """Compiles a program for GTK 4."""
    build = built()
    run(needed("valac"), "--vapidir", build.folder, "--pkg", "gtk4", "--pkg", "gio-2.0", "--pkg",
        "popover-gtk-4.0", "-o", program, source, env=build.packages)
    return program


class Examples(unittest.TestCase):
    def setUp(self):
        self.screen = Screen()
        self.addCleanup(self.screen.close)
        self.daemon = Daemon(UNHURRIED)
        self.addCleanup(self.daemon.close)
        self.daemon.start()
        self.hand = LineSocket(self.daemon.socket)
        self.addCleanup(self.hand.close)
        self.hand.hello("hand", ["observer"])

    def source(self):
        """Where its button is, once the daemon knows it."""
        while True:
            self.assertIsNone(self.program.process.poll())
            scene = self.hand.call("look", "status", {})["result"]
            for source in scene["sources"]:
                return source["rect"]

    def draft(self):
        with contextlib.closing(LineSocket(self.daemon.socket)) as someone:
            someone.hello("shop")
            return someone.call("load", "draft.load", {"key": "order-7"})["result"]["draft"]["content"]

    def open(self):
        place = self.source()
        self.assertEqual(
            self.screen.press(place["x"] + 10, place["y"] + 10, self.program), "open")

    def close(self):
        # By a key, which comes after what was typed.
        self.screen.xdotool("key", "Escape")
        self.assertEqual(self.program.line(), "ended: key")

    def check(self, *command):
        self.program = Companion(command, environment={  # pylint: disable=attribute-defined-outside-init
            **built().environment, **self.screen.environment, "POPOVERD_SOCKET": self.daemon.socket})
        self.addCleanup(self.program.close)
        self.open()
        self.screen.type("half")
        self.close()
        self.assertEqual(self.draft(), {"customer": "half"})
        self.open()
        self.screen.type(" typed")
        self.close()
        self.assertEqual(self.draft(), {"customer": "half typed"})

    def test_in_python_with_gtk_4(self):
        self.check(PYTHON, str(EXAMPLES / "shop.py"))

    def test_in_python_with_gtk_3(self):
        self.check(PYTHON, str(EXAMPLES / "shop.py"), "3")

    def test_in_c_with_gtk_3(self):
        self.check(built().compile_program(EXAMPLES / "shop.c", os.path.join(cellar(), "shop3"), 3,
                                           "-Wno-unused-parameter"))

    def test_in_c_with_gtk_4(self):
        self.check(built().compile_program(EXAMPLES / "shop.c", os.path.join(cellar(), "shop4"), 4,
                                           "-Wno-unused-parameter"))

    def test_in_javascript(self):
        self.check(needed("gjs"), "-m", str(EXAMPLES / "shop.js"))

    def test_in_vala(self):
        self.check(vala(EXAMPLES / "shop.vala", os.path.join(cellar(), "shop-vala")))

    def test_values_in_vala(self):
        source = os.path.join(cellar(), "types.vala")
        with open(source, "w", encoding="utf-8") as file:
            file.write(TYPES)
        self.assertTrue(os.path.exists(vala(source, os.path.join(cellar(), "types"))))

    def check_first_place(self, version):
        """A window has no size when it is made: no place in it is told before it has one."""
        path = os.path.join(self.daemon.folder, "relay")
        relay = Relay(path, self.daemon.socket)
        self.addCleanup(relay.close)
        self.program = Companion(  # pylint: disable=attribute-defined-outside-init
            [PYTHON, os.path.join(HERE, "programs/late_window_gtk.py"), version],
            environment={**built().environment, **self.screen.environment, "POPOVERD_SOCKET": path})
        self.addCleanup(self.program.close)
        while self.source()["x"] < 0:
            pass
        told = [json.loads(line) for line in bytes(relay.said[0]).splitlines()]
        sizes = [call["params"]["frame"]["width"] for call in told if call.get("method") == "surface.set"]
        places = [call["params"]["rect"]["x"] for call in told if call.get("method") == "source.set"]
        self.assertEqual({size > 1 for size in sizes}, {True}, sizes)
        self.assertEqual({place > 0 for place in places}, {True}, places)

    def test_a_place_in_gtk_3_is_told_when_there_is_one(self):
        self.check_first_place("3.0")

    def test_a_place_in_gtk_4_is_told_when_there_is_one(self):
        self.check_first_place("4.0")


if __name__ == "__main__":
    unittest.main()
