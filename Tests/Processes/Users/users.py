# SPDX-License-Identifier: MIT
"""Clients of several users, each in a process of that user."""

import os
import subprocess
import sys

from support.daemon import PATIENCE, UNHURRIED, Daemon
from support.daemon_case import BUTTON, SIZE, DaemonCase, middle, rect
from support.other_user import as_user
from support.peer import PROGRAM, Peer, Refusal

__all__ = [
    "BUTTON", "MARK", "PATIENCE", "SIZE", "UNHURRIED", "WORK", "Daemon", "UserClient", "UsersCase",
    "Refusal", "as_user", "middle", "rect"]

# Numbers that no user of the machine has.
OWNER = 64101
OTHER = 64102
FRIEND = 64103
ADMINISTRATORS = 64110

# Part of every private text.
MARK = "s3cret-w0rd"
# Part of every draft's content, which only its own app may see.
WORK = f"work-{MARK}"


class UserClient(Peer):
    """A client of another user; its program is passed as text, since the user may not read files."""

    def __init__(self, daemon, uid, app="shop", roles=("app",), groups=(), greet=True,
                 stderr=None):
        self.uid = uid
        self.groups = groups
        self.stderr = stderr
        super().__init__(daemon, app=app, roles=roles, greet=greet)

    def spawn(self, place):
        source = PROGRAM.read_text(encoding="utf-8")
        return subprocess.Popen(
            [*as_user(self.uid, *self.groups), os.path.realpath(sys.executable), "-S", "-E", "-c",
             source, place],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.stderr, cwd="/")

    @property
    def heard(self):
        """Every received line."""
        return [line for line in self.transcript if line.startswith("<")]

    def outcome(self, method, params):
        """The result, or the error's code and data."""
        try:
            return {"result": self.call(method, **params)}
        except Refusal as refusal:
            return {"code": refusal.code, **(refusal.data or {})}


class UsersCase(DaemonCase):
    """A daemon that several users can connect to."""

    configuration = UNHURRIED + f"""
[administrators]
group = "{ADMINISTRATORS}"
""" + "".join(f"""
[[display]]
name = "{name}"
width = 1280
height = 800
""" for name in ("main", "side", "rear", "hall", "free"))

    def setUp(self):
        super().setUp()
        os.chmod(self.daemon.folder, 0o755)
        os.chmod(self.daemon.socket, 0o666)

    def user_client(self, uid, app="shop", roles=("app",), groups=(), greet=True):
        client = UserClient(self.daemon, uid, app, roles, groups, greet)
        self.addCleanup(client.close)
        return client

    def assert_unaware(self, *clients):
        for client in clients:
            self.assertTrue(client.heard, "the client received nothing")
            for line in client.heard:
                self.assertNotIn(MARK, line)


class Owner:
    """The first user's app with one of everything that a client can own."""

    def __init__(self, test):
        self.test = test
        self.client = client = test.user_client(OWNER)
        client.always_answer("alert.present", {})
        client.call("surface.set", surface="window", frame=rect(0, 0, 400, 400))
        client.call("source.set", source="basket", rect=rect(10, 10, 40, 40))
        client.call("occluder.set", occluder="keyboard", rect=rect(0, 700, 1280, 100))
        for key, text in (("order-7", WORK), (f"key-{MARK}", WORK)):
            client.call("draft.save", key=key, content={"text": text}, sync=True)
        self.panel = self.detached()
        self.popover = self.opened("main", "inspector")["popover"]
        client.call("popover.update", popover=self.popover, title=f"new-{MARK}")
        client.call("popover.choose", popover=self.popover, choice={"paid": WORK})
        self.view = client.call("view.present", kind="modal", display="rear")["view"]
        self.raise_id = client.start(
            "alert.raise", display="hall", renderer="self", severity="info", key="order-7",
            title=f"title-{MARK}", message=f"message-{MARK}",
            buttons=[{"id": f"id-{MARK}", "label": f"label-{MARK}"}])
        self.alert = client.wait("alert.present")["params"]["alert"]
        client.fence()

    def opened(self, display, behavior, key=f"key-{MARK}"):
        return self.client.call(
            "popover.open", behavior=behavior, anchor=BUTTON, size=SIZE, display=display,
            key=key, title=f"title-{MARK}",
            help=f"help-{MARK}", buttons=[f"button-{MARK}"])

    def detached(self):
        popover = self.opened("side", "inspector", f"panel-{MARK}")["popover"]
        return self.client.call("popover.detach", popover=popover)["panel"]

    def state(self, administrator):
        """Everything that the daemon knows about the client."""
        scene = administrator.call("status")
        kinds = ("popovers", "alerts", "panels", "views", "surfaces", "sources", "occluders")
        found = {
            kind: [thing for thing in scene[kind] if thing["client"] == self.client.id]
            for kind in kinds}
        found["displays"] = [
            {name: value for name, value in display.items() if name != "shield"}
            for display in scene["displays"]]
        found["plugins"] = [(plugin["name"], plugin["state"]) for plugin in scene["plugins"]]
        found["drafts"] = self.client.call("draft.list")
        found["texts"] = [
            self.client.call("draft.load", key=draft["key"]) for draft in found["drafts"]["drafts"]]
        return found
