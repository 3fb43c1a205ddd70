# SPDX-License-Identifier: MIT
"""The site of `make site`: it says what the documents say, no link breaks, and axe finds nothing."""

import collections
import functools
import html.parser
import http.server
import os
import pathlib
import re
import subprocess
import tempfile
import threading
import unittest
import urllib.parse

from support import ROOT
from support.axe import violations
from support.browser import Browser

CONFIGURATION = ROOT / "docs" / "site" / "mkdocs.yml"
# Of each kind one: start, tutorial, reference, tables, a manual, films, a file's text.
AUDITED = ("index", "docs/tutorial/start", "docs/reference/commands", "docs/development/guidelines",
           "manual/popoverctl.1", "docs/tutorial/films", "Tests/Scenarios/G05-menu.scenario")
COUNTED = {"h1", "h2", "h3", "h4", "ul", "ol", "li", "table", "tr", "th", "td", "pre", "strong", "em", "img"}
FILM_BYTES = 1_000_000


class Reader(html.parser.HTMLParser):
    """The links, names, counted elements and text of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.names, self.counts, self.words = [], set(), collections.Counter(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.names.add(attributes.get("id"))
        self.links.extend(attributes[name] for name in ("href", "src", "poster") if name in attributes)
        if tag in COUNTED:
            self.counts[tag] += 1

    def handle_data(self, data):
        self.words.append(data)

    @property
    def letters(self):
        return re.sub(r"\W", "", "".join(self.words))


@functools.cache
def site():
    """The folder of the built site, and what MkDocs complains about."""
    folder = tempfile.TemporaryDirectory(prefix="popover-site-")
    unittest.addModuleCleanup(folder.cleanup)
    built = pathlib.Path(os.environ["POPOVERD"]).resolve().parent
    done = subprocess.run(
        ["mkdocs", "build", "--quiet", "--strict", "--config-file", CONFIGURATION,
         "--site-dir", folder.name],
        env={**os.environ, "POPOVER_BUILD": str(built)}, capture_output=True, text=True, check=False)
    return pathlib.Path(folder.name), (done.stdout + done.stderr).strip()


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder, cls.complaints = site()
        cls.pages = {path.relative_to(cls.folder).as_posix(): Reader(path.read_text(encoding="utf-8"))
                     for path in cls.folder.rglob("*.html")}

    def test_it_builds_without_a_complaint(self):
        self.assertEqual(self.complaints, "")
        self.assertGreater(len(self.pages), 200)

    def broken(self, page, link):
        address = urllib.parse.urlsplit(link)
        if address.scheme:
            return address.scheme not in ("https", "http", "mailto") or not (address.netloc or address.path)
        # The page of an unknown address is below any folder.
        path = address.path.removeprefix("/") if page == "404.html" else os.path.normpath(
            os.path.join(os.path.dirname(page), urllib.parse.unquote(address.path))) if address.path else page
        if not (self.folder / path).is_file():
            return path not in (".", "")
        name = urllib.parse.unquote(address.fragment)
        return bool(name) and path in self.pages and name not in self.pages[path].names

    def test_no_link_is_broken(self):
        broken = [f"{page}: {link}" for page, reader in self.pages.items()
                  for link in reader.links if self.broken(page, link)]
        self.assertEqual(broken, [])

    def test_every_document_is_in_the_navigation(self):
        """The start page's navigation has every page that is written in Markdown."""
        named = {os.path.normpath(link) for link in self.pages["docs/index.html"].links if "#" not in link}
        named = {os.path.normpath(os.path.join("docs", link)) for link in named}
        written = {f"{path.removesuffix('.md')}.html".replace("README.html", "index.html") for path in
                   subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True,
                                  check=True).stdout.split()}
        self.assertEqual(sorted((written & set(self.pages)) - named), [])

    def test_pages_say_what_the_documents_say(self):
        """Markdown has dialects: each page has the text and structure that cmark-gfm sees."""
        for path in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]):
            page = path.relative_to(ROOT).as_posix().replace("README.md", "index.md").replace(".md", ".html")
            with self.subTest(page):
                said = subprocess.run(["cmark-gfm", "--unsafe", "-e", "table", path], check=True,
                                      capture_output=True, text=True).stdout
                text = (self.folder / page).read_text(encoding="utf-8")
                article = re.search(r"<article .*?>(.*)</article>", text, re.S)[1]
                # Links to chapters and names of blocks are the site's.
                article = re.sub(
                    r'<a class="headerlink".*?</a>|<span class="filename">.*?</span>', "", article)
                wanted, shown = Reader(said), Reader(article)
                shown.counts["img"] += article.count("<video")
                self.assertEqual(shown.counts, wanted.counts)
                self.assertEqual(shown.letters, wanted.letters)

    def test_films_are_short_and_have_captions(self):
        films = sorted((self.folder / "docs").rglob("*.webm"))
        self.assertEqual(len(films), 5)
        for film in films:
            with self.subTest(film.name):
                self.assertLess(film.stat().st_size, FILM_BYTES)
                self.assertGreater(film.with_suffix(".vtt").read_text(encoding="utf-8").count(" --> "), 2)
        for name, count in (("tutorial/films", 3), ("how-to/inspect", 2)):
            page = (self.folder / "docs" / f"{name}.html").read_text(encoding="utf-8")
            self.assertEqual(len(re.findall(r'<video controls [^>]*aria-label="[^"]+">', page)), count)
            self.assertNotIn("autoplay", page)


class Audit(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder, _ = site()
        handler = functools.partial(Files, directory=folder)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.origin = f"http://127.0.0.1:{server.server_port}"
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    def shown_scheme(self):
        name = self.browser.value("document.body.dataset.mdColorScheme")
        return {"default": "light", "slate": "dark"}[name]

    def visit(self, page, scheme="light", width=1280):
        self.browser.prefer(scheme)
        self.browser.size(width, 800)
        self.browser.visit(f"{self.origin}/{page}.html")
        # Sizes are observed with the next frame.
        self.browser.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def test_axe_finds_nothing(self):
        for page in AUDITED:
            for scheme in ("light", "dark"):
                for width in (1280, 390):
                    with self.subTest(f"{page}, {scheme}, {width}"):
                        self.visit(page, scheme, width)
                        self.assertEqual(self.shown_scheme(), scheme)
                        self.assertEqual(violations(self.browser), [])
                        self.assertLessEqual(
                            self.browser.value("document.documentElement.scrollWidth - innerWidth"), 0)

    def test_the_scheme_is_the_systems_until_people_choose(self):
        self.addCleanup(self.browser.value, "void localStorage.clear()")
        for scheme in ("light", "dark", "light"):
            self.visit("index", scheme)
            self.assertEqual(self.shown_scheme(), scheme)
        self.browser.click(*self.browser.value("""(() => {
            const button = document.querySelector("[data-md-component=palette] label:not([hidden])");
            const { x, y, width, height } = button.getBoundingClientRect();
            return [x + width / 2, y + height / 2];
        })()"""))
        self.assertEqual(self.shown_scheme(), "dark")
        self.visit("docs/tutorial/start", "light")
        self.assertEqual(self.shown_scheme(), "dark")

    def test_nothing_is_requested_elsewhere(self):
        for page in AUDITED:
            with self.subTest(page):
                self.visit(page)
                asked = self.browser.value("performance.getEntriesByType('resource').map((it) => it.name)")
                self.assertGreater(len(asked), 3)
                self.assertEqual([address for address in asked if not address.startswith(self.origin)], [])

    def test_the_search_finds(self):
        self.visit("index")
        self.browser.value("void document.querySelector('.md-search__input').focus()")
        self.browser.type("half-typed draft")
        found = self.browser.value("""new Promise((done) => {
            const results = document.querySelector(".md-search-result__list");
            const look = () => results.querySelector("a") && done(results.querySelectorAll("a").length);
            new MutationObserver(look).observe(results, { childList: true });
            look();
        })""")
        self.assertGreater(found, 0)


if __name__ == "__main__":
    unittest.main()
