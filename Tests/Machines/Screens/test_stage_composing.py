# SPDX-License-Identifier: MIT
"""An input method on popover-stage that grabs the keyboards, as those for Chinese, Japanese and Korean do."""

import struct

from support.wayland_screen import until
from support.wayland_wire import WireClient, text

from stage_case import ANCHOR, OTHER, WORK, OnStage
from test_stage_keys import CODES, ESCAPE, KEYMAP, SHIFT, Hands

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

    def commit(self, words, preedit=""):
        self.send(self.method, 0, text(words))
        if preedit:
            self.send(self.method, 1, text(preedit), 0, 0)
        self.send(self.method, 3, len(self.told(self.method, 5)))
        self.settle()

    def press(self, code, state):
        self.send(self.keyboard, 1, 0, code, state)
        self.settle()


class Composing(OnStage):
    settings = "alerts = true"

    def setUp(self):
        super().setUp()
        self.hands = self.client(Hands)
        self.shop.write("field shop")
        self.shop.pong()
        self.method = self.client(Method)
        self.method.until_active()

    def client(self, kind):
        client = kind(self.stage)
        self.addCleanup(client.close)
        return client

    def press(self, code, state):
        self.hands.send(self.hands.keyboard, 1, 0, code, state)
        self.hands.settle()

    def lines(self):
        """What the app has been told of keys and text."""
        return [line for line in self.shop.pong() if line.startswith(("key", "up", "text", "preedit"))]

    def test_the_text_that_it_composes_arrives_and_the_key_does_not(self):
        self.hands.type(A)
        self.method.until_keys((A, PRESSED), (A, RELEASED))
        self.method.commit("ä", "o")
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
        held = [struct.unpack("<5I", body)[1] for body in self.method.told(self.method.grab, MODIFIERS)]
        self.assertEqual(held, [0, 1, 0])
        # Its own keyboard has another one, which does not come back to it.
        self.method.type(B)
        self.hands.type(A)
        until(lambda: len(self.method.keys()) == 6, "the last key")
        self.assertEqual(len(self.method.told(self.method.grab, KEYMAP_EVENT)), 2)

    def test_escape_closes_the_popover_and_is_not_typed(self):
        _, popover = self.open(self.shop)
        self.shop.write(f"field {popover}")
        until(lambda: self.method.settle() and len(self.method.told(self.method.method, ACTIVATE)) == 2,
              "the field of the popover")
        self.hands.type(A)
        self.method.until_keys((A, PRESSED), (A, RELEASED))
        # What is composed is ended first.
        self.method.commit("", "a")
        self.hands.type(ESCAPE)
        self.method.until_keys((A, PRESSED), (A, RELEASED), (ESCAPE, PRESSED), (ESCAPE, RELEASED))
        self.method.commit("ä")
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

