# SPDX-License-Identifier: MIT
"""Programs whose answers to the victim are wrong, late or missing."""

import json
import os
import signal

import popover_plugin
from plugin import REFUSAL, Plugin


def judging(answer):
    """A program that is asked about opens and answers the victim's in this way."""
    def run(name, place, **arguments):
        plugin = Plugin(name, place, hooks=["open"])
        plugin.serve(lambda question: answer(plugin, question, **arguments))
    return run


@judging
def honest(plugin, question):
    plugin.answer(question, REFUSAL)


@judging
def crash(_plugin, _question):
    os.kill(os.getpid(), signal.SIGSEGV)


@judging
def hang(_plugin, _question):
    """Never answers the victim, but goes on reading and answers others."""


@judging
def freeze(_plugin, _question):
    """Stops reading and answering."""
    signal.pause()


@judging
def twice(plugin, question):
    no_opinion = plugin.line(id=question["id"], result={})
    plugin.write(no_opinion + plugin.line(id=question["id"], result=REFUSAL))


@judging
def stray(plugin, question):
    """Answers requests that were never sent."""
    for stranger in ("m1", "i1", 17, None, "", "q0", "q999999999", "x" * 300):
        plugin.send(id=stranger, result=REFUSAL)
    plugin.answer(question, {})


@judging
def mix(plugin, question, lines):
    """Writes invalid lines, then answers."""
    for line in lines:
        plugin.write(line + b"\n")
    plugin.answer(question, REFUSAL)


@judging
def half(plugin, question):
    plugin.write(plugin.line(id=question["id"], result=REFUSAL)[:-12])
    signal.pause()


@judging
def fail(plugin, question):
    plugin.send(id=question["id"], error={"code": -32603, "message": "not today"})


def protect(name, _place):
    """A policy with the kit that protects, and has a fault."""
    plugin = popover_plugin.Plugin(name, "1.0.0", fallback="refuse")

    @plugin.hook("open")
    def may_open(popover):
        return None if popover["app"] != "victim" else popover["rooms"]

    plugin.run()


@judging
def close_output(_plugin, _question):
    os.close(1)
    signal.pause()


def late(name, place):
    """Refuses after the question was canceled.

    The open whose key is `fence` it answers in time: what it said before that was read before it.
    """
    plugin = Plugin(name, place, hooks=["open"])

    def judge(question):
        if question["params"].get("key") == "fence":
            plugin.answer(question, {})

    def listen(message):
        if message.get("method") == "$/cancel":
            plugin.send(id=message["params"]["id"], result=REFUSAL)

    plugin.serve(judge, listen)


def echo(name, place):
    """Its verdict on a victim is what the title says, as JSON, for the hook."""
    hooks = ["open", "choice", "outside-tap", "detach", "alert"]
    plugin = Plugin(name, place, hooks=hooks)

    def judge(question):
        verdicts = json.loads(question["params"].get("title") or "{}")
        plugin.answer(question, verdicts.get(question["method"].removeprefix("hook."), {}))

    plugin.serve(judge)
