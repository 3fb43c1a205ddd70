# SPDX-License-Identifier: MIT
"""A stretch of network between a kiosk and its broker, which can be cut, or go silent."""

import selectors
import socket
import threading


class Hole:
    """A port that never answers: its backlog is full, so further connections get no response."""

    def __init__(self, port):
        self.listener = socket.socket()
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.listener.bind(("127.0.0.1", port))
        self.listener.listen(0)
        self.callers = []
        while self.is_heard():
            pass

    def is_heard(self):
        caller = socket.socket()
        caller.settimeout(1)
        try:
            caller.connect(self.listener.getsockname())
        except TimeoutError:
            caller.close()
            return False
        self.callers.append(caller)
        return True

    def calls(self):
        """How many wait for a first answer (SYN_SENT)."""
        port = f":{self.listener.getsockname()[1]:04X}"
        # By both ends: connections to different ports share their own port, and the file lists some
        # twice when others come and go meanwhile.
        with open("/proc/net/tcp", encoding="ascii") as file:
            rows = {tuple(line.split()[1:4]) for line in file}
        return sum(remote.endswith(port) and state == "02" for _, remote, state in rows)

    def close(self):
        self.listener.close()
        for caller in self.callers:
            caller.close()


class Network:
    """Passes bytes on between its own port and another one."""

    def __init__(self, port):
        self.target = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.setblocking(False)
        self.port = self.listener.getsockname()[1]
        self.lock = threading.Lock()
        self.is_cut = False
        self.is_silent = False
        self.is_over = False
        self.pairs = {}
        self.accepted = 0
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.listener, selectors.EVENT_READ)
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while not self.is_over:
            for key, _ in self.selector.select(0.02):
                with self.lock:
                    if key.fileobj is self.listener:
                        self.accept()
                    elif key.fileobj in self.pairs:
                        self.pass_on(key.fileobj)

    def accept(self):
        near, _ = self.listener.accept()
        self.accepted += 1
        if self.is_cut:
            near.close()
            return
        # Who goes silent takes calls, and says nothing.
        if self.is_silent:
            self.pairs[near] = None
            return
        try:
            far = socket.create_connection(("127.0.0.1", self.target), 5)
        except OSError:
            near.close()
            return
        for one, other in ((near, far), (far, near)):
            self.pairs[one] = other
            self.selector.register(one, selectors.EVENT_READ)

    def pass_on(self, source):
        try:
            data = source.recv(65536)
            if data:
                self.pairs[source].sendall(data)
                return
        except OSError:
            pass
        self.drop(source)

    def drop(self, one):
        other = self.pairs.pop(one, None)
        for end in (one, other):
            if end is None or end.fileno() < 0:
                continue
            self.pairs.pop(end, None)
            try:
                self.selector.unregister(end)
            except KeyError:
                pass
            end.close()

    def cut(self):
        """Breaks every connection and refuses new ones."""
        with self.lock:
            self.is_cut = True
            for one in list(self.pairs):
                self.drop(one)

    def silence(self):
        """Connections stay, and nothing comes through them any more."""
        with self.lock:
            self.is_silent = True
            for one in list(self.pairs):
                try:
                    self.selector.unregister(one)
                except KeyError:
                    pass

    def mend(self):
        with self.lock:
            self.is_cut = self.is_silent = False
            for one in list(self.pairs):
                self.drop(one)

    def close(self):
        self.is_over = True
        self.thread.join(5)
        self.cut()
        self.listener.close()
        self.selector.close()
