# SPDX-License-Identifier: MIT
"""An input method on popover-stage that grabs the keyboards, as those for Chinese, Japanese and Korean do, and
what it offers beside the text."""

import struct

from support.daemon_case import rect
from support.wayland_painter import Painter
from support.wayland_screen import until
from support.wayland_wire import text

from stage_case import MENU, OTHER, WORK, OnStage, color
from test_stage_keys import CODES, ESCAPE, SHIFT, Hands

A, B = CODES["a"], CODES["b"]
PRESSED, RELEASED = 1, 0
ACTIVATE, DEACTIVATE = 0, 1
KEYMAP_EVENT, KEY, MODIFIERS, REPEAT = range(4)


class Method(Hands):
    """An input method with a virtual keyboard."""

    def __init__(self, stage):
        super().__init__(stage)
        manager, seat = self.bind("zwp_input_method_manager_v2", 1), self.bind("wl_seat", 1)
        self.method, self.grab = self.new(), None
        self.send(manager, 0, seat, self.method)

    def until_active(self):
        """Waits until a text field is in use, and grabs the keyboards."""
        until(lambda: self.settle() and self.told(self.method, ACTIVATE), "a text field")
        self.grab = self.new()
        self.send(self.method, 5, self.grab)
        self.settle()

    def told(self, target, number):
        """The bodies of an object's events."""
        return [body for one, event, body in self.heard if (one, event) == (target, number)]

    def keys(self):
        """The keys that it has got, each with whether it went down."""
        self.settle()
        return [struct.unpack("<4I", body)[2:] for body in self.told(self.grab, KEY)]

    def until_keys(self, *keys):
        until(lambda: self.keys() == list(keys), f"the keys {keys}")

    def compose(self, words, preedit=""):
        self.send(self.method, 0, text(words))
        if preedit:
            self.send(self.method, 1, text(preedit), 0, 0)
        self.send(self.method, 3, len(self.told(self.method, 5)))
        self.settle()

    def press(self, code, state):
        self.send(self.keyboard, 1, 0, code, state)
        self.settle()


class Chooser(Method, Painter):
    """An input method that offers something."""

    def __init__(self, stage):
        super().__init__(stage)
        self.pointer = self.new()
        self.send(self.seat, 0, self.pointer)
        self.offered = self.surface()
        self.popup = self.new()
        self.send(self.method, 4, self.popup, self.offered)

    def buttons(self):
        """How often the mouse has been pressed or released over what it offers."""
        self.settle()
        return len(self.told(self.pointer, 3))


class WithMethod(OnStage):
    """An app with a text field, an input method, and a keyboard."""

    settings = "alerts = true"
    kind = Method

    def setUp(self):
        super().setUp()
        self.hands = self.client(Hands)
        self.shop.write("field shop")
        self.shop.pong()
        self.method = self.client(self.kind)
        self.method.until_active()

    def client(self, kind):
        client = kind(self.stage)
        self.addCleanup(client.close)
        return client

    def use_field_of(self, popover):
        before = len(self.method.told(self.method.method, ACTIVATE))
        self.shop.write(f"field {popover}")
        until(lambda: self.method.settle() and len(self.method.told(self.method.method, ACTIVATE)) > before,
              "the field of the popover")


class Composing(WithMethod):

    def press(self, code, state):
        self.hands.send(self.hands.keyboard, 1, 0, code, state)
        self.hands.settle()

    def lines(self):
        """What the app has been told of keys and text."""
        return [line for line in self.shop.pong() if line.startswith(("key", "up", "text", "preedit"))]

    def test_the_text_that_it_composes_arrives_and_the_key_does_not(self):
        self.hands.type(A)
        self.method.until_keys((A, PRESSED), (A, RELEASED))
        self.method.compose("ä", "o")
        self.assertEqual(self.lines(), ["text shop ä", "preedit shop o"])

    def test_a_key_that_it_types_itself_arrives_once(self):
        self.hands.type(A)
        self.method.until_keys((A, PRESSED), (A, RELEASED))
        self.method.type(B)
        self.method.settle()
        self.assertEqual(self.lines(), [f"key shop {B} 0", f"up shop {B}"])
        self.assertEqual(self.method.keys(), [(A, PRESSED), (A, RELEASED)])

    def test_it_has_the_keymap_the_modifiers_and_the_rate_of_repeats(self):
        rate, delay = struct.unpack("<2i", self.method.told(self.method.grab, REPEAT)[0])
        self.assertEqual((rate, delay), (25, 600))
        before = len(self.method.told(self.method.grab, KEYMAP_EVENT))
        self.assertEqual(before, 1)
        self.hands.type(A, shifted=True)
        self.method.until_keys((SHIFT, PRESSED), (A, PRESSED), (A, RELEASED), (SHIFT, RELEASED))
        # The keyboard that types has a keymap of its own.
        self.assertEqual(len(self.method.told(self.method.grab, KEYMAP_EVENT)), 2)

        def held():
            self.method.settle()
            return [struct.unpack("<5I", body)[1] for body in self.method.told(self.method.grab, MODIFIERS)]
        # The last ones follow the key.
        until(lambda: len(held()) == 3, "all modifiers")
        self.assertEqual(held(), [0, 1, 0])
        # Its own keyboard has another one, which does not come back to it.
        self.method.type(B)
        self.hands.type(A)
        until(lambda: len(self.method.keys()) == 6, "the last key")
        self.assertEqual(len(self.method.told(self.method.grab, KEYMAP_EVENT)), 2)

    def test_escape_closes_the_popover_and_is_not_typed(self):
        _, popover = self.open(self.shop)
        self.use_field_of(popover)
        self.hands.type(A)
        self.method.until_keys((A, PRESSED), (A, RELEASED))
        # What is composed is ended first.
        self.method.compose("", "a")
        self.hands.type(ESCAPE)
        self.method.until_keys((A, PRESSED), (A, RELEASED), (ESCAPE, PRESSED), (ESCAPE, RELEASED))
        self.method.compose("ä")
        # The key is not asked about again when the input method does not want it.
        self.method.type(ESCAPE)
        self.method.settle()
        self.assertEqual(
            self.lines()[-3:],
            [f"text {popover} ä", f"key {popover} {ESCAPE} 0", f"up {popover} {ESCAPE}"])
        self.hands.type(ESCAPE)
        self.shop.message(lambda line: line.get("method") == "popover.closed")
        self.assertEqual(len(self.method.keys()), 4)
        self.assertNotIn(f"key shop {ESCAPE} 0", self.lines())

    def test_without_a_field_keys_are_the_programs(self):
        self.shop.show("other", "app", OTHER)
        self.until_color(OTHER, 20, 20)
        until(lambda: self.method.settle() and self.method.told(self.method.method, DEACTIVATE),
              "the field to be left")
        self.hands.type(A)
        self.assertEqual(self.shop.told("key"), f"key other {A} 0")
        self.assertEqual(self.method.keys(), [])

    def test_after_its_end_keys_are_the_programs(self):
        self.press(A, PRESSED)
        self.method.until_keys((A, PRESSED))
        self.method.press(A, PRESSED)
        self.shop.told(f"key shop {A} 0")
        self.method.close()
        # It does not stay down.
        self.shop.told(f"up shop {A}")
        self.press(A, RELEASED)
        self.hands.type(B)
        self.assertEqual(self.shop.told(("key", "up")), f"key shop {B} 0")

    def test_after_its_grab_keys_are_the_programs(self):
        self.hands.send(self.hands.keyboard, 1, 0, SHIFT, PRESSED)
        self.hands.send(self.hands.keyboard, 2, 1, 0, 0, 0)
        self.press(B, PRESSED)
        self.method.until_keys((SHIFT, PRESSED), (B, PRESSED))
        self.method.press(B, PRESSED)
        self.shop.told(f"key shop {B} 0")
        self.method.send(self.method.grab, 0)
        # The program learns what people hold, and what the input method held for it.
        self.shop.told("held 1")
        self.method.press(B, RELEASED)
        self.shop.told(f"up shop {B}")
        self.press(B, RELEASED)
        # A release follows its press, and the modifiers are what they are.
        self.press(SHIFT, RELEASED)
        self.press(A, PRESSED)
        self.assertEqual(self.shop.told(("key", "up")), f"key shop {A} 1")
        self.method.grab = self.method.new()
        self.method.send(self.method.method, 5, self.method.grab)
        self.method.settle()
        self.press(A, RELEASED)
        self.hands.type(B)
        self.method.until_keys((B, PRESSED), (B, RELEASED))
        self.assertEqual(self.lines(), [f"up shop {A}"])

    def test_an_alert_takes_the_keys_from_it(self):
        self.press(A, PRESSED)
        self.method.until_keys((A, PRESSED))
        self.shop.start(
            "alert.raise", title="Fire", severity="critical", buttons=[{"id": "ok", "label": "OK"}])
        until(lambda: self.method.settle() and self.method.told(self.method.method, DEACTIVATE), "the alert")
        self.press(A, RELEASED)
        self.hands.type(B)
        self.method.until_keys((A, PRESSED), (A, RELEASED))
        self.assertEqual(self.lines(), [])

    def test_the_popover_of_another_app_takes_the_keys_from_it(self):
        cafe = self.actor("cafe")
        _, popover = self.open(cafe, WORK)
        self.hands.type(B)
        self.assertEqual(cafe.told("key"), f"key {popover} {B} 0")
        self.assertEqual(self.method.keys(), [])


class Offering(WithMethod):
    kind = Chooser
    # Of the text, and of what is offered, in points.
    x, below = 20, 30 + 18
    extent = 120, 60

    def offer(self, left, top):
        """Offers something for the text in a window whose corner is there."""
        self.method.paint(self.method.offered, MENU, *self.extent)
        self.until_covers(MENU, rect(left + self.x, top + self.below, *self.extent))
        # The text is above it.
        place = until(lambda: self.method.settle() and self.method.told(self.method.popup, 0), "a place")[-1]
        self.assertEqual(struct.unpack("<4i", place), (0, -18, 2, 18))

    def test_it_is_below_the_text_and_goes_with_the_field(self):
        self.offer(0, 0)
        self.shop.show("other", "app", OTHER)
        self.until_color(OTHER, 20, 20)
        self.assert_nowhere(MENU)

    def test_a_press_on_it_is_its_and_leaves_the_popover_and_the_keys(self):
        frame, popover = self.open(self.shop)
        self.use_field_of(popover)
        self.offer(frame["x"], frame["y"])
        before = len(self.method.told(self.method.method, DEACTIVATE))
        self.tap(frame["x"] + self.x + 1, frame["y"] + self.below + 1)
        until(lambda: self.method.buttons() == 2, "a press and a release")
        self.observer.fence()
        self.assertEqual([one["popover"] for one in self.observer.call("status")["popovers"]], [popover])
        self.assertEqual(len(self.method.told(self.method.method, DEACTIVATE)), before)

    def test_it_may_be_another_or_gone(self):
        self.offer(0, 0)
        self.extent = 300, 200
        self.offer(0, 0)
        self.method.send(self.method.offered, 1, 0, 0, 0)
        self.method.commit(self.method.offered)
        until(lambda: self.color_at(self.x + 1, self.below + 1) != color(MENU), "nothing offered")

    def test_a_surface_is_offered_once(self):
        self.method.send(self.method.method, 4, self.method.new(), self.method.offered)
        self.assertFalse(self.method.settle())
        self.method.close()
        self.shop.show("other", "app", OTHER)
        self.until_color(OTHER, 20, 20)

    def test_what_is_composed_ends_with_the_session(self):
        self.offer(0, 0)
        self.method.compose("", "nihao")
        self.shop.told("preedit shop nihao")
        hall = self.peer("hall", ("shell", "input"))
        hall.call("session.end")
        self.shop.told("preedit shop -")
        until(lambda: self.color_at(self.x + 1, self.below + 1) != color(MENU), "nothing offered")
        until(lambda: self.method.settle() and len(self.method.told(self.method.method, ACTIVATE)) == 2,
              "a new beginning")
        self.assertEqual(len(self.method.told(self.method.method, DEACTIVATE)), 1)
        # It is not seen again with the app, but when it is drawn again.
        self.shop.write(f"paint shop {OTHER}")
        self.until_color(OTHER, 1, 1)
        self.assert_nowhere(MENU)
        self.offer(0, 0)
