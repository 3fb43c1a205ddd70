# SPDX-License-Identifier: MIT
"""The kiosk's shell: renders alerts, shows the on-screen keyboard and rotates the display."""

import asyncio

from kiosk_client import DISPLAY, Application, contains
from popoverd import Rect

KEYBOARD = "keyboard"
KEYBOARD_HEIGHT = 300
KEYBOARD_TOPIC = "app.keyboard.key"
BUTTON_HEIGHT = 40


class KioskShell(Application):
    app = "kiosk-shell"
    roles = ["shell"]

    def __init__(self):
        super().__init__()
        self.alert = None
        self.buttons = {}
        self.keyboard = None

    def left(self):
        self.alert = self.keyboard = None
        self.buttons = {}
        self.say("left", "has lost popoverd, and looks for it")

    # Alerts

    async def present_alert(self, alert):
        """Puts an alert above everything; its buttons share a row at the bottom."""
        self.alert = alert.alert
        frame = alert.frame
        width = frame.width / len(alert.buttons)
        top = frame.y + frame.height - BUTTON_HEIGHT
        self.buttons = {
            button["id"]: Rect(frame.x + index * width, top, width, BUTTON_HEIGHT)
            for index, button in enumerate(alert.buttons)
        }
        middles = {button: (area.x + area.width / 2, area.y + area.height / 2)
                   for button, area in self.buttons.items()}
        end = f", and counts {alert.timeout:g} s down" if alert.timeout else ""
        self.say("alert", f"shows the alert \"{alert.title}\" above everything{end}",
                 alert=alert, middles=middles)

    def dismiss_alert(self, alert):
        if alert == self.alert:
            self.alert = None
            self.say("alert-gone", "takes the alert away")

    # What people do

    async def do_touch(self, x, y, time):
        """Handles a touch that the shield passed to an alert or the keyboard."""
        x, y = float(x), float(y)
        pressed = [name for name, area in self.buttons.items() if contains(area, x, y)]
        if self.alert and pressed:
            alert, self.alert = self.alert, None
            await self.client.answer_alert(alert, pressed[0])
            self.say("pressed", f"has the alert's button \"{pressed[0]}\" pressed",
                     button=pressed[0])
        elif self.keyboard and contains(self.keyboard, x, y):
            await self.client.publish(KEYBOARD_TOPIC, {"key": "7"})
            self.say("key", "has a key of its keyboard touched")

    async def do_show_keyboard(self):
        display = self.client.displays[DISPLAY]
        self.keyboard = Rect(
            0, display["height"] - KEYBOARD_HEIGHT, display["width"], KEYBOARD_HEIGHT)
        await self.client.set_occluder(KEYBOARD, self.keyboard, display=DISPLAY)
        self.say("keyboard", "slides its keyboard up", rect=self.keyboard)

    async def do_hide_keyboard(self):
        self.keyboard = None
        await self.client.remove_occluder(KEYBOARD)
        self.say("keyboard", "slides its keyboard away", rect=None)

    async def do_turn(self, width, height):
        """Handles a rotated or replaced display."""
        await self.change_display(width=int(width), height=int(height))
        self.say("turned", f"has a display of {width} x {height} now")

    async def do_opens(self, opens):
        """Sets which popovers the display opens: `free` or `asked`."""
        await self.change_display(opens=opens)
        which = "only those that people ask for" if opens == "asked" else "all of them"
        self.say("opens", f"has its display open {which}")

    async def change_display(self, **changes):
        await self.client.request("display.update", display=DISPLAY, **changes)


if __name__ == "__main__":
    asyncio.run(KioskShell().run())
