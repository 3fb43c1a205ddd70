# SPDX-License-Identifier: MIT
"""The touchscreen: it reports every finger, and shields what is under a popover.

Where a display server lets it, such a program keeps a transparent window over everything, with
holes where popoverd says that touches may reach what is under them.
"""

from time import sleep

from kiosk_client import DISPLAY, Application, contains, now

# How long a finger stays on the glass, in microseconds.
PRESS = 50_000
# The least from one press to the next, in microseconds: no finger is faster, and what two report
# within 30 ms of each other counts as one tap that both have seen.
BETWEEN = 60_000
OFF = {"on": False, "except": []}


class Touchscreen(Application):
    app = "touchscreen"
    roles = ["input"]

    def __init__(self):
        super().__init__()
        self.shield = OFF
        self.latest_press = 0

    def left(self):
        self.shield = OFF

    def at_once_shield(self, shield):
        self.shield = shield

    def do_tap(self, x, y):
        """A finger, which the shield may keep from everyone."""
        self.tap(float(x), float(y), is_shielded=True)

    def do_bare_tap(self, x, y):
        """A finger where the display server has no shield: it only looks on."""
        self.tap(float(x), float(y), is_shielded=False)

    def press(self):
        """The time of the next press, which is now or soon."""
        sleep(max(0, self.latest_press + BETWEEN - now()) / 1e6)
        self.latest_press = now()
        return self.latest_press

    def tap(self, x, y, is_shielded):
        time = self.press()
        pressed = {"x": x, "y": y, "display": DISPLAY, "kind": "touch", "time": time}
        # The answer comes after the shields that went before it.
        self.request("pointer", phase="down", **pressed)
        swallowed = is_shielded and self.shield["on"] and not any(
            contains(hole, x, y) for hole in self.shield["except"])
        judged = self.request(
            "pointer", phase="up", swallowed=swallowed, **{**pressed, "time": time + PRESS})
        fate = "is kept from what is under it" if swallowed else "reaches what is under it"
        self.say("tapped", f"feels a finger at ({x:g}, {y:g}); it {fate}",
                 time=time, swallowed=swallowed, **judged)


if __name__ == "__main__":
    Touchscreen().run()
