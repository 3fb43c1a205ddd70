# SPDX-License-Identifier: MIT
"""Programs that use too much memory or do not exit when told to."""

import os
import signal
import time

from plugin import REFUSAL, Plugin


def write_endlessly(name, place, mebibytes):
    """Answers with an endless line."""
    plugin = Plugin(name, place, hooks=["open"])

    def judge(_question):
        block = b"x" * (1 << 20)
        for written in range(mebibytes):
            if written % 64 == 0:
                plugin.note("written", str(written))
            plugin.write(block)
        plugin.note("written", str(mebibytes))

    plugin.serve(judge)


def eat_memory(name, place, mebibytes, early=False):
    """Allocates memory when asked, or before."""
    eaten = bytearray(mebibytes << 20) if early else None
    plugin = Plugin(name, place, hooks=["open"])

    def judge(question):
        meal = eaten or bytearray(mebibytes << 20)
        plugin.answer(question, REFUSAL if meal else {})

    plugin.serve(judge)


def draw_alerts(name, place):
    """The kiosk's only shell."""
    Plugin(name, place, requests=True, roles=["shell"]).serve(lambda _question: None)


def listen_no_more(name, place):
    """Subscribes to everything and reads nothing."""
    plugin = Plugin(name, place, topics=["app.*"])
    for message in plugin.messages():
        plugin.answer(message, plugin.manifest if message["method"] == "getmanifest" else {})
        if message["method"] == "init":
            break
    while True:
        signal.pause()


def stay(name, place):
    """Ignores the shutdown request, the end of its input and SIGTERM."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    plugin = Plugin(name, place, hooks=["open"])
    plugin.serve(lambda question: plugin.answer(question, REFUSAL))
    while True:
        signal.pause()


def leave_slowly(name, place, seconds):
    """Takes some time to exit."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    plugin = Plugin(name, place, hooks=["open"])
    plugin.serve(lambda question: plugin.answer(question, REFUSAL))
    plugin.note("leaving", str(os.getpid()))
    time.sleep(seconds)


def leave_a_child(name, place):
    """A child process keeps its streams open and ignores signals."""
    if os.fork() == 0:
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
            signal.signal(number, signal.SIG_IGN)
        with open(os.path.join(place, f"{name}-child.pid"), "w", encoding="utf-8") as file:
            file.write(str(os.getpid()))
        while True:
            signal.pause()
    plugin = Plugin(name, place, hooks=["open"])
    plugin.serve(lambda question: plugin.answer(question, REFUSAL))


def beg(name, place, request, **manifest):
    """Sends a request at the victim's open and notes the answer."""
    plugin = Plugin(name, place, hooks=["open"], **manifest)

    def judge(question):
        plugin.send(id="request", **request)
        plugin.answer(question, {})

    def listen(message):
        if message.get("id") == "request":
            plugin.note("told", plugin.line(**message).decode())

    plugin.serve(judge, listen)
