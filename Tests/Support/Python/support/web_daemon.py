# SPDX-License-Identifier: MIT
"""A daemon with the web gateway, and clients for it."""

import json
import os
import socket
import time
import unittest

from support.daemon import PATIENCE, UNHURRIED, Daemon
from support.line_socket import LineSocket
from support.plugin_folder import PluginFolder, swift_runtime
from support.reserved_port import ReservedPort
from support.web_socket import Refused, WebSocket

ORIGIN = "http://127.0.0.1:8080"
PACE = 0.02
# A second tap on a source opens again at once.
UNHURRIED_PAGES = UNHURRIED.replace("toggleMs = 10000", "toggleMs = 0")


class WebDaemon(unittest.TestCase):
    """Each test has a daemon of its own, with the gateway on a port of its own."""

    def setUp(self):
        self.daemon = Daemon("")
        self.addCleanup(self.daemon.close)
        self.folder = PluginFolder(os.path.join(self.daemon.folder, "plugins"))
        self.folder.add_bundled("web")
        reserved = ReservedPort()
        self.addCleanup(reserved.close)
        self.port = reserved.number
        self.origins = [ORIGIN]

    def configure(self, trusted=True, extra="", **options):
        options = {"port": self.port, "origins": self.origins, **options}
        lines = [f"{name} = {json.dumps(value)}" for name, value in options.items()]
        self.daemon.write_configuration("\n".join([
            extra, f"[plugins]\ndirectory = {json.dumps(self.folder.path)}", "[[plugin]]",
            'name = "web"', f"trusted = {json.dumps(trusted)}",
            "" if trusted else f"readPaths = [{json.dumps(swift_runtime())}]",
            "[plugin.options]", *lines]))

    def start(self, **options):
        self.configure(**options)
        self.daemon.start()

    @property
    def token_file(self):
        return os.path.join(self.daemon.folder, "web-token")

    def token(self):
        def written():
            try:
                with open(self.token_file, encoding="ascii") as file:
                    return file.read().strip()
            except FileNotFoundError:
                return None
        return self.until(written, "the token")

    def until(self, condition, what):
        """Polls the condition and returns its first true value."""
        deadline = time.monotonic() + PATIENCE
        while not (value := condition()):
            if time.monotonic() > deadline:
                self.fail(f"timed out waiting for {what}:\n{self.daemon.told()}")
            time.sleep(PACE)
        return value

    def listening(self):
        """Waits until the gateway listens."""
        def connects():
            try:
                socket.create_connection(("127.0.0.1", self.port), PATIENCE).close()
                return True
            except ConnectionRefusedError:
                return False
        self.until(connects, "the gateway")

    def page(self, origin=ORIGIN, token=None, **details):
        """A connected page."""
        token = self.token() if token is None else token
        self.listening()
        page = WebSocket(self.port, origin, token, **details)
        self.addCleanup(page.close)
        return page

    def greeted(self, app="shop", **details):
        """A connected page that has sent hello."""
        page = self.page(**details)
        answer = page.call("hello", request="hello", protocol=1, app=app)
        self.assertIn("result", answer)
        return page

    def client(self, app="local", roles=("observer",)):
        """A client of the Unix socket."""
        client = LineSocket(self.daemon.socket)
        self.addCleanup(client.close)
        client.hello(app, roles)
        return client

    def assert_turned_away(self, status, **details):
        with self.assertRaises(Refused) as caught:
            self.page(**details)
        self.assertEqual(caught.exception.status, status)
