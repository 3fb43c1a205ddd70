# SPDX-License-Identifier: MIT
"""No client and no device ends popover-stage."""

import resource
import socket
import struct
import tempfile
import time

from support.process_table import cpu_seconds, descriptors
from support.wayland_screen import until
from support.wayland_wire import REGISTRY, WireClient, text

from stage_case import SHOP, OnStage
from stage_devices import WithDevices


class Attacks(OnStage):
    def assert_alive(self):
        self.assertIsNone(self.stage.process.poll(), self.stage.told())
        self.until_color(SHOP, 20, 20)

    def test_a_popup_without_a_parent(self):
        # Also one whose parent has none. The stage may close the connection of each.
        for popups in (1, 2):
            with self.subTest(popups=popups):
                self.show_popups(popups)
                self.assert_alive()

    def show_popups(self, popups):
        client = self.client()
        compositor, shell = client.bind("wl_compositor", 4), client.bind("xdg_wm_base", 1)
        positioner = client.new()
        client.send(shell, 1, positioner)
        client.send(positioner, 1, 100, 100)
        client.send(positioner, 2, 0, 0, 10, 10)
        parent, surfaces = 0, []
        for _ in range(popups):
            surface, xdg, popup = client.new(), client.new(), client.new()
            client.send(compositor, 0, surface)
            client.send(shell, 2, xdg, surface)
            client.send(xdg, 2, popup, parent, positioner)
            parent = xdg
            surfaces.append(surface)
        for surface in reversed(surfaces):
            client.send(surface, 6)
        client.settle()


    def test_a_keymap_that_is_cut(self):
        # Also one that fills its pages, without an end.
        for data in (b"", b"x" * 8192):
            with self.subTest(size=len(data)):
                client = self.client()
                manager = client.bind("zwp_virtual_keyboard_manager_v1", 1)
                seat, keyboard = client.bind("wl_seat", 1), client.new()
                client.send(manager, 0, seat, keyboard)
                with tempfile.TemporaryFile() as keymap:
                    keymap.write(data)
                    keymap.flush()
                    client.send(keyboard, 0, 1, 8192, descriptor=keymap.fileno())
                    client.settle()
                self.assert_alive()

    def test_a_popup_of_a_window_and_of_a_layer(self):
        client = self.client()
        compositor, shell = client.bind("wl_compositor", 4), client.bind("xdg_wm_base", 1)
        surfaces = [client.new() for _ in range(3)]
        for surface in surfaces:
            client.send(compositor, 0, surface)
        layer = layer_surface(client, surfaces[0], client.bind("zwlr_layer_shell_v1", 1))
        window, toplevel, popup, positioner, shown = (client.new() for _ in range(5))
        client.send(shell, 2, window, surfaces[1])
        client.send(window, 1, toplevel)
        client.send(shell, 2, popup, surfaces[2])
        client.send(shell, 1, positioner)
        client.send(positioner, 1, 100, 100)
        client.send(positioner, 2, 0, 0, 10, 10)
        client.send(popup, 2, shown, window, positioner)
        client.send(layer, 5, shown)
        client.settle()
        client.close()
        self.assert_alive()

    def test_a_buffer_with_lines_shorter_than_its_width(self):
        # The last line is read beyond the end of the pool, where another one was.
        client, width, height = self.client(), 1024, 700
        compositor, shell, shm = (
            client.bind(name, 1) for name in ("wl_compositor", "xdg_wm_base", "wl_shm"))
        surface, window, toplevel = (client.new() for _ in range(3))
        client.send(compositor, 0, surface)
        client.send(shell, 2, window, surface)
        client.send(window, 1, toplevel)
        client.send(surface, 6)
        until(lambda: client.settle() and configured(client, window), "a configuration")
        client.send(window, 4, configured(client, window))
        other, pool, buffer = (client.new() for _ in range(3))
        with tempfile.TemporaryFile() as file:
            file.truncate(width * height)
            for one in (other, pool):
                client.send(shm, 0, one, width * height, descriptor=file.fileno())
            client.send(other, 1)
            client.send(pool, 0, buffer, 0, width, height, width, 0)
            client.send(surface, 1, buffer, 0, 0)
            client.send(surface, 2, 0, 0, width, height)
            client.send(surface, 6)
            self.assertFalse(client.settle())
        self.assert_alive()

    def test_no_descriptors_are_left(self):
        pid = self.stage.process.pid
        limits = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (descriptors(pid) + 8, limits[1]))
        crowd = [socket.socket(socket.AF_UNIX) for _ in range(32)]
        for connection in crowd:
            self.addCleanup(connection.close)
            connection.connect(self.stage.socket)
        until(lambda: "clients wait" in self.stage.told(), "the shortage to be seen")
        before = cpu_seconds(pid)
        time.sleep(1)
        # A spin would take all of it.
        self.assertLess(cpu_seconds(pid) - before, 0.3)
        for connection in crowd:
            connection.close()
        self.assert_alive()

    def client(self):
        client = WireClient(self.stage)
        self.addCleanup(client.close)
        return client


class Devices(WithDevices):
    def test_one_of_two_fingers_in_an_app_is_canceled(self):
        self.order("down 1 0.05 0.1", "down 2 0.1 0.2")
        for finger in (1, 2):
            self.shop.told(f"touched shop {finger}")
        self.order("cancel 1", "up 2", "down 3 0.05 0.1")
        self.shop.told("touched shop 3")

    def test_a_keyboard_without_an_output(self):
        # It is told its size when there is one.
        client, surface, layers = self.client()
        self.order("unplug 0")
        until(lambda: client.settle() and (REGISTRY, 1) in [event[:2] for event in client.heard],
              "the output to go")
        layer = layer_surface(client, surface, layers)
        self.assertEqual(sizes(client, layer), [])
        self.order("plug 800 600")
        self.assertEqual(until(lambda: sizes(client, layer), "a size")[0], (800, 240))

    def test_the_output_of_a_layer_is_unplugged(self):
        client, surface, layers = self.client()
        layer = layer_surface(client, surface, layers, client.bind("wl_output", 1), commits=False)
        client.settle()
        self.order("plug 800 600", "unplug 0")
        until(lambda: client.settle() and (REGISTRY, 1) in [event[:2] for event in client.heard],
              "the output to go")
        client.send(surface, 6)
        self.assertEqual(until(lambda: sizes(client, layer), "a size")[0], (800, 240))

    def test_the_display_of_an_output_goes_with_it(self):
        def displays():
            return [display["display"] for display in self.observer.call("status")["displays"]]
        self.order("plug 800 600")
        until(lambda: displays() == ["main", "second"], "the second display")
        self.order("unplug 2")
        until(lambda: displays() == ["main"], "the second display to go")

    def client(self):
        """A connection, a surface of its, and the layer shell."""
        client = WireClient(self.stage)
        self.addCleanup(client.close)
        compositor, layers = client.bind("wl_compositor", 4), client.bind("zwlr_layer_shell_v1", 1)
        surface = client.new()
        client.send(compositor, 0, surface)
        return client, surface, layers


def layer_surface(client, surface, layers, output=0, commits=True):
    """A layer surface as wide as its output, and 240 points high."""
    layer = client.new()
    client.send(layers, 0, layer, surface, output, 2, text("keyboard"))
    client.send(layer, 0, 0, 240)
    client.send(layer, 1, 2 | 4 | 8)
    if commits:
        client.send(surface, 6)
    return layer


def configured(client, window):
    """The serial of a window's configuration; None: it has none."""
    return next((struct.unpack("<I", body)[0] for target, _, body in client.heard if target == window), None)


def sizes(client, layer):
    """Those that a layer surface was given."""
    if not client.settle():
        raise AssertionError("the stage has closed the connection")
    return [struct.unpack("<3I", body)[1:] for target, _, body in client.heard if target == layer]
