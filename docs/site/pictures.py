#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Takes the pictures of the built site in docs/pictures; `make site-pictures`."""

import base64
import functools
import http.server
import pathlib
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Python"))

# pylint: disable=wrong-import-position
from support.browser import Browser

SITE, FOLDER = ROOT / ".build" / "site", ROOT / "docs" / "pictures"
SEARCHED = "draft"
DESK, PHONE = (1280, 800), (390, 844)
# Of each picture: the page, its colors and its size.
PICTURES = {
    "site-front": ("index", "light", DESK),
    "site-front-dark": ("index", "dark", DESK),
    "site-film": ("docs/how-to/inspect", "light", DESK),
    "site-search": ("docs/reference/protocol", "light", DESK),
    "site-phone": ("index", "light", PHONE),
}
# Waits for all pictures in sight and the posters of films; Chromium turns a wheel over a film at first.
DRAWN = """Promise.all([...document.querySelectorAll("img, video")]
    .filter((it) => it.getBoundingClientRect().top < innerHeight)
    .map(({ src, poster }) => Object.assign(new Image(), { src: poster || src }).decode()))
    .then(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 2000)))"""
FOUND = """new Promise((done) => {
    const results = document.querySelector(".md-search-result__list");
    const look = () => results.querySelector("mark") && done(true);
    new MutationObserver(look).observe(results, { childList: true, subtree: true });
    look();
})"""


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def run(browser, command, **params):
    """The result of a command of the browser's own protocol."""
    return browser.ask("POST", f"{browser.session}/goog/cdp/execute", {"cmd": command, "params": params})


def take(browser, origin, name):
    page, colors, size = PICTURES[name]
    browser.size(*size)
    browser.prefer(colors)
    # A phone has no bars that take space.
    run(browser, "Emulation.setScrollbarsHidden", hidden=size is PHONE)
    browser.visit(f"{origin}/{page}.html")
    if name == "site-search":
        browser.value("void document.querySelector('.md-search__input').focus()")
        browser.type(SEARCHED)
        browser.value(FOUND)
    browser.value(DRAWN)
    taken = run(browser, "Page.captureScreenshot", format="png")
    path = FOLDER / f"{name}.png"
    subprocess.run(["convert", "png:-", "+dither", "-colors", "256", "-strip", "-depth", "8",
                    "-define", "png:compression-level=9", path],
                   input=base64.b64decode(taken["data"]), check=True)
    print(f"{name}: {path.stat().st_size} bytes")


def main(names):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=SITE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser = Browser()
    try:
        for name in names or PICTURES:
            take(browser, f"http://127.0.0.1:{server.server_port}", name)
    finally:
        browser.close()
        server.shutdown()
        server.server_close()


if __name__ == "__main__":
    main(sys.argv[1:])
