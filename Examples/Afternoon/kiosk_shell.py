# SPDX-License-Identifier: MIT
"""The kiosk's shell: renders alerts, shows the on-screen keyboard and rotates the display."""

from kiosk_client import DISPLAY, Application, center, contains, rect

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
        self.opens = "free"

    def left(self):
        self.alert = self.keyboard = None
        self.buttons = {}
        self.say("left", "has lost popoverd, and looks for it")

    # Alerts

    def answer_alert_present(self, alert):
        """Puts an alert above everything; its buttons share a row at the bottom."""
        self.alert = alert["alert"]
        frame = alert["frame"]
        width = frame["width"] / len(alert["buttons"])
        top = frame["y"] + frame["height"] - BUTTON_HEIGHT
        self.buttons = {
            button["id"]: rect(frame["x"] + index * width, top, width, BUTTON_HEIGHT)
            for index, button in enumerate(alert["buttons"])
        }
        middles = {button: center(area) for button, area in self.buttons.items()}
        end = f", and counts {alert['timeoutMs'] / 1000:g} s down" if "timeoutMs" in alert else ""
        self.say("alert", f"shows the alert \"{alert['title']}\" above everything{end}",
                 alert=alert, middles=middles)
        return {}

    def on_alert_dismiss(self, dismissed):
        if dismissed["alert"] == self.alert:
            self.alert = None
            self.say("alert-gone", "takes the alert away")

    # What people do

    def do_touch(self, x, y, time):
        """Handles a touch that the shield passed to an alert or the keyboard."""
        x, y = float(x), float(y)
        pressed = [name for name, area in self.buttons.items() if contains(area, x, y)]
        if self.alert and pressed:
            alert, self.alert = self.alert, None
            self.request("alert.answer", alert=alert, button=pressed[0])
            self.say("pressed", f"has the alert's button \"{pressed[0]}\" pressed",
                     button=pressed[0])
        elif self.keyboard and contains(self.keyboard, x, y):
            self.request("bus.publish", topic=KEYBOARD_TOPIC, data={"key": "7"})
            self.say("key", "has a key of its keyboard touched")

    def do_show_keyboard(self):
        display = self.displays[DISPLAY]
        self.keyboard = rect(
            0, display["height"] - KEYBOARD_HEIGHT, display["width"], KEYBOARD_HEIGHT)
        self.request(
            "occluder.set", occluder=KEYBOARD, rect=self.keyboard, display=DISPLAY)
        self.say("keyboard", "slides its keyboard up", rect=self.keyboard)

    def do_hide_keyboard(self):
        self.keyboard = None
        self.request("occluder.remove", occluder=KEYBOARD)
        self.say("keyboard", "slides its keyboard away", rect=None)

    def do_turn(self, width, height):
        """Handles a rotated or replaced display."""
        self.set_display(width, height)
        self.say("turned", f"has a display of {width} x {height} now")

    def do_opens(self, opens):
        """Sets which popovers the display opens: `free` or `asked`."""
        self.opens = opens
        display = self.displays[DISPLAY]
        self.set_display(display["width"], display["height"])
        which = "only those that people ask for" if opens == "asked" else "all of them"
        self.say("opens", f"has its display open {which}")

    def set_display(self, width, height):
        self.request("display.set", display=DISPLAY, width=int(width), height=int(height),
                     opens=self.opens)

    def on_display_changed(self, display):
        self.displays[display["display"]] = display


if __name__ == "__main__":
    KioskShell().run()
