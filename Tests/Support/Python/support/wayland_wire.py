# SPDX-License-Identifier: MIT
"""Requests of Wayland as bytes: what no client library would send."""

import contextlib
import os
import socket
import struct
import tempfile

from support.daemon import PATIENCE

DISPLAY, REGISTRY = 1, 2


def text(value):
    """A string of the wire: its length, its bytes, a NUL, and padding to whole words."""
    data = value.encode() + b"\0"
    return struct.pack("<I", len(data)) + data + bytes(-len(data) % 4)


class WireClient:
    """A connection with the globals of the server. Requests are words and bytes, one after the other."""

    def __init__(self, screen):
        environment = screen.environment
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(
            os.path.join(environment["XDG_RUNTIME_DIR"], environment["WAYLAND_DISPLAY"]))
        self.last = REGISTRY
        # The names of each interface.
        self.globals = {}
        # Events of all objects but the registry: the object, the number of the event, the body.
        self.heard = []
        self.send(DISPLAY, 1, REGISTRY)
        self.settle()

    def close(self):
        self.socket.close()

    def new(self):
        """The next id."""
        self.last += 1
        return self.last

    def send(self, target, opcode, *arguments, descriptor=None, descriptors=()):
        if descriptor is not None:
            descriptors = [descriptor]
        body = b"".join(one if isinstance(one, bytes) else struct.pack("<i", one) for one in arguments)
        # A server that has closed the connection is noticed by `settle`.
        with contextlib.suppress(ConnectionError):
            data = struct.pack("<II", target, (8 + len(body)) << 16 | opcode) + body
            if descriptors:
                socket.send_fds(self.socket, [data], descriptors)
            else:
                self.socket.sendall(data)

    def bind(self, interface, version, number=-1):
        """Binds the latest global of an interface, or another one; returns its id."""
        bound = self.new()
        self.send(REGISTRY, 0, self.globals[interface][number], text(interface), version, bound)
        return bound

    def settle(self):
        """Waits until the server has handled everything; false where it has closed the connection."""
        callback = self.new()
        self.send(DISPLAY, 0, callback)
        while True:
            head = self.exactly(8)
            if head is None:
                return False
            target, rest = struct.unpack("<II", head)
            body = self.exactly((rest >> 16) - 8)
            if target == callback:
                return True
            if target == DISPLAY and rest & 0xFFFF == 0:
                return False  # a protocol error
            if target == REGISTRY and rest & 0xFFFF == 0:
                name, length = struct.unpack_from("<II", body)
                self.globals.setdefault(body[8:8 + length - 1].decode(), []).append(name)
            else:
                self.heard.append((target, rest & 0xFFFF, body))

    def exactly(self, count):
        data = b""
        while len(data) < count:
            try:
                chunk = self.socket.recv(count - len(data))
            except ConnectionError:
                return None
            if not chunk:
                return None
            data += chunk
        return data


class LayerWindow(WireClient):
    """A black window of 100 x 100 in the middle of the layer `top`; with `keys` it demands them."""

    SIDE = 100

    def __init__(self, screen, keys=False):
        super().__init__(screen)
        compositor, shm = self.bind("wl_compositor", 4), self.bind("wl_shm", 1)
        layers = self.bind("zwlr_layer_shell_v1", 1)
        self.surface, layer = self.new(), self.new()
        self.send(compositor, 0, self.surface)
        self.send(layers, 0, layer, self.surface, 0, 2, text("small"))
        self.send(layer, 0, self.SIDE, self.SIDE)
        self.send(layer, 4, int(keys))
        self.send(self.surface, 6)
        self.settle()
        serial = next(body[:4] for target, event, body in self.heard if (target, event) == (layer, 0))
        self.send(layer, 6, serial)
        size = self.SIDE * self.SIDE * 4
        pool, picture = self.new(), self.new()
        with tempfile.TemporaryFile() as pixels:
            pixels.truncate(size)
            self.send(shm, 0, pool, size, descriptor=pixels.fileno())
            self.send(pool, 0, picture, 0, self.SIDE, self.SIDE, self.SIDE * 4, 1)
            self.send(self.surface, 1, picture, 0, 0)
            self.send(self.surface, 6)
            self.settle()
