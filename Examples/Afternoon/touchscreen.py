# SPDX-License-Identifier: MIT
"""The touchscreen: reports every finger, and shields windows below a popover.

Where a display server lets it, such a program keeps a transparent window over everything, with
holes where popoverd says that touches may reach what is under them.
"""

import asyncio

from popoverd import Rect

from kiosk_client import DISPLAY, Application, contains, now

# The duration of a press, in microseconds.
PRESS = 50_000
# The minimum time between presses, in microseconds. Reports of two observers within 30 ms count as
# one tap.
BETWEEN = 60_000
OFF = {"on": False, "except": []}


class Touchscreen(Application):
    app = "touchscreen"
    roles = ["input"]

    def __init__(self):
        super().__init__()
        self.shield = OFF
        self.latest_press = 0
        self.held = None

    async def set_up(self):
        self.client.on("shield", self.set_shield)

    def left(self):
        self.shield = OFF

    def set_shield(self, shield):
        self.shield = shield

    async def do_tap(self, x, y):
        """Taps; the shield may hide the tap from all windows."""
        await self.tap(float(x), float(y), is_shielded=True)

    async def do_bare_tap(self, x, y):
        """Taps on a display server without a shield."""
        await self.tap(float(x), float(y), is_shielded=False)

    async def do_hold(self, x, y):
        """Puts a finger down, and leaves it there."""
        self.held = float(x), float(y)
        await self.step("down", *self.held, await self.press())
        self.say("held", f"feels a finger that rests at ({self.held[0]:g}, {self.held[1]:g})")

    async def do_lift(self):
        """Lifts that finger."""
        await self.step("up", *self.held, now())
        self.say("lifted", "feels the finger lift")

    async def do_swipe(self, *numbers):
        """Swipes from one point to another."""
        x, y, to_x, to_y = map(float, numbers)
        time = await self.press()
        await self.step("down", x, y, time)
        swallowed = self.is_shielding(x, y)
        await self.step("move", (x + to_x) / 2, (y + to_y) / 2, time + PRESS, swallowed=swallowed)
        judged = await self.step("up", to_x, to_y, time + 2 * PRESS, swallowed=swallowed)
        self.say("swiped", f"feels a swipe from ({x:g}, {y:g}) to ({to_x:g}, {to_y:g})", **judged)

    async def press(self):
        """The time of the next press."""
        await asyncio.sleep(max(0, self.latest_press + BETWEEN - now()) / 1e6)
        self.latest_press = now()
        return self.latest_press

    async def step(self, phase, x, y, time, **details):
        return await self.client.request(
            "pointer", phase=phase, x=x, y=y, time=time, display=DISPLAY, kind="touch", **details)

    def is_shielding(self, x, y):
        """Whether the shield keeps a touch there from what is under it."""
        return self.shield["on"] and not any(
            contains(Rect(**hole), x, y) for hole in self.shield["except"])

    async def tap(self, x, y, is_shielded):
        time = await self.press()
        # The response comes after all earlier shield messages.
        await self.step("down", x, y, time)
        swallowed = is_shielded and self.is_shielding(x, y)
        judged = await self.step("up", x, y, time + PRESS, swallowed=swallowed)
        fate = "is kept from what is under it" if swallowed else "reaches what is under it"
        self.say("tapped", f"feels a finger at ({x:g}, {y:g}); it {fate}",
                 time=time, swallowed=swallowed, **judged)


if __name__ == "__main__":
    asyncio.run(Touchscreen().run())
