# SPDX-License-Identifier: MIT
"""The examples of README.md run as they stand.

Each `python` and `sh` block is run with a daemon of its own. It has to end with 0, to print
something, and to complain about nothing; a `text` block right after it is what it prints, in which
`…` stands for anything. Where it opens a popover, a finger taps outside as soon as it is there.
"""

import os
import re
import select
import subprocess
import sys
import tempfile
import unittest

from support.daemon import PATIENCE, Daemon
from support.document import README, blocks
from support.line_socket import LineSocket
from support.programs import search_path  # makes the daemon's module known

INTERPRETERS = {"python": [sys.executable], "sh": ["sh", "-e"]}
OUTPUT = "text"
# In the corner of every display, and outside of every popover.
OUTSIDE = {"x": 1, "y": 1}


class Run:
    """An example that has ended: its status, what it wrote, the popovers that it opened."""

    def __init__(self, example, daemon):
        self.opened = []
        with tempfile.TemporaryDirectory() as folder:
            script = os.path.join(folder, "example")
            with open(script, "w", encoding="utf-8") as file:
                file.write(example.text)
            with open(os.path.join(folder, "output"), "w+", encoding="utf-8") as output, \
                    open(os.path.join(folder, "complaints"), "w+", encoding="utf-8") as complaints:
                finger = Finger(daemon)
                process = subprocess.Popen(
                    INTERPRETERS[example.language] + [script], cwd=folder,
                    env=environment(daemon), stdin=subprocess.DEVNULL, stdout=output,
                    stderr=complaints)
                try:
                    self.wait(process, finger)
                finally:
                    finger.close()
                    process.kill()
                    process.wait()
                self.status = process.returncode
                output.seek(0)
                complaints.seek(0)
                self.output = output.read()
                self.complaints = complaints.read()

    def wait(self, process, finger):
        """Closes what the example opens until the example ends."""
        ended = os.pidfd_open(process.pid)
        try:
            while True:
                readable, _, _ = select.select([ended, finger.client.socket], [], [], PATIENCE)
                if not readable:
                    raise AssertionError("the example does not end")
                if finger.client.socket in readable:
                    self.opened.append(finger.close_next())
                elif process.poll() is not None:
                    return
        finally:
            os.close(ended)


class Finger:
    """Taps outside of every popover that opens."""

    def __init__(self, daemon):
        self.client = LineSocket(daemon.socket)
        self.client.hello("finger", ["input", "observer"])
        self.client.call("see", "bus.subscribe", {"topics": ["popover.opened"]})

    def close_next(self):
        """The data of the event that told of the popover, or None when something else came."""
        message = self.client.receive()
        if message is None or message.get("method") != "event":
            return None
        data = message["params"]["data"]
        self.client.send(
            {"jsonrpc": "2.0", "method": "tap", "params": {**OUTSIDE, "display": data["display"]}})
        return data

    def close(self):
        self.client.close()


def environment(daemon):
    variables = dict(os.environ)
    variables["POPOVERD_SOCKET"] = daemon.socket
    variables["PATH"] = search_path()
    return variables


def examples():
    """Each example with the output that the document shows, or None."""
    found = []
    for block in blocks(README, OUTPUT, *INTERPRETERS):
        if block.language != OUTPUT:
            found.append([block, None])
        elif found:
            found[-1][1] = block.text
    return found


class Examples(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon().start()
        self.addCleanup(self.daemon.close)

    def test_every_example_runs(self):
        for example, shown in examples():
            with self.subTest(str(example)):
                run = Run(example, self.daemon)
                self.assertEqual((run.status, run.complaints), (0, ""))
                self.assertNotEqual(run.output, "")
                if shown is not None:
                    pattern = ".*".join(re.escape(part) for part in shown.split("…"))
                    self.assertRegex(run.output, re.compile(rf"\A{pattern}\Z", re.S))

    def test_the_python_client_draws_where_its_popover_is_and_its_work_is_kept(self):
        example = blocks(README, "python")[0]
        run = Run(example, self.daemon)
        opened = [data for data in run.opened if data]
        self.assertEqual(len(opened), 1)
        self.assertEqual(run.output, f"draw it at {opened[0]['frame']}\n")
        client = LineSocket(self.daemon.socket)
        self.addCleanup(client.close)
        client.hello(opened[0]["app"])
        draft = client.call("look", "draft.load", {"key": opened[0]["key"]})["result"]["draft"]
        self.assertEqual(draft["content"], {"text": "half-typed"})

    def test_there_are_examples_in_python_and_in_shell(self):
        self.assertEqual({example.language for example, _ in examples()}, set(INTERPRETERS))


if __name__ == "__main__":
    unittest.main()
