# SPDX-License-Identifier: MIT
"""Many connections of one process: `crowd_process.py SOCKET`, driven by one JSON array a line.

    ["connect", COUNT, APP]          opens connections and says hello on each; prints their number
    ["send", [LINE, ...], TIMES, COUNT]
                                     sends lines on COUNT or all connections; {c} is the connection's number,
                                     {n} counts the times; requests with an id are answered: waits
                                     for the answers and prints how many were results, and the errors
    ["flood", [LINE, ...], TIMES]    the same on every connection at once, reading nothing; prints how
                                     many connections still take bytes
    ["end"]                          closes them
"""

import json
import selectors
import socket
import sys

WAIT = 60


class Crowd:
    def __init__(self, place):
        self.place = place
        self.links = []

    def connect(self, count, app):
        for number in range(count):
            link = socket.socket(socket.AF_UNIX)
            link.connect(self.place)
            link.settimeout(WAIT)
            link.sendall(line(0, "hello", {"protocol": 1, "app": app.replace("{c}", str(number))}))
            self.links.append(Link(link))
        return sum(link.answer(0) is not None for link in self.links)

    def send(self, lines, times, connections=None):
        results, errors = 0, {}
        for number, link in enumerate(self.links[:connections]):
            text = [filled(each, number, n) for n in range(times) for each in lines]
            for answer in link.ask(text):
                if "error" in answer:
                    name = (answer["error"].get("data") or {}).get("limit", answer["error"]["message"])
                    errors[name] = errors.get(name, 0) + 1
                else:
                    results += 1
        return {"results": results, "errors": errors}

    def flood(self, lines, times):
        waiting = {
            link.socket: b"".join(
                filled(each, number, n) for n in range(times) for each in lines)
            for number, link in enumerate(self.links)}
        for link in waiting:
            link.setblocking(False)
        count = len(waiting)
        # There are more of them than `select` can watch.
        with selectors.DefaultSelector() as selector:
            for link in waiting:
                selector.register(link, selectors.EVENT_WRITE)
            while waiting and (writable := selector.select(0.5)):
                for link in (key.fileobj for key, _ in writable):
                    try:
                        waiting[link] = waiting[link][link.send(waiting[link][:65536]):]
                    except BlockingIOError:
                        continue
                    except OSError:
                        count -= 1
                        waiting[link] = b""
                    if not waiting[link]:
                        del waiting[link]
                        selector.unregister(link)
        return count

    def end(self):
        for link in self.links:
            link.socket.close()
        self.links = []


class Link:
    def __init__(self, connected):
        self.socket = connected
        self.rest = b""

    def read(self):
        while b"\n" not in self.rest:
            data = self.socket.recv(1 << 20)
            if not data:
                return None
            self.rest += data
        first, self.rest = self.rest.split(b"\n", 1)
        return json.loads(first)

    def answer(self, number):
        while (message := self.read()) is not None:
            if message.get("id") == number and "method" not in message:
                return message
        return None

    def ask(self, lines):
        """Sends lines, some dozens at a time, and yields the answers."""
        for start in range(0, len(lines), 32):
            part = lines[start:start + 32]
            self.socket.sendall(b"".join(part))
            for each in part:
                number = json.loads(each).get("id")
                if number is None:
                    continue
                answer = self.answer(number)
                if answer is None:
                    return
                yield answer


def line(number, method, params):
    return json.dumps(
        {"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n"


def filled(text, connection, count):
    return text.replace("{c}", str(connection)).replace("{n}", str(count)).encode() + b"\n"


def main():
    crowd = Crowd(sys.argv[1])
    for text in sys.stdin:
        name, *arguments = json.loads(text)
        print(json.dumps(getattr(crowd, name)(*arguments)), flush=True)


main()
