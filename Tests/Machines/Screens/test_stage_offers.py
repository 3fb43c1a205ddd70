# SPDX-License-Identifier: MIT
"""The protocols of popover-stage, which depend on the version of wlroots."""

import unittest

from support.daemon import Daemon
from support.stage import RIGHTS, PopoverStage
from support.wayland_wire import WireClient

from stage_case import has_newer_wlroots

OFFERED = {
    "wl_compositor", "wl_data_device_manager", "wl_output", "wl_seat", "wl_shm", "wl_subcompositor",
    "wp_presentation", "wp_viewporter", "xdg_wm_base", "zwlr_layer_shell_v1",
    "zwlr_screencopy_manager_v1", "zwlr_virtual_pointer_manager_v1", "zwp_idle_inhibit_manager_v1",
    "zwp_input_method_manager_v2", "zwp_primary_selection_device_manager_v1", "zwp_text_input_manager_v3",
    "zwp_virtual_keyboard_manager_v1", "zxdg_decoration_manager_v1", "zxdg_output_manager_v1"}
NEWER = {
    "ext_idle_notifier_v1", "wp_cursor_shape_manager_v1", "wp_fractional_scale_manager_v1",
    "wp_security_context_manager_v1"}


class Offers(unittest.TestCase):
    maxDiff = None

    def test_a_program_with_all_rights_is_shown_these(self):
        daemon = Daemon()
        self.addCleanup(daemon.close)
        daemon.start()
        stage = PopoverStage(daemon, rights=RIGHTS + "sandboxes = true\n")
        self.addCleanup(stage.close)
        client = WireClient(stage.start())
        self.addCleanup(client.close)
        self.assertEqual(set(client.globals), OFFERED | NEWER if has_newer_wlroots() else OFFERED)
