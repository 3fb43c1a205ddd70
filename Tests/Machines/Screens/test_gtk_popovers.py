# SPDX-License-Identifier: MIT
"""Popovers of the libraries for GTK 3 and GTK 4 are where the daemon says, on X servers and on sway."""

import os
import subprocess
import unittest

from support.accessibility_bus import AccessibilityBus
from support.c_library import run
from support.daemon import PATIENCE
from support.daemon_case import rect
from support.frames import Frame
from support.gtk_library import PYTHON, built
from support.kiosk import Kiosk
from support.wayland_screen import Finger, Sway, until
from support.x11_screen import PROGRAMS, Companion, Xvfb, cellar, needed

WIDTH, HEIGHT = 1000, 700
SOLID = (0xC8, 0x1E, 0x64)
BUTTON = {"x": 430, "y": 40, "width": 140, "height": 44}
BACKGROUND = (0xF2, 0xF3, 0xF7)
ELSEWHERE = 40, 650
NO_LAYERS = "int gtk_layer_is_supported(void) { return 0; }"
# Between two looks at the clock most of a motion has passed.
LEAPING_CLOCK = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
int64_t g_get_monotonic_time(void)
{
    static int64_t leaps;
    int64_t (*time)(void) = (int64_t (*)(void))dlsym(RTLD_NEXT, "g_get_monotonic_time");
    return time() + 200000 * leaps++;
}
"""
TOLD_NAMESPACES = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
void gtk_layer_set_namespace(void *window, const char *name) {
    printf("namespace %s\\n", name);
    fflush(stdout);
    ((void (*)(void *, const char *))dlsym(RTLD_NEXT, "gtk_layer_set_namespace"))(window, name);
}
"""


class Window(Companion):
    """The program; `wait` passes over what it says meanwhile."""

    def wait(self, *words):
        while not (line := self.line()).startswith(words):
            # Nobody has tapped what the tests open.
            if line.startswith(("warning", "refused")) and not line.startswith("warning advice F8"):
                raise AssertionError(line)
        return line

    def ask(self, question):
        self.tell(question)
        answer = self.wait(question)
        self.wait("pong")
        return answer.partition(" ")[2]


class Popovers:
    """What both servers have in common; each brings `start`, `tap`, `type` and `picture`."""

    version = None
    # How wide its edge is, which has another color.
    edge = 0

    def begin(self, environment):
        # What a story has, is made by each test.
        # pylint: disable=attribute-defined-outside-init
        self.program = Window(
            [PYTHON, str(PROGRAMS / "popover_gtk.py"), self.version, str(WIDTH), str(HEIGHT),
             *(str(BUTTON[side]) for side in ("x", "y", "width", "height"))],
            environment={**built().environment, **environment, "POPOVERD_SOCKET": self.daemon.socket})
        self.addCleanup(self.program.close)
        self.program.wait("ready")
        until(self.source_is_there, "the source at the daemon")
        until(lambda: self.picture().color(20, 20) == BACKGROUND, "the window")

    def scene(self, member):
        return self.observer.call("status")[member]

    def source_is_there(self):
        return any(source["source"] == "button" and source["rect"] == BUTTON
                   for source in self.scene("sources"))

    def shows(self, frame):
        """Whether the popover's color is in this frame up to its edges, and not outside."""
        picture = self.picture()
        left, top = int(frame["x"]), int(frame["y"])
        right, bottom = left + int(frame["width"]), top + int(frame["height"])
        across, down, edge = left + 40, top + 120, self.edge
        edges = [(left + edge, down), (right - 1 - edge, down), (across, top + edge),
                 (across, bottom - 1 - edge)]
        outside = [(left - 1, down), (right, down), (across, top - 1), (across, bottom)]
        return (all(picture.color(*place) == SOLID for place in edges)
                and all(picture.color(*place) != SOLID for place in outside))

    def shows_none(self):
        picture = self.picture()
        return SOLID not in {picture.color(x, y) for x in range(0, WIDTH, 20)
                             for y in range(0, HEIGHT, 20)}

    def open(self):
        self.tap(BUTTON["x"] + 70, BUTTON["y"] + 22)
        self.program.wait("opened")
        popover, = self.scene("popovers")
        until(lambda: self.shows(popover["frame"]), f"the popover at {popover['frame']}")
        return popover

    def close(self):
        self.observer.fence()
        self.tap(*ELSEWHERE)
        self.assertEqual(self.program.wait("ended"), "ended outside-tap")
        until(self.shows_none, "an empty screen")

    def test_it_is_where_the_daemon_says_and_its_text_comes_back(self):
        self.start()
        popover = self.open()
        self.assertEqual(popover["frame"]["y"], BUTTON["y"] + BUTTON["height"] + 12)
        self.assertEqual(self.program.ask("focus"), "text")
        self.type("half")
        until(lambda: self.program.ask("text") == "half", "the typed text")

        # A keyboard comes where it is.
        keyboard = self.peer("keyboard")
        keyboard.call("occluder.set", occluder="keyboard",
                      rect={"x": 0, "y": 260, "width": WIDTH, "height": 440})
        moved = until(self.moved_from(popover["frame"]), "a move")
        until(lambda: self.shows(moved), f"the popover at {moved}")
        keyboard.call("occluder.remove", occluder="keyboard")
        until(lambda: self.shows(popover["frame"]), "the popover where it was")

        self.close()
        self.assertEqual(self.program.ask("text"), "")
        self.assertEqual(self.program.ask("focus"), "button")
        self.open()
        self.assertEqual(self.program.ask("text"), "half")

    def moved_from(self, frame):
        def moved():
            popover, = self.scene("popovers")
            return popover["frame"] != frame and popover["frame"]
        return moved

    def test_its_popover_has_the_keys_after_people_have_used_another_program(self):
        self.start()
        cafe = self.peer("cafe")
        cafe.call("source.set", source="table", rect=rect(*(place - 20 for place in ELSEWHERE), 40, 40))
        self.open()
        self.close()
        cafe.wait("source.activated", source="table")
        self.open()
        self.assertEqual(self.program.ask("focus"), "text")
        self.type("half")
        until(lambda: self.program.ask("text") == "half", "the typed text")

    def test_escape_closes_it(self):
        self.start()
        self.open()
        self.press_escape()
        self.assertEqual(self.program.wait("ended"), "ended key")
        until(self.shows_none, "an empty screen")

    def test_a_modal_one_dims_the_window_while_it_is_open(self):
        self.start()
        self.program.ask("modal")
        self.open()
        # The daemon's scrim is 0.3; toolkits round differently.
        dimmed = [0.7 * part for part in BACKGROUND]
        until(lambda: all(
            abs(part - dim) < 2 for part, dim in zip(self.picture().color(20, 650), dimmed)), "the scrim")
        self.observer.fence()
        self.tap(*ELSEWHERE)
        self.assertEqual(len(self.scene("popovers")), 1)
        self.program.ask("cancel")
        self.assertEqual(self.program.wait("ended"), "ended cancel")
        until(lambda: self.picture().color(20, 650) == BACKGROUND, "the window as it was")

    def test_the_death_of_the_daemon_takes_it_off_the_screen_and_keeps_its_text(self):
        self.start()
        frame = self.open()["frame"]
        # sway 1.7 crashes if the pointer is on a shield whose client dies.
        self.tap(frame["x"] + 160, frame["y"] + 180)
        self.type("kept")
        until(lambda: self.program.ask("text") == "kept", "the typed text")
        self.observer.close()
        self.daemon.kill()
        self.assertEqual(self.program.wait("ended"), "ended connection-lost")
        until(self.shows_none, "an empty screen")
        self.daemon.start()
        self.observer = self.peer("observer", ("observer",))
        self.program.wait("ready")
        until(self.source_is_there, "the source at the new daemon")
        self.until_display(WIDTH, HEIGHT)
        self.open()
        self.assertEqual(self.program.ask("text"), "kept")


class OnX11(Popovers):
    plugin = "x11"

    def test_without_a_compositor_it_covers_its_frame_and_its_arrow_only(self):
        self.edge = 1  # pylint: disable=attribute-defined-outside-init
        self.start(composited=False)
        frame = self.open()["frame"]
        picture = self.picture()
        left, top = int(frame["x"]), int(frame["y"])
        around = [(left - 6, top + 120), (left + 326, top + 120), (left + 40, top - 6),
                  (left + 40, top + 206)]
        self.assertEqual([picture.color(*place) for place in around], 4 * [BACKGROUND])
        self.close()

    def test_it_is_no_larger_than_its_frame_around_a_single_line(self):
        self.start()
        self.program.ask("low")
        self.tap(BUTTON["x"] + 70, BUTTON["y"] + 22)
        self.program.wait("opened")
        popover, = self.scene("popovers")
        left, top = int(popover["frame"]["x"]), int(popover["frame"]["y"])
        bottom = top + int(popover["frame"]["height"])
        until(lambda: self.picture().color(left + 40, top + 8) == SOLID, "the popover")
        picture = self.picture()
        solid = [y for y in range(top - 20, bottom + 20) if picture.color(left + 40, y) == SOLID]
        self.assertEqual((solid[0], solid[-1]), (top, bottom - 1))

    def test_a_slow_program_shows_its_last_picture(self):
        self.start(**preloaded("leaping_clock", LEAPING_CLOCK))
        self.open()

    def start(self, composited=True, **environment):
        # pylint: disable=attribute-defined-outside-init
        self.screen = Xvfb()
        self.addCleanup(self.screen.close)
        self.hand = self.screen.hand()
        self.kiosk({"display": f'"{self.screen.display}"'})
        self.until_display(WIDTH, HEIGHT)
        self.environment = {
            "DISPLAY": self.screen.display, "WAYLAND_DISPLAY": "", "GDK_BACKEND": "x11", **environment}
        if composited:
            self.screen.compose()
        self.begin(self.environment)

    def run_program(self, *command):
        return subprocess.run(
            command, check=True, capture_output=True, env={**os.environ, **self.environment}).stdout

    def picture(self):
        return Frame(self.run_program(needed("import"), "-window", "root", "png:-"))

    def tap(self, x, y):
        self.observer.fence()
        self.hand.tap(x, y)

    def type(self, text):
        self.run_program(needed("xdotool"), "type", text)

    def press_escape(self):
        self.run_program(needed("xdotool"), "key", "Escape")


class OnWayland(Popovers):
    """What is the same on all Wayland servers; each brings `start`."""

    def run_program(self, *command):
        return subprocess.run(
            command, check=True, capture_output=True, env={**os.environ, **self.environment}).stdout

    def picture(self):
        return Frame(self.run_program(needed("grim"), "-"))

    def tap(self, x, y):
        self.observer.fence()
        self.finger.tap(x, y)

    def type(self, text):
        self.run_program(needed("wtype"), text)

    def press_escape(self):
        self.run_program(needed("wtype"), "-k", "Escape")


class OnSway(OnWayland):
    plugin = "wayland"

    def test_it_is_a_dialog_for_those_who_hear_the_screen(self):
        bus = self.enterContext(AccessibilityBus())
        self.start(**bus.environment)
        self.open()
        self.assert_heard(bus)

    def assert_heard(self, bus):
        shown = bus.wait("object:state-changed:showing", "dialog", "Solid")
        self.assertEqual(shown["application"], "popover_gtk.py")

    def start(self, **environment):
        # pylint: disable=attribute-defined-outside-init
        self.sway = Sway()
        self.addCleanup(self.sway.close)
        self.sway.start()
        self.sway.command("output", "HEADLESS-1", "resolution", f"{WIDTH}x{HEIGHT}")
        self.finger = Finger(self.sway, WIDTH, HEIGHT)
        self.addCleanup(self.finger.close)
        self.kiosk({"display": f'"{self.sway.socket}"'})
        self.until_display(WIDTH, HEIGHT)
        self.environment = {
            **self.sway.environment, "DISPLAY": "", "GDK_BACKEND": "wayland", **environment}
        self.connect_keyboard()
        self.begin(self.environment)

    def connect_keyboard(self):
        """One that nobody uses: of the first keyboard programs hear too late for its first keys."""
        idle = subprocess.Popen(
            [needed("wtype"), "-s", str(10 ** 9)], env={**os.environ, **self.environment})
        self.addCleanup(idle.wait, PATIENCE)
        self.addCleanup(idle.kill)
        until(lambda: any(one["type"] == "keyboard" for one in self.sway.command("-t", "get_inputs")),
              "a keyboard")


class Gtk3OnX11(OnX11, Kiosk):
    version = "3"


class Gtk4OnX11(OnX11, Kiosk):
    version = "4"


def preloaded(name, source):
    library = os.path.join(cellar(), f"{name}.so")
    run("gcc", "-shared", "-fPIC", "-x", "c", "-o", library, "-", input=source)
    return {"LD_PRELOAD": library}


class Gtk3OnSway(OnSway, Kiosk):
    version = "3"

    def test_its_layer_has_its_mark(self):
        self.start(**preloaded("told_namespaces", TOLD_NAMESPACES))
        self.tap(BUTTON["x"] + 70, BUTTON["y"] + 22)
        self.assertEqual(self.program.wait("namespace"), "namespace popover:p1")


class Gtk3WithoutLayers(Gtk3OnSway):
    """As on a compositor that has no layer-shell: a popup of the window."""

    test_its_layer_has_its_mark = None

    def begin(self, environment):
        super().begin({**environment, **preloaded("no_layers", NO_LAYERS)})


class Gtk4OnSway(OnSway, Kiosk):
    version = "4"

    def assert_heard(self, bus):
        # GTK 4.8 tells of no state of a popover, but of its control's.
        told = bus.wait("object:state-changed:expanded", "push button", "Open")
        self.assertEqual(told["relations"]["controller-for"], ["Solid"])


if __name__ == "__main__":
    unittest.main()
