# SPDX-License-Identifier: MIT
"""A Unix socket before the daemon's, whose connections a test can cut, and whose grants it can delay."""

import contextlib
import json
import queue
import socket
import threading
import time


class Relay:
    """Passes bytes on in threads of its own, until `cut`; from then on until `mend` nobody gets
    through: who connects is let go at once. Between `hold` and `release` no grant gets through. What
    clients say while `is_deaf` never reaches the daemon."""

    def __init__(self, path, target):
        self.target = target
        self.lock = threading.Lock()
        self.streams = set()
        self.is_cut = self.is_over = False
        # When somebody has come, in seconds.
        self.knocks = queue.SimpleQueue()
        # The bytes of each client.
        self.said = []
        self.passing = threading.Lock()
        self.is_holding = self.is_deaf = False
        # Grants that wait, each with the socket that it is for.
        self.held = queue.SimpleQueue()
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.bind(path)
        self.listener.listen(16)
        self.thread = threading.Thread(target=self.accept)
        self.thread.start()
        self.pumps = []

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            self.knocks.put(time.monotonic())
            with self.lock:
                if self.is_over:
                    client.close()
                    return
                if not self.is_cut:
                    self.join(client)
                    continue
            client.close()

    def join(self, client):
        daemon = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            daemon.connect(self.target)
        except OSError:
            daemon.close()
            client.close()
            return
        self.streams |= {client, daemon}
        self.said.append(bytearray())
        for source, target, said in ((client, daemon, self.said[-1]), (daemon, client, None)):
            pump = threading.Thread(target=self.pump, args=(source, target, said))
            pump.start()
            self.pumps.append(pump)

    def pump(self, source, target, said):
        rest = b""
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if said is not None:
                    said += data
                    if not self.is_deaf:
                        target.sendall(data)
                    continue
                *lines, rest = (rest + data).split(b"\n")
                self.pass_on(target, lines)
        self.end(source, target)
        source.close()

    def pass_on(self, client, lines):
        with self.passing:
            for line in lines:
                if self.is_holding and "presentation" in json.loads(line).get("result", {}):
                    self.held.put((client, line))
                else:
                    client.sendall(line + b"\n")

    def hold(self):
        self.is_holding = True

    def release(self):
        with self.passing:
            self.is_holding = False
            while not self.held.empty():
                client, line = self.held.get()
                client.sendall(line + b"\n")

    def end(self, *streams):
        for stream in streams:
            with contextlib.suppress(OSError):
                stream.shutdown(socket.SHUT_RDWR)

    def cut(self):
        with self.lock:
            self.is_cut = True
            self.end(*self.streams)
            self.streams.clear()

    def mend(self):
        with self.lock:
            self.is_cut = False

    def close(self):
        with self.lock:
            self.is_over = True
        # Wakes the one who accepts.
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as last:
            last.connect(self.listener.getsockname())
        self.thread.join()
        self.cut()
        for pump in self.pumps:
            pump.join()
        self.listener.close()
