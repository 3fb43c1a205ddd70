# SPDX-License-Identifier: MIT
"""Chromium without a screen, and the pages that it shows."""

import http.server
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

from support import ROOT
from support.chromium import options
from support.daemon import PATIENCE
from support.process_table import kill_family
from support.reserved_port import ReservedPort

PAGES = ROOT / "Tests" / "Machines" / "Screens" / "pages"
# The driver's names of keys.
KEYS = {"Tab": "\uE004", "Enter": "\uE007", "Shift": "\uE008", "End": "\uE010", "Home": "\uE011",
        "ArrowLeft": "\uE012", "ArrowUp": "\uE013", "ArrowRight": "\uE014", "ArrowDown": "\uE015"}


def tool(*names):
    """The path of the first of these programs that is there."""
    for name in names:
        path = shutil.which(name)
        if path:
            return path
    raise FileNotFoundError(f"{names[0]} is not installed")


class Pages(http.server.SimpleHTTPRequestHandler):
    """The pages of a folder; beside them popover.js, and the folder `popoverd` with the modules."""

    def translate_path(self, path):
        folder, name = os.path.split(path.split("?")[0])
        is_library = folder == "/popoverd" or name.startswith("popover")
        return os.path.join(ROOT / "Clients" / "Web" if is_library else self.server.folder, name)

    def log_message(self, *_):
        pass


class Site:
    """A web server on 127.0.0.1."""

    def __init__(self, folder=PAGES):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
        self.server.folder = folder
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


class Browser:
    """One window, driven through chromedriver; gone with its profile after `close`."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="popover-web-")
        self.reserved = ReservedPort()
        self.address = f"http://127.0.0.1:{self.reserved.number}"
        with open(os.path.join(self.folder, "log"), "wb") as log:
            self.process = subprocess.Popen(
                [tool("chromedriver"), f"--port={self.address.rpartition(':')[2]}"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.session = None
        try:
            self.session = self.open_session()
        except BaseException:
            self.close()
            raise

    def open_session(self):
        """The path of a session, once the driver answers."""
        self.wait_for_driver()
        started = {
            "binary": tool("chromium", "chromium-browser", "google-chrome"),
            "args": [*options(os.path.join(self.folder, "profile")), "--headless=new",
                     "--window-size=1280,800"]}
        capabilities = {"browserName": "chrome", "goog:chromeOptions": started}
        answer = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        return f"/session/{answer['sessionId']}"

    def wait_for_driver(self):
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                if self.ask("GET", "/status")["ready"]:
                    return
            except urllib.error.URLError:
                if time.monotonic() > deadline:
                    raise
            time.sleep(0.02)

    def ask(self, verb, path, body=None):
        """The value of the driver's answer."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.address + path, data, {"Content-Type": "application/json"}, method=verb)
        try:
            with urllib.request.urlopen(request, timeout=2 * PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"]) from None

    def visit(self, address):
        self.ask("POST", f"{self.session}/url", {"url": address})

    def value(self, expression):
        """The expression's value; a promise is awaited."""
        script = (
            "const done = arguments[0];"
            f"Promise.resolve().then(async () => ({expression})).then("
            "(value) => done([value]), (error) => done([null, String(error)]));")
        value, *error = self.ask(
            "POST", f"{self.session}/execute/async", {"script": script, "args": []})
        if error:
            raise AssertionError(f"{expression}: {error[0]}")
        return value

    def cdp(self, command, **params):
        """The result of a command of the Chrome DevTools Protocol."""
        return self.ask("POST", f"{self.session}/goog/cdp/execute", {"cmd": command, "params": params})

    def size(self, width, height):
        """Resizes the page, in points."""
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                 mobile=False)

    def prefer(self, scheme):
        """Has pages be `light` or `dark`, and still."""
        self.cdp("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"}])

    def click(self, x, y):
        """Clicks at a point of the page."""
        for kind in ("mousePressed", "mouseReleased"):
            self.cdp("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, key):
        for kind in ("keyDown", "keyUp"):
            self.cdp("Input.dispatchKeyEvent", type=kind, key=key)

    def enter(self):
        """Presses Enter as people do: on a control, it is a click."""
        self.keys("Enter")

    def keys(self, *names, shift=False):
        """Presses keys as people do: the browser acts on those that the page leaves to it."""
        press = [{"type": kind, "value": KEYS[name]} for name in names for kind in ("keyDown", "keyUp")]
        if shift:
            press = [{"type": "keyDown", "value": KEYS["Shift"]}, *press,
                     {"type": "keyUp", "value": KEYS["Shift"]}]
        self.ask("POST", f"{self.session}/actions", {
            "actions": [{"type": "key", "id": "keys", "actions": press}]})

    def element(self, selector):
        """The driver's path of an element, below which are its `computedrole` and `computedlabel`."""
        found = self.ask("POST", f"{self.session}/element", {"using": "css selector", "value": selector})
        return f"{self.session}/element/{next(iter(found.values()))}"

    def kill(self):
        """Kills the driver and the browser, without a chance to close the page."""
        self.process.kill()
        kill_family(self.folder)
        self.session = None

    def type(self, text):
        """Types into the focused field."""
        self.cdp("Input.insertText", text=text)

    def close(self):
        if self.session:
            self.ask("DELETE", self.session)
        self.process.terminate()
        self.process.wait(PATIENCE)
        kill_family(self.folder)
        self.reserved.close()
        shutil.rmtree(self.folder)
