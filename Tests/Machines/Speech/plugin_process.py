# SPDX-License-Identifier: MIT
"""A plugin's program, and a test in place of its daemon (docs/reference/plugins.md)."""

import json
import os

from support.daemon import PATIENCE, binary, now
from support.session_bus import LineProcess


class PluginProcess(LineProcess):
    def __init__(self, name, **options):
        program = binary(f"popover-{name}.plugin")
        read, self.input = os.pipe()
        # The daemon gives no more of its environment.
        super().__init__(program, env={"PATH": "/usr/bin:/bin", "HOME": "/"}, stdin=read)
        os.close(read)
        self.sequence = 0
        # What it has said of its work that no test has waited for.
        self.services = []
        self.send(id="m1", method="getmanifest", params={"protocol": 1, "server": "popoverd 0"})
        self.manifest = self.receive()["result"]
        declared = {
            option["name"]: option["default"] for option in self.manifest["options"]}
        self.send(id="i1", method="init", params={"options": {**declared, **options}})
        self.ready = self.receive()

    def send(self, **message):
        os.write(self.input, json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def receive(self):
        """Its next message that says nothing of its work."""
        while True:
            message = json.loads(self.wait_line(r"^\{").string)
            if message.get("method") != "service":
                return message
            self.services.append(message["params"])

    def wait_service(self, state, message=""):
        """Waits until its work is at this, in words that begin so."""
        while True:
            if not self.services:
                told = json.loads(self.wait_line(r'"method":"service"').string)
                self.services.append(told["params"])
            told = self.services.pop(0)
            if told["state"] == state and told.get("message", "").startswith(message):
                return

    def event(self, topic, age=0, **data):
        """Tells it an event of so many seconds ago, and waits until it is handled."""
        self.sequence += 1
        self.send(method="event", params={
            "sequence": self.sequence, "topic": topic, "time": now() - int(age * 1e6),
            "data": data})
        told = self.receive()
        if told != {"jsonrpc": "2.0", "method": "seen", "params": {"sequence": self.sequence}}:
            raise AssertionError(told)

    def announce(self, text, kind="opened", urgency="polite", age=0, **data):
        self.event("announcement", age, display=data.pop("display", "main"), kind=kind, text=text,
                   urgency=urgency, **data)

    def shut_down(self):
        """Its exit status."""
        self.send(method="shutdown", params={})
        return self.process.wait(PATIENCE)

    def close(self):
        os.close(self.input)
        super().close()
