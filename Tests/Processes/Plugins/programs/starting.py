# SPDX-License-Identifier: MIT
"""Programs that fail before the first question."""

import os
import sys
import time

from plugin import Plugin


def crash(_name, _place):
    os.abort()


def leave(name, place):
    """Exits with 0 at every start and counts the starts."""
    with open(os.path.join(place, f"{name}.starts"), "a", encoding="utf-8") as file:
        file.write("start\n")


def ignore_everything(_name, _place):
    """Reads and never sends a manifest."""
    for _ in sys.stdin.buffer:
        pass


def ignore_init(name, place):
    plugin = Plugin(name, place, hooks=["open"])
    for message in plugin.messages():
        if message.get("method") == "getmanifest":
            plugin.answer(message, plugin.manifest)


def hesitate(name, place, seconds):
    """Sends its manifest late."""
    plugin = Plugin(name, place, hooks=["open"])
    time.sleep(seconds)
    plugin.serve(lambda question: plugin.answer(question, {}))


def declare(name, place, manifest):
    """Sends `manifest`, which is wrong, as its whole answer."""
    plugin = Plugin(name, place)
    for message in plugin.messages():
        if "id" in message:
            plugin.answer(message, manifest if message["method"] == "getmanifest" else {})


def behave(name, place, **manifest):
    """A correct program apart from its manifest or its configuration."""
    plugin = Plugin(name, place, **manifest)
    plugin.serve(lambda question: plugin.answer(question, {}))
