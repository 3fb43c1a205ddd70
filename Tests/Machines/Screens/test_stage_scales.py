# SPDX-License-Identifier: MIT
"""Programs on popover-stage draw as many pixels as their output has, also if that is no whole number a point."""

import os
import signal
import struct

from support.line_socket import LineSocket
from support.wayland_painter import OPAQUE, Painter
from support.wayland_screen import until

from stage_case import ANCHOR, HEIGHT, WIDTH, OnStage, with_newer_wlroots as load_tests

__all__ = ["load_tests"]

SCALE, OTHER_SCALE, SECOND_SCALE = 1.5, 1.25, 1.75


class Drawer(Painter):
    """A program that asks for the scale of each surface."""

    def __init__(self, screen):
        super().__init__(screen)
        self.viewports = self.bind("wp_viewporter", 1)
        self.manager = self.bind("wp_fractional_scale_manager_v1", 1)
        # By surface.
        self.scales = {}

    def surface(self):
        surface, scale = super().surface(), self.new()
        self.send(self.manager, 1, scale, surface)
        self.scales[surface] = scale
        return surface

    def heard_scales(self, surface):
        """In their order."""
        self.settle()
        return [struct.unpack("<I", body)[0] / 120 for one, event, body in self.heard
                if (one, event) == (self.scales[surface], 0)]

    def stripe(self, surface, points, pixels):
        """Draws a line of black and one of white, and so on, each a pixel wide."""
        width, height = pixels
        memory = os.memfd_create("pixels", os.MFD_CLOEXEC)
        line = b"".join((b"\0\0\0\xff", b"\xff\xff\xff\xff")[x % 2] for x in range(width))
        os.write(memory, line * height)
        pool, buffer, viewport = self.new(), self.new(), self.new()
        self.send(self.memory, 0, pool, 4 * width * height, descriptor=memory)
        os.close(memory)
        self.send(pool, 0, buffer, 0, width, height, 4 * width, OPAQUE)
        self.send(self.viewports, 1, viewport, surface)
        self.send(viewport, 2, *points)
        self.send(surface, 1, buffer, 0, 0)
        self.send(surface, 2, 0, 0, *points)
        self.commit(surface)


class OnDenseOutput(OnStage):
    output = f"scale = {SCALE}"
    size = int(WIDTH / SCALE), int(HEIGHT / SCALE)

    def setUp(self):
        super().setUp()
        self.drawer = Drawer(self.stage)
        self.addCleanup(self.drawer.close)

    def until_scale(self, surface, scale):
        until(lambda: self.drawer.heard_scales(surface)[-1] == scale, f"the scale {scale}")


class Scales(OnDenseOutput):
    def test_each_pixel_of_a_program_is_one_on_the_screen(self):
        surface, _ = self.drawer.window("app")
        scale = self.drawer.heard_scales(surface)[-1]
        width, height = self.size
        self.drawer.stripe(surface, self.size, (round(width * scale), round(height * scale)))
        lines = [(0, 0, 0), (255, 255, 255)]
        until(lambda: self.color_at(1, HEIGHT // 2) == lines[1], "the stripes")
        picture = self.picture()
        for y in (1, HEIGHT // 2, HEIGHT - 10):
            self.assertEqual(
                [picture.color(x, y) for x in range(WIDTH - 10)], [lines[x % 2] for x in range(WIDTH - 10)])

    def test_it_is_told_before_it_draws(self):
        surface, window = self.drawer.window("app")
        self.assertEqual(self.drawer.heard_scales(surface), [SCALE])
        order = [one for one, _, _ in self.drawer.heard if one in (self.drawer.scales[surface], window)]
        self.assertEqual(order[0], self.drawer.scales[surface])

    def test_a_menu_is_told_before_it_draws(self):
        parent, window = self.drawer.window("app")
        self.drawer.paint(parent, "208040", *self.size)
        menu, _ = self.drawer.menu(window, 10, 10, 100, 100)
        self.assertEqual(self.drawer.heard_scales(menu), [SCALE])

    def test_it_is_told_when_the_output_changes(self):
        surface, _ = self.drawer.window("app")
        self.drawer.paint(surface, "208040", *self.size)
        self.until_color("208040", 20, 20)
        self.stage.set_output(f"scale = {OTHER_SCALE}")
        os.kill(self.stage.process.pid, signal.SIGHUP)
        self.until_scale(surface, OTHER_SCALE)


class TwoOutputs(OnDenseOutput):
    outputs = 2
    # Of the output before it.
    more = f"scale = {SECOND_SCALE}\n"

    def test_a_window_without_a_picture_is_told_of_the_output_that_it_will_be_on(self):
        daemon = LineSocket(self.daemon.socket)
        self.addCleanup(daemon.socket.close)
        daemon.call(1, "hello", {"protocol": 1, "app": "drawer"})
        until(lambda: len(self.observer.call("status")["displays"]) == 2, "the second display")
        for display, scale in (("main", SCALE), ("second", SECOND_SCALE)):
            with self.subTest(display=display):
                popover = daemon.call(display, "popover.open", {
                    "behavior": "task", "anchor": ANCHOR, "size": {"width": 200, "height": 100},
                    "display": display})["result"]["popover"]
                surface, _ = self.drawer.window(f"popover:{popover}")
                self.until_scale(surface, scale)
