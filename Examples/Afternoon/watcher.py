# SPDX-License-Identifier: MIT
"""Prints every event of the bus."""

from kiosk_client import Application

CAUGHT_UP = "app.watcher.caught-up"


class Watcher(Application):
    app = "watcher"
    roles = ["observer"]

    def joined(self):
        self.request("bus.subscribe", topics=["*"])

    def do_catch_up(self):
        """Publishes an event and waits for it: all earlier events have arrived then."""
        self.request("bus.publish", topic=CAUGHT_UP, data={})

    def on_event(self, event):
        self.say(event["topic"], **event["data"])


if __name__ == "__main__":
    Watcher().run()
