# SPDX-License-Identifier: MIT
"""What programs on popover-stage may do, and whom the stage takes for the daemon."""

import json
import os
import shutil
import sys
import tempfile
import types
import unittest

from support import ROOT
from support.daemon import Daemon
from support.daemon_case import DaemonCase
from support.other_user import as_user
from support.stage import PopoverStage
from support.wayland_painter import Painter
from support.wayland_screen import NOBODY, PROGRAMS, Program, until
from support.wayland_wire import WireClient

from stage_case import HEIGHT, MENU, OTHER, WIDTH, WORK, OnStage

CAPTURE = "zwlr_screencopy_manager_v1"
INPUT = {
    "zwlr_virtual_pointer_manager_v1", "zwp_input_method_manager_v2", "zwp_virtual_keyboard_manager_v1"}
WITHOUT_KEYBOARDS = "screenshots = true\nvirtualInput = true\n"


def app(name, *words, rights=()):
    """The section of an app that writes its globals into the stage's folder."""
    command = (f"PYTHONPATH={ROOT}/Tests/Support/Python exec {sys.executable} -B {PROGRAMS}/globals.py "
               f"\"$HOME/{name}\" {' '.join(words)}")
    return (f'[[app]]\nname = "{name}"\ncommand = {json.dumps(["sh", "-c", command])}\n'
            + "".join(f"{right} = true\n" for right in rights))


class Globals(DaemonCase):
    def setUp(self):
        daemon = Daemon()
        self.addCleanup(daemon.close)
        daemon.start()
        self.stage = PopoverStage(
            daemon, WIDTH, HEIGHT, rights="", more=(
                app("plain") + app("keys", rights=["keyboard"]) + app("camera", rights=["screenshots"])
                + app("robot", rights=["virtualInput"])))
        self.addCleanup(self.stage.close)
        self.stage.start()

    def shown(self, name):
        """The globals of an app, by their interfaces."""
        path = os.path.join(self.stage.folder, name)
        until(lambda: os.path.exists(path), f"the globals of {name}")
        with open(path, encoding="utf-8") as file:
            return json.load(file)

    def stranger(self):
        client = WireClient(self.stage)
        self.addCleanup(client.close)
        return client

    def test_an_app_is_shown_what_it_has_a_right_to(self):
        for name, expected in (("plain", set()), ("keys", set()), ("camera", {CAPTURE}), ("robot", INPUT)):
            with self.subTest(app=name):
                self.assertEqual(set(self.shown(name)) & {CAPTURE, *INPUT}, expected)
        self.assertEqual(set(self.stranger().globals) & {CAPTURE, *INPUT}, set())

    def test_nobody_binds_what_is_not_shown(self):
        for name, interface in (("camera", CAPTURE), *(("robot", one) for one in sorted(INPUT))):
            with self.subTest(interface=interface):
                stranger = self.stranger()
                stranger.globals[interface] = self.shown(name)[interface]
                stranger.bind(interface, 1)
                self.assertFalse(stranger.settle())


class Panels(OnStage):
    rights = WITHOUT_KEYBOARDS

    def test_a_panel_neither_covers_nor_moves_a_popover(self):
        frame, _ = self.open(self.shop)
        panel = Painter(self.stage)
        self.addCleanup(panel.close)
        panel.paint(panel.bar(HEIGHT - 50), OTHER, WIDTH, HEIGHT - 50)
        self.until_color(OTHER, 20, HEIGHT - 10)
        self.until_covers(WORK, frame)
        self.observer.fence()
        scene = self.observer.call("status")
        self.assertEqual(scene["occluders"], [])
        self.assertEqual(scene["popovers"][0]["frame"], frame)


class Keyboards(OnStage):
    rights = WITHOUT_KEYBOARDS
    more = app("keys", "bar", rights=["keyboard"])

    def test_popovers_keep_off_the_keyboard_of_an_app_with_the_right(self):
        self.until_color(MENU, 20, HEIGHT - 10)
        known, = until(lambda: self.observer.call("status")["occluders"], "the keyboard")
        self.assertEqual(known["rect"], {"x": 0, "y": HEIGHT - 200, "width": WIDTH, "height": 200})


# Listens at a path as a daemon does, and writes a line about each connection.
LISTENER = """
import os, socket, sys
server = socket.socket(socket.AF_UNIX)
server.bind(sys.argv[1])
server.listen()
print("listens", flush=True)
while True:
    connection, _ = server.accept()
    print(connection.recv(4096).decode().strip() or "nothing", flush=True)
    connection.close()
"""


class DaemonsOfOthers(unittest.TestCase):
    def start(self, settings=""):
        """A stage whose daemon is of another user; that daemon."""
        folder = tempfile.mkdtemp(prefix="popover-fake-")
        self.addCleanup(shutil.rmtree, folder)
        os.chmod(folder, 0o777)
        path = os.path.join(folder, "socket")
        daemon = Program([*as_user(NOBODY), sys.executable, "-c", LISTENER, path], {})
        self.addCleanup(daemon.close)
        self.assertEqual(daemon.read(), "listens")
        os.chmod(folder, 0o755)
        stage = PopoverStage(types.SimpleNamespace(socket=path), settings=settings)
        self.addCleanup(stage.close)
        return stage.start(), daemon

    def test_it_is_told_nothing_and_named_once(self):
        stage, daemon = self.start()
        self.assertEqual([daemon.read() for _ in range(3)], ["nothing"] * 3)
        self.assertEqual(stage.told().count("daemon refused"), 1)
        self.assertIn("it runs as nobody", stage.told())
        self.assertIn("daemonUser", stage.told())

    def test_the_configuration_may_trust_it(self):
        for user in ("nobody", str(NOBODY)):
            with self.subTest(user=user):
                stage, daemon = self.start(f'daemonUser = "{user}"')
                self.assertEqual(json.loads(daemon.read())["method"], "hello")
                self.assertNotIn("daemon refused", stage.told())
