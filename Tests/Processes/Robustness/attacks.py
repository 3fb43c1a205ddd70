# SPDX-License-Identifier: MIT
"""What hostile peers do, run as `python3 attacks.py ATTACK SOCKET ARGUMENTS`.

An attack returns what it has seen, which goes to standard output as one line of JSON.

Where the bystander's patience is measured to the millisecond, hostile peers are as nice to the
machine as a process can be. They would otherwise take a core from the daemon and its bystander, of
which there may be two, and what the bystander waits for would be the scheduler. A real one is not
nice; but what it takes from everybody by computing alone it takes without the daemon, and only the
system can keep it from that.
"""

import json
import os
import random
import select
import socket
import sys
import time

from support.line_socket import LineSocket

import mutations
import table

# Nothing waits this long unless the daemon has stopped to read or to write.
SILENCE = 60.0


def greeted(path, app="hostile", roles=("app",)):
    connection = LineSocket(path)
    connection.hello(app, list(roles))
    return connection


def line(number, method, **params):
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    return json.dumps(message).encode() + b"\n"


def exchange(connection, data, is_done):
    """Sends all of it and reads meanwhile; every message, until one of them is the last."""
    stream = connection.socket
    stream.settimeout(0)
    view = memoryview(data)
    rest = connection.rest
    while True:
        readable, writable, _ = select.select([stream], [stream] if view else [], [], SILENCE)
        if not readable and not writable:
            raise TimeoutError("the daemon neither reads nor writes")
        if writable:
            try:
                view = view[stream.send(view[:1 << 20]):]
            except BlockingIOError:
                pass
            except (BrokenPipeError, ConnectionResetError):
                view = view[:0]
        if readable:
            try:
                received = stream.recv(1 << 20)
            except BlockingIOError:
                continue
            except ConnectionResetError:
                received = b""
            if not received:
                return
            *whole, rest = (rest + received).split(b"\n")
            for each in whole:
                message = json.loads(each)
                yield message
                if is_done(message):
                    connection.rest = rest
                    return


def pipeline(path, count):
    """All requests in one piece."""
    data = b"".join(line(number, "draft.load", key="k") for number in range(count))
    answers = [
        message["id"] for message in
        exchange(greeted(path), data, lambda message: message.get("id") == count - 1)
        if "method" not in message]
    return {"answers": len(answers), "inOrder": answers == list(range(count))}


def endless_line(path, mebibytes, pid):
    """One line that does not end; the daemon's memory after the first part, and at the end."""
    connection = greeted(path)
    block = b"x" * (1 << 20)
    memory = []
    for number in range(mebibytes):
        if number == mebibytes // 8:
            memory.append(resident(pid))
        connection.send_bytes(block)
    memory.append(resident(pid))
    error = connection.receive()
    while "method" in error:
        error = connection.receive()
    connection.send_bytes(b"\n" + line("alive", "draft.load", key="k"))
    return {"memory": memory, "error": error["error"], "id": error["id"],
            "alive": connection.response("alive")["result"]}


def resident(pid):
    """KiB."""
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return next(int(row.split()[1]) for row in file if row.startswith("VmRSS:"))


def fuzz(path, seed, count):
    """Mutated lines of a corpus; those that the daemon ends are followed by others."""
    generator = random.Random(seed)
    connection = greeted(path, "fuzz")
    sent = connections = 0
    while sent < count:
        batch = [mutations.mutated(generator) for _ in range(min(100, count - sent))]
        sent += len(batch)
        fence = line(f"fence-{sent}", "draft.load", key="fence")
        done = f"fence-{sent}"
        messages = exchange(
            connection, b"\n".join(batch) + b"\n" + fence,
            lambda message, done=done: message.get("id") == done)
        last = None
        for last in messages:
            # What it asks of us is answered by a mutation, some day.
            pass
        if last is None or last.get("id") != done:
            connection.close()
            connection = greeted(path, "fuzz")
            connections += 1
    return {"sent": sent, "connections": connections}


def never_read(path, count):
    """Asks and asks, and reads no answer until standard input ends."""
    connection = greeted(path, "deaf")
    stream = connection.socket
    request = line(1, "draft.load", key="k")
    view = memoryview(request * count)
    stream.settimeout(0)
    sent = 0
    while 0 not in select.select([0], [stream] if view else [], [])[0]:
        try:
            part = stream.send(view[:1 << 16])
        except BlockingIOError:
            continue
        except (BrokenPipeError, ConnectionResetError):
            view = view[:0]
            continue
        sent += part
        view = view[part:]
    stream.settimeout(SILENCE)
    last = None
    try:
        while (message := connection.receive()) is not None:
            last = message
    except ConnectionResetError:
        pass
    return {"lines": sent // len(request), "last": last}


def connect_often(path, seconds, least):
    """Connects and goes, as fast as that can be, and so many times however long that takes."""
    began = time.monotonic()
    count = refused = 0
    while time.monotonic() - began < seconds or count < least:
        stream = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            stream.connect(path)
            count += 1
        except OSError:
            refused += 1
        stream.close()
    return {"count": count, "refused": refused, "seconds": time.monotonic() - began}


class PatientSocket(LineSocket):
    """Waits where the daemon has not accepted everybody yet."""

    def __init__(self, path):  # pylint: disable=super-init-not-called
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(path)
        self.socket.settimeout(SILENCE)
        self.rest = b""


def visit_as(path, user, count):
    """Another user connects and says hello; how long that took, in milliseconds."""
    os.setgroups([])
    os.setuid(user)
    times = []
    for _ in range(count):
        began = time.monotonic()
        connection = PatientSocket(path)
        connection.hello("visitor")
        times.append((time.monotonic() - began) * 1000)
        connection.close()
        time.sleep(0.02)
    return {"times": times}


def alert_storm(path, count, key):
    """Raises alerts and waits for none; how each was answered."""
    button = {"id": "ok", "label": "OK"}
    params = {"title": "Fire", "severity": "warning", "buttons": [button], "display": "main"}
    if key is not None:
        params["key"] = key
    data = b"".join(line(number, "alert.raise", **params) for number in range(count))
    connection = greeted(path, "storm")
    answers = {}
    began = time.monotonic()
    for message in exchange(connection, data + line("end", "draft.load", key="k"),
                            lambda message: message.get("id") == "end"):
        if "error" in message:
            error = message["error"]
            why = (error.get("data") or {}).get("limit") or (error.get("data") or {}).get("reason")
            answers[why] = answers.get(why, 0) + 1
    seconds = time.monotonic() - began
    sys.stdout.write(json.dumps({"answers": answers, "seconds": seconds}) + "\n")
    sys.stdout.flush()
    # What it has raised lives as long as it does.
    sys.stdin.read()
    return {}


def render(path):
    """An honest renderer, as fast as it can be, until standard input ends."""
    connection = greeted(path, "renderer", ("shell",))
    presented = 0
    while not select.select([0], [], [], 0)[0]:
        if b"\n" not in connection.rest:
            if not select.select([connection.socket], [], [], 0.1)[0]:
                continue
        message = connection.receive()
        if message.get("method") == "alert.present":
            connection.send({"jsonrpc": "2.0", "id": message["id"], "result": {}})
            presented += 1
    return {"presented": presented}


def open_and_close(path, rounds, display):
    """Asks for the close without having seen the grant."""
    connection = greeted(path, "flicker")
    params = {"behavior": "menu", "display": display, "size": {"width": 320, "height": 200},
              "anchor": {"x": 600, "y": 380, "width": 80, "height": 40}}
    granted = []
    closed = []
    began = time.monotonic()
    for number in range(rounds):
        connection.send_bytes(line(number, "popover.open", **params))
        while True:
            message = connection.receive()
            if message.get("method") == "popover.closed":
                closed.append(message["params"]["popover"])
            elif message.get("id") == number and "method" not in message:
                break
        granted.append(message["result"]["popover"])
        connection.send_bytes(
            line(f"c{number}", "popover.close", popover=granted[-1], outcome="done"))
    connection.send_bytes(line("end", "draft.load", key="k"))
    while (message := connection.receive()).get("id") != "end":
        if message.get("method") == "popover.closed":
            closed.append(message["params"]["popover"])
    return {"granted": len(set(granted)), "isExact": granted == closed,
            "perSecond": rounds / (time.monotonic() - began)}


def send_too_much(path, seconds):
    """Far more than the announced rate: the shortest requests there are, in great pieces."""
    connection = greeted(path, "flood")
    data = b'{"jsonrpc":"2.0","method":"x"}\n' * 4096
    began = time.monotonic()
    count = 0
    last = None
    try:
        while time.monotonic() - began < seconds:
            connection.send_bytes(data)
            count += 4096
    except (BrokenPipeError, ConnectionResetError, TimeoutError):
        pass
    took = time.monotonic() - began
    try:
        connection.finish()
        while (message := connection.receive()) is not None:
            last = message
    except OSError:
        pass
    return {"lines": count, "seconds": took, "last": last}


def send_descriptors(path, rounds):
    """A descriptor with every request; whether the daemon has let go of each."""
    connection = greeted(path, "generous")
    held = 0
    for number in range(rounds):
        ours, theirs = os.pipe()
        socket.send_fds(connection.socket, [line(number, "draft.load", key="k")], [theirs] * 8)
        os.close(theirs)
        connection.response(number)
        # Its other end is closed as soon as nobody has it.
        readable, _, _ = select.select([ours], [], [], 0)
        if not readable or os.read(ours, 1) != b"":
            held += 1
        os.close(ours)
    return {"rounds": rounds, "held": held}


def publish(path, count, size, toggles):
    """Events, one after the other: those of apps, and after so many one of a display."""
    connection = greeted(path, "crier", ("app", "shell"))
    width = 1280
    for number in range(count):
        if number % toggles == 0:
            width = 2561 - width
            connection.call(f"d{number}", "display.set",
                            {"display": "rear", "width": width, "height": 800})
        connection.call(number, "bus.publish", {"topic": "app.noise", "data": "x" * size})
    return {"count": count}


def live(path, seconds, perSecond):
    """A busy day: opens with drafts, taps, alerts, events, and clients that come and go."""
    generator = random.Random(1)
    main = greeted(path, "busy", ("app", "shell", "input"))
    began = time.monotonic()
    steps = 0
    anchor = {"x": 600, "y": 380, "width": 80, "height": 40}
    while (now := time.monotonic()) - began < seconds:
        number = f"n{steps}"
        choice = generator.randrange(6)
        if choice == 0:
            opened = main.call(number, "popover.open", {
                "behavior": "task", "display": "main", "key": f"k{steps % 8}", "anchor": anchor,
                "size": {"width": 320, "height": 200}})
            if "result" in opened:
                main.call("c" + number, "popover.close",
                          {"popover": opened["result"]["popover"], "outcome": "cancel"})
        elif choice == 1:
            main.call(number, "draft.save", {"key": f"k{steps % 8}", "content": "x" * 100})
        elif choice == 2:
            main.call(number, "tap", {"x": 20, "y": 20, "display": "main"})
        elif choice == 3:
            main.call(number, "bus.publish", {"topic": "app.day", "data": "x" * 100})
        elif choice == 4:
            main.call(number, "source.set", {
                "source": f"s{steps % 16}", "display": "rear", "rect": anchor})
        else:
            other = greeted(path, "guest")
            other.call(1, "popover.open", {
                "behavior": "menu", "display": "rear", "anchor": anchor,
                "size": {"width": 320, "height": 200}})
            other.close()
        steps += 1
        time.sleep(max(0, began + steps / perSecond - now))
    return {"steps": steps}


def main():
    attack, path, arguments = sys.argv[1:]
    # The two that are honest are measured, or have to keep up.
    if table.IS_LONG and attack not in ("render", "visit_as"):
        os.nice(19)
    report = globals()[attack](path, **json.loads(arguments))
    sys.stdout.write(json.dumps(report) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
