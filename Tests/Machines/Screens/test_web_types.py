# SPDX-License-Identifier: MIT
"""The declarations match the modules, and a misspelled name does not compile."""

import re
import subprocess
import unittest

from support import ROOT
from support.browser import PAGES, Browser, Site, tool
from support.daemon import PATIENCE
from support.description import DESCRIPTION, params
from support.web_daemon import WebDaemon

WEB = ROOT / "Clients" / "Web"
# What a page loads is there to be read: the modules, without their declarations.
MOST_BYTES = 80 * 1024


def members(interface, *files):
    """The members of an interface: name, whether it is a method, whether it is optional."""
    text = "".join((WEB / name).read_text("utf-8") for name in files)
    bodies = re.findall(rf"^export interface {interface}\b[^{{]*{{\n(.*?)^}}", text, re.M | re.S)
    body = "\n".join(bodies)
    found = re.findall(r"^  (?:readonly )?(\w+)(\??)([(<:])", body, re.M)
    return {name: (mark != ":", bool(may)) for name, may, mark in found}


class TypeTests(WebDaemon):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.site = Site()
        cls.addClassCleanup(cls.site.close)

    def assert_has(self, thing, interface, *files):
        told = members(interface, *files)
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
        self.assert_has("shop", "Page", "popoverd.d.ts")
        self.assert_has("shop", "BaseClient", "client.d.ts")
        self.browser.value("show()")
        self.assert_has("shown", "Popover", "popoverd.d.ts", "client.d.ts")
        for member in DESCRIPTION.object_members("grant"):
            if member.is_required:
                self.assertNotEqual(self.browser.value(f"typeof shown.{member.name}"), "undefined")
        self.browser.value("(globalThis.told = shown.closed, shown.close())")
        self.browser.value("told.then((end) => { globalThis.end = end; return true; })")
        self.assert_has("end", "End", "client.d.ts")
        self.browser.value(
            "shop.request('nothing').catch((error) => { globalThis.failed = error; })")
        self.assert_has("failed", "Failure", "client.d.ts")

    def test_every_declaration_of_the_client_in_node_exists(self):
        script = """
            const { connect, socketPath } = await import(process.argv[1]);
            const client = connect({ app: "shop", path: "/no/socket" });
            client.ready.catch(() => {});
            console.log(typeof socketPath, ...process.argv.slice(2).map((name) => typeof client[name]));
            await client.close();
        """
        told = members("Client", "node.d.ts") | members("BaseClient", "client.d.ts")
        methods = [name for name, (is_method, _) in told.items() if is_method]
        self.assertGreater(len(methods), 10)
        run = subprocess.run(
            [tool("node"), "--input-type=module", "--eval", script, WEB / "node.js", *methods],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(run.stdout.split(), ["function"] * (1 + len(methods)), run.stderr)

    def test_every_declared_option_is_used(self):
        sources = {
            name: "".join((WEB / file).read_text("utf-8") for file in ("client.js", "connection.js", name))
            for name in ("page.js", "node.js")}
        for name, types in (("page.js", "popoverd.d.ts"), ("node.js", "node.d.ts")):
            options = members("ConnectOptions", types) | members("ClientOptions", "client.d.ts")
            for option in options:
                self.assertRegex(sources[name], rf"\b{option}\b", f"nobody looks at {option}")
            # What it does not look at itself is for the daemon.
            for option in members("OpenOptions", types) | members("Callbacks", "client.d.ts"):
                self.assertTrue(
                    option in params("popover.open")
                    or re.search(rf"\b{option}\b", sources[name]), option)

    def test_pages_and_programs_are_compiled(self):
        for name in ("types.ts", "types_modules.ts"):
            with self.subTest(name):
                run = subprocess.run(
                    [tool("tsc"), "--noEmit", "--strict", "--target", "es2022", "--module", "es2022",
                     "--moduleResolution", "node", "--lib", "es2022,dom", f"{PAGES}/{name}"],
                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=4 * PATIENCE,
                    check=False)
                self.assertEqual((run.returncode, run.stdout.decode()), (0, ""))

    def test_the_library_is_small(self):
        bundle = (WEB / "popover.js").stat().st_size
        self.assertLessEqual(bundle, MOST_BYTES)

    def test_the_classic_script_follows_from_the_modules(self):
        run = subprocess.run(
            [ROOT / "scripts" / "bundle-web", "--check"], capture_output=True, text=True, check=False)
        self.assertEqual((run.returncode, run.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
