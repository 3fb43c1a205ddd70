# SPDX-License-Identifier: MIT
"""What the rule scenarios share: a fresh daemon for each, and words for what is refused."""

import unittest

from support.daemon import UNHURRIED, Daemon
from support.line_socket import LineSocket
from support.peer import Peer, Refusal

SIZE = {"width": 320, "height": 200}


def rect(x, y, width, height):
    return {"x": x, "y": y, "width": width, "height": height}


# A button near the display's middle: every side has room.
BUTTON = rect(600, 380, 80, 40)
# Far from BUTTON's popover, whichever side it takes.
OUTSIDE = {"x": 20, "y": 20}


def middle(area):
    return {"x": area["x"] + area["width"] / 2, "y": area["y"] + area["height"] / 2}


def holds(outer, inner):
    """Whether a rectangle lies in another, its edges included."""
    return (outer["x"] <= inner["x"] and outer["y"] <= inner["y"]
            and inner["x"] + inner["width"] <= outer["x"] + outer["width"]
            and inner["y"] + inner["height"] <= outer["y"] + outer["height"])


def overlap(one, other):
    """Whether two rectangles share some area."""
    return (one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
            and one["y"] < other["y"] + other["height"]
            and other["y"] < one["y"] + one["height"])


class DaemonCase(unittest.TestCase):
    """Each test has a daemon of its own, and clients in processes of their own."""

    configuration = UNHURRIED
    maxDiff = None

    def setUp(self):
        self.daemon = Daemon(self.configuration)
        self.addCleanup(self.daemon.close)
        self.daemon.start()

    def peer(self, app="shop", roles=("app",), greet=True):
        peer = Peer(self.daemon, app, roles, greet)
        self.addCleanup(peer.close)
        return peer

    def raw(self):
        connection = LineSocket(self.daemon.socket)
        self.addCleanup(connection.close)
        return connection

    def setter(self):
        """A client that may set displays, which an `app` may not."""
        return self.peer("setter", ("shell",))

    def watch(self, *topics):
        """An observer that sees these topics from now on."""
        observer = self.peer("watcher", ("observer",))
        observer.call("bus.subscribe", topics=list(topics))
        return observer

    def open(self, peer, behavior="menu", anchor=None, **params):
        """The grant of an open that nothing hinders."""
        return peer.result(self.ask(peer, behavior, anchor, **params))

    def ask(self, peer, behavior="menu", anchor=None, **params):
        """The id of an open that may have to wait."""
        params.setdefault("size", SIZE)
        if anchor is not None or "source" not in params:
            params["anchor"] = anchor or BUTTON
        return peer.start("popover.open", behavior=behavior, **params)

    def assert_refused(self, reason, peer, request):
        """The refusal's data."""
        with self.assertRaises(Refusal) as caught:
            peer.result(request)
        refusal = caught.exception
        self.assertEqual(refusal.code, 1, refusal)
        self.assertEqual(refusal.data["reason"], reason, refusal)
        self.assertIsInstance(refusal.data["message"], str)
        self.assertTrue(refusal.message)
        return refusal.data

    def assert_error(self, code, expected, peer, method, **params):
        with self.assertRaises(Refusal) as caught:
            peer.call(method, **params)
        self.assertEqual(caught.exception.code, code, caught.exception)
        for name, value in expected.items():
            self.assertEqual(caught.exception.data[name], value, caught.exception)

    def assert_closed(self, peer, popover, reason, draft, focus, unresponsive=None):
        """Exactly one such notification has come."""
        params = peer.wait("popover.closed", popover=popover)["params"]
        unresponsive_member = {} if unresponsive is None else {"unresponsive": unresponsive}
        self.assertEqual(
            without_false(params, "unresponsive"),
            {"popover": popover, "reason": reason, "draft": draft, "returnFocus": focus,
             **unresponsive_member})
        self.assertFalse(peer.has("popover.closed", popover=popover))


def without_false(params, name):
    """An optional flag that is false may as well be absent."""
    return {key: value for key, value in params.items() if key != name or value is not False}
