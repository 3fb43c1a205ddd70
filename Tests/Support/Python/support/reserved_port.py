# SPDX-License-Identifier: MIT
"""A port of this machine that is one test's, whether or not its server is there just now."""

import socket


class ReservedPort:
    """Nobody else gets it until `close`: a socket is bound to it and never listens, so that the
    kernel neither hands it out nor lets anybody have it, but one that says SO_REUSEADDR and its
    number, as servers do that start again on the port that they had."""

    def __init__(self, address="127.0.0.1"):
        self.holder = socket.socket()
        self.holder.bind((address, 0))
        # Only now: a port that is bound so is handed out once.
        self.holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.number = self.holder.getsockname()[1]

    def close(self):
        self.holder.close()
