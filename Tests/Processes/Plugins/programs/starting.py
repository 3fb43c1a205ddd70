# SPDX-License-Identifier: MIT
"""Programs that never get as far as a question."""

import os
import sys
import time

from plugin import Plugin


def crash(_name, _place):
    os.abort()


def leave(name, place):
    """It ends as if all were done, each time that it is started; and counts the times."""
    with open(os.path.join(place, f"{name}.starts"), "a", encoding="utf-8") as file:
        file.write("start\n")


def ignore_everything(_name, _place):
    """It reads, and never says what it is."""
    for _ in sys.stdin.buffer:
        pass


def ignore_init(name, place):
    plugin = Plugin(name, place, hooks=["open"])
    for message in plugin.messages():
        if message.get("method") == "getmanifest":
            plugin.answer(message, plugin.manifest)


def hesitate(name, place, seconds):
    """It takes its time to say what it is."""
    plugin = Plugin(name, place, hooks=["open"])
    time.sleep(seconds)
    plugin.serve(lambda question: plugin.answer(question, {}))


def declare(name, place, manifest):
    """It says something wrong of itself; `manifest` is all of the answer."""
    plugin = Plugin(name, place)
    for message in plugin.messages():
        if "id" in message:
            plugin.answer(message, manifest if message["method"] == "getmanifest" else {})


def behave(name, place, **manifest):
    """Nothing is wrong with it but what the manifest says, or what the configuration does."""
    plugin = Plugin(name, place, **manifest)
    plugin.serve(lambda question: plugin.answer(question, {}))
