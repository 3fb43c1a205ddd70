# SPDX-License-Identifier: MIT
"""Pages come, are clients, and go."""

import os
import stat
import unittest

from web_daemon import ORIGIN, WebDaemon

SIZE = {"width": 320, "height": 200}
ANCHOR = {"x": 600, "y": 380, "width": 80, "height": 40}


class Relay(WebDaemon):
    def test_a_page_is_a_client(self):
        self.start()
        page = self.page()
        answer = page.call("hello", protocol=1, app="shop")
        self.assertEqual(answer["result"]["protocol"], 1)
        grant = page.call(
            "popover.open", request=2, behavior="menu", size=SIZE, anchor=ANCHOR)["result"]
        self.assertEqual(page.call(
            "popover.close", request=3, popover=grant["popover"], outcome="done")["result"], {})
        self.assertEqual(page.wait("popover.closed")["params"]["reason"], "done")


if __name__ == "__main__":
    unittest.main()
