# SPDX-License-Identifier: MIT
"""A pen on popover-stage is a mouse on the output of its tablet."""

from support.wayland_screen import until

from stage_case import ANCHOR, ELSEWHERE, OTHER, center, color
from stage_devices import WithDevices, place
from test_stage_touch import read_again


class Pens(WithDevices):
    def setUp(self):
        super().setUp()
        self.plug_in(1)

    def plug_in(self, times):
        self.order("tablet 1 pad")
        words = 'the tablet "pad" is on the output HEADLESS-1\n'
        until(lambda: self.stage.told().count(words) == times, "the tablet")

    def touch(self, *at):
        """Puts the pen down, later than all that was done before."""
        self.put()
        self.order(f"touch 1 {place(*at)}")

    def lift(self, *at):
        self.order(f"lift 1 {place(*at)}")

    def test_its_tip_presses_what_is_there(self):
        self.touch(300, 200)
        self.shop.told("press shop 300 200")
        self.order(f"hover 1 {place(400, 250)}")
        self.lift(400, 250)
        self.touch(500, 300)
        self.shop.told("press shop 500 300")

    def test_a_touch_beside_a_popover_reaches_nobody_and_closes_it(self):
        frame, popover = self.open(self.shop)
        self.touch(*center(frame))
        self.lift(*center(frame))
        self.shop.told(f"press {popover} 160 100")
        self.touch(*ELSEWHERE)
        self.lift(*ELSEWHERE)
        self.shop.message(lambda line: line.get("method") == "popover.closed")
        self.assertEqual([line for line in self.shop.pong() if line.startswith("press")], [])

    def test_a_tablet_is_unplugged_under_its_pen(self):
        self.observer.call("bus.subscribe", topics=["tap"])
        self.touch(300, 200)
        self.shop.told("press shop 300 200")
        self.order("fall 1")
        self.plug_in(2)
        self.touch(500, 300)
        self.shop.told("press shop 500 300")
        self.lift(500, 300)
        # The first was no tap.
        self.assertAlmostEqual(self.observer.event("tap")["data"]["x"], 500.5)

    def test_a_pen_that_touches_nothing_shows_the_cursor_until_it_is_away(self):
        def is_shown():
            return len({self.color_at(400 + x, 300 + y) for x in range(4) for y in range(0, 12, 3)}) > 1
        self.order(f"hover 1 {place(398, 298)}")
        until(is_shown, "the cursor")
        # A mouse that rests would have it for seconds.
        self.order(f"away 1 {place(398, 298)}", "key 30 1")
        self.shop.told("key shop 30")
        self.assertFalse(is_shown())


class TwoScreens(WithDevices):
    outputs = 2
    output = 'rotation = "90"'
    size = 700, 1000

    def test_a_pen_stays_on_its_turned_output(self):
        self.plug_in("HEADLESS-1, unless touchScreens of an [[output]] says otherwise")
        # Where the next output begins, is still this one.
        for x, y, shown in ((0, 0, "0 1000"), (1, 1, "700 0"), (0.25, 0.5, "350 750")):
            self.order(f"touch 1 {x} {y}")
            self.shop.told(f"press shop {shown}")
            self.order(f"lift 1 {x} {y}")

    def test_the_configuration_names_its_output(self):
        self.stage.set_output(self.output, 'touchScreens = ["pad"]')
        read_again(self.stage)
        self.plug_in("HEADLESS-2")
        frame, popover = self.shop.popover(OTHER, ANCHOR, display="second")
        x, y = center(frame)
        until(lambda: self.picture("HEADLESS-2").color(x, y) == color(OTHER), "the popover")
        self.put()
        self.order(f"touch 1 {x / 800} {y / 600}")
        self.shop.told(f"press {popover}")

    def plug_in(self, told):
        self.order("tablet 1 pad")
        wanted = f'the tablet "pad" is on the output {told}\n'
        until(lambda: wanted in self.stage.told(), wanted)
