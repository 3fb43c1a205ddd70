# SPDX-License-Identifier: MIT
"""To which session the Python package says that work belongs; and a loop that stalls."""

import asyncio
import json
import socket
import tempfile
import time
import unittest
from pathlib import Path

from core_script import GRANT, OPEN, ConnectedCase, closed, line, welcome

import popoverd
from popoverd import core


def display(session, **more):
    return {"display": "main", "width": 1280, "session": session, **more}


class Sessions(ConnectedCase):
    def setUp(self):
        super().setUp()
        self.change("s1")

    def change(self, session):
        self.script.say({"method": "display.changed", "params": display(session)})
        self.script.events()

    def session_of(self, method, **params):
        number = self.core.request(method, params, self.script.now)
        sent, = self.script.sent()
        self.script.refuse(number)
        self.script.events()
        return sent["params"].get("session")

    def greet(self, session):
        self.script.wait_for_dial()
        self.greet_again(session)

    def greet_again(self, session):
        self.core.opened(self.script.now)
        hello, = self.script.sent()
        self.script.result(hello["id"], {**welcome(), "displays": [display(session)]})

    def test_drafts_name_the_session_of_their_grant(self):
        self.script.open(session="s1")
        self.change("s2")
        for method in ("draft.save", "draft.load", "draft.discard"):
            self.assertEqual(self.session_of(method, key="order-7", content=1), "s1", method)
            self.assertEqual(self.session_of(method, key="other", content=1), "s2", method)
        self.assertEqual(self.session_of("view.present", kind="modal"), "s2")
        self.assertIsNone(self.session_of("view.present", kind="modal", display="nowhere"))
        self.core.notify("draft.save", {"key": "order-7", "content": 1})
        self.assertEqual(self.script.sent()[0]["params"]["session"], "s1")
        self.script.say(closed())
        self.script.open(session="s2")
        self.assertEqual(self.session_of("draft.save", key="order-7", content=1), "s2")

    def test_kept_work_names_its_session(self):
        popover = self.script.open(session="s1")
        self.script.lose()
        self.core.answer_close(popover, "work", self.script.now)
        self.greet("s1")
        self.assertEqual(self.saved(self.script.sent()), [
            {"key": "order-7", "content": "work", "revision": 1, "session": "s1"}])

    def test_work_of_an_ended_session_is_forgotten(self):
        popover = self.script.open(session="s1")
        self.script.lose()
        self.core.answer_close(popover, "work", self.script.now)
        self.greet("s2")
        self.assertEqual(self.script.sent(), [])
        self.assertTrue(self.core.is_ready)

    def test_the_end_of_a_session_ends_the_wait_for_its_work(self):
        popover = self.script.open(session="s1")
        self.script.lose()
        self.script.wait_for_dial()
        self.greet_again("s2")
        self.core.answer_close(popover, "late", self.script.now)
        self.assertEqual(self.script.sent(), [])

    def test_nobody_is_asked_for_work_of_an_ended_session(self):
        popover = self.script.open(session="s1")
        self.change("s2")
        self.script.lose()
        self.assertNotIn("CloseAsked", self.script.events())
        self.core.answer_close(popover, "late", self.script.now)
        self.greet("s2")
        self.assertEqual(self.script.sent(), [])


class Stalling(unittest.IsolatedAsyncioTestCase):
    """A daemon in the same thread, which is there while the loop is not."""

    async def asyncSetUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = str(Path(folder.name) / "socket")
        listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(listener.close)
        listener.bind(path)
        listener.listen()
        listener.setblocking(False)
        self.client = popoverd.Client("shop", path=path, timeout=0.2)
        loop = asyncio.get_running_loop()
        starting = asyncio.ensure_future(self.client.__aenter__())
        self.daemon, _ = await loop.sock_accept(listener)
        self.addCleanup(self.daemon.close)
        self.daemon.setblocking(False)
        hello = json.loads(await loop.sock_recv(self.daemon, 65536))
        limits = {**welcome()["limits"], "waitMs": 0}
        self.daemon.send(line({"id": hello["id"], "result": {**welcome(), "limits": limits}}))
        await starting

    async def test_a_grant_that_has_arrived_is_read_before_its_deadline_passes(self):
        opening = asyncio.ensure_future(self.client.request("popover.open", **OPEN))
        loop = asyncio.get_running_loop()
        request = json.loads(await loop.sock_recv(self.daemon, 65536))
        self.daemon.send(line({"id": request["id"], "result": GRANT}))
        time.sleep(0.3)  # The stall.
        self.assertEqual((await opening)["popover"], "p1")

    async def test_requests_of_a_lost_connection_are_never_delivered(self):
        for number in range(10):
            self.client.notify("draft.save", key=f"k{number}", content="x" * 100_000)
        lost = asyncio.ensure_future(self.client.request("status"))
        self.daemon.send(b"nonsense\n")
        with self.assertRaises(popoverd.ConnectionLost):
            await lost
        loop, read = asyncio.get_running_loop(), b""
        while True:
            try:
                data = await loop.sock_recv(self.daemon, 1 << 20)
            except ConnectionResetError:
                break
            if not data:
                break
            read += data
        self.assertLess(read.count(b"draft.save"), 10)


if __name__ == "__main__":
    unittest.main()
