# SPDX-License-Identifier: MIT
"""A client whose process also has a window: client_with_window.py SOCKET IN OUT PEER COMMAND...

It connects to SOCKET and becomes COMMAND, the window's program, whose input and output are IN and OUT.
A process of PEER, the program of a test's client, uses the connection.
"""

import os
import socket
import sys


def main():
    place, told, tells, peer, *command = sys.argv[1:]
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.connect(place)
    connection.set_inheritable(True)
    if os.fork() == 0:
        os.close(int(told))
        os.close(int(tells))
        os.execv(sys.executable, [sys.executable, "-S", "-E", peer, str(connection.fileno())])
    connection.close()
    os.dup2(int(told), 0)
    os.dup2(int(tells), 1)
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
