# SPDX-License-Identifier: MIT
"""Prints every event of the bus."""

import asyncio

from kiosk_client import Application
from timeline import CAUGHT_UP


class Watcher(Application):
    app = "watcher"
    roles = ["observer"]
    topics = ["*"]

    async def do_catch_up(self):
        """Publishes an event and waits for it: all earlier events have arrived then."""
        await self.client.publish(CAUGHT_UP, {})

    def on_event(self, event):
        self.say(event.topic, **event.data)


if __name__ == "__main__":
    asyncio.run(Watcher().run())
