# SPDX-License-Identifier: MIT
"""wlcs, the conformance suite of Mir, on popover-stage: each of its groups is a test here.

Each test of wlcs has a stage of its own, the program that people install, without a daemon. Preloaded libraries move
its mouse and its fingers, and give windows the places that wlcs wants. A test that is expected to fail must fail.
"""

import concurrent.futures
import fnmatch
import functools
import os
import pathlib
import re
import subprocess
import unittest

from support.daemon import binary
from support.stage import PopoverStage
from support.wayland_screen import PROGRAMS, cellar
from support.x11_screen import needed

from stage_case import has_newer_wlroots, preloaded

# wlcs wants windows that end below 900 points. Powers of two: places are not rounded.
WIDTH, HEIGHT = 2048, 1024
# At once: some tests fail after ten seconds of waiting. Each shard ends after so many seconds.
SHARDS = 4
DEADLINE = 540
# Tests of wlcs itself, and those of others with shells that came before xdg_wm_base.
LEFT_OUT = "SelfTest.*:*wl_shell*:*WlShell*:*v6*:*V6*"
# What the stage does not offer, in any version or in the newest; tests that need it are skipped.
MISSING = {
    "gtk_primary_selection_device_manager", "wl_shell", "xdg_wm_base", "zwlr_foreign_toplevel_manager_v1",
    "zwp_input_method_v1", "zwp_pointer_constraints_v1", "zwp_relative_pointer_manager_v1",
    "zwp_text_input_manager_v2", "zxdg_shell_v6"}

# Faults of wlcs.
UNCONFIGURED = "it shows a layer surface at its first commit, which the protocol forbids"
CONFIGURED = "it waits until a window is configured again because it shows; the stage says all at first"
NO_COMMIT = "it waits for a configuration before the first commit"
SERIAL = "it sets the clipboard with the serial 0, which no event had"
NEITHER = "two subsurfaces are below the mouse, and it wants neither to have it"
ONE_CALLBACK = "it waits for two frames with one callback"
UNTOLD = "its input method is not there yet when a text field is to be entered"
NO_PROTOCOL = "the protocol does not say so"
UNCOMMITTED = "its popup does not commit the place that it was told, and wlroots 0.18 waits for that"
# Rules of the stage.
SELECTED = "only the program with the keys sets the primary selection"
MANAGED = "people do not move or resize windows"
# Of wlroots.
AT_COMMIT = "wlroots looks at it at the next commit"
NO_FRAMES = "wlroots passes events of virtual mice on as they come"
KEYS = "wlroots leaves the keys with the window of a menu, and programs take them from there"
TWICE = "wlroots says twice that a popup is done"
CUT = "wlroots 0.18 leaves black what a file has not, and says nothing"

# What is expected to fail in each group, and why.
GROUPS = {
    "BadBufferTest": {},
    "ClientSurfaceEventsTest": {"*.frame_timestamp_increases": ONE_CALLBACK},
    "CopyCutPaste": {"*": SERIAL},
    "ForeignToplevelHandleTest": {},
    "ForeignToplevelManagerTest": {},
    "FrameSubmission": {},
    "GtkPrimarySelection": {},
    "LayerSurfaceErrorsTest": {},
    "LayerSurfaceLayerTest": {"*": UNCONFIGURED},
    "LayerSurfaceLayoutTest": {},
    "LayerSurfaceTest": {"*.can_lose_keyboard_focus_with_on_demand_keyboard_interactivity": NO_PROTOCOL},
    "PointerConstraints": {},
    "PrimarySelection": {"*.sink_*": SELECTED, "*.source_sees_request": SELECTED, "*.source_can_supply_*": SELECTED},
    "RegionSurfaceInputCombinations": {},
    "RelativePointer": {},
    "SubsurfaceMultilevelTest": {},
    "SubsurfaceTest": {"*.place_below_simple/*": NEITHER, "*.place_above_simple/*": NEITHER},
    "SurfaceInputCombinations": {},
    "SurfacePointerMotionTest": {},
    "TextInputV2WithInputMethodV1Test": {},
    "TextInputV3WithInputMethodV2Test": {
        "*.text_input_*": UNTOLD, "*.input_method_can_be_*": UNTOLD, "*.input_method_disabled_*": UNTOLD,
        "*.text_field_*": UNTOLD},
    "ToplevelInputCombinations": {},
    "TouchTest": {},
    "VirtualPointerV1Test": {"*.if_frame_is_not_sent_client_sees_no_events": NO_FRAMES},
    "WlOutputTest": {},
    "XdgOutputV1Test": {},
    "XdgPopupPositionerTest": {"*.layer_shell_*": UNCONFIGURED},
    "XdgPopupTest": {
        "LayerShellPopup/*": UNCONFIGURED, "XdgPopupStable/*.grabbed_popup_gets_done_event_*": NO_PROTOCOL,
        "XdgPopupStable/*.grabbed_popup_gets_keyboard_focus/*": KEYS,
        "XdgPopupStable/*.grabbed_popups_get_done_*": TWICE},
    "XdgSurfaceStableTest": {
        "*.gets_configure_event": NO_COMMIT, "*.attaching_buffer_to_unconfigured_*": AT_COMMIT},
    "XdgToplevelStableConfigurationTest": {"*": CONFIGURED},
    "XdgToplevelStableTest": {
        "*_respects_window_geom_offset": CONFIGURED, "*parent_*": CONFIGURED,
        "*.surface_can_be_*_interactively": MANAGED, "*.pointer_leaves_surface_*": MANAGED},
}
# Besides, with wlroots 0.18.
NEWER = {
    "BadBufferTest": {"*.test_truncated_shm_file": CUT},
    "LayerSurfaceLayoutTest": {"*.simple_popup_*": UNCOMMITTED},
    "XdgPopupTest": {
        "XdgPopupTest.when_parent_surface_is_moved_*": MANAGED,
        "XdgPopupTest.popup_can_be_repositioned": UNCOMMITTED},
}
# What a version of wlcs does right.
PASSES = {"1.7": ("*.frame_timestamp_increases", "*.gets_configure_event")}
ENDED = re.compile(r"^\[ *(OK|FAILED|SKIP) *\] (\S+?)(?:, where .*)? \(\d+ ?ms\)$", re.MULTILINE)


def wlcs(variable):
    return subprocess.run(
        [needed("pkg-config"), *variable, "wlcs"], check=True, capture_output=True, text=True).stdout.strip()


def integration():
    """The path of what wlcs loads, compiled."""
    library = pathlib.Path(cellar()) / "wlcs_stage.so"
    subprocess.run(
        [needed("gcc"), "-std=gnu11", "-O1", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", f"-DWIDTH={WIDTH}",
         f"-DHEIGHT={HEIGHT}", str(PROGRAMS / "wlcs_stage.c"), "-lwayland-client", "-o", str(library)], check=True)
    return str(library)


def run_shard(number, library, libraries):
    """What a part of wlcs's tests print."""
    stage = PopoverStage(None, WIDTH, HEIGHT)
    environment = {
        "PATH": os.environ["PATH"], **stage.environment, **stage.backend, "WLR_RENDERER": "pixman",
        "POPOVERD_SOCKET": os.path.join(stage.folder, "no-daemon"), "STAGE_LIBRARIES": libraries,
        "STAGE": binary("popover-stage"), "STAGE_CONFIGURATION": stage.configuration,
        "GTEST_TOTAL_SHARDS": str(SHARDS), "GTEST_SHARD_INDEX": str(number)}
    try:
        return subprocess.run(
            [wlcs(["--variable=test_runner"]), library, f"--gtest_filter=-{LEFT_OUT}"], env=environment, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=DEADLINE,
        ).stdout.decode(errors="replace")
    finally:
        stage.close()


class Conformance(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        library, libraries = integration(), " ".join(map(preloaded, ("devices", "places")))
        with concurrent.futures.ThreadPoolExecutor(SHARDS) as shards:
            outputs = list(shards.map(lambda number: run_shard(number, library, libraries), range(SHARDS)))
        # Without colors.
        cls.outputs = [re.sub(r"\x1b\[[0-9;]*m", "", output) for output in outputs]
        cls.ended = {name: how for output in cls.outputs for how, name in ENDED.findall(output)}
        passes = PASSES.get(wlcs(["--modversion"])[:3], ())
        newer = NEWER if has_newer_wlroots() else {}
        cls.expected = {
            group: [pattern for pattern in (*patterns, *newer.get(group, ())) if pattern not in passes]
            for group, patterns in GROUPS.items()}

    def test_wlcs_runs_to_its_end(self):
        for output in self.outputs:
            count = re.search(r"^\[=+\] (\d+) tests? from .* run\.", output, re.MULTILINE)
            self.assertTrue(count, output[-4000:])
            self.assertEqual(int(count[1]), len(ENDED.findall(output)), output[-4000:])

    def test_no_stage_ends(self):
        for output in self.outputs:
            self.assertNotIn("popover-stage ended", output)

    def test_every_group_is_known(self):
        self.assertEqual({group_of(name) for name in self.ended} - set(GROUPS), set())

    def test_only_missing_protocols_are_skipped(self):
        reasons = {
            name for output in self.outputs
            for name in re.findall(r"^\[ +\] Missing extension: (\w+)", output, re.MULTILINE)}
        self.assertEqual(reasons - MISSING, set())

    def check(self, group):
        found = {name: how for name, how in self.ended.items() if group_of(name) == group}
        expected = {
            name for name in found for pattern in self.expected[group] if fnmatch.fnmatchcase(name, pattern)}
        for name, how in found.items():
            with self.subTest(test=name):
                if name in expected:
                    self.assertNotEqual(how, "OK", "it was expected to fail")
                else:
                    self.assertNotEqual(how, "FAILED", self.told(name))

    def told(self, name):
        """What a test printed."""
        start = f"[ RUN      ] {name}\n"
        output = next(output for output in self.outputs if start in output)
        return output.split(start)[1].split("\n[")[0][-4000:]


def group_of(name):
    return name.split(".")[0].split("/")[-1]


for each in GROUPS:
    setattr(
        Conformance, f"test_{re.sub('(?<!^)(?=[A-Z])', '_', each).lower()}",
        functools.partialmethod(Conformance.check, each))


if __name__ == "__main__":
    unittest.main()
