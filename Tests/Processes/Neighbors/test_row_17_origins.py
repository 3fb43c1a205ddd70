# SPDX-License-Identifier: MIT
"""Row 17: pages of one origin cannot use an app of another, and so not read its drafts."""

import unittest

from support.web_daemon import ORIGIN, WebDaemon

OTHER = "http://127.0.0.1:9090"


class Origins(WebDaemon):
    def setUp(self):
        super().setUp()
        self.origins = [ORIGIN, OTHER]

    def assert_kept_out(self, app):
        page = self.page(origin=OTHER)
        page.send({"jsonrpc": "2.0", "id": 1, "method": "hello",
                   "params": {"protocol": 1, "app": app}})
        self.assertIsNone(page.receive(), "the hello was answered")
        self.assertEqual(page.status, 1008)

    def test_an_app_is_the_origins_that_used_it_first(self):
        self.start()
        page = self.greeted("shop")
        page.call("draft.save", request=2, key="order", content={"text": "private"}, sync=True)
        page.close()
        self.assert_kept_out("shop")
        self.greeted("game", origin=OTHER).close()
        # Also after a restart.
        self.daemon.kill()
        self.daemon.start()
        self.assert_kept_out("shop")
        page = self.greeted("shop")
        draft = page.call("draft.load", request=2, key="order")["result"]["draft"]
        self.assertEqual(draft["content"], {"text": "private"})

    def test_the_configuration_gives_an_app_to_an_origin_or_to_several(self):
        self.start(apps=[f"shop={ORIGIN}", f"both={ORIGIN}", f"both={OTHER}"])
        self.assert_kept_out("shop")
        for app, origin in (("shop", ORIGIN), ("both", ORIGIN), ("both", OTHER)):
            self.greeted(app, origin=origin).close()


if __name__ == "__main__":
    unittest.main()
