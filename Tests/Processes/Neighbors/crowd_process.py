# SPDX-License-Identifier: MIT
"""Many connections of one process: `crowd_process.py SOCKET`, driven by one JSON array a line.

    ["connect", COUNT, APP]          opens connections and says hello on each; prints their number
    ["send", [LINE, ...], TIMES, COUNT]
                                     sends lines on COUNT or all connections; {c} is the connection's number,
                                     {n} counts the times; requests with an id are answered: waits
                                     for the answers and prints how many were results, and the errors
    ["flood", [LINE, ...], TIMES]    the same on every connection at once, reading nothing; prints how
                                     many connections still take bytes
    ["storm", [LINE, ...], TIMES, COUNT]
                                     sends the lines on COUNT or all connections at the announced rate,
                                     again and again, and reads everything, until the next order;
                                     prints how many lines were carried out, and how many connections
                                     the daemon ended
    ["reopen", LINE]                 opens on every connection, and again before it answers that it
                                     should close, until the next order; prints how often it was granted
    ["visit", COUNT, APP, [LINE, ...]]
                                     connects at most as often as announced, sends the lines and closes
                                     all connections at once, until the next order; prints how often
    ["end"]                          closes them
"""

import heapq
import json
import select
import selectors
import socket
import sys
import time

WAIT = 60
# The last line of each round of a storm.
FENCE = "fence"


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
        return sum(link.greeted() for link in self.links)

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

    def storm(self, lines, times, connections=None):
        storm = Storm(self.links)
        for number, link in enumerate(self.links[:connections]):
            storm.send(link, [filled(each, number, n) for n in range(times) for each in lines])
        return storm.run()

    def reopen(self, opening):
        granted = 0
        text = filled(opening, 0, 0)
        number = json.loads(text)["id"]
        with selectors.DefaultSelector() as selector:
            selector.register(0, selectors.EVENT_READ)
            for link in self.links:
                selector.register(link.socket, selectors.EVENT_READ, link)
                link.socket.sendall(text)
            while (ready := [key.data for key, _ in selector.select()]) and None not in ready:
                for link in ready:
                    for message in link.messages():
                        if message.get("method") == "popover.willClose":
                            link.socket.sendall(text + response(message["id"]))
                        elif message.get("id") == number:
                            granted += "result" in message
                            # It was refused, or replaced before it was granted.
                            if "error" in message:
                                link.socket.sendall(text)
        return {"granted": granted}

    def visit(self, count, app, lines):
        visits = 0
        while True:
            began = time.monotonic()
            self.connect(count, app)
            self.send(lines, 1)
            due = began + count / self.links[0].limits["connectionsPerSecond"]
            if select.select([0], [], [], max(0, due - time.monotonic()))[0]:
                return {"visits": visits}
            self.end()
            visits += 1

    def end(self):
        for link in self.links:
            link.socket.close()
        self.links = []


class Link:
    def __init__(self, connected):
        self.socket = connected
        self.rest = b""
        self.limits = None

    def greeted(self):
        """Reads the answer to hello; returns whether there was one."""
        welcome = self.answer(0)
        if welcome is not None:
            self.limits = welcome["result"]["limits"]
        return welcome is not None

    def messages(self):
        """What can be read at once."""
        data = self.socket.recv(1 << 20)
        if not data:
            raise ConnectionError("the daemon ended the connection")
        *whole, self.rest = (self.rest + data).split(b"\n")
        return map(json.loads, whole)

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


class Storm:
    """Streams of lines of many connections, until there is something on standard input."""

    def __init__(self, links):
        self.selector = selectors.DefaultSelector()
        self.selector.register(0, selectors.EVENT_READ)
        self.streams = {link: Stream(link) for link in links}
        # The streams that may go on at a time, earliest first; numbers keep streams uncompared.
        self.waiting = []
        self.lines = self.ended = 0

    def send(self, link, lines):
        stream = self.streams[link]
        stream.text = b"".join(lines) + line(FENCE, "draft.load", {"key": FENCE})
        stream.lines = len(lines) + 1
        heapq.heappush(self.waiting, (0, id(stream), stream))

    def run(self):
        with self.selector:
            for stream in self.streams.values():
                stream.socket.setblocking(False)
                self.selector.register(stream.socket, selectors.EVENT_READ, stream)
            while True:
                self.begin_rounds()
                left = max(0, self.waiting[0][0] - time.monotonic()) if self.waiting else None
                for key, events in self.selector.select(left):
                    if key.data is None:
                        return {"lines": self.lines, "ended": self.ended}
                    self.serve(key.data, events)

    def begin_rounds(self):
        while self.waiting and self.waiting[0][0] <= time.monotonic():
            _, _, stream = heapq.heappop(self.waiting)
            if stream.is_open:
                stream.begin()
                self.listen(stream)

    def listen(self, stream):
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if stream.left else 0)
        self.selector.modify(stream.socket, events, stream)

    def serve(self, stream, events):
        try:
            if events & selectors.EVENT_WRITE and not stream.write():
                self.listen(stream)
            if events & selectors.EVENT_READ and stream.read():
                self.lines += stream.lines
                heapq.heappush(self.waiting, (stream.due, id(stream), stream))
        except BlockingIOError:
            pass
        except OSError:
            self.selector.unregister(stream.socket)
            stream.is_open = False
            self.ended += 1


class Stream:
    """One connection's lines, sent in rounds; a round ends with the answer to its last line."""

    MARK = f'"id":"{FENCE}"'.encode()

    def __init__(self, link):
        self.socket, self.rate = link.socket, link.limits["requestsPerSecond"]
        self.text = self.left = self.tail = b""
        self.lines = self.due = 0
        self.is_open = True

    def begin(self):
        self.due = time.monotonic() + self.lines / self.rate
        self.left = memoryview(self.text)

    def write(self):
        """Returns whether something is left."""
        self.left = self.left[self.socket.send(self.left[:65536]):]
        return bool(self.left)

    def read(self):
        """Reads what is there; returns whether the round is over."""
        data = self.socket.recv(1 << 20)
        if not data:
            raise ConnectionError("the daemon ended the connection")
        is_over = self.MARK in data or self.MARK in self.tail + data[:len(self.MARK)]
        self.tail = (self.tail + data[-len(self.MARK):])[1 - len(self.MARK):]
        return is_over


def response(number):
    return json.dumps({"jsonrpc": "2.0", "id": number, "result": {}}).encode() + b"\n"


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
