# SPDX-License-Identifier: MIT
"""The base of the kiosk's programs, which are clients of popoverd with Clients/Python.

`Application` is one program on the kiosk. It
1. connects, and prints `joined` when popoverd knows its controls, now and after each reconnect,
2. calls `do_<verb>` for a line on standard input (what people do, or what a touch has hit), one
   after the other,
3. prints what happens to it, one JSON object a line, for whoever has started it.

It decides nothing that the daemon decides.
"""

import asyncio
import contextlib
import inspect
import json
import sys
import time

import popoverd

DISPLAY = "main"
# The maximum of `waitMs` in `popover.open`, in seconds, for slow machines.
PATIENCE = 10


def contains(area, x, y):
    """Whether a point lies in a rectangle, its left and upper edges included."""
    return area.x <= x < area.x + area.width and area.y <= y < area.y + area.height


def now():
    """CLOCK_MONOTONIC in microseconds."""
    return time.monotonic_ns() // 1000


def plain(value):
    """Values of the library as JSON has them."""
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    return value


class Application:
    """One program on the kiosk; see the top of this file."""

    app = "application"
    roles = ["app"]
    # The events that `on_event` gets.
    topics = []

    def __init__(self):
        self.client = None
        self.todo = asyncio.Queue()
        self.is_set_up = False

    # What programs say and do

    def say(self, event, words="", **facts):
        """Reports an action to the parent process, for display and checks."""
        print(json.dumps({"event": event, "words": words, **plain(facts)}), flush=True)

    async def set_up(self):
        """Called at the first connection; the library keeps what it registers."""

    def left(self):
        """Called when the connection has ended; nothing is on the screen any more."""

    def on_event(self, event):
        """Called for each event of `topics`."""

    async def present_alert(self, alert):
        """Draws an alert, in the role `shell`."""

    def dismiss_alert(self, alert):
        """Takes an alert off the screen."""

    def soon(self, work):
        """Has a coroutine run when everything before it is done."""
        self.todo.put_nowait(work)

    # The loop

    async def run(self):
        """Runs until standard input ends."""
        self.client = popoverd.connect(
            self.app, roles=self.roles, timeout=60, connected=self.connected, lost=self.left,
            present_alert=self.present_alert if "shell" in self.roles else None,
            dismiss_alert=self.dismiss_alert)
        async with self.client, contextlib.AsyncExitStack() as subscriptions:
            following = None
            if self.topics:
                events = await subscriptions.enter_async_context(
                    self.client.subscribe(*self.topics))
                following = asyncio.create_task(self.follow(events))
            await self.set_up()
            self.is_set_up = True
            self.connected()
            reading = asyncio.create_task(self.read_commands())
            while work := await self.todo.get():
                with contextlib.suppress(popoverd.ConnectionLost):
                    await work
            await asyncio.gather(reading, *([following] if following else []))

    def connected(self):
        if self.is_set_up:
            self.say("joined", client=self.client.welcome["client"])

    async def follow(self, events):
        async for event in events:
            self.on_event(event)

    async def read_commands(self):
        reader = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        async for line in reader:
            verb, *words = line.decode("utf-8").rstrip("\n").split(" ")
            self.soon(self.act(verb, words))
        self.soon(None)

    async def act(self, verb, words):
        done = getattr(self, f"do_{verb.replace('-', '_')}")(*words)
        if inspect.isawaitable(done):
            await done
