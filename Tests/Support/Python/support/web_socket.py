# SPDX-License-Identifier: MIT
"""A WebSocket client by hand, of the standard library alone."""

import base64
import hashlib
import json
import os
import socket
import struct
import time

from support.daemon import PATIENCE

GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Refused(Exception):
    """The handshake was answered with this status; 0: with nothing."""

    def __init__(self, status):
        super().__init__(f"status {status}")
        self.status = status


def frame(payload, opcode=TEXT, final=True):
    """A masked frame, as clients send them."""
    mask = os.urandom(4)
    length = len(payload)
    if length < 126:
        head = struct.pack(">BB", opcode | final << 7, 0x80 | length)
    elif length < 65536:
        head = struct.pack(">BBH", opcode | final << 7, 0x80 | 126, length)
    else:
        head = struct.pack(">BBQ", opcode | final << 7, 0x80 | 127, length)
    key = (mask * (length // 4 + 1))[:length]
    masked = (int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")).to_bytes(length, "big")
    return head + mask + masked


class WebSocket:
    """A page's connection. Its end is kept as `status` and `reason`."""

    def __init__(self, port, origin, token, subprotocols=None, headers=()):
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.socket.settimeout(PATIENCE)
        self.rest = b""
        self.status = None
        self.reason = ""
        self.shake_hands(port, origin, token, subprotocols, headers)

    def shake_hands(self, port, origin, token, subprotocols, headers):
        key = base64.b64encode(os.urandom(16)).decode()
        if subprotocols is None:
            subprotocols = ["popoverd.1"] + ([f"token.{token}"] if token else [])
        lines = ["GET / HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket",
                 "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        if subprotocols:
            lines.append(f"Sec-WebSocket-Protocol: {', '.join(subprotocols)}")
        if origin is not None:
            lines.append(f"Origin: {origin}")
        self.socket.sendall("\r\n".join([*lines, *headers, "", ""]).encode())
        head = self.read_until(b"\r\n\r\n").decode("latin-1")
        status = int(head.split()[1]) if head else 0
        if status != 101:
            self.close()
            raise Refused(status)
        accepted = base64.b64encode(hashlib.sha1((key + GUID).encode()).digest()).decode()
        assert f"sec-websocket-accept: {accepted}".lower() in head.lower(), head
        assert "sec-websocket-protocol: popoverd.1" in head.lower(), head

    def read_until(self, end):
        while end not in self.rest:
            data = self.receive_bytes()
            if not data:
                return b""
            self.rest += data
        head, self.rest = self.rest.split(end, 1)
        return head

    def receive_bytes(self):
        try:
            return self.socket.recv(65536)
        except ConnectionResetError:
            return b""

    def read_exactly(self, count):
        while len(self.rest) < count:
            data = self.receive_bytes()
            if not data:
                return None
            self.rest += data
        data, self.rest = self.rest[:count], self.rest[count:]
        return data

    def receive_frame(self):
        """Opcode, whether it is final, payload; None at the end of the connection."""
        head = self.read_exactly(2)
        if head is None:
            return None
        length = head[1] & 0x7F
        assert not head[1] & 0x80, "servers do not mask"
        if length > 125:
            form, size = (">H", 2) if length == 126 else (">Q", 8)
            longer = self.read_exactly(size)
            if longer is None:
                return None
            length = struct.unpack(form, longer)[0]
        payload = self.read_exactly(length)
        return None if payload is None else (head[0] & 0x0F, bool(head[0] & 0x80), payload)

    def receive_text(self):
        """The next message; None when the connection has ended."""
        message = b""
        while self.status is None:
            part = self.receive_frame()
            if part is None:
                self.status = 1006
                return None
            opcode, final, payload = part
            if opcode == CLOSE:
                self.status = struct.unpack(">H", payload[:2])[0] if payload else 1005
                self.reason = payload[2:].decode()
                return None
            if opcode == PING:
                self.socket.sendall(frame(payload, PONG))
            if opcode not in (TEXT, 0):
                continue
            message += payload
            if final:
                return message.decode()
        return None

    def receive(self):
        text = self.receive_text()
        return None if text is None else json.loads(text)

    def send_text(self, text):
        self.socket.sendall(frame(text.encode()))

    def send(self, message):
        self.send_text(json.dumps(message))

    def response(self, request):
        """The answer to the request; what comes before it is left out."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            message = self.receive()
            if message is None:
                raise AssertionError(f"ended with {self.status} {self.reason!r}")
            if "method" not in message and message.get("id") == request:
                return message
        raise AssertionError(f"no answer to {request!r}")

    def call(self, method, request="1", **params):
        self.send({"jsonrpc": "2.0", "id": request, "method": method, "params": params})
        return self.response(request)

    def wait(self, method):
        """The next request or notification of this method."""
        while True:
            message = self.receive()
            if message is None:
                raise AssertionError(f"ended with {self.status} {self.reason!r}")
            if message.get("method") == method:
                return message

    def wait_for_end(self):
        """The status of the end."""
        while self.receive_text() is not None:
            pass
        return self.status

    def close(self):
        self.socket.close()
