# SPDX-License-Identifier: MIT
"""One client in a process of its own, run as `python3 peer_process.py SOCKET`.
SOCKET may be the number of a descriptor that is connected.

Each line on standard input is sent as it is, but for two orders: `!answer METHOD RESULT` answers
the daemon's requests of this method from now on, and `!finish` closes the sending side. Each line
that comes from the daemon goes to standard output. It ends when either side ends.
"""

import json
import os
import select
import socket
import sys


def lines(rest, data):
    """Splits the buffered and new bytes into whole lines and a rest."""
    parts = (rest + data).split(b"\n")
    return parts[:-1], parts[-1]


def answer(connection, answers, line):
    message = json.loads(line)
    if "method" in message and "id" in message and message["method"] in answers:
        reply = {"jsonrpc": "2.0", "id": message["id"], "result": answers[message["method"]]}
        connection.sendall(json.dumps(reply).encode() + b"\n")


def obey(connection, answers, line):
    if line.startswith(b"!answer "):
        _, method, result = line.decode().split(" ", 2)
        answers[method] = json.loads(result)
    elif line == b"!finish":
        connection.shutdown(socket.SHUT_WR)
    else:
        connection.sendall(line + b"\n")


def main():
    if sys.argv[1].isdigit():
        connection = socket.socket(fileno=int(sys.argv[1]))
    else:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.connect(sys.argv[1])
    answers = {}
    orders = received = told = b""
    # A test that does not listen must not keep its client from reading.
    os.set_blocking(1, False)
    while True:
        readable, writable, _ = select.select([0, connection], [1] if told else [], [])
        if writable:
            told = told[os.write(1, told):]
        if 0 in readable:
            data = os.read(0, 65536)
            if not data:
                return
            whole, orders = lines(orders, data)
            for line in whole:
                obey(connection, answers, line)
        if connection in readable:
            try:
                data = connection.recv(65536)
            except ConnectionResetError:
                data = b""
            if not data:
                break
            whole, received = lines(received, data)
            for line in whole:
                answer(connection, answers, line)
                told += line + b"\n"
    os.set_blocking(1, True)
    while told:
        told = told[os.write(1, told):]


if __name__ == "__main__":
    main()
