# SPDX-License-Identifier: MIT
"""Measures how decisions get more expensive in a large world: the daemon's CPU time for opening,
closing and saving a popover, and for moving a source."""

import contextlib
import json
import socket
import statistics

from servers import Popoverd

# Pipelined requests.
TOGETHER = 64
DECISIONS = ("tap", "answer")
KEYS_OF_APP = 10000
# The clients of a crowd that have something on the display, and get its shields.
CONCERNED = 10


class Furnisher:
    """A client that fills the world with objects until it is closed."""

    def __init__(self, address, app="furnisher", roles=("app", "shell")):
        self.line = socket.socket(socket.AF_UNIX)
        self.line.connect(address)
        self.lines = self.line.makefile("rb")
        self.ask([("hello", {"protocol": 1, "app": app, "roles": roles})])

    def ask(self, requests):
        """Sends requests (pairs of method and params) and waits for their responses."""
        pending = list(enumerate(requests))
        while pending:
            group, pending = pending[:TOGETHER], pending[TOGETHER:]
            self.line.sendall("".join(
                json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
                + "\n" for number, (method, params) in group).encode())
            left = len(group)
            while left:
                message = json.loads(self.lines.readline())
                if "error" in message:
                    raise RuntimeError(f"the daemon refuses: {message['error']}")
                left -= "result" in message

    def sources(self, count):
        """Small sources where no scenario taps."""
        self.ask(
            ("source.set", {"source": f"row {number}", "rect": {
                "x": 10 + number % 120 * 10, "y": 400 + number // 120 * 3, "width": 8,
                "height": 2}})
            for number in range(count))

    def displays(self, count):
        self.ask(
            ("display.set", {"display": f"hall {number}", "width": 1280, "height": 800})
            for number in range(count))

    def window(self):
        self.ask([("surface.set", {"surface": "window", "frame": {
            "x": 0, "y": 0, "width": 400, "height": 400}})])

    def drafts(self, count):
        self.ask(
            ("draft.save", {"key": f"letter {number}", "content": {"to": f"Ann {number}"}})
            for number in range(count))

    def close(self):
        self.lines.close()
        self.line.close()


def furnish(stack, server, what, count):
    """Fills the world to this size."""
    if what == "drafts":
        for app in range(0, count, KEYS_OF_APP):
            furnisher = Furnisher(server.address, f"office-{app}")
            furnisher.drafts(min(KEYS_OF_APP, count - app))
            furnisher.close()
        # Wait until the drafts are stored.
        server.close()
        server.start()
    elif what == "clients":
        for number in range(min(CONCERNED, count)):
            furnisher = Furnisher(server.address, f"window-{number}", ("app",))
            stack.enter_context(contextlib.closing(furnisher)).window()
    else:
        furnisher = stack.enter_context(contextlib.closing(Furnisher(server.address)))
        getattr(furnisher, what)(count)


def compare(driver, folder, what, sizes, rounds, repetitions):
    """For each decision: its CPU in nanoseconds in the small world and in the large one, and their
    ratio, medians of the rounds."""
    costs = {decision: [] for decision in DECISIONS}
    with contextlib.ExitStack() as stack:
        worlds = [
            stack.enter_context(contextlib.closing(Popoverd(folder, f"{what}-{size}"))).start()
            for size in sizes]
        for world, size in zip(worlds, sizes):
            # Includes the display and both sources of the scenario.
            furnish(stack, world, what, size - 1)
        for _ in range(rounds):
            for decision in DECISIONS:
                costs[decision].append([
                    driver.play(
                        world, decision, repetitions,
                        max(0, size - 1 - CONCERNED) if what == "clients" else 0)[2]
                    for world, size in zip(worlds, sizes)])
    return {
        decision: {
            "small": statistics.median(pair[0] for pair in pairs),
            "large": statistics.median(pair[1] for pair in pairs),
            "ratio": statistics.median(pair[1] / pair[0] for pair in pairs)}
        for decision, pairs in costs.items()}
