# SPDX-License-Identifier: MIT
"""A TCP port that belongs to one test, with or without a server on it."""

import socket


class ReservedPort:
    """A port that stays reserved until `close`.

    A bound socket that never listens keeps the kernel from handing the port out. A server that
    sets SO_REUSEADDR can still bind the number, as servers do when they restart.
    """

    def __init__(self, address="127.0.0.1"):
        self.holder = socket.socket()
        self.holder.bind((address, 0))
        # Set after the bind: with it the kernel could hand the port out twice.
        self.holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.number = self.holder.getsockname()[1]

    def close(self):
        self.holder.close()
