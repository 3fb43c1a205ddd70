# SPDX-License-Identifier: MIT
"""Programs in sandboxes, as those of Flatpak, have no rights on popover-stage."""

import json
import os
import pathlib
import sys
import types

from support import ROOT
from support.stage import RIGHTS, Actor
from support.wayland_painter import Painter
from support.wayland_screen import PROGRAMS, until
from support.wayland_wire import WireClient

from stage_case import ANCHOR, HEIGHT, OTHER, WIDTH, WORK, OnStage, with_newer_wlroots as load_tests
from test_stage_offers import NEWER, OFFERED

__all__ = ["load_tests"]

SANDBOXES = "wp_security_context_manager_v1"
RIGHT = {
    SANDBOXES, "zwlr_screencopy_manager_v1", "zwlr_virtual_pointer_manager_v1", "zwp_input_method_manager_v2",
    "zwp_virtual_keyboard_manager_v1"}
# Connections.
MOST = 128
ENGINE = (f"PYTHONPATH={ROOT}/Tests/Support/Python exec {sys.executable} -B {PROGRAMS}/sandbox.py "
          f"\"$XDG_RUNTIME_DIR/sandbox\"")


class Sandboxes(OnStage):
    # Of every client, but not of what is in a sandbox.
    rights = RIGHTS
    more = ('[[app]]\nname = "engine"\nsandboxes = true\n'
            f'command = {json.dumps(["sh", "-c", ENGINE])}\n')

    def setUp(self):
        super().setUp()
        self.inside = types.SimpleNamespace(
            environment={**self.stage.environment, "WAYLAND_DISPLAY": "sandbox"})
        until(lambda: os.path.exists(os.path.join(self.stage.folder, "sandbox")), "the sandbox")

    def client(self, screen, kind=WireClient):
        client = kind(screen)
        self.addCleanup(client.close)
        return client

    def test_what_is_in_it_is_shown_nothing_that_needs_a_right(self):
        offered = OFFERED | NEWER
        self.assertEqual(set(self.client(self.stage).globals), offered - {SANDBOXES})
        self.assertEqual(set(self.client(self.inside).globals), offered - RIGHT)

    def test_nor_does_it_bind_that(self):
        outside = self.client(self.stage)
        for interface in sorted(RIGHT - {SANDBOXES}):
            with self.subTest(interface=interface):
                inside = self.client(self.inside)
                inside.globals[interface] = outside.globals[interface]
                inside.bind(interface, 1)
                self.assertFalse(inside.settle())

    def test_its_bar_is_no_keyboard(self):
        for screen, is_keyboard in ((self.inside, False), (self.stage, True)):
            with self.subTest(is_keyboard=is_keyboard):
                bar = self.client(screen, Painter)
                bar.paint(bar.bar(HEIGHT - 50), OTHER, WIDTH, HEIGHT - 50)
                self.until_color(OTHER, 20, HEIGHT - 10)
                self.observer.fence()
                self.assertEqual(bool(self.observer.call("status")["occluders"]), is_keyboard)
                bar.close()

    def test_its_windows_are_of_the_program_that_has_connected(self):
        actor = Actor(self.inside, self.daemon, "inside")
        self.addCleanup(actor.close)
        self.open(actor, WORK)
        self.assertEqual(actor.call("status")["popovers"][0]["anchor"], ANCHOR)

    def test_only_so_many_connections_of_it_stay(self):
        clients = [self.client(self.inside) for _ in range(MOST)]
        self.assertEqual(self.client(self.inside).globals, {})
        self.assertTrue(clients[0].settle())
        clients.pop().close()
        until(lambda: self.client(self.inside).globals, "a connection")

    def test_programs_that_start_later_do_not_get_its_connection(self):
        self.client(self.inside)
        self.client(self.inside)
        folder = pathlib.Path(f"/proc/{self.stage.process.pid}/fdinfo")
        flags = {one.name: int(one.read_text(encoding="utf-8").split("flags:")[1].split()[0], 8)
                 for one in folder.iterdir()}
        kept = {name for name, value in flags.items() if not value & os.O_CLOEXEC}
        # Its standard streams.
        self.assertEqual(kept, {"0", "1", "2"})
