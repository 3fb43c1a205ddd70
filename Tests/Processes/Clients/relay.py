# SPDX-License-Identifier: MIT
"""A Unix socket before the daemon's, whose connections a test can cut."""

import contextlib
import queue
import socket
import threading
import time


class Relay:
    """Passes bytes on in threads of its own, until `cut`; from then on until `mend` nobody gets
    through: who connects is let go at once."""

    def __init__(self, path, target):
        self.target = target
        self.lock = threading.Lock()
        self.streams = set()
        self.is_cut = self.is_over = False
        # When somebody has come, in seconds.
        self.knocks = queue.SimpleQueue()
        # The bytes of each client.
        self.said = []
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
        for source, target, said in ((client, daemon, self.said[-1]), (daemon, client, bytearray())):
            pump = threading.Thread(target=self.pump, args=(source, target, said))
            pump.start()
            self.pumps.append(pump)

    def pump(self, source, target, said):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                said += data
                target.sendall(data)
        self.end(source, target)
        source.close()

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
