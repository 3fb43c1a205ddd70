# SPDX-License-Identifier: MIT
"""popover.d.ts matches popover.js, and popover.js is small."""

import re
import subprocess
import unittest

from support import ROOT
from support.browser import PAGES, Browser, Site, tool
from support.daemon import PATIENCE
from support.description import DESCRIPTION, params
from support.web_daemon import WebDaemon

TYPES = ROOT / "Clients" / "Web" / "popover.d.ts"
# It is there to be read and copied; more than this is another file.
MOST_BYTES = 10752


def members(interface):
    """The members of an interface: name, whether it is a method, whether it is optional."""
    text = TYPES.read_text("utf-8")
    body = re.search(rf"^export interface {interface}\b[^{{]*{{\n(.*?)^}}", text, re.M | re.S)[1]
    found = re.findall(r"^  (?:readonly )?(\w+)(\??)([(<:])", body, re.M)
    return {name: (mark != ":", bool(may)) for name, may, mark in found}


class TypeTests(WebDaemon):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.site = Site()
        cls.addClassCleanup(cls.site.close)

    def assert_has(self, interface, thing):
        told = members(interface)
        self.assertTrue(told)
        for name, (is_method, may_be_missing) in told.items():
            kind = self.browser.value(f"typeof {thing}.{name}")
            if is_method:
                self.assertEqual(kind, "function", f"{interface}.{name}")
            elif not may_be_missing:
                self.assertNotIn(kind, ("function", "undefined"), f"{interface}.{name}")

    def test_every_declaration_exists(self):
        self.origins = [self.site.origin]
        self.start()
        token = self.token()
        self.listening()
        self.browser.visit(f"{self.site.origin}/shop.html?port={self.port}&token={token}")
        self.addCleanup(self.browser.visit, "about:blank")
        self.browser.value("shop.ready.then(() => true)")
        self.assert_has("Page", "shop")
        self.browser.value("show()")
        self.assert_has("Popover", "shown")
        for member in DESCRIPTION.object_members("grant"):
            if member.is_required:
                self.assertNotEqual(self.browser.value(f"typeof shown.{member.name}"), "undefined")
        self.browser.value("(globalThis.told = shown.closed, shown.close())")
        self.browser.value("told.then((end) => { globalThis.end = end; return true; })")
        self.assert_has("End", "end")
        self.browser.value(
            "shop.request('nothing').catch((error) => { globalThis.failed = error; })")
        self.assert_has("Failure", "failed")

    def test_every_declared_option_is_used(self):
        source = (ROOT / "Clients" / "Web" / "popover.js").read_text("utf-8")
        for name in members("ConnectOptions"):
            self.assertRegex(source, rf"\b{name}\b", f"nobody looks at {name}")
        # What it does not look at itself is for the daemon.
        for name in members("OpenOptions"):
            self.assertTrue(
                name in params("popover.open") or re.search(rf"\b{name}\b", source), name)

    def test_a_page_is_compiled(self):
        run = subprocess.run(
            [tool("tsc"), "--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom",
             f"{PAGES}/types.ts"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=4 * PATIENCE, check=False)
        self.assertEqual((run.returncode, run.stdout.decode()), (0, ""))

    def test_the_library_is_small(self):
        self.assertLessEqual((ROOT / "Clients" / "Web" / "popover.js").stat().st_size, MOST_BYTES)


if __name__ == "__main__":
    unittest.main()
