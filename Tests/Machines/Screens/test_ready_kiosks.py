# SPDX-License-Identifier: MIT
"""Each ready configuration with what it is for: a real server, people's hands, apps and a broker."""

import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import unittest

from support import ROOT
from support.broker import Broker
from support.daemon import PATIENCE, binary
from support.daemon_case import BUTTON, SIZE
from support.fleet_case import ctl
from support.frames import Frame
from support.peer import Refusal
from support.kiosk_root import FOLDER, NAMES
from support.ready_kiosk import ACCOUNTS, ReadyKiosk
from support.reserved_port import ReservedPort
from support.stage import Actor, PopoverStage
from support.wayland_screen import Finger, Sway, compiled, tool, until
from support.web_socket import Refused, WebSocket
from support.x11_screen import HEIGHT, WIDTH, Xvfb

from ready_case import PRESSED, Page, Program, Ready, lines

APPS = FOLDER / "stage/etc/popoverd/kiosk-stage.toml"
DOCUMENT = ROOT / "docs" / "how-to" / "ready-kiosks.md"


def window():
    """A program with a tiled window."""
    return compiled(("window",), ("xdg-shell", "wlr-layer-shell-unstable-v1"))


class OnX(Ready):
    """An X server with a window and a mouse."""

    def setUp(self):
        self.screen = Xvfb()
        self.addCleanup(self.screen.close)
        self.window = self.screen.window()
        self.hand = self.screen.hand()
        self.begin(DISPLAY=self.screen.display)
        self.until_display(WIDTH, HEIGHT)

    def tap(self, x, y):
        # The server carries out what the daemon has ordered before.
        self.observer.fence()
        self.window.taken()
        self.hand.tap(x, y)


class WebOnX(OnX):
    name = "web-x11"
    plugins = ("x11", "web", "idle")

    def setUp(self):
        reserved = ReservedPort()
        self.addCleanup(reserved.close)
        self.port = reserved.number
        self.adapted = '[[plugin]]\nname = "web"\n[plugin.options]\n' + lines(port=self.port)
        super().setUp()
        until(self.listens, "the gateway")

    def listens(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), PATIENCE).close()
            return True
        except ConnectionRefusedError:
            return False

    def connected(self, origin, user="kiosk"):
        """A connection of that user's browser."""
        token = pathlib.Path(self.daemon.folder, "web-token").read_text(encoding="ascii").strip()
        own = os.geteuid()
        os.seteuid(ACCOUNTS[user])
        try:
            page = WebSocket(self.port, origin, token)
        finally:
            os.seteuid(own)
        self.addCleanup(page.close)
        return page

    def test_escape_closes_the_popover_of_a_page(self):
        page = self.with_button(Page(self.connected("http://127.0.0.1:8080")))
        self.tap(int(PRESSED["x"]), int(PRESSED["y"]))
        self.observer.event("tap")
        popover = page.call("popover.open", behavior="task", source="button", size=SIZE)["popover"]
        page.socket.send({"jsonrpc": "2.0", "id": 9, "method": "key", "params": {"key": "Escape"}})
        page.answer(page.wait("popover.willClose", popover=popover), {})
        self.assertEqual(page.wait("popover.closed", popover=popover)["params"]["reason"], "key")
        # Any other key would let it open popovers that nobody has asked for.
        with self.assertRaises(Refusal):
            page.call("key", key="Enter")

    def test_a_page_opens_a_popover_for_people_who_have_tapped(self):
        page = Page(self.connected("http://127.0.0.1:8080"))
        page.call("bus.subscribe", topics=["session.*"])
        self.assert_opens_and_closes(self.with_button(page), self.tap)
        for origin, user in (("http://127.0.0.1:8081", "kiosk"), ("http://127.0.0.1:8080", "operator")):
            with self.assertRaises(Refused):
                self.connected(origin, user)


class SeveralUsers(OnX):
    name = "several-users"
    plugins = ("x11", "idle")

    def test_each_user_opens_popovers_and_one_is_the_shell(self):
        app = self.with_button(self.peer("till", user="kiosk"))
        self.assert_opens_and_closes(app, self.tap)
        self.peer("ui", ("app", "shell"), user="kiosk-ui").call("session.end")
        for role in ("shell", "input", "observer"):
            with self.assertRaises(Refusal) as caught:
                self.peer("till", ("app", role), user="kiosk")
            self.assertEqual(caught.exception.code, 3, role)
        self.peer("desk", user="operator").call("metrics")


class OnSway(Ready):
    name = "sway"
    plugins = ("wayland", "idle")

    def setUp(self):
        self.app = Program("kiosk-app", f"{window()} tiled")
        self.addCleanup(self.app.close)
        self.keyboard = Program("wvkbd-mobintl", f'{tool("wvkbd-mobintl")} "$@"')
        self.addCleanup(self.keyboard.close)
        self.sway = Sway()
        self.addCleanup(self.sway.close)
        shutil.copyfile(FOLDER / "sway/etc/popoverd/sway.conf", self.sway.configuration)
        self.sway.path = f"{self.keyboard.folder.name}:{self.app.path}"
        self.sway.start()
        self.sway.command("output", "HEADLESS-1", "resolution", "1280x800")
        self.finger = Finger(self.sway)
        self.addCleanup(self.finger.close)
        self.begin(XDG_RUNTIME_DIR=self.sway.folder, WAYLAND_DISPLAY=os.path.basename(self.sway.socket))
        self.until_display(1280, 800)

    def test_sway_finds_nothing_wrong(self):
        done = subprocess.run(
            [*self.sway.command_line, "--validate"], check=False, stdin=subprocess.DEVNULL, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=self.sway.surroundings, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertNotIn("Error", done.stdout)

    def test_popovers_open_beside_the_keyboard_and_close_by_a_tap(self):
        self.app.started()
        client = self.with_button(self.peer("shop"))
        self.assert_opens_and_closes(client, self.finger.tap, is_asked=False)
        keyboard, _ = self.keyboard.started()
        os.kill(keyboard, signal.SIGUSR2)
        occluder, = until(lambda: self.observer.call("status")["occluders"], "the keyboard")
        self.assertEqual(occluder["rect"]["height"], 250)
        frame = client.call("popover.open", behavior="task", source="button", size=SIZE)["frame"]
        self.assertLessEqual(frame["y"] + frame["height"], 550)


class OnStage(Ready):
    name = "stage"

    def setUp(self):
        self.app = Program("chromium", window())
        self.addCleanup(self.app.close)
        self.begin()
        self.stage = PopoverStage(self.daemon)
        self.addCleanup(self.stage.close)
        self.stage.path = self.app.path
        # What is missing for a picture and a hand.
        text = APPS.read_text(encoding="utf-8")
        added = lines(socket="wayland-1", screenshots=True, virtualInput=True)
        pathlib.Path(self.stage.configuration).write_text(
            text.replace("[stage]\n", f"[stage]\n{added}")
            + '[[output]]\nname = "HEADLESS-1"\nwidth = 1280\nheight = 800\n', encoding="utf-8")
        self.stage.start()
        self.finger = Finger(self.stage)
        self.addCleanup(self.finger.close)
        self.until_display(1280, 800)

    def color(self, x, y):
        picture = subprocess.run(
            [tool("grim"), "-o", "HEADLESS-1", "-"], check=True, capture_output=True,
            env={**os.environ, **self.stage.environment}).stdout
        return Frame(picture).color(int(x), int(y))

    def test_the_stage_starts_the_app_and_shows_a_popover_that_people_asked_for(self):
        _, words = self.app.started()
        self.assertEqual(words.split()[-1], "http://127.0.0.1:8080")
        shop = Actor(self.stage, self.daemon, "shop")
        self.addCleanup(shop.close)
        shop.show("shop", "app", "2040a0")
        until(lambda: self.color(20, 20) == (0x20, 0x40, 0xa0), "the window")
        self.with_button(shop)
        refused = shop.call("popover.open", behavior="task", source="button", size=SIZE)
        self.assertEqual(refused["data"]["reason"], "unasked")
        self.finger.tap(int(PRESSED["x"]), int(PRESSED["y"]))
        self.observer.event("tap")
        frame, popover = shop.popover("c81e64", BUTTON)
        until(lambda: self.color(frame["x"] + 20, frame["y"] + 20) == (0xc8, 0x1e, 0x64), "the popover")
        self.finger.tap(20, 20)
        self.observer.event("popover.closed", popover=popover, reason="outside-tap")

    def test_the_stage_draws_alerts(self):
        self.peer("till").start("alert.raise", title="Fire", severity="critical",
                                buttons=[{"id": "ok", "label": "OK", "role": "default"}])
        until(lambda: [one["state"] for one in self.observer.call("status")["alerts"]] == ["presented"],
              "the alert")

    def test_the_stage_finds_nothing_wrong(self):
        done = subprocess.run(
            [binary("popover-stage"), "--check", APPS],
            check=False, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)


class InAFleet(Ready):
    name = "fleet"
    plugins = ("mqtt",)

    def setUp(self):
        self.broker = Broker()
        self.addCleanup(self.broker.close)
        self.broker.start()
        folder = tempfile.TemporaryDirectory(prefix="popover-credentials-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        shutil.copy(self.broker.authority, self.folder / "mqtt-ca.crt")
        (self.folder / "mqtt-password").write_text("hall-secret\n", encoding="utf-8")
        key = ctl("fleet", "keygen", str(self.folder / "ops.key")).strip()
        (self.folder / "keys").write_text(f"ops {key} ping,session.end\n", encoding="utf-8")
        (self.folder / "keys").chmod(0o600)
        self.adapted = '[[plugin]]\nname = "mqtt"\n[plugin.options]\n' + lines(
            broker="localhost", port=self.broker.port, keys=str(self.folder / "keys"),
            directory=str(self.folder / "outbox"), shortestRetryMs=100, longestRetryMs=200)
        self.ears = self.broker.listen("popoverd/#")
        self.begin(CREDENTIALS_DIRECTORY=str(self.folder))

    def test_an_operator_ends_the_session_and_with_it_a_popover(self):
        self.ears.wait("popoverd/hall-3/status", lambda heard: heard.payload == "online")
        client = self.with_button(self.peer("shop"))
        popover = client.call("popover.open", behavior="task", source="button", size=SIZE)["popover"]
        signed = ctl("fleet", "sign", "--key", str(self.folder / "ops.key"), "--name", "ops",
                     "--to", "@lobby", "session.end").strip()
        self.broker.publish("popoverd/@lobby/command", signed)
        client.answer(client.wait("popover.willClose", popover=popover), {})
        closed = client.wait("popover.closed", popover=popover)["params"]
        self.assertEqual(closed["reason"], "session-ended")


class All(unittest.TestCase):
    """What holds for every ready configuration."""

    KIOSKS = (WebOnX, OnSway, OnStage, SeveralUsers, InAFleet)

    def kiosk(self, case):
        """The kiosk, on a machine on which every plugin finds its files."""
        folder = tempfile.TemporaryDirectory(prefix="popover-keys-")
        self.addCleanup(folder.cleanup)
        keys = pathlib.Path(folder.name, "keys")
        keys.touch(0o600)
        adapted = '[[plugin]]\nname = "mqtt"\n[plugin.options]\n' + lines(keys=str(keys))
        kiosk = ReadyKiosk(case.name, case.plugins, adapted if "mqtt" in case.plugins else "")
        self.addCleanup(kiosk.close)
        return kiosk

    def test_each_has_a_test_and_a_row_in_the_guide(self):
        self.assertEqual(sorted(case.name for case in self.KIOSKS), NAMES)
        rows = re.findall(r"^\| \[([\w-]+)\]\(\.\./\.\./config/kiosks/\1/etc/",
                          DOCUMENT.read_text(encoding="utf-8"), re.M)
        self.assertEqual(sorted(rows), NAMES)

    def test_a_misspelled_option_is_found_in_each(self):
        for case in self.KIOSKS:
            kiosk = self.kiosk(case)
            text = kiosk.installed.read_text(encoding="utf-8")
            options = list(re.finditer(r"^(\w+) = ", text, re.M))
            self.assertTrue(options)
            for option in options:
                kiosk.installed.write_text(
                    f"{text[:option.end(1)]}x{text[option.end(1):]}", encoding="utf-8")
                self.assertIn(kiosk.installed.name, kiosk.check(), f"{case.name}: {option.group(1)}")


del OnX, Ready

if __name__ == "__main__":
    unittest.main()
