# SPDX-License-Identifier: MIT
"""An observer of all that happens, run as `python3 observer_process.py SOCKET`.

When its standard input ends it reports as one line of JSON: the sequence numbers that did not
follow the one before (`gaps`), those of the topic `app.load` (`published`), and how many `events`
there were.
"""

import json
import os
import select
import sys

from support.line_socket import LineSocket

TOPIC = "app.load"


class Observer:
    def __init__(self, path):
        self.connection = LineSocket(path)
        self.connection.hello("observer", ["observer"])
        answer = self.connection.call("watch", "bus.subscribe", {"topics": ["*"]})
        self.last = answer["result"]["sequence"]
        self.events = 0
        self.gaps = []
        self.published = []

    def take(self, message):
        if message.get("method") != "event":
            return
        event = message["params"]
        self.events += 1
        if event.get("sequence") != self.last + 1:
            self.gaps.append([self.last, event.get("sequence"), event["topic"]])
        self.last = event.get("sequence", self.last)
        if event["topic"] == TOPIC:
            self.published.append(event["sequence"])

    def live(self):
        while True:
            if b"\n" not in self.connection.rest:
                readable, _, _ = select.select([0, self.connection.socket], [], [])
                if 0 in readable:
                    return
            message = self.connection.receive()
            if message is None:
                self.gaps.append([self.last, None, "the connection ended"])
                return
            self.take(message)

    def finish(self):
        """What was on its way when the test ended has come with the answer to this."""
        self.connection.send(
            {"jsonrpc": "2.0", "id": "fence", "method": "draft.load", "params": {"key": "fence"}})
        message = {}
        while message is not None and message.get("id") != "fence":
            message = self.connection.receive()
            if message is not None:
                self.take(message)


def main():
    observer = Observer(sys.argv[1])
    os.write(1, b"ready\n")
    observer.live()
    observer.finish()
    report = {"gaps": observer.gaps, "published": observer.published, "events": observer.events}
    # More than a pipe holds at once: a buffered file writes all of it.
    sys.stdout.write(json.dumps(report) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
