# SPDX-License-Identifier: MIT
"""Rare cases of Wayland servers: touch, several seats, removed outputs, errors, missing protocols."""

import os
import random
import shutil
import socket
import struct
import tempfile
import unittest

from support.wayland_screen import PATIENCE, Stage

from wayland_kiosk import OnSway

WHOLE = " +0,0,32767,32767"
POINTER, TOUCH = 1, 4
BTN_LEFT = 0x110


class OnStage(OnSway):
    """Each test has a scripted server and a daemon."""

    missing = ()
    outputs = (("A-1", 1000, 500),)

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="popover-stage-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.stage = None
        self.begin_stage()
        self.begin_daemon(self.stage.socket)

    def begin_stage(self):
        if self.stage is not None:
            self.stage.close()
        self.stage = Stage(self.folder, *self.missing)
        self.addCleanup(self.stage.close)
        for output in self.outputs:
            self.stage.order("output", *output)

    def look(self):
        """Someone who sees what is reported."""
        self.logged("connected to the Wayland server")
        self.stage.said("mapped A-1")
        self.stage.said("region A-1")
        self.shop = self.peer("shop")
        self.observer = self.watch("tap")

    def shielded(self, **params):
        """A popover, once taps beside it are swallowed."""
        grant = self.open(self.shop, anchor={"x": 480, "y": 200, "width": 40, "height": 40},
                          **params)
        frame = grant["frame"]
        hole = ",".join(str(round(frame[side])) for side in ("x", "y", "width", "height"))
        self.stage.said(f"region A-1{WHOLE} -{hole}")
        return grant

    def assert_dismissed(self, grant):
        self.shop.answer(self.shop.wait("popover.willClose", reason="outside-tap"), {})
        self.shop.wait("popover.closed", popover=grant["popover"])
        self.stage.said("region A-1")


class Fingers(OnStage):
    def setUp(self):
        super().setUp()
        self.look()
        self.stage.order("seat")

    def test_devices_may_come_and_go(self):
        # Taps at one place may be one that is told twice.
        for y in (30, 300):
            self.stage.order("has", 0, POINTER | TOUCH)
            self.stage.said("pointer is had")
            self.stage.said("touch is had")
            grant = self.shielded()
            self.stage.order("down", 0, "A-1", 5, 20, y)
            self.stage.order("up", 0, 5)
            self.assert_dismissed(grant)
            grant = self.shielded()
            self.stage.order("enter", 0, "A-1", 900, y)
            self.stage.order("button", 0, BTN_LEFT, 1)
            self.stage.order("button", 0, BTN_LEFT, 0)
            self.assert_dismissed(grant)
            self.stage.order("has", 0, 0)

    def test_activity_in_other_windows_begins_a_session_and_goes_on(self):
        self.stage.said("activity is watched")
        sessions = self.watch("session.*")
        self.stage.order("idled", 0)
        self.stage.order("resumed", 0)
        sessions.event("session.began", display="main")
        # The server tells of a beginning and a pause only: what is between is reported as well.
        self.shop.call("session.end")
        sessions.event("session.ended")
        sessions.event("session.began", display="main")
        self.stage.order("idled", 0)

    def test_a_canceled_touch_is_no_tap(self):
        self.stage.order("has", 0, POINTER | TOUCH)
        self.stage.said("touch is had")
        grant = self.shielded()
        self.stage.order("down", 0, "A-1", 0, 20, 30)
        self.stage.order("cancel", 0)
        self.stage.order("up", 0, 0)
        self.stage.order("enter", 0, "A-1", 20, 30)
        self.stage.order("button", 0, BTN_LEFT, 1)
        self.stage.order("leave", 0, "A-1")
        self.stage.order("button", 0, BTN_LEFT, 0)
        # A swipe is none either.
        self.stage.order("down", 0, "A-1", 0, 20, 30)
        self.stage.order("move", 0, 0, 200, 30)
        self.stage.order("up", 0, 0)
        self.stage.order("down", 0, "A-1", 0, 60, 70)
        self.stage.order("up", 0, 0)
        self.assert_dismissed(grant)
        taps = [message["params"]["data"] for message in self.taps()]
        self.assertEqual([(tap["x"], tap["y"]) for tap in taps], [(60, 70)], taps)

    def taps(self):
        self.observer.fence()
        return [message for message in self.observer.inbox if message.get("method") == "event"]

    def test_fingers_of_several_seats_are_not_mixed_up(self):
        self.stage.order("seat")
        for seat in (0, 1):
            self.stage.order("has", seat, TOUCH)
            self.stage.said("touch is had")
        grant = self.shielded(behavior="menu", modal=True)
        self.stage.order("down", 0, "A-1", 0, 20, 30)
        self.stage.order("down", 1, "A-1", 0, 900, 30)
        self.stage.order("up", 0, 0)
        self.stage.order("up", 1, 0)
        for _ in range(2):
            self.shop.wait("popover.nudge", popover=grant["popover"])
        taps = [message["params"]["data"] for message in self.taps()]
        self.assertEqual(sorted((tap["x"], tap["y"]) for tap in taps), [(20, 30), (900, 30)])
        # With a seat go its fingers.
        self.stage.order("down", 1, "A-1", 3, 500, 450)
        self.stage.order("unseat", 1)
        self.stage.order("down", 0, "A-1", 0, 20, 30)
        self.stage.order("up", 0, 0)
        self.shop.wait("popover.nudge", popover=grant["popover"])

    def test_unknown_events_are_ignored(self):
        self.stage.order("has", 0, POINTER | TOUCH)
        self.stage.said("touch is had")
        grant = self.shielded()
        self.stage.order("strange", 0)
        self.stage.order("up", 0, 12)
        self.stage.order("move", 0, 12, 1, 1)
        self.stage.order("button", 0, BTN_LEFT, 1)
        for number in range(200):
            self.stage.order("down", 0, "A-1", 100 + number, 20, 30)
        self.stage.order("cancel", 0)
        self.stage.order("down", 0, "A-1", 0, 20, 30)
        self.stage.order("up", 0, 0)
        self.assert_dismissed(grant)


class Servers(OnStage):
    def test_returning_outputs_keep_their_displays(self):
        self.look()
        keeper = self.watch("display.*")
        self.stage.order("output", "B-1", 800, 600)
        keeper.event("display.changed", display="b-1", width=800, height=600)
        # What is left is main for the time.
        self.stage.order("remove", "A-1")
        keeper.event("display.changed", display="main", width=800, height=600)
        self.stage.order("output", "A-1", 1000, 500)
        keeper.event("display.changed", display="main", width=1000, height=500)
        self.stage.order("resize", "A-1", 700, 400)
        keeper.event("display.changed", display="main", width=700, height=400)

    def test_sizes_that_others_set_are_set_right(self):
        self.look()
        keeper = self.watch("display.*")
        self.setter().call("display.set", display="main", width=10, height=10, idiom="tv")
        keeper.event("display.changed", display="main", width=10)
        self.assertEqual(
            keeper.event("display.changed", display="main")["data"]["idiom"], "tv")

    def test_a_closed_surface_is_created_again_with_its_shield(self):
        self.look()
        grant = self.shielded()
        for _ in range(2):
            self.stage.order("closed", "A-1")
            self.stage.said("mapped A-1")
            frame = grant["frame"]
            hole = ",".join(str(round(frame[side])) for side in ("x", "y", "width", "height"))
            self.stage.said(f"region A-1{WHOLE} -{hole}")

    def test_a_server_error_is_logged_once(self):
        self.look()
        for _ in range(2):
            self.stage.order("error")
            self.stage.said("mapped A-1")
        self.stage.order("drop")
        self.stage.said("mapped A-1")
        lines = self.logged("has ended the connection: error . of wl_display; waiting for it")
        self.assertEqual(len(lines), 1, lines)

    def test_outputs_over_the_limit_are_ignored(self):
        self.look()
        for number in range(15):
            self.stage.order("output", f"X-{number}", 100 + number, 100)
            self.stage.said(f"mapped X-{number}")
        # The daemon takes so many displays, and says so of the others.
        self.shop.fence()


class NamedOutputs(OnStage):
    outputs = (("A-1", 1000, 500), ("B-1", 800, 600))
    names = ("wall=A-1", "main=B-1")

    def test_the_configuration_maps_outputs_to_displays(self):
        self.logged("connected to the Wayland server .*: wall 1000x500, main 800x600")


class NoServers(OnSway):
    """The listener is no Wayland server."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="popover-stage-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.path = os.path.join(self.folder, "wayland-7")

    def test_the_plugin_waits_for_the_servers_socket(self):
        self.begin_daemon(self.path)
        self.logged(f"no Wayland server serves {self.path}: No such file or directory")
        stage = Stage(self.folder)
        self.addCleanup(stage.close)
        stage.order("output", "A-1", 1000, 500)
        stage.said("mapped A-1")
        self.assertEqual(self.daemon.told().count("no Wayland server"), 1, self.daemon.told())

    def test_invalid_messages_end_the_connection(self):
        chance = random.Random(7)
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(self.path)
            listener.listen()
            listener.settimeout(PATIENCE)
            self.begin_daemon(self.path)
            for form in (self.noise, self.broken_global, self.unknown_event, self.endless):
                peer, _ = listener.accept()
                with peer:
                    peer.settimeout(PATIENCE)
                    peer.sendall(form(chance))
                    self.read_to_the_end(peer)
        self.assertIsNone(self.daemon.process.poll(), self.daemon.told())
        self.assertEqual(self.peer().call("draft.list"), {"drafts": []})

    def read_to_the_end(self, peer):
        """The client has had enough."""
        try:
            while peer.recv(4096):
                pass
        except ConnectionResetError:
            pass

    def noise(self, chance):
        return chance.randbytes(8192)

    def message(self, target, opcode, body, size=None):
        size = 8 + len(body) if size is None else size
        return struct.pack("=II", target, size << 16 | opcode) + body

    def broken_global(self, _):
        """The registry is object 2; the name of the interface has no end."""
        return self.message(2, 0, struct.pack("=II", 1, 4) + b"wl_s" + struct.pack("=I", 1))

    def unknown_event(self, _):
        return self.message(2, 9, b"")

    def endless(self, _):
        """A message that is longer than any may be, and goes on."""
        return self.message(2, 0, b"\0" * 8192, 65532)


class WithoutLayerShell(OnStage):
    missing = ("zwlr_layer_shell_v1",)

    def test_a_missing_protocol_is_logged_and_a_server_with_it_is_used(self):
        lines = self.logged("has no zwlr_layer_shell_v1: .* sway, labwc, .* GNOME, cage and weston")
        self.assertEqual(len(lines), 1)
        shop = self.peer("shop")
        self.open(shop)
        self.missing = ()
        self.begin_stage()
        self.stage.said("mapped A-1")
        self.logged("connected to the Wayland server .*: main 1000x500")


class WithoutViewporter(OnStage):
    missing = ("wp_viewporter",)

    def test_a_missing_viewporter_is_logged(self):
        self.logged("has no wp_viewporter: ")


if __name__ == "__main__":
    unittest.main()
