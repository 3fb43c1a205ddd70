# SPDX-License-Identifier: MIT
"""A client of D-Bus in bytes, which says what it likes as fast as it can."""

import os
import socket
import struct

from support.daemon import PATIENCE
from support.session_bus import NAME, PATH

METHOD_CALL = 1
NO_REPLY = 1


def padded(data, size):
    return data + b"\0" * (-len(data) % size)


def string(text):
    """Aligned behind whatever is a multiple of four bytes long, and so is it."""
    data = text.encode()
    return padded(struct.pack("<I", len(data)) + data + b"\0", 4)


def aligned(members):
    """One behind the other, each beginning at a multiple of eight bytes."""
    data = b""
    for member in members:
        data = padded(data, 8) + member
    return data


def field(code, signature, value):
    """A member of a message's header."""
    return bytes([code, 1]) + signature.encode() + b"\0" + value


def call(serial, destination, path, interface, member, signature="", body=b"", flags=0):
    """A method's call, all of it."""
    fields = aligned([
        field(1, "o", string(path)), field(2, "s", string(interface)),
        field(3, "s", string(member)), field(6, "s", string(destination)),
        field(8, "g", bytes([len(signature)]) + signature.encode() + b"\0")])
    head = struct.pack(
        "<cBBBIII", b"l", METHOD_CALL, flags, 1, len(body), serial, len(fields))
    return padded(head + fields, 8) + body


def notify(serial, urgency, title, replaces=0, flags=NO_REPLY, picture=0):
    """`picture`: bytes of a hint that nobody reads."""
    hint = padded(string("urgency") + b"\x01y\0" + bytes([urgency]), 4)
    if picture:
        name = struct.pack("<I", len("image-data")) + b"image-data\0"
        hint = aligned([hint, padded(name + b"\x02ay\0", 4) + struct.pack("<I", picture)
                        + bytes(picture)])
    texts = string("flood") + struct.pack("<I", replaces) + string("") + string(title) + string("")
    # No actions, then the hints, whose entries are aligned to eight bytes.
    body = padded(texts + struct.pack("<II", 0, len(hint)), 8) + hint + struct.pack("<i", -1)
    return call(serial, NAME, PATH, NAME, "Notify", "susssasa{sv}i", body, flags)


def close_notification(serial, number):
    return call(
        serial, NAME, PATH, NAME, "CloseNotification", "u", struct.pack("<I", number), NO_REPLY)


class BusLines:
    """A connection that has said hello."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(path)
        user = str(os.getuid()).encode().hex()
        self.socket.sendall(f"\0AUTH EXTERNAL {user}\r\nBEGIN\r\n".encode())
        self.rest = b""
        while b"\r\n" not in self.rest:
            self.receive()
        answer, self.rest = self.rest.split(b"\r\n", 1)
        if not answer.startswith(b"OK "):
            raise AssertionError(answer)
        bus = "org.freedesktop.DBus"
        self.send(call(1, bus, "/org/freedesktop/DBus", bus, "Hello"))
        self.wait_reply(1)

    def send(self, data):
        self.socket.sendall(data)

    def receive(self):
        data = self.socket.recv(65536)
        if not data:
            raise AssertionError("the bus ended the connection")
        self.rest += data

    def wait_reply(self, serial):
        """Until the call with this number is answered, with a result or an error."""
        while True:
            while len(self.rest) < 16 or len(self.rest) < self.size():
                self.receive()
            message, self.rest = self.rest[:self.size()], self.rest[self.size():]
            # The number of the answered call is a field of its header: code 5, type u.
            at = message.find(b"\x05\x01u\0")
            if at >= 0 and struct.unpack_from("<I", message, at + 4)[0] == serial:
                return message

    def size(self):
        """Of the message that has begun."""
        body, _, fields = struct.unpack_from("<III", self.rest, 4)
        return 16 + fields + (-fields % 8) + body

    def ping(self, serial):
        """Returns when the name's owner has dealt with all that was sent before."""
        self.send(call(serial, NAME, PATH, "org.freedesktop.DBus.Peer", "Ping"))
        return self.wait_reply(serial)

    def close(self):
        self.socket.close()
