# SPDX-License-Identifier: MIT
"""Drafts at rest: what systemd hands over seals them."""

import os
import unittest

from support.line_socket import LineSocket

from faulty_daemon import FaultyDaemon

SECRET = "the card's number is 4929"


class Seal(unittest.TestCase):
    def setUp(self):
        self.daemon = FaultyDaemon()
        self.addCleanup(self.daemon.close)
        self.addCleanup(os.environ.pop, "CREDENTIALS_DIRECTORY", None)

    def start(self, key):
        """Starts it with this key material, or without any."""
        os.environ.pop("CREDENTIALS_DIRECTORY", None)
        if key is not None:
            credentials = os.path.join(self.daemon.folder, "credentials")
            os.makedirs(credentials, exist_ok=True)
            with open(os.path.join(credentials, "popoverd.draft-key"), "wb") as file:
                file.write(key)
            os.environ["CREDENTIALS_DIRECTORY"] = credentials
        self.daemon.start(is_faulty=False)
        client = LineSocket(self.daemon.socket)
        self.addCleanup(client.close)
        client.hello("shop")
        return client

    def traces(self):
        return [(name, text) for name, content in self.daemon.files().items()
                for text in (SECRET, "grandmother") if text.encode() in content]

    def keys(self, client):
        drafts = client.call("list", "draft.list", {})["result"]["drafts"]
        return [draft["key"] for draft in drafts]

    def save(self, client):
        saved = client.call("save", "draft.save", {
            "key": "grandmother", "content": SECRET * 300, "sync": True})
        self.assertTrue(saved["result"]["durable"])

    def test_with_a_key_files_contain_no_text(self):
        client = self.start(b"k" * 32)
        self.save(client)
        self.assertEqual(self.traces(), [])
        self.daemon.kill()
        self.assertEqual(self.traces(), [])
        self.assertEqual(self.keys(self.start(b"k" * 32)), ["grandmother"])
        self.daemon.kill()
        self.assertEqual(self.keys(self.start(b"x" * 32)), [])
        self.assertIn("the key opens no draft", self.daemon.told())
        self.assertIn("drafts.sqlite3.damaged-1", self.daemon.told())
        self.daemon.kill()
        self.assertEqual(self.keys(self.start(None)), [])

    def test_the_daemon_starts_only_with_its_key(self):
        self.save(self.start(b"k" * 32))
        self.daemon.kill()
        with self.assertRaises(AssertionError):
            self.start(None)
        self.assertEqual(self.daemon.wait(), 73)
        self.assertIn("the systemd credential popoverd.draft-key", self.daemon.told())
        self.assertEqual(self.keys(self.start(b"k" * 32)), ["grandmother"])

    def test_a_later_key_seals_existing_drafts(self):
        self.save(self.start(None))
        self.assertNotEqual(self.traces(), [])
        self.daemon.kill()
        self.assertEqual(self.keys(self.start(b"k" * 32)), ["grandmother"])
        self.assertEqual(self.traces(), [])
        self.daemon.kill()
        self.assertEqual(self.traces(), [])

    def test_an_invalid_key_is_reported_and_nothing_is_stored(self):
        with self.assertRaises(AssertionError):
            self.start(b"short")
        self.assertEqual(self.daemon.wait(), 73)
        self.assertIn("popoverd.draft-key: it has 5 bytes", self.daemon.told())


if __name__ == "__main__":
    unittest.main()
