# SPDX-License-Identifier: MIT
"""What the core of the Python package promises of the work in panels."""

import unittest

from core_script import GRANT, OPEN, ConnectedCase, closed

from popoverd import core


class Panels(ConnectedCase):
    def setUp(self):
        super().setUp()
        self.script.open()
        number = self.core.request("popover.detach", {"popover": GRANT["popover"]}, self.script.now)
        self.script.sent()
        self.script.result(number, {"panel": "n1", "frame": GRANT["frame"]})
        self.script.say(closed())
        self.script.events()

    def test_a_lost_connection_asks_its_owner_and_the_work_is_handed_over(self):
        self.script.lose()
        asked = self.script.asked()
        self.assertEqual((asked.owner.id, asked.order.reason), ("n1", "connection-lost"))
        self.core.answer_close(asked.owner, {"text": "half"}, self.script.now)
        self.assertEqual(self.script.last(core.OwnedEnded).reason, "connection-lost")
        draft, = self.saved(self.script.reconnect())
        self.assertEqual((draft["key"], draft["content"]), (OPEN["key"], {"text": "half"}))

    def test_an_owner_that_is_late_is_not_waited_for_and_its_work_is_kept(self):
        self.script.lose()
        asked = self.script.asked()
        while "OwnedEnded" not in self.script.events():
            self.script.wait_for_timeout()
        self.core.answer_close(asked.owner, {"text": "late"}, self.script.now)
        draft, = self.saved(self.script.reconnect())
        self.assertEqual(draft["content"], {"text": "late"})

    def test_a_client_that_leaves_hands_its_work_over(self):
        self.core.close(self.script.now)
        asked = self.script.asked()
        self.assertEqual(asked.order.reason, "client-gone")
        self.core.answer_close(asked.owner, {"text": "half"}, self.script.now)
        draft, = self.saved(self.script.sent())
        self.assertEqual(draft["content"], {"text": "half"})


if __name__ == "__main__":
    unittest.main()
