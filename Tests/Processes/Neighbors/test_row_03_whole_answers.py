# SPDX-License-Identifier: MIT
"""Row 3: two connections fill the scene; `status` and snapshots arrive whole."""

import unittest

from neighbors import NeighborsCase, request

SOURCE = request(
    "source.set", source="s{n}" + "-" * 200, rect={"x": 1, "y": 1, "width": 40, "height": 40})


class WholeAnswers(NeighborsCase):
    def test_a_large_scene_is_sent_whole(self):
        administrator = self.peer("desk", ("observer",))
        outcome = self.crowd(2).order("send", [SOURCE], 10_000)
        self.assertEqual(set(outcome["errors"]), {"objectsTotal"})
        scene = administrator.call("status")
        self.assertEqual(len(scene["sources"]), outcome["results"])
        shop = self.victim()
        answer = shop.call("bus.subscribe", topics=["popover.*"])
        self.assertEqual(len(answer["snapshot"]["sources"]), outcome["results"])
        # Another user still has room.
        shop.call("source.set", source="basket", rect={"x": 1, "y": 1, "width": 40, "height": 40})
        limits = {limit["limit"]: limit for limit in scene["limits"]}
        self.assertRegex(limits["objectsTotal"]["holder"], r"^user 64201: \d+$")


if __name__ == "__main__":
    unittest.main()
