# SPDX-License-Identifier: MIT
"""The base of the zoo's programs: they speak the protocol correctly until they misbehave.

A program is a function of the plugin's name and of a folder for its notes. It misbehaves only to the
application `victim` and abstains for every other, so that a test judges the misbehavior alone.
"""

import json
import os
import sys

REFUSAL = {"verdict": "refuse"}


class Plugin:
    def __init__(self, name, place, **manifest):
        self.name = name
        self.place = place
        self.manifest = {"name": name, "version": "1.0.0", **manifest}
        self.note("pid", str(os.getpid()))

    # Notes

    def note(self, kind, text):
        """In one step: whoever sees the note sees all of it."""
        path = os.path.join(self.place, f"{self.name}.{kind}")
        with open(f"{path}.new", "w", encoding="utf-8") as file:
            file.write(text)
        os.rename(f"{path}.new", path)

    # Speaking

    def write(self, data):
        """Bytes as they are."""
        while data:
            data = data[os.write(1, data):]

    def send(self, **message):
        self.write(self.line(**message))

    def answer(self, message, result):
        self.send(id=message["id"], result=result)

    @staticmethod
    def line(**message):
        return json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"

    # Listening

    @staticmethod
    def messages():
        for line in sys.stdin.buffer:
            yield json.loads(line)

    def serve(self, judge, listen=None):
        """Answers all there is to answer until the daemon ends it.

        `judge`: called with the victim's questions, answers them itself. `listen`: called with
        everything that is not a question and needs no answer.
        """
        for message in self.messages():
            method = message.get("method")
            if method == "getmanifest":
                self.answer(message, self.manifest)
            elif method == "init":
                self.answer(message, {})
            elif method == "shutdown":
                return
            elif method and method.startswith("hook."):
                if message["params"].get("app") == "victim":
                    judge(message)
                else:
                    self.answer(message, {})
            elif listen is not None:
                listen(message)
