# SPDX-License-Identifier: MIT
"""Firefox, with or without a screen, driven through WebDriver BiDi, which it speaks by itself."""

import json
import os
import shutil
import subprocess
import tempfile
import time

from support.browser import KEYS, tool
from support.daemon import PATIENCE
from support.process_table import kill_family
from support.reserved_port import ReservedPort
from support.web_socket import WebSocket


class Channel(WebSocket):
    """The browser's WebSocket, which has a path and no subprotocol."""

    def shake_hands(self, port, origin, token, subprotocols, headers):
        self.socket.sendall("\r\n".join([
            "GET /session HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13", "", ""]).encode())
        head = self.read_until(b"\r\n\r\n").decode("latin-1")
        assert head.split()[1:2] == ["101"], head


class Firefox:
    """One window; gone with its profile after `close`."""

    def __init__(self, *more, environment=None, hosts=(), preferences=None):
        """`hosts` are manifests of native hosts."""
        self.folder = tempfile.mkdtemp(prefix="popover-firefox-")
        folder = os.path.join(self.folder, ".mozilla", "native-messaging-hosts")
        os.makedirs(folder)
        for host in hosts:
            with open(os.path.join(folder, f"{host['name']}.json"), "w", encoding="utf-8") as file:
                json.dump(host, file)
        with open(os.path.join(self.folder, "user.js"), "w", encoding="utf-8") as file:
            for name, value in (preferences or {}).items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        self.reserved = ReservedPort()
        self.number = 0
        with open(os.path.join(self.folder, "log"), "wb") as log:
            self.process = subprocess.Popen(
                [tool("firefox-esr", "firefox"), *(more or ["--headless"]), "--no-remote", "--profile",
                 self.folder, "--remote-debugging-port", str(self.reserved.number), "about:blank"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, **(environment or {}), "HOME": self.folder})
        try:
            self.channel = self.connect()
            # The answer comes once its first window is there, which takes long on a busy machine.
            self.channel.socket.settimeout(6 * PATIENCE)
            self.ask("session.new", capabilities={})
            self.channel.socket.settimeout(PATIENCE)
            self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        except BaseException:
            self.close()
            raise

    def connect(self):
        """The channel, once Firefox listens."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return Channel(self.reserved.number, None, None)
            except ConnectionRefusedError:
                if time.monotonic() > deadline:
                    raise
            time.sleep(0.05)

    def ask(self, method, **params):
        self.number += 1
        self.channel.send({"id": self.number, "method": method, "params": params})
        answer = self.channel.response(self.number)
        if answer["type"] != "success":
            raise AssertionError(f"{method}: {answer}")
        return answer["result"]

    def install(self, folder):
        """Installs an extension until the end of Firefox."""
        self.ask("webExtension.install", extensionData={"type": "path", "path": str(folder)})

    def visit(self, address):
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def addresses(self):
        """Of its pages, also of those that hang."""
        return [context["url"] for context in self.ask("browsingContext.getTree")["contexts"]]

    def value(self, expression):
        """The expression's value, through JSON; a promise is awaited."""
        answer = self.ask(
            "script.evaluate", expression=f"(async () => JSON.stringify([await ({expression})]))()",
            target={"context": self.context}, awaitPromise=True)
        if answer["type"] != "success":
            raise AssertionError(f"{expression}: {answer['exceptionDetails']['text']}")
        return json.loads(answer["result"]["value"])[0]

    def size(self, width, height):
        self.ask("browsingContext.setViewport", context=self.context,
                 viewport={"width": width, "height": height})

    def keys(self, *names):
        """Presses keys as people do."""
        press = [{"type": kind, "value": KEYS.get(name, name)}
                 for name in names for kind in ("keyDown", "keyUp")]
        self.ask("input.performActions", context=self.context,
                 actions=[{"type": "key", "id": "keys", "actions": press}])

    def kill(self):
        kill_family(self.folder)
        self.process.wait()

    def close(self):
        if hasattr(self, "channel"):
            self.channel.close()
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        finally:
            kill_family(self.folder)
            self.reserved.close()
            shutil.rmtree(self.folder, ignore_errors=True)
