# SPDX-License-Identifier: MIT
"""`popoverctl inspect`, a daemon to inspect, and people's steps on its page."""

import contextlib
import http.client
import json
import os
import select
import signal
import subprocess
import time

from support.browser import Browser
from support.daemon import PATIENCE
from support.daemon_case import OUTSIDE, DaemonCase, rect
from support.programs import popoverctl

PACE = 0.02
CHOSEN = "document.querySelector('#list [aria-selected=true]')"


class InspectorCase(DaemonCase):
    """Each test has a daemon, and an inspector once it asks for one."""

    def inspect(self, *options, daemon=True, environment=None):
        """Starts an inspector; its `link`, `host` and `port` are kept."""
        where = ["--socket", self.daemon.socket] if daemon else []
        self.program = subprocess.Popen(
            [popoverctl(), *where, "inspect", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env={**os.environ, **(environment or {})})
        self.addCleanup(self.end)
        line = self.next_link()
        self.link = json.loads(line)["link"] if line.startswith("{") else line
        self.host = self.link.split("/")[2]
        self.port = int(self.host.split(":")[1])
        return self.link

    def next_link(self):
        readable, _, _ = select.select([self.program.stdout], [], [], PATIENCE)
        self.assertTrue(readable, "popoverctl inspect prints no link")
        return self.program.stdout.readline().decode().strip()

    def end(self):
        """Its exit status after Ctrl-C."""
        self.program.send_signal(signal.SIGINT)
        status = self.program.wait(PATIENCE)
        for stream in (self.program.stdin, self.program.stdout, self.program.stderr):
            stream.close()
        return status

    @property
    def token(self):
        return self.link.partition("#token=")[2]

    # Requests without a browser.

    def request(self, path, method="GET", body=None, session=None, **headers):
        """The status, the headers and the body of the response."""
        # Not every resolver knows names below localhost, as browsers do.
        given = {"Host": self.host, **{name.replace("_", "-"): value for name, value in headers.items()}}
        if session:
            given["Authorization"] = f"Bearer {session}"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request(method, path, body, given)
            response = connection.getresponse()
            return response.status, response.headers, response.read()

    def status(self, path, **details):
        return self.request(path, **details)[0]

    def session(self):
        status, _, body = self.request("/session", method="POST", body=self.token)
        self.assertEqual(status, 200, body)
        return json.loads(body)["session"]

    def read(self, path, session):
        status, _, body = self.request(f"/api/{path}", session=session)
        self.assertEqual(status, 200, body)
        return json.loads(body)

    # A story to inspect.

    def shop(self):
        """A shop with a source, from which `filter` opens an inspector."""
        shop = self.peer("shop")
        shop.call("source.set", source="filter", rect=rect(600, 380, 80, 40), label="Filter")
        return shop

    def filter(self, shop, **params):
        return shop.call("popover.open", behavior="inspector", source="filter",
                         size={"width": 320, "height": 200}, title="Filter", **params)["popover"]

    def tap_outside(self, shop, draft=None):
        """Closes the shop's popover as people do."""
        finger = self.peer("finger", ("input",))
        finger.call("tap", **OUTSIDE)
        shop.answer(shop.wait("popover.willClose"), {"draft": draft} if draft else {})
        shop.wait("popover.closed")

    def record(self):
        """The path of a recording of everything so far."""
        path = os.path.join(self.daemon.folder, "noon")
        subprocess.run([popoverctl(), "--socket", self.daemon.socket, "record", "dump", path],
                       check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)
        return path

    # Steps on the page.

    def open_page(self, browser, link=None):
        self.browser = browser
        browser.visit("about:blank")
        browser.visit(link or self.link)
        self.until("document.body.dataset.ready !== undefined", "the page")

    def until(self, expression, what):
        """Polls until the expression is true on the page, and returns its value."""
        deadline = time.monotonic() + PATIENCE
        while not (value := self.browser.value(expression)):
            if time.monotonic() > deadline:
                text = self.browser.value("document.body.innerText")
                self.fail(f"timed out waiting for {what}; the page:\n{text}")
            time.sleep(PACE)
        return value

    def text(self, selector):
        return self.browser.value(f"document.querySelector('{selector}').textContent")

    def until_text(self, selector, part):
        self.until(f"document.querySelector('{selector}')?.textContent.includes({json.dumps(part)})",
                   f"{part!r} in {selector}")

    def choose(self, part):
        """Clicks the latest moment of the list with this text."""
        row = f"[...document.querySelectorAll('#list li')].findLast((it) => it.textContent.includes({part!r}))"
        self.until(f"{row} !== undefined", f"the moment {part!r}")
        self.browser.value(f"void {row}.click()")
        self.until(f"{CHOSEN}?.textContent.includes({part!r})", f"{part!r} to be shown")

    def chosen(self):
        """The moment that the page shows."""
        return self.browser.value(f"{CHOSEN}?.textContent")

    def tab(self, name):
        self.browser.value(f"void document.getElementById('tab-{name}').click()")


class PageCase(InspectorCase):
    """Its tests share a browser."""

    driver = Browser

    @classmethod
    def setUpClass(cls):
        cls.browser = cls.driver()
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        super().setUp()
        self.browser.size(1280, 800)
