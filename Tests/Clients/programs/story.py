# SPDX-License-Identifier: MIT
"""The story's client in Python: it does what events tell it, and says what it sees, a line each."""

import asyncio
import json
import sys

import popoverd


def say(fact, **more):
    print(json.dumps({"said": fact, **more}), flush=True)


class Story:
    """`text` is what is half typed into its popover."""

    def __init__(self, client):
        self.client, self.text, self.popover = client, None, None
        self.watching = set()

    async def will_close(self, order):
        say("asked", reason=order.reason)
        return {"text": self.text}

    async def open(self, text):
        self.text = text
        self.popover = await self.client.open(
            "inspector", (320, 240), source="basket", key="order-7", will_close=self.will_close)
        draft = self.popover.draft
        say("opened", frame=self.popover.placement.frame._asdict(),
            draft=draft and draft.content)
        watch = asyncio.ensure_future(self.watch(self.popover))
        self.watching.add(watch)
        watch.add_done_callback(self.watching.discard)

    async def watch(self, popover):
        end = await popover.closed()
        say("closed", reason=end.reason, draft=end.draft, returnFocus=end.return_focus)

    async def follow(self, events):
        async for event in events:
            if event.is_gap:
                say("gap", first=event.data["from"], last=event.data["to"])
                continue
            say("event", topic=event.topic)
            order = (event.data or {}).get("do")
            if order == "open":
                await self.client.ready()
                await self.open(event.data["text"])
            elif order == "done":
                await self.popover.close("done")
            elif order == "leave":
                return


async def main():
    async with popoverd.connect(
            "story", timeout=30, connected=lambda: say("ready")) as client:
        await client.set_source("basket", popoverd.Rect(600, 80, 80, 40))
        async with client.subscribe("app.story.*") as events:
            say("listening")
            await Story(client).follow(events)
    say("left")


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
