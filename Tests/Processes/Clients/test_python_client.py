# SPDX-License-Identifier: MIT
"""What the Python module promises beside the story, against a real daemon."""

import asyncio
import logging
import os
import re
import sys
import unittest

from story import PATIENCE, ROOT, UNHURRIED, Daemon, LineSocket, Relay

sys.path.insert(0, str(ROOT / "Clients" / "Python"))

# pylint: disable=wrong-import-position
import popoverd

ANCHOR = (600, 80, 80, 40)
OUTSIDE = (20, 700)


class Case(unittest.IsolatedAsyncioTestCase):
    """A daemon, which the module's clients reach through a relay."""

    configuration = UNHURRIED

    def setUp(self):
        self.daemon = Daemon(self.configuration).start()
        self.addCleanup(self.daemon.close)
        self.relayed = os.path.join(self.daemon.folder, "relay")
        self.relay = Relay(self.relayed, self.daemon.socket)
        self.addCleanup(self.relay.close)
        # What goes wrong on purpose, and how long a busy machine takes, is nobody's news.
        for name in ("popoverd", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)

    async def client(self, app="shop", **details):
        details = {"path": self.relayed, "timeout": PATIENCE, **details}
        client = await popoverd.connect(app, **details).__aenter__()
        self.addAsyncCleanup(client.close)
        return client

    async def soon(self, awaited):
        return await asyncio.wait_for(awaited, PATIENCE)

    def outsider(self, roles=("observer",)):
        """Who shares no code with it."""
        client = LineSocket(self.daemon.socket)
        self.addCleanup(client.close)
        client.hello("outsider", list(roles))
        return client

    def scene(self):
        return self.outsider().call("look", "status", {})["result"]


class Connecting(Case):
    async def test_without_a_daemon_it_says_so_in_time(self):
        with self.assertRaises(popoverd.NoDaemon):
            await popoverd.connect("shop", path=f"{self.relayed}-not", timeout=0.3).__aenter__()

    async def test_what_would_be_the_same_the_next_time_is_told_at_once(self):
        with self.assertRaises(popoverd.InvalidParams) as caught:
            await self.client("Not An App")
        self.assertEqual(caught.exception.member, "app")

    async def test_whoever_is_not_read_by_a_hung_daemon_has_a_deadline(self):
        client = await self.client(timeout=PATIENCE)
        self.daemon.process.send_signal(19)  # SIGSTOP
        with self.assertRaises(popoverd.DeadlinePassed):
            await client.request("draft.list", timeout=0.2)
        self.daemon.process.send_signal(18)  # SIGCONT
        self.assertEqual(await client.list_drafts(), [])

    async def test_without_a_connection_requests_fail_at_once_and_a_closed_client_says_so(self):
        client = await self.client()
        self.relay.cut()
        await self.soon(self.until(lambda: not client.is_connected))
        for request in (client.list_drafts, self.opening(client)):
            with self.assertRaisesRegex(popoverd.ConnectionLost, r"await client\.ready\(\)"):
                await request()
        await client.close()
        with self.assertRaises(popoverd.ClientClosed):
            await client.list_drafts()
        with self.assertRaises(popoverd.ClientClosed):
            await self.soon(client.ready())

    def opening(self, client):
        return lambda: client.open("menu", (320, 240), anchor=ANCHOR)

    async def until(self, condition):
        while not condition():
            await asyncio.sleep(0.01)

    async def test_the_program_of_the_readme_opens_again_after_a_restart(self):
        readme = (ROOT / "Clients" / "Python" / "README.md").read_text(encoding="utf-8")
        program = re.search(r"```python\n(.*?)```", readme, re.DOTALL)[1]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE, env={
                **os.environ, "PYTHONPATH": str(ROOT / "Clients" / "Python"),
                "POPOVERD_SOCKET": self.daemon.socket})
        self.addCleanup(process.communicate)
        await self.soon(self.until(lambda: self.scene()["popovers"]))
        self.daemon.kill()
        self.daemon.start()
        await self.soon(self.until(lambda: self.scene()["popovers"]))
        self.outsider(["input"]).call("tap", "tap", {"x": OUTSIDE[0], "y": OUTSIDE[1]})
        output, _ = await self.soon(process.communicate())
        self.assertEqual(output.split(), [b"connection-lost", b"outside-tap"])


class Reconnecting(Case):
    async def test_places_are_set_again_and_what_was_removed_is_not(self):
        client = await self.client()
        await client.set_surface("window", (100, 50, 800, 600))
        await client.set_source("basket", (500, 10, 60, 40), surface="window")
        await client.set_source("gone", (0, 0, 60, 40))
        await client.set_occluder("keyboard", (0, 560, 1280, 240))
        await client.remove_source("gone")
        before = self.places()
        self.assertEqual(set(before), {"window", "basket", "keyboard"})
        self.daemon.kill()
        self.daemon.start()
        await self.soon(self.back(client))
        self.assertEqual(self.places(), before)

    def places(self):
        scene = self.scene()
        return {one[kind]: one["rect"] for kind in ("surface", "source", "occluder")
                for one in scene[f"{kind}s"]}

    async def back(self, client):
        while True:
            await client.ready()
            try:
                return await client.list_drafts()
            except popoverd.ConnectionLost:
                continue

    async def test_what_the_daemon_refuses_is_not_remembered(self):
        client = await self.client()
        with self.assertRaises(popoverd.InvalidParams):
            await client.set_source("basket", (0, 0, -1, 40))
        self.assertNotIn(("source", "basket"), client._core.places)

    async def test_an_alert_is_raised_again(self):
        shown = asyncio.Queue()

        async def present(alert):
            shown.put_nowait(alert)
        hall = await self.client("hall", roles=["shell"], present_alert=present)
        printer = await self.client("printer")
        raised = asyncio.ensure_future(printer.alert("The paper is out", ["Refilled", "Later"]))
        first = await self.soon(shown.get())
        self.daemon.kill()
        self.daemon.start()
        second = await self.soon(shown.get())
        self.assertEqual((first.title, second.title), ("The paper is out",) * 2)
        await self.soon(self.back(hall))
        await hall.answer_alert(second.alert, "Refilled")
        self.assertEqual(await self.soon(raised), "Refilled")

    async def test_newer_work_of_another_is_not_overwritten(self):
        client = await self.client()
        typed = asyncio.Event()

        async def will_close(_):
            await typed.wait()
            return "mine"
        popover = await client.open(
            "task", (320, 240), anchor=ANCHOR, key="order", will_close=will_close)
        self.relay.cut()
        end = asyncio.ensure_future(popover.closed())
        other = LineSocket(self.daemon.socket)
        self.addCleanup(other.close)
        other.hello("shop", ["app"])
        for content in ("theirs", "theirs, newer"):
            other.call("keep", "draft.save", {"key": "order", "content": content})
        typed.set()
        self.assertEqual((await self.soon(end)).reason, "connection-lost")
        self.relay.mend()
        await self.soon(client.ready())
        self.assertEqual((await client.load_draft("order")).content, "theirs, newer")


class Canceling(Case):
    async def test_an_open_that_nobody_waits_for_leaves_nothing(self):
        shown = asyncio.Event()

        async def present(_):
            shown.set()
        client = await self.client(present_alert=present)
        alert = asyncio.ensure_future(client.alert("Wait", ["OK"], renderer="self"))
        await self.soon(shown.wait())
        # The open waits while the alert is up; then its task is canceled.
        opening = asyncio.ensure_future(
            client.open("menu", (320, 240), anchor=ANCHOR, wait=5))
        await client.list_drafts()
        opening.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await opening
        alert.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await alert
        await client.list_drafts()
        scene = self.scene()
        self.assertEqual((scene["popovers"], scene["waiting"], scene["alerts"]), ([], [], []))

    async def test_one_that_was_granted_meanwhile_is_given_back(self):
        client = await self.client()
        self.daemon.process.send_signal(19)  # SIGSTOP: both lines wait to be read.
        opening = asyncio.ensure_future(client.open("menu", (320, 240), anchor=ANCHOR))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        opening.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await opening
        self.daemon.process.send_signal(18)
        await client.list_drafts()
        # What it gives back is on its way before this one.
        await client.list_drafts()
        self.assertEqual(self.scene()["popovers"], [])


    async def test_one_that_is_canceled_together_with_its_answer_is_given_back(self):
        client = await self.client()
        opening = asyncio.ensure_future(client.open("menu", (320, 240), anchor=ANCHOR))
        await asyncio.sleep(0)
        # pylint: disable=protected-access
        (number, answered), = client._pending.items()

        def answered_and_canceled(answer):
            answered(answer)
            opening.cancel()
        client._pending[number] = answered_and_canceled
        with self.assertRaises(asyncio.CancelledError):
            await opening
        await client.list_drafts()
        self.assertEqual(self.scene()["popovers"], [])


class Leaving(Case):
    async def test_work_of_what_is_open_is_handed_over(self):
        client = await self.client()

        async def will_close(order):
            return {"reason": order.reason}
        popover = await client.open(
            "task", (320, 240), anchor=ANCHOR, key="order", will_close=will_close)
        await client.close()
        end = await self.soon(popover.closed())
        self.assertEqual(end.reason, "client-gone")
        again = await self.client()
        self.assertEqual((await again.load_draft("order")).content, {"reason": "client-gone"})

    async def test_a_panel_moves_comes_to_the_front_and_hands_over_its_work(self):
        shop = await self.client()
        moved, raised = asyncio.Queue(), asyncio.Queue()

        async def will_close(order):
            return {"text": order.reason}

        popover = await shop.open(
            "inspector", (320, 240), anchor=ANCHOR, key="order-7", will_close=will_close)
        panel = await popover.detach(
            (900, 500, 320, 240), moved=moved.put_nowait,
            raised=lambda: raised.put_nowait(True))
        self.assertEqual(await panel.set((1100, 500, 320, 240)), (960, 500, 320, 240))
        window = await self.client()
        with self.assertRaises(popoverd.Refused) as refused:
            await window.open("inspector", (320, 240), anchor=ANCHOR, key="order-7")
        self.assertEqual(refused.exception.data["panel"], panel.id)
        await window.request("panel.raise", panel=panel.id)
        await self.soon(raised.get())
        hall = self.outsider(("shell",))
        hall.call("narrow", "display.set", {"display": "main", "width": 800, "height": 800})
        self.assertEqual(await self.soon(moved.get()), (480, 500, 320, 240))
        hall.call("lock", "session.lock", {})
        self.assertEqual(await self.soon(panel.closed()), "administrator")
        draft = await shop.load_draft("order-7")
        self.assertEqual(draft.content, {"text": "administrator"})

    async def test_a_callback_that_fails_costs_nobody_anything(self):
        client = await self.client()

        async def will_close(_):
            raise RuntimeError("a bug of the program's")

        def shielded(_):
            raise RuntimeError("and another")
        client.on("shield", shielded)
        popover = await client.open("task", (320, 240), anchor=ANCHOR, will_close=will_close)
        await client.tap(*OUTSIDE)
        end = await self.soon(popover.closed())
        self.assertEqual((end.reason, end.draft, end.unresponsive), ("outside-tap", "none", False))


class Reading(Case):
    async def test_a_slow_reader_loses_the_oldest_and_is_told(self):
        client = await self.client()
        async with client.subscribe("app.*", kept=2) as events:
            numbers = [await client.publish("app.shop.tick", n) for n in range(5)]
            await client.list_drafts()
            gap = await self.soon(events.__anext__())
            self.assertTrue(gap.is_gap)
            self.assertEqual(gap.data, {"from": numbers[0], "to": numbers[2]})
            self.assertEqual([(await events.__anext__()).data for _ in range(2)], [3, 4])
        with self.assertRaises(StopAsyncIteration):
            await events.__anext__()

    async def test_two_subscriptions_share_a_connection(self):
        client = await self.client()
        async with client.subscribe("app.one.*", "app.both") as one:
            async with client.subscribe("app.two.*", "app.both", since=0) as two:
                await client.publish("app.one.a", 1)
                await client.publish("app.two.a", 2)
                await client.publish("app.both", 3)
                self.assertEqual([(await two.__anext__()).data for _ in range(2)], [2, 3])
            await client.publish("app.both", 4)
            self.assertEqual([(await one.__anext__()).data for _ in range(3)], [1, 3, 4])


if __name__ == "__main__":
    unittest.main()
