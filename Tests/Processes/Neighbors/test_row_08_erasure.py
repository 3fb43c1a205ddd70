# SPDX-License-Identifier: MIT
"""After the end of a session nothing of it is to be had: on disk, from the daemon, in its memory."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

from support.daemon import PATIENCE, UNHURRIED, Daemon, binary
from support.daemon_case import OUTSIDE, DaemonCase
from support.other_user import as_root
from support.plugin_folder import PluginFolder
from support.peer import Peer
from support.reserved_port import ReservedPort
from support.web_daemon import WebDaemon

# Part of every name and text of the session that ends.
MARK = "zebra-7f3a"
# Part of every draft and choice; the first two letters are put before it where it is searched for.
WORK = "ostrich-91c2"
# Part of every name of the session on another display.
OTHER = "heron-44d0"
# A place that nothing else has, such as a key of a PIN pad.
PLACE = {"x": 417.125, "y": 211.375}
OTHER_PLACE = {"x": 93.625, "y": 611.5}

# Finds a text in a process's memory that can be written to; the text is split in its arguments.
SEARCH = """
import re, sys
text = "".join(sys.argv[2:]).encode()
found = 0
with open(f"/proc/{sys.argv[1]}/maps") as maps, open(f"/proc/{sys.argv[1]}/mem", "rb", 0) as memory:
    for line in maps:
        start, end = (int(part, 16) for part in line.split()[0].split("-"))
        if "rw" not in line.split()[1]:
            continue
        try:
            memory.seek(start)
            found += memory.read(end - start).count(text)
        except OSError:
            pass
print(found)
"""


def in_memory(daemon, *parts):
    """How often a text is in the daemon's memory."""
    done = subprocess.run(
        [*as_root(), os.path.realpath(sys.executable), "-S", "-E", "-c", SEARCH,
         str(daemon.process.pid), *parts],
        check=True, capture_output=True, text=True)
    return int(done.stdout)


def left_in_memory(daemon, *parts):
    """The same, when the disk's thread has had the time to let go of what it has written."""
    deadline = time.monotonic() + PATIENCE / 3
    while (found := in_memory(daemon, *parts)) and time.monotonic() < deadline:
        pass
    return found


class Erasure(DaemonCase):
    def setUp(self):
        self.configuration = UNHURRIED
        super().setUp()
        self.daemon.kill()
        folder = PluginFolder(os.path.join(self.daemon.folder, "plugins"))
        folder.add_bundled("mqtt")
        self.configure(folder)
        self.daemon.start()
        self.clerk = self.peer("clerk", ("observer", "shell"))
        self.clerk.always_answer("alert.present", {})
        self.clerk.call("bus.subscribe", topics=["*"])

    def configure(self, folder):
        """Two displays, and a broker that does not answer: what it is to be told stays on disk."""
        port = ReservedPort()
        self.addCleanup(port.close)
        displays = "".join(
            f'[[display]]\nname = "{name}"\nwidth = 1280\nheight = 800\n'
            for name in ("main", "side"))
        self.daemon.write_configuration(
            UNHURRIED + f'[log]\nlevel = "trace"\n[plugins]\ndirectory = "{folder.path}"\n'
            + displays + '[[plugin]]\nname = "mqtt"\ntrusted = true\n[plugin.options]\n'
            f'broker = "127.0.0.1"\nport = {port.number}\ntls = false\nkiosk = "k"\n'
            f'topics = ["*"]\ndirectory = "{self.daemon.state}/fleet"\n')

    # A session

    def live(self, shop, display="main", mark=MARK, place=PLACE):
        """Everything in which people's words and taps can be; a popover and an alert stay."""
        def opened(behavior="inspector", key=f"key-{mark}"):
            return self.open(
                shop, behavior, display=display, key=key, title=f"title-{mark}",
                help=f"help-{mark}", buttons=[f"button-{mark}"])["popover"]

        for call in ("popover.willClose", "panel.willClose"):
            shop.always_answer(call, {"draft": {"text": f"4-{WORK}-handed-over"}})
        shop.call("draft.save", key=f"key-{mark}", content={"text": f"1-{WORK}"}, sync=True)
        shop.call("draft.load", key=f"key-{mark}")
        opened()
        shop.call("tap", display=display, **place)
        shop.call("tap", display=display, **OUTSIDE)
        self.clerk.event("draft.saved", reason="outside-tap", display=display)
        popover = opened()
        shop.call("popover.choose", popover=popover, choice={"card": f"5-{WORK}"})
        shop.call("popover.detach", popover=popover)
        shop.call("pointer", phase="down", pointer=1, display=display, **place)
        shop.call("bus.publish", topic="app.shop.sold", data={"to": mark})
        alert = self.raised(shop, display, mark)
        self.clerk.call("alert.answer", alert=alert, button=f"id-{mark}")
        opened(key=f"other-{mark}")
        self.raised(shop, display, mark)

    def raised(self, shop, display, mark):
        shop.start(
            "alert.raise", display=display, key=f"alert-{mark}", title=f"t-{mark}",
            message=f"m-{mark}", severity="info",
            buttons=[{"id": f"id-{mark}", "label": f"label-{mark}"}])
        return self.clerk.wait("alert.present")["params"]["alert"]

    def save_in_every_way(self, shop):
        """Drafts that are short, long, torn into pieces, left unread, and replaced."""
        # An earlier session's end may have erased these keys: only a save that names its session is taken.
        session = shop.welcome["displays"][0]["session"]
        saved = shop.call("draft.save", session=session, key="long", content=long_text(2))
        self.assertEqual(saved["revision"], 1)
        for revision in range(3):
            content = f"{revision}-3-{WORK}-" + "y" * 700
            shop.call("draft.save", session=session, key="again", content=content)
        torn = self.raw()
        torn.hello("shop")
        line = json.dumps({
            "jsonrpc": "2.0", "id": 1, "method": "draft.save",
            "params": {"session": session, "key": "torn", "content": f"6-{WORK}-\u00e9\n", "sync": True},
        }).encode()
        for start in range(0, len(line), 40):
            torn.send_bytes(line[start:start + 40])
            shop.fence()
        torn.send_bytes(b"\n")
        self.assertIn("result", torn.response(1))
        # Its answers wait in the daemon, because it reads none of them for a while.
        for number in range(4):
            torn.send({"jsonrpc": "2.0", "id": 2 + number, "method": "draft.load",
                       "params": {"key": "long"}})
        shop.fence()
        for number in range(4):
            self.assertIn("result", torn.response(2 + number))

    # Looking for it

    def marked(self):
        """The files in the state folder that hold a word of the session."""
        texts = [MARK.encode(), WORK.encode(), b"417.125", b"211.375"]
        return sorted(
            path.name for path in pathlib.Path(self.daemon.state).rglob("*")
            if path.is_file() and any(text in path.read_bytes() for text in texts))

    def assert_absent(self, text):
        for word in (MARK, WORK, "417.125", "211.375"):
            self.assertNotIn(word, text)

    def heard(self, peer):
        """All events that a client has received so far."""
        peer.fence()
        messages = [json.loads(line[2:]) for line in peer.transcript if line.startswith("< ")]
        return [message for message in messages if message.get("method") == "event"]

    def replayed(self, path):
        return subprocess.run(
            [binary("popoverctl"), "replay", path],
            capture_output=True, text=True, check=False)

    def test_nothing_of_the_session_is_on_disk_or_told(self):
        self.daemon.kill()
        damage(self.daemon)
        self.daemon.start()
        self.clerk = self.peer("clerk", ("observer", "shell"))
        self.clerk.always_answer("alert.present", {})
        self.clerk.call("bus.subscribe", topics=["*"])
        running = self.clerk.call("record.start", path="running")["path"]
        shop = self.peer()
        self.live(shop)
        self.clerk.call("record.dump", path="noon")
        found = self.marked()
        for name in ("drafts.sqlite3.damaged-1", "running.recording", "noon.recording"):
            self.assertIn(name, found)
        self.assertTrue(pathlib.Path(self.daemon.state, "fleet", "outbox.sqlite").exists())

        self.clerk.call("session.end")
        self.assertEqual(self.marked(), [])
        late = self.peer("late", ("observer",))
        late.call("bus.subscribe", topics=["*"], since=0)
        self.assertEqual(late.event("bus.gap")["data"]["from"], 1)
        late.event("session.ended")
        explained = self.clerk.call("popover.explain", limit=256)
        self.assertEqual(explained["decisions"], [])
        self.assert_absent(json.dumps([self.clerk.call("status"), self.heard(late)]))
        self.assert_absent(self.daemon.told())

        # What is recorded from now on is whole.
        self.open(shop, "menu", key="next")
        self.assertEqual(self.clerk.call("record.stop")["path"], running)
        replay = self.replayed(running)
        self.assertEqual(replay.returncode, 0, replay.stdout + replay.stderr)
        self.assertEqual(self.marked(), [])
        dumped = self.clerk.call("record.dump")["path"]
        self.assertEqual(self.replayed(dumped).returncode, 0)
        self.assertEqual(self.marked(), [])

    def test_a_crash_after_the_session_leaves_nothing_of_it(self):
        self.live(self.peer())
        self.clerk.call("session.end")
        self.daemon.process.send_signal(signal.SIGABRT)
        self.assertEqual(self.daemon.wait(), -signal.SIGABRT)
        recordings = list(pathlib.Path(self.daemon.state, "recordings").iterdir())
        self.assertEqual(len(recordings), 1, recordings)
        self.assertEqual(self.marked(), [])

    def test_the_session_of_another_display_stays(self):
        guest, shop = self.peer("guest"), self.peer()
        self.live(guest, "side", OTHER, OTHER_PLACE)
        self.live(shop)
        self.clerk.call("session.end", display="main")
        self.assert_absent(json.dumps(self.clerk.call("popover.explain", limit=256)))
        decisions = self.clerk.call("popover.explain", limit=256)["decisions"]
        self.assertEqual({decision["display"] for decision in decisions}, {"side"})
        late = self.peer("late", ("observer",))
        late.call("bus.subscribe", topics=["*"], since=0)
        late.event("session.ended", display="main")
        heard = self.heard(late)
        self.assert_absent(json.dumps(heard))
        self.assertIn(OTHER, json.dumps(heard))
        # Every number is an event's or in a gap.
        numbers = []
        for message in heard:
            params = message["params"]
            if params["topic"] == "bus.gap":
                numbers += range(params["data"]["from"], params["data"]["to"] + 1)
            else:
                numbers.append(params["sequence"])
        self.assertEqual(numbers, list(range(1, numbers[-1] + 1)))
        keys = {draft["key"] for draft in guest.call("draft.list")["drafts"]}
        self.assertEqual(keys, {f"key-{OTHER}"})
        self.assertEqual(shop.call("draft.list"), {"drafts": []})

    def test_input_of_the_ended_session_does_not_reach_the_next(self):
        shop = self.peer()
        pressed = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
        self.clerk.call("session.end")
        verdict = shop.call("tap", time=pressed, **PLACE)
        self.assertEqual((verdict["verdict"], verdict["deliver"]), ("swallowed", False))
        self.assertNotIn("417.125", json.dumps(self.clerk.call("status")))
        late = self.peer("late", ("observer",))
        late.call("bus.subscribe", topics=["tap"], since=0)
        late.fence()
        self.assertNotIn("417.125", "\n".join(late.transcript))

    def test_no_draft_is_in_the_memory_of_the_daemon(self):
        shop = self.peer()
        self.live(shop)
        self.save_in_every_way(shop)
        for first in "2346":
            self.assertGreater(in_memory(self.daemon, first, "-" + WORK[:4], WORK[4:]), 0, first)
        self.clerk.call("session.end")
        self.assertEqual(left_in_memory(self.daemon, WORK[:4], WORK[4:]), 0)

    def test_no_draft_that_was_found_at_the_start_is_in_memory(self):
        for is_sealed in (False, True):
            with self.subTest(is_sealed=is_sealed):
                if is_sealed:
                    self.seal()
                self.save_in_every_way(self.peer())
                self.daemon.kill()
                self.daemon.start()
                shop, clerk = self.peer(), self.peer("clerk")
                shop.call("draft.load", key="torn")
                self.assertGreater(in_memory(self.daemon, "6-", WORK[:4], WORK[4:]), 0)
                clerk.call("session.end")
                self.assertEqual(left_in_memory(self.daemon, WORK[:4], WORK[4:]), 0)

    def seal(self):
        """From now on drafts are encrypted."""
        self.daemon.kill()
        key = pathlib.Path(self.daemon.folder, "popoverd.draft-key")
        key.write_bytes(bytes(range(32)))
        self.daemon.environment["CREDENTIALS_DIRECTORY"] = self.daemon.folder
        self.daemon.start()


class ErasureOfPages(WebDaemon):
    def test_no_draft_of_a_web_page_is_in_the_memory_of_the_daemon(self):
        self.start(methods=["draft.save", "draft.load"])
        page = self.greeted()
        page.call("draft.save", key="a", content=f"1-{WORK}", sync=True)
        page.call("draft.save", key="b", content=long_text(2), sync=True)
        for key in "ab":
            self.assertIn(WORK, page.call("draft.load", key=key)["result"]["draft"]["content"])
        self.assertGreater(in_memory(self.daemon, WORK[:4], WORK[4:]), 0)
        clerk = Peer(self.daemon, "clerk")
        self.addCleanup(clerk.close)
        clerk.call("session.end")
        self.assertEqual(left_in_memory(self.daemon, WORK[:4], WORK[4:]), 0)


def long_text(first):
    return f"{first}-{WORK}-" + "x" * 100_000 + f"-{WORK}"


def damage(daemon):
    """Damages a database that holds a draft of the session, so that it is set aside."""
    with_work = Daemon()
    try:
        with_work.state = daemon.state
        with_work.start()
        shop = Peer(with_work)
        for number in range(60):
            shop.call("draft.save", key=f"{number}-{MARK}", content=f"{WORK}-" + "z" * 900, sync=True)
        shop.close()
        with_work.terminate()
        with_work.wait()
    finally:
        with_work.close()
    with open(os.path.join(daemon.state, "drafts.sqlite3"), "r+b") as file:
        file.seek(4096 * 6)
        file.write(b"\xff" * 512)


if __name__ == "__main__":
    unittest.main()
