# SPDX-License-Identifier: MIT
"""The plugin `speech` and a real Speech Dispatcher; the test tells it events, as the daemon does."""

import os
import socket
import struct
import tempfile
import time
import unittest

from plugin_process import PluginProcess
from support.daemon import PATIENCE, now
from voice import Voice

EV_SYN, EV_SW, SW_HEADPHONE_INSERT = 0, 5, 2


class SpeechCase(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        self.voice = Voice(self.folder)
        self.addCleanup(self.voice.close)

    def begin(self, has_voice=True, **options):
        if has_voice:
            self.voice.start()
        plugin = PluginProcess("speech", address=self.voice.address, **options)
        self.addCleanup(plugin.close)
        if has_voice and "error" not in plugin.ready:
            plugin.wait_service("serving")
        return plugin

    def assert_next(self, *words):
        self.assertEqual([self.voice.next().words for _ in words], list(words))


class Words(SpeechCase):
    def test_words_are_spoken_in_order_each_in_its_language(self):
        plugin = self.begin(volume=50, rate=-20, kinds=["opened", "closed"])
        plugin.announce("Your order, menu")
        plugin.announce("Ihre Bestellung, Menü", language="de")
        plugin.announce("closed", "closed")
        spoken = [self.voice.next() for _ in range(3)]
        self.assertEqual(spoken, [
            ("en", "Your order, menu", 50, -20), ("de", "Ihre Bestellung, Menü", 50, -20),
            ("en", "closed", 50, -20)])
        self.assertEqual(plugin.shut_down(), 0)

    def test_an_alert_interrupts(self):
        plugin = self.begin()
        self.voice.hold()
        plugin.announce("Your order, menu")
        self.assert_next("Your order, menu")
        plugin.announce("Two coffees", "chosen")
        # It is heard while the first words are still spoken, whose end nobody has allowed.
        plugin.announce("The paper is out", "warned", "assertive")
        self.assert_next("The paper is out")
        self.voice.release()
        self.assert_next("Two coffees")

    def test_people_who_walk_on_need_not_hear_every_control(self):
        plugin = self.begin()
        self.voice.hold()
        for control in ("Tea", "Coffee", "Water"):
            plugin.announce(control, "focused")
            # The one before is still spoken, whose end nobody has allowed.
            self.assert_next(control)
        plugin.announce("It is free", "help")
        self.assert_next("It is free")

    def test_other_kinds_are_silent(self):
        plugin = self.begin(kinds=["warned"])
        plugin.announce("Your order", "opened")
        plugin.announce("The paper is out", "warned")
        self.assert_next("The paper is out")

    def test_what_has_passed_is_not_told(self):
        plugin = self.begin()
        plugin.announce("long ago", age=6)
        plugin.announce("just now", age=1)
        self.assert_next("just now")

    def test_the_next_customer_hears_nothing_of_the_last(self):
        self.assert_interrupted({"display": "wall"}, {"display": "main"})

    def test_all_sessions_may_end_at_once(self):
        self.assert_interrupted({})

    def assert_interrupted(self, *ended):
        plugin = self.begin()
        self.voice.hold()
        plugin.announce("Your prescription")
        self.assert_next("Your prescription")
        plugin.announce("Ten tablets", "chosen")
        for data in ended:
            plugin.event("session.ended", **data)
        self.voice.release()
        plugin.announce("Welcome")
        self.assert_next("Welcome")

    def test_a_session_that_ends_elsewhere_interrupts_nothing(self):
        plugin = self.begin()
        self.voice.hold()
        plugin.announce("Your prescription")
        self.assert_next("Your prescription")
        plugin.announce("Ten tablets", "chosen")
        plugin.event("session.ended", display="wall")
        self.voice.release()
        self.assert_next("Ten tablets")

    def test_words_are_no_commands(self):
        plugin = self.begin()
        plugin.announce("one\r\n.\r\nSET SELF RATE 100", language="de\r\nSET SELF VOLUME -100")
        plugin.announce("two")
        spoken = [self.voice.next()]
        while spoken[-1].words != "two":
            spoken.append(self.voice.next())
        self.assertEqual({(one.language, one.volume, one.rate) for one in spoken}, {("en", 100, 0)})


class Dispatcher(SpeechCase):
    def test_it_comes_later(self):
        plugin = self.begin(has_voice=False)
        plugin.wait_service("connecting", "no speech dispatcher: ")
        plugin.announce("Your order")
        self.voice.start()
        self.assert_next("Your order")

    def test_it_dies_and_comes_back(self):
        plugin = self.begin()
        plugin.announce("before")
        self.assert_next("before")
        self.voice.kill()
        plugin.announce("meanwhile")
        plugin.wait_service("connecting", "the speech dispatcher is gone")
        self.voice.start()
        plugin.wait_service("serving")
        plugin.announce("after")
        spoken = self.voice.next().words
        # A slow machine may need longer than words stay fresh.
        if spoken == "meanwhile":
            spoken = self.voice.next().words
        self.assertEqual(spoken, "after")

    def test_the_pauses_grow(self):
        self.begin(has_voice=False).wait_service("connecting", "no speech dispatcher: ")
        # In its place, one that ends every connection at once.
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(self.voice.socket)
            listener.listen()
            listener.settimeout(PATIENCE)
            times = []
            for _ in range(4):
                connection, _ = listener.accept()
                times.append(time.monotonic())
                connection.close()
        pauses = [later - earlier for earlier, later in zip(times, times[1:])]
        for pause, least in zip(pauses, (0.2, 0.4, 0.8)):
            self.assertGreater(pause, least)

    def test_a_wrong_address_is_an_error(self):
        plugin = self.begin(has_voice=False)
        self.assertEqual(plugin.ready["result"], {})
        plugin = PluginProcess("speech", address="tcp:speech")
        self.addCleanup(plugin.close)
        self.assertEqual(
            plugin.ready["error"]["message"],
            'address "tcp:speech" is not unix_socket:PATH or inet_socket:HOST:PORT')


class Jack(SpeechCase):
    """A pipe in place of the kernel's device."""

    def setUp(self):
        super().setUp()
        self.path = os.path.join(self.folder, "jack")
        os.mkfifo(self.path)

    def begin_with_jack(self):
        # The plugin's open does not wait for this end, which needs the plugin's.
        plugin = self.begin(headphonesOnly=True, jacks=[self.path])
        self.jack = os.open(self.path, os.O_WRONLY | os.O_NONBLOCK)
        return plugin

    def plug(self, is_in):
        os.write(self.jack, b"".join(
            struct.pack("qqHHi", *divmod(now(), 1_000_000), *event)
            for event in ((EV_SW, SW_HEADPHONE_INSERT, is_in), (EV_SYN, 0, 0))))

    def test_it_speaks_only_to_headphones(self):
        plugin = self.begin_with_jack()
        plugin.announce("for everybody")
        self.plug(1)
        plugin.announce("for one")
        self.assert_next("for one")

    def test_it_stops_when_they_are_unplugged(self):
        plugin = self.begin_with_jack()
        self.plug(1)
        self.voice.hold()
        plugin.announce("private")
        self.assert_next("private")
        plugin.announce("also private", "chosen")
        self.plug(0)
        plugin.announce("for everybody")
        self.voice.release()
        self.plug(1)
        plugin.announce("for one")
        self.assert_next("for one")

    def test_a_jack_that_is_gone_is_empty(self):
        plugin = self.begin_with_jack()
        self.plug(1)
        plugin.announce("for one")
        self.assert_next("for one")
        os.close(self.jack)
        os.unlink(self.path)
        plugin.announce("for everybody")
        os.mkfifo(self.path)
        plugin.announce("found again")
        self.jack = os.open(self.path, os.O_WRONLY | os.O_NONBLOCK)
        self.plug(1)
        plugin.announce("for one again")
        self.assert_next("for one again")


if __name__ == "__main__":
    unittest.main()
