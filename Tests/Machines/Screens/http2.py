# SPDX-License-Identifier: MIT
"""What an HTTP/2 client may send: valid frames and damaged ones. The same seed gives the same bytes."""

import struct

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION \
    = range(10)
END_STREAM, END_HEADERS, PADDED, PRIORITIZED = 1, 4, 8, 32

# Blocks of HPACK: a GET, a POST, WebSocket's CONNECT, a bare cookie; then broken ones: an index out of
# range, an endless number, Huffman's end of string, a new size of the table, a name without a value.
BLOCKS = (
    b"\x82\x86\x84\x41\x01x", b"\x83\x86\x84\x41\x01x\x5c\x011",
    b"\x02\x07CONNECT\x00\x09:protocol\x09websocket\x86\x84\x41\x01x", b"\x60\x03a=b", b"",
    b"\xff\xff\xff\xff\x7f", b"\x1f" + b"\xff" * 9, b"\x40\x81\xff\x81\xff", b"\x3f\xe1\xff\x03",
    b"\x40\x03abc", b"\x00" * 40)
UPGRADES = ("h2c", "H2C", "h2", "websocket, h2c", "h2c, websocket", "h2c,", "HTTP/2.0", "")
STREAMS = (0, 1, 1, 1, 3, 5, 2, 0x7fffffff)
NUMBERS = (0, 1, 2, 255, 16383, 16384, 65535, 0x7fffffff, 0x80000000, 0xffffffff)


def frame(kind, flags, stream, payload, length=None):
    length = len(payload) if length is None else length
    return struct.pack(">IBI", (length & 0xffffff) << 8 | kind, flags, stream) + payload


class Client:
    """The bytes of one connection after the other."""

    def __init__(self, chance):
        self.chance = chance

    def connection(self):
        """A list of writes."""
        frames = [frame(SETTINGS, 0, 0, b"")] if self.chance.random() < 0.7 else []
        frames += [self.frame() for _ in range(self.chance.randrange(1, 40))]
        if self.chance.random() < 0.2:
            self.chance.shuffle(frames)
        sent = self.greeting() + b"".join(frames)
        if self.chance.random() < 0.2:
            sent = self.damaged(sent)
        cuts = sorted(self.chance.randrange(len(sent) + 1) for _ in range(self.chance.choice((0, 0, 1, 5))))
        return [part for start, end in zip([0] + cuts, cuts + [len(sent)]) if (part := sent[start:end])]

    def greeting(self):
        """Prior knowledge, or an upgrade with the settings in a header."""
        if self.chance.random() < 0.3:
            return PREFACE
        settings = self.chance.choice(("AAMAAABkAAQAAP__", "AAMAAABkAARAAAAAAAIAAAAA", "", "A", "====", "_" * 300))
        method = self.chance.choice(("GET", "GET", "POST", "OPTIONS", "PRI"))
        lines = [f"{method} / HTTP/1.1", "Host: x", "Connection: Upgrade, HTTP2-Settings",
                 f"HTTP2-Settings: {settings}", f"Upgrade: {self.chance.choice(UPGRADES)}"]
        if self.chance.random() < 0.3:
            lines += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
                      "Sec-WebSocket-Protocol: popoverd.1"]
        if self.chance.random() < 0.2:
            self.chance.shuffle(lines)
        head = "\r\n".join(lines + ["", ""]).encode()
        return head + (PREFACE if self.chance.random() < 0.8 else b"")

    def frame(self):
        kind = self.chance.choice((HEADERS, HEADERS, DATA, CONTINUATION, *range(10), self.chance.randrange(256)))
        flags = self.chance.choice((
            0, END_STREAM, END_HEADERS, END_STREAM | END_HEADERS, PADDED, PRIORITIZED | END_HEADERS,
            self.chance.randrange(256)))
        payload = self.payload(kind, flags)
        length = None
        if self.chance.random() < 0.05:
            length = self.chance.choice((0, len(payload) + 1, max(len(payload) - 1, 0), 16385, 0xffffff))
        return frame(kind, flags, self.chance.choice(STREAMS), payload, length)

    def payload(self, kind, flags):
        numbers = [struct.pack(">I", self.chance.choice(NUMBERS)) for _ in range(3)]
        payload = {
            DATA: b"x" * self.chance.choice((0, 1, 9, 1000, 16384)),
            HEADERS: self.chance.choice(BLOCKS), CONTINUATION: self.chance.choice(BLOCKS),
            PRIORITY: numbers[0] + b"\x10", RST_STREAM: numbers[0],
            SETTINGS: b"" if flags & 1 else b"".join(
                struct.pack(">H", self.chance.randrange(10)) + number for number in numbers),
            PUSH_PROMISE: numbers[0] + self.chance.choice(BLOCKS), PING: b"".join(numbers)[:8],
            GOAWAY: numbers[0] + numbers[1] + b"bye", WINDOW_UPDATE: numbers[0],
        }.get(kind, bytes(self.chance.randrange(256) for _ in range(self.chance.randrange(64))))
        if kind == HEADERS and flags & PRIORITIZED:
            payload = numbers[0] + b"\x10" + payload
        if kind in (DATA, HEADERS, PUSH_PROMISE) and flags & PADDED:
            padding = self.chance.choice((0, 1, 8, 255))
            payload = bytes([padding]) + payload + b"\0" * self.chance.choice((padding, 0))
        return payload

    def damaged(self, sent):
        """With some bytes changed, lost or repeated."""
        sent = bytearray(sent)
        for _ in range(self.chance.randrange(1, 6)):
            at = self.chance.randrange(len(sent))
            change = self.chance.randrange(3)
            if change == 0:
                sent[at] = self.chance.randrange(256)
            elif change == 1:
                del sent[at:at + self.chance.randrange(1, 5)]
            else:
                sent[at:at] = sent[at:at + self.chance.randrange(1, 20)]
            if not sent:
                return b"\0"
        return bytes(sent)
