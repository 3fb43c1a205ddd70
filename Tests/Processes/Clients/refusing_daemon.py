# SPDX-License-Identifier: MIT
"""What looks like a daemon and refuses each client's hello, with one error after the other."""

import contextlib
import json
import socket
import threading


class RefusingDaemon:
    """A connection for each of its errors; after the last it is the same error again."""

    def __init__(self, path, errors):
        self.path = path
        self.errors = list(errors)
        self.hellos = 0
        self.is_over = False
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.bind(path)
        self.listener.listen(16)
        self.thread = threading.Thread(target=self.serve)
        self.thread.start()

    def serve(self):
        while True:
            client, _ = self.listener.accept()
            with client, client.makefile("rwb") as stream:
                if self.is_over:
                    return
                with contextlib.suppress(OSError):
                    self.refuse(stream)

    def refuse(self, stream):
        """Until the client lets it go."""
        while line := stream.readline():
            request = json.loads(line)
            if request.get("method") != "hello":
                continue
            error = self.errors[min(self.hellos, len(self.errors) - 1)]
            self.hellos += 1
            answer = {"jsonrpc": "2.0", "id": request["id"], "error": error}
            stream.write(json.dumps(answer).encode() + b"\n")
            stream.flush()

    def close(self):
        self.is_over = True
        # Wakes the one who accepts.
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as last:
            last.connect(self.path)
        self.thread.join()
        self.listener.close()
