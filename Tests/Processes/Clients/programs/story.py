# SPDX-License-Identifier: MIT
"""The story's client in Python: it does what events tell it, and says what it sees, a line each."""

import asyncio
import contextlib
import json
import logging
import sys

import popoverd


def say(fact, **more):
    print(json.dumps({"said": fact, **more}), flush=True)


class Warnings(logging.Handler):
    def emit(self, record):
        say("warned", words=record.getMessage())


class Story:
    """What it is told to do has a method each: `text` is what is half typed into its popover."""

    def __init__(self, client):
        self.client = client
        self.text = self.popover = self.waiting = self.shown = None
        # Set: who is asked for the work gives it at once.
        self.prompt = asyncio.Event()
        self.watching = set()

    def spawn(self, work):
        task = asyncio.ensure_future(work)
        self.watching.add(task)
        task.add_done_callback(self.watching.discard)
        return task

    async def will_close(self, order):
        say("asked", reason=order.reason, disposition=order.disposition)
        text = self.text
        await self.prompt.wait()
        return {"text": text}

    async def open(self, text, slow=False, width=320):
        self.text = text
        self.prompt = asyncio.Event()
        if not slow:
            self.prompt.set()
        self.popover = await self.client.open(
            "inspector", (width, 240), source="basket", key="order-7", will_close=self.will_close)
        draft, placement = self.popover.draft, self.popover.placement
        say("opened", frame=placement.frame._asdict(), draft=draft and draft.content,
            lasts=placement.duration * 1000, easing=placement.easing,
            start=placement.start and placement.start._asdict())
        self.spawn(self.watch(self.popover))

    async def watch(self, popover):
        end = await popover.closed()
        say("closed", reason=end.reason, draft=end.draft, returnFocus=end.return_focus)

    async def hand(self):
        self.prompt.set()

    async def save(self, text):
        with contextlib.suppress(popoverd.Refused):
            await self.client.save_draft("order-7", {"text": text})

    async def done(self):
        await self.popover.close("done")

    async def place(self):
        await self.client.set_source("till", popoverd.Rect(200, 80, 80, 40))
        say("placed")

    async def remove(self):
        await self.client.remove_source("till")
        say("removed")

    async def tap(self, x, y):
        say("tapped", verdict=(await self.client.tap(x, y)).verdict)

    async def escape(self):
        await self.client.key("Escape")

    async def alert(self, renderer="shell"):
        self.waiting = self.spawn(self.raise_alert(renderer))

    async def raise_alert(self, renderer):
        try:
            button = await self.client.alert(
                "The paper is out", ["Refilled", "Later"], renderer=renderer)
            say("answered", button=button)
        except asyncio.CancelledError:
            say("withdrawn")
        except popoverd.Refused as error:
            say("refused", why=error.reason)

    async def present(self, alert):
        self.shown = alert.alert
        say("shown", title=alert.title)

    async def press(self, button):
        await self.client.answer_alert(self.shown, button)

    async def ask(self, key=None):
        """Opens, and waits for its turn."""
        self.waiting = self.spawn(self.wait_for_turn(key))

    async def wait_for_turn(self, key):
        try:
            await self.client.open(None, (320, 240), source="basket", key=key, wait=10)
            say("granted")
        except asyncio.CancelledError:
            say("withdrawn")
        except popoverd.Refused as error:
            say("refused", why=error.reason, words=str(error))

    async def withdraw(self):
        self.waiting.cancel()

    async def replay(self, since, of):
        async with self.client.subscribe(of, since=since) as events:
            event = await events.__anext__()
            say("replayed", topic=event.topic, number=event.sequence)

    async def follow(self, events):
        async for event in events:
            if event.is_gap:
                say("gap", first=event.data["from"], last=event.data["to"])
                continue
            say("event", topic=event.topic)
            order = dict(event.data or {})
            deed = order.pop("do", None)
            if deed == "leave":
                return
            if deed:
                await self.client.ready()
                await getattr(self, deed)(**order)


async def main():
    logging.getLogger("popoverd").addHandler(Warnings())
    # Development mode reports slow callbacks, which a busy machine has anyway.
    asyncio.get_running_loop().slow_callback_duration = 60
    client = popoverd.connect(
        "story", timeout=120, connected=lambda: say("ready"),
        present_alert=lambda alert: story.present(alert),
        dismiss_alert=lambda _: say("dismissed"))
    story = Story(client)
    try:
        async with client:
            await client.set_source("basket", popoverd.Rect(600, 80, 80, 40))
            async with client.subscribe("app.story.*") as events:
                say("listening")
                await story.follow(events)
    except popoverd.NoAccess as error:
        return say("refused", why="access", words=str(error))
    except popoverd.ProtocolMismatch as error:
        return say("refused", why="protocol", words=str(error))
    except popoverd.NotPermitted as error:
        return say("refused", why="rights", words=str(error))
    say("left")


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
