# SPDX-License-Identifier: MIT
"""Windows of one color each, of shapes that no client library would give them."""

import os
import struct

from support.wayland_screen import until
from support.wayland_wire import WireClient, text

# wl_shm's format without transparency.
OPAQUE = 1


class Painter(WireClient):
    """A program whose surfaces have colors, as "c81e64". What is returned is an object's number."""

    def __init__(self, screen):
        super().__init__(screen)
        self.compositor, self.memory = self.bind("wl_compositor", 4), self.bind("wl_shm", 1)
        self.subcompositor = self.bind("wl_subcompositor", 1)
        self.shell, self.layers = self.bind("xdg_wm_base", 1), self.bind("zwlr_layer_shell_v1", 1)
        self.seat = self.bind("wl_seat", 5)
        self.mouse = self.new()
        self.send(self.seat, 0, self.mouse)

    def surface(self):
        surface = self.new()
        self.send(self.compositor, 0, surface)
        return surface

    def paint(self, surface, color, width, height, x=0, y=0, damage=None):
        """Gives a surface a size and a color, moved by X and Y; it says that it has drawn all, or so much."""
        size = 4 * width * height
        memory = os.memfd_create("pixels", os.MFD_CLOEXEC)
        os.write(memory, bytes.fromhex(f"ff{color}")[::-1] * (width * height))
        pool, buffer = self.new(), self.new()
        self.send(self.memory, 0, pool, size, descriptor=memory)
        os.close(memory)
        self.send(pool, 0, buffer, 0, width, height, 4 * width, OPAQUE)
        self.send(pool, 1)
        self.send(surface, 1, buffer, x, y)
        self.send(surface, 2, 0, 0, *(damage or (width, height)))
        self.commit(surface)

    def commit(self, surface):
        self.send(surface, 6)

    def serial(self, target, *events):
        """Of the latest configuration of a window, or of one of these events; None: it has none yet."""
        if not self.settle():
            raise AssertionError("the connection is closed")
        serials = [struct.unpack_from("<I", body)[0] for one, event, body in self.heard
                   if one == target and event in (events or (0,))]
        return serials[-1] if serials else None

    def window(self, title):
        """A window that may be painted: its surface, and its xdg_surface."""
        surface, window, toplevel = self.surface(), self.new(), self.new()
        self.send(self.shell, 2, window, surface)
        self.send(window, 1, toplevel)
        self.send(toplevel, 2, text(title))
        self.commit(surface)
        self.send(window, 4, until(lambda: self.serial(window), "a configuration"))
        return surface, window

    def menu(self, parent, x, y, width, height):
        """A popup of a window, at a place in it, that may be painted: its surface, and its xdg_surface."""
        positioner = self.new()
        self.send(self.shell, 1, positioner)
        surface, window, popup = self.surface(), self.new(), self.new()
        self.send(positioner, 1, width, height)
        self.send(positioner, 2, x, y, 1, 1)
        self.send(positioner, 3, 5)  # the anchor: its corner at the top left
        self.send(positioner, 4, 8)  # the gravity: below it, to the right
        self.send(self.shell, 2, window, surface)
        self.send(window, 2, popup, parent, positioner)
        self.commit(surface)
        self.send(window, 4, until(lambda: self.serial(window), "a configuration"))
        return surface, window

    def set_geometry(self, window, x, y, width, height):
        """What of a window is not its shadow, as it says, with the next `commit`."""
        self.send(window, 3, x, y, width, height)

    def part(self, parent, x, y):
        """A subsurface; its surface, and its wl_subsurface."""
        surface, part = self.surface(), self.new()
        self.send(self.subcompositor, 1, part, surface, parent)
        self.send(part, 5)
        self.move(part, x, y)
        return surface, part

    def move(self, part, x, y):
        """With the next `commit` of its parent."""
        self.send(part, 1, x, y)

    def layer(self, name, place=None):
        """A layer surface that is to be as large as its output, or at a place, and may be painted."""
        surface, layer = self.surface(), self.new()
        self.send(self.layers, 0, layer, surface, 0, 3, text(name))
        self.send(layer, 1, 1 | 4 if place else 1 | 2 | 4 | 8)
        self.send(layer, 2, -1)
        if place:
            x, y, width, height = place
            self.send(layer, 0, width, height)
            self.send(layer, 3, y, 0, 0, x)
        self.commit(surface)
        self.send(layer, 6, until(lambda: self.serial(layer), "a configuration"))
        return surface

    def bar(self, height):
        """A layer surface at the lower edge, which it keeps free of others, and that may be painted."""
        surface, layer = self.surface(), self.new()
        self.send(self.layers, 0, layer, surface, 0, 3, text("bar"))
        self.send(layer, 0, 0, height)
        self.send(layer, 1, 2 | 4 | 8)
        self.send(layer, 2, height)
        self.commit(surface)
        self.send(layer, 6, until(lambda: self.serial(layer), "a configuration"))
        return surface

    def set_cursor(self, surface, x, y):
        """The cursor while it has the mouse, with this point where the mouse is."""
        serials = [struct.unpack_from("<I", body)[0] for one, event, body in self.heard
                   if (one, event) == (self.mouse, 0)]
        self.send(self.mouse, 0, serials[-1], surface, x, y)

    def has_mouse(self):
        """Whether the mouse has come to it."""
        self.settle()
        return (self.mouse, 0) in [event[:2] for event in self.heard]


class Mouse(WireClient):
    """Moves the mouse without a press, on a layout of this size."""

    def __init__(self, screen, width, height):
        super().__init__(screen)
        self.size = width, height
        manager, self.mouse = self.bind("zwlr_virtual_pointer_manager_v1", 1), self.new()
        self.send(manager, 0, 0, self.mouse)
        self.time = 0

    def press(self, state):
        """The left button goes down (1) or up (0)."""
        self.time += 1
        self.send(self.mouse, 2, self.time, 0x110, state)
        self.send(self.mouse, 4)
        self.settle()

    def move(self, x, y):
        self.time += 1
        self.send(self.mouse, 1, self.time, x, y, *self.size)
        self.send(self.mouse, 4)
        self.settle()

    def scroll(self, source, axis, points, steps=0):
        """By a number of steps, if the device has any."""
        self.send(self.mouse, 7 if steps else 3, 0, axis, points * 256, *([steps] if steps else []))
        self.end(source)

    def stop(self, source, axis):
        """Fingers leave the touchpad."""
        self.send(self.mouse, 6, 0, axis)
        self.end(source)

    def end(self, source):
        # wlroots takes it for the axis before.
        self.send(self.mouse, 5, source)
        self.send(self.mouse, 4)
        self.settle()
