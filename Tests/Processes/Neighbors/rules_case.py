# SPDX-License-Identifier: MIT
"""A daemon and clients of several users, for the rules between users."""

import os
import subprocess
import sys

from support import ROOT
from support.daemon import UNHURRIED
from support.daemon_case import BUTTON, OUTSIDE, SIZE, DaemonCase, rect
from support.other_user import as_user
from support.peer import PROGRAM, Peer, Refusal

__all__ = ["BUTTON", "LAMP", "OTHER", "OUTSIDE", "SIZE", "THIRD", "UNHURRIED", "VICTIM",
           "RulesCase", "profile"]

# Numbers that no user of the machine has.
VICTIM, OTHER, THIRD = 64201, 64202, 64203
# Another control than BUTTON, outside of its popover.
LAMP = rect(100, 100, 80, 40)


class UserPeer(Peer):
    """A client of another user; its program is passed as text, since the user may not read files."""

    def __init__(self, daemon, uid, app, roles, greet=True):
        self.uid = uid
        super().__init__(daemon, app, roles, greet)

    def spawn(self, place):
        return subprocess.Popen(
            [*as_user(self.uid), os.path.realpath(sys.executable), "-S", "-E", "-c",
             PROGRAM.read_text(encoding="utf-8"), place],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd="/")


class RulesCase(DaemonCase):
    """A daemon that several users can connect to."""

    def setUp(self):
        super().setUp()
        os.chmod(self.daemon.folder, 0o755)
        os.chmod(self.daemon.socket, 0o666)

    def user(self, uid, app="shop", roles=("app",), greet=True):
        peer = UserPeer(self.daemon, uid, app, roles, greet)
        self.addCleanup(peer.close)
        return peer

    def raised(self, peer, title="Fire", severity="critical", **params):
        """Raises an alert and returns the id of the request."""
        buttons = [{"id": "no", "label": "No", "role": "cancel"}]
        return peer.start(
            "alert.raise", title=title, severity=severity, buttons=buttons, **params)

    def denied(self, uid, roles):
        """What hello with these roles needs."""
        peer = self.user(uid, "denied", roles, greet=False)
        with self.assertRaises(Refusal) as caught:
            peer.call("hello", protocol=1, app="denied", roles=roles)
        return caught.exception.data["needs"]


def profile():
    """The shipped profile; the daemon of a test is its own user."""
    text = (ROOT / "config" / "examples" / "profiles" / "multi-user.toml").read_text("utf-8")
    return UNHURRIED + text.replace('"popoverd"', f'"{os.getuid()}"')
