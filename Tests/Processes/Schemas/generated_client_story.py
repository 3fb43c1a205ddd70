# SPDX-License-Identifier: MIT
"""The story of the generated client: a popover closes, and the next one gets its work.

The client comes from somebody else's tool; only its transport is written here, since the tool knows
HTTP and WebSockets, but no Unix sockets.
"""

import asyncio
import json

from jsonrpc2pyclient.rpcclient import AsyncRPCClient
from popoverd_http_client.client import PopoverdClient
from popoverd_http_client.models import CloseOutcome, Rect, Role, Size

from support.daemon import Daemon

WORK = {"text": "half-typed"}


class Lines(AsyncRPCClient):
    """One JSON object per line; answers the daemon's request for unfinished work."""

    def __init__(self, reader, writer):
        super().__init__()
        self.reader, self.writer = reader, writer

    async def _send_and_get_json(self, request_json, request_id, **kwargs):
        self.say(request_json)
        while True:
            message = json.loads(await self.reader.readline())
            if message.get("method") == "popover.willClose":
                self.say(json.dumps(
                    {"jsonrpc": "2.0", "id": message["id"], "result": {"draft": WORK}}))
            elif "method" not in message and message["id"] == request_id:
                return message

    def say(self, line):
        self.writer.write(line.encode() + b"\n")


async def connect(path, app):
    transport = Lines(*await asyncio.open_unix_connection(path, limit=1 << 20))
    client = PopoverdClient({})
    for part in [client, *vars(client).values()]:
        part.transport = transport
    welcome = await client.hello(protocol=1, app=app, roles=[Role.APP, Role.INPUT])
    print(f"{app} says hello: {welcome['server']}")
    return client


async def story(path):
    shop = await connect(path, "shop")
    declared = {
        "behavior": "inspector", "key": "order-7", "size": Size(width=320, height=240),
        "anchor": Rect(x=600, y=80, width=80, height=40)}
    first = await shop.popover.open(**declared)
    print(f"it opens {first['popover']}")
    tap = await shop.tap(x=20, y=700)
    assert tap["verdict"] == "dismissed", tap
    # Its answer to `popover.willClose` goes out while it waits for this answer.
    await shop.draft.save(key="other", content=1, sync=True)
    second = await shop.popover.open(**declared)
    print(f"it opens {second['popover']}, and gets {second['draft']['content']}")
    assert second["draft"]["content"] == WORK, second
    stored = await shop.draft.load(key="order-7")
    assert stored["draft"]["content"] == WORK, stored
    await shop.popover.close(popover=second["popover"], outcome=CloseOutcome.DONE)


def main():
    daemon = Daemon()
    try:
        asyncio.run(story(daemon.start().socket))
    finally:
        daemon.close()


main()
