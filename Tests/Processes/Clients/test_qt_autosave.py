# SPDX-License-Identifier: MIT
"""What the popover of the library for Qt saves while people type, and what it does not save any more."""

import os
import pathlib
import signal
import unittest

from support import qt
from support.daemon import UNHURRIED, Daemon
from support.line_socket import LineSocket
from support.x11_screen import Companion

from relay import Relay
from story import HERE


class Autosave(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(UNHURRIED).start()
        self.addCleanup(self.daemon.close)
        relayed = os.path.join(self.daemon.folder, "relay")
        self.relay = Relay(relayed, self.daemon.socket)
        self.addCleanup(self.relay.close)
        self.program = Companion(
            [qt.program(pathlib.Path(HERE, "programs", "qt_autosave.cpp"), "Qt6Widgets")],
            environment={
                "POPOVERD_SOCKET": relayed, "QT_QPA_PLATFORM": "offscreen",
                "XDG_RUNTIME_DIR": self.daemon.folder})
        self.addCleanup(self.program.close)
        self.expect("opened ")

    def expect(self, line):
        self.assertEqual(self.program.line(), line)

    def expect_no_save(self, *ends):
        """Nothing that the program writes now is saved, and it says so after the daemon has answered."""
        self.expect("waited")
        self.assertNotIn(b"late", self.relay.said[-1])
        self.daemon.process.send_signal(signal.SIGCONT)
        for end in ends:
            self.expect(end)

    def test_work_that_is_done_is_not_saved_again(self):
        self.daemon.process.send_signal(signal.SIGSTOP)
        self.program.tell("done")
        self.expect("done")
        self.expect_no_save("closed done")

    def test_work_that_nobody_wants_is_not_saved_again(self):
        someone = LineSocket(self.daemon.socket)
        self.addCleanup(someone.close)
        someone.hello("clerk")
        someone.call("go", "popover.dismiss", {"display": "main", "discard": True})
        self.expect("leaves")
        self.daemon.process.send_signal(signal.SIGSTOP)
        self.expect_no_save("closed administrator")


if __name__ == "__main__":
    unittest.main()
