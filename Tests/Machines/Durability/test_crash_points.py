# SPDX-License-Identifier: MIT
"""The daemon is killed before every change of its drafts, and the disk refuses each of them."""

import errno
import os
import time
import unittest

from support.daemon import PATIENCE
from support.line_socket import LineSocket

from faulty_daemon import FOR_EVER, FaultyDaemon, sample
from shop import Ended, Shop


class CrashPoints(unittest.TestCase):
    def daemon(self):
        daemon = FaultyDaemon()
        self.addCleanup(daemon.close)
        return daemon

    def play(self, daemon):
        """Plays the script as far as the daemon lives; the shop."""
        shop = Shop(daemon)
        self.addCleanup(shop.close)
        try:
            daemon.start()
            shop.connect()
            shop.play()
        except (Ended, AssertionError):
            # Only the kill that was planned may end it.
            self.assertEqual(daemon.wait(), -9, daemon.told())
        return shop

    def count(self):
        """How many calls the script makes, its start and nothing of an end."""
        daemon = self.daemon()
        shop = self.play(daemon)
        self.assertEqual(shop.truths[True], 7)
        daemon.kill()
        return daemon.plan.calls

    def after(self, daemon, shop):
        """What is wrong when the daemon has been killed, and has started again."""
        shop.close()
        daemon.kill()
        daemon.start(is_faulty=False)
        complaints = shop.complaints()
        shop.close()
        if any("damaged" in name for name in daemon.files()):
            complaints.append("a sound file was set aside")
        daemon.close()
        return complaints

    def test_what_was_promised_is_there_wherever_the_daemon_is_killed(self):
        count = self.count()
        self.assertGreater(count, 50)
        points = sample(count, 12)
        losses = []
        for point in points:
            daemon = self.daemon()
            daemon.plan.dies_at = point
            shop = self.play(daemon)
            losses += [f"call {point}: {text}" for text in self.after(daemon, shop)]
        print(f"crash points of the daemon: {len(points)} of {count} tried, {len(losses)} losses")
        self.assertEqual(losses, [])

    def test_a_disk_that_refuses_is_told_of_and_works_again(self):
        count = self.count()
        points = sample(count, 9)
        errors = (errno.ENOSPC, errno.EIO, errno.EROFS)
        losses, untold = [], 0
        for number, point in enumerate(points):
            daemon = self.daemon()
            is_once = number % 2 == 0
            daemon.plan.refuse(point, 1 if is_once else FOR_EVER, errors[number % 3])
            shop = Shop(daemon)
            self.addCleanup(shop.close)
            try:
                daemon.start()
            except AssertionError:
                # It says so and leaves everything to its supervisor, which starts it again.
                self.assertEqual(daemon.wait(), 73, daemon.told())
                daemon.plan.work()
                daemon.start()
            shop.connect()
            shop.play()
            if not is_once and shop.truths[False] == 0:
                untold += 1
            daemon.plan.work()
            # The rules try again until it is there.
            shop.save("last", 1)
            self.assertEqual(shop.promised["last"], 1, daemon.told())
            losses += [f"call {point}, {errors[number % 3]}: {text}"
                       for text in self.after(daemon, shop)]
        print(f"refusals of the daemon's disk: {len(points)} of {count} tried, "
              f"{len(losses)} losses")
        self.assertEqual((losses, untold), ([], 0))

    def test_a_damaged_file_is_rescued_wherever_the_daemon_is_killed(self):
        def damaged():
            daemon = self.daemon()
            shop = Shop(daemon)
            self.addCleanup(shop.close)
            daemon.start(is_faulty=False)
            shop.connect()
            for key in ("a", "b", "c"):
                shop.save(key, 1)
            shop.close()
            daemon.terminate()
            self.assertEqual(daemon.wait(), 0)
            path = os.path.join(daemon.state, "drafts.sqlite3")
            with open(path, "r+b") as file:
                content = file.read()
                place = content.index(b"<b-1>")
                file.seek(place)
                file.write(b"<B-1>")
            with open(path, "rb") as file:
                return daemon, file.read()

        daemon, _ = damaged()
        daemon.start()
        count = daemon.plan.calls
        daemon.kill()
        self.assertGreater(count, 20)
        points = sample(count, 9)
        losses = []
        for point in points:
            daemon, content = damaged()
            daemon.plan.dies_at = point
            try:
                daemon.start()
                daemon.kill()
            except AssertionError:
                self.assertEqual(daemon.wait(), -9, daemon.told())
            daemon.start(is_faulty=False)
            client = LineSocket(daemon.socket)
            self.addCleanup(client.close)
            client.hello("shop")
            drafts = client.call(1, "draft.list", {})["result"]["drafts"]
            if [draft["key"] for draft in drafts] != ["a", "c"]:
                losses.append(f"call {point}: {drafts}")
            kept = [name for name, found in daemon.files().items() if found == content]
            if kept != ["drafts.sqlite3.damaged-1"]:
                losses.append(f"call {point}: the damaged file is {kept}")
            rest = set(daemon.files()) - {
                "drafts.sqlite3", "drafts.sqlite3-wal", "drafts.sqlite3.damaged-1"}
            if rest - {"drafts.sqlite3.damaged-1-wal"}:
                losses.append(f"call {point}: {sorted(rest)} are left")
            daemon.close()
        print(f"crash points of a rescue: {len(points)} of {count} tried, {len(losses)} losses")
        self.assertEqual(losses, [])


class NewFolder(unittest.TestCase):
    def test_a_folder_that_is_made_is_synced_in_the_one_above_it(self):
        daemon = FaultyDaemon()
        self.addCleanup(daemon.close)
        daemon.watched = daemon.folder
        # The first is the try to make that folder, which is there.
        daemon.plan.refuse(2, 1, errno.EIO)
        with self.assertRaises(AssertionError):
            daemon.start()
        self.assertEqual(daemon.wait(), 73)
        self.assertIn(f"fsync {daemon.state}/..", daemon.told())
        daemon.start()


class SlowDisk(unittest.TestCase):
    def test_nobody_waits_for_a_sync_but_who_asked_to(self):
        daemon = FaultyDaemon()
        self.addCleanup(daemon.close)
        daemon.start()
        shop = Shop(daemon)
        self.addCleanup(shop.close)
        shop.connect()
        daemon.plan.holds = 1
        content = shop.content("order", 1)
        shop.tell("order", content)
        waiting = shop.start("draft.save", key="order", content=content, revision=1, sync=True)
        deadline = time.monotonic() + PATIENCE
        while daemon.plan.held == 0:
            self.assertLess(time.monotonic(), deadline, "no sync was ever held")
        bystander = LineSocket(daemon.socket)
        self.addCleanup(bystander.close)
        bystander.hello("bystander")
        anchor = {"x": 40, "y": 300, "width": 40, "height": 40}
        for number in range(200):
            opened = bystander.call(number, "popover.open", {
                "behavior": "menu", "size": {"width": 200, "height": 100}, "anchor": anchor})
            popover = opened["result"]["popover"]
            bystander.call(f"c{number}", "popover.close", {"popover": popover})
            saved = bystander.call(
                f"s{number}", "draft.save", {"key": "k", "content": number})
            self.assertEqual(saved["result"], {"revision": number + 1, "durable": False})
        self.assertEqual(daemon.plan.held, 1, "the sync is over before it was let go")
        daemon.plan.holds = 0
        self.assertEqual(
            shop.response(waiting)["result"], {"revision": 1, "durable": True})
        saved = bystander.call("last", "draft.save", {"key": "k", "content": "z", "sync": True})
        self.assertEqual(saved["result"], {"revision": 201, "durable": True})
        daemon.kill()
        daemon.start(is_faulty=False)
        again = LineSocket(daemon.socket)
        self.addCleanup(again.close)
        again.hello("bystander")
        draft = again.call(1, "draft.load", {"key": "k"})["result"]["draft"]
        self.assertEqual((draft["content"], draft["revision"]), ("z", 201))


if __name__ == "__main__":
    unittest.main()
