# SPDX-License-Identifier: MIT
"""The touchscreen: reports every finger, and shields windows below a popover.

Where a display server lets it, such a program keeps a transparent window over everything, with
holes where popoverd says that touches may reach what is under them.
"""

from time import sleep

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

    def left(self):
        self.shield = OFF

    def at_once_shield(self, shield):
        self.shield = shield

    def do_tap(self, x, y):
        """Taps; the shield may hide the tap from all windows."""
        self.tap(float(x), float(y), is_shielded=True)

    def do_bare_tap(self, x, y):
        """Taps on a display server without a shield."""
        self.tap(float(x), float(y), is_shielded=False)

    def press(self):
        """The time of the next press."""
        sleep(max(0, self.latest_press + BETWEEN - now()) / 1e6)
        self.latest_press = now()
        return self.latest_press

    def tap(self, x, y, is_shielded):
        time = self.press()
        pressed = {"x": x, "y": y, "display": DISPLAY, "kind": "touch", "time": time}
        # The response comes after all earlier shield messages.
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
