# SPDX-License-Identifier: MIT
"""Row 2: occluders move under a popover thousands of times; who does not read gets the last shield."""

import unittest

from neighbors import BUTTON, SIZE, NeighborsCase, request

OCCLUDERS = 64
MOVES = 60


class Shields(NeighborsCase):
    def move(self, crowd):
        moves = [
            request("occluder.set", occluder=f"key-{number}",
                    rect={"x": "{n}", "y": 5 * number, "width": 3, "height": 3}).replace(
                        '"{n}"', "{n}")
            for number in range(OCCLUDERS)]
        return crowd.order("send", moves, MOVES)

    def test_a_client_that_reads_later_keeps_its_popover(self):
        shop = self.victim()
        grant = shop.call("popover.open", behavior="inspector", anchor=BUTTON, size=SIZE)
        shop.fence()
        self.assertEqual(self.move(self.crowd(1))["results"], OCCLUDERS * MOVES)
        shop.fence()
        shields = [each for each in shop.inbox if each.get("method") == "shield"]
        # Every move would be a line; what fits into the kernel's buffer was sent, the more the slower they came.
        self.assertLess(len(shields), OCCLUDERS * MOVES // 2)
        last = shields[-1]["params"]["except"]
        self.assertIn({"x": MOVES - 1, "y": 5 * (OCCLUDERS - 1), "width": 3, "height": 3}, last)
        shop.call("popover.update", popover=grant["popover"], title="alive")

    def test_only_who_can_use_it_gets_it(self):
        idle, app = self.peer("idle"), self.peer("app")
        input_, asking = self.peer("fingers", ("input",)), self.peer("asking", greet=False)
        asking.call("hello", protocol=1, app="asking", shield=True)
        app.call("surface.set", surface="window", frame={"x": 0, "y": 0, "width": 9, "height": 9})
        shop = self.victim()
        shop.call("popover.open", behavior="inspector", anchor=BUTTON, size=SIZE)
        for client in (shop, app, input_, asking):
            client.wait("shield", display="main", on=True)
        self.assertFalse(idle.has("shield"))
        # From now on it has something there.
        idle.call("source.set", source="basket", rect=BUTTON)
        idle.wait("shield", display="main", on=True)

    def test_a_users_occluders_are_limited_whatever_her_connections(self):
        crowd = self.crowd(2)
        corner = {"x": 0, "y": 0, "width": 1, "height": 1}
        outcome = crowd.order("send", [request("occluder.set", occluder="{n}", rect=corner)], 40)
        self.assertEqual(outcome, {"results": OCCLUDERS, "errors": {"occluders": 80 - OCCLUDERS}})
        self.victim().call("occluder.set", occluder="keyboard", rect=corner)


if __name__ == "__main__":
    unittest.main()
