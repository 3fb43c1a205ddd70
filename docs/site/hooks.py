# SPDX-License-Identifier: MIT
"""MkDocs builds the site of the repository as it stands: its pages are those that README.md leads to.

A link to a file that is not Markdown leads to a page with its text, so that the site needs no
address of a repository. docs/README.md is the navigation; the manual pages come from the programs
in $POPOVER_BUILD, or else in .build/release.
"""

import functools
import json
import os
import pathlib
import posixpath
import re
import subprocess
import tempfile

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

ROOT = pathlib.Path(__file__).resolve().parents[2]
START, MAP, REFERENCE = "README.md", "docs/README.md", "Look up"
# Fenced blocks and code hold no links.
CODE = re.compile(r"^( *)(```+|~~~+).*?^\1\2 *$|(`+)(?!`).+?(?<!`)\3(?!`)", re.M | re.S)
LINK = re.compile(r"\]\(([^)\s]+)\)")
MEDIA = (".png", ".svg", ".webm", ".vtt")
LANGUAGES = {".conf": "ini", ".plugin": "ini", ".socket": "ini", ".catalog": "ini", ".scenario": "text"}
# The manual pages of documents are the documents, which are pages already.
MANUALS = ("popoverctl.1", "popoverd.8", "popoverd.toml.5")


class Page(File):
    """A page whose Markdown is not in a file of its own."""

    def is_documentation_page(self):
        return True

    def _get_stem(self):
        return posixpath.basename(self.src_uri)

    # MkDocs 1.6 asks for it alone.
    name = functools.cached_property(_get_stem)


class Text(Page):
    """A page with the text of a file."""

    @property
    def markdown(self):
        text = (ROOT / self.src_uri).read_text(encoding="utf-8")
        fence = "`" * (1 + max([2, *map(len, re.findall("`+", text))]))
        suffix = posixpath.splitext(self.src_uri)[1]
        return f"# {self.src_uri}\n\n{fence}{LANGUAGES.get(suffix, suffix[1:] or 'text')}\n{text}{fence}\n"


class Manual(Page):
    """A page with a manual page."""

    @property
    def markdown(self):
        name, _, section = posixpath.basename(self.src_uri).rpartition(".")
        body = manuals()[posixpath.basename(self.src_uri)]
        body = body.partition('<div class="manual-text">')[2].rpartition("</div>")[0]
        body = re.sub(r"</?section.*?>\n?", "", body)
        # Headings in Markdown are in the table of contents and in the index of the search.
        body = re.sub(r'<h([12]).*?><a.*?>(.*?)</a></h\1>', heading, body, flags=re.S)
        return f"# {name}({section})\n\n{body}"


def heading(found):
    return f"\n{'#' * (int(found[1]) + 1)} {' '.join(found[2].split())}\n"


@functools.cache
def manuals():
    """The manual pages as HTML."""
    built = pathlib.Path(os.environ.get("POPOVER_BUILD", ROOT / ".build" / "release"))
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([ROOT / "scripts" / "generate-manuals", built, folder], check=True)
        return {name: subprocess.run(["mandoc", "-T", "html", "-O", "fragment", f"{folder}/{name}"],
                                     check=True, capture_output=True, text=True).stdout
                for name in MANUALS}


def links(path, text):
    """Where a page's links lead, below the repository; those to chapters of a page are left out."""
    for link in LINK.findall(CODE.sub("", text)):
        if not re.match("[a-z]+:|#", link):
            yield posixpath.normpath(posixpath.join(posixpath.dirname(path), link))


def found_pages():
    """Every path that the start page leads to."""
    found, left = set(), [START]
    while left:
        path = left.pop().partition("#")[0]
        if path not in found:
            found.add(path)
            if path.endswith(".md"):
                left.extend(links(path, (ROOT / path).read_text(encoding="utf-8")))
            if path.endswith(".webm"):
                left.append(path.replace(".webm", ".vtt"))
    return sorted(found)


def navigation():
    """The sections of the map, each with the pages that it names; a table's columns are sections, too."""
    text = (ROOT / MAP).read_text(encoding="utf-8")
    listed, sections = {START, MAP}, [{"Start": [START, MAP]}]

    def pages(words):
        new = [path for path in links(MAP, words) if "#" not in path and path not in listed]
        listed.update(new)
        return new
    for title, body in re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", text, re.M):
        rows = [line.strip("|").split("|") for line in body.splitlines() if line.startswith("|")]
        entries = [{name.strip().capitalize(): pages("".join(cells))} for name, _, *cells in zip(*rows)]
        sections.append({title: entries or pages(body)})
    reference, = (section[REFERENCE] for section in sections if REFERENCE in section)
    reference.append({"Manual pages": [f"manual/{name}" for name in MANUALS]})
    return sections


def on_config(config):
    # MkDocs refuses to build into a folder of its sources; it copies only what `on_files` returns.
    config["docs_dir"] = str(ROOT)
    config["nav"] = navigation()
    return config


def on_files(files, config):
    def file(path):
        plain = path.endswith((".md", *MEDIA)) or path.startswith("docs/site/")
        kind = File if plain else Manual if path.startswith("manual/") else Text
        return kind(path, config["docs_dir"], config["site_dir"], config["use_directory_urls"])
    paths = [*found_pages(), *(f"manual/{name}" for name in MANUALS),
             *config["extra_css"], *config["extra_javascript"], config["theme"]["logo"]]
    of_theme = [each for each in files if not pathlib.Path(each.abs_src_path).is_relative_to(ROOT)]
    return Files([*of_theme, *map(file, paths)])


def on_page_read_source(page, **_):
    return page.file.markdown if isinstance(page.file, Page) else None


def on_page_content(html, page, files, **_):
    return film(short_links(html, page.file, files)).replace("<img ", '<img loading="lazy" ')


def short_links(html, file, files):
    """Has links to files without an ending lead to their pages: MkDocs takes them for addresses."""
    def page(found):
        path, = links(file.src_uri, f"]({found[1]})")
        target = files.get_file_from_path(path)
        if target is None:
            raise PluginError(f'"{file.src_uri}" links to "{found[1]}", which is no file')
        return f'href="{target.url_relative_to(file)}"'
    return re.sub(r'href="((?:[^":#?/]*/)*[^":#?./]+)"', page, html)


def film(html):
    """Turns a picture that links to a film into the film with its captions."""
    return re.sub(
        r'<p><a href="([^"]*)\.webm"><img alt="([^"]*)" src="([^"]*)" /></a></p>',
        r'<video controls muted preload="none" poster="\3" aria-label="\2">'
        r'<source src="\1.webm" type="video/webm" />'
        r'<track kind="captions" src="\1.vtt" srclang="en" label="English" default /></video>', html)


def on_post_build(config):
    """Leaves the texts of files out of the search: they are long, and full of the same words."""
    index = pathlib.Path(config["site_dir"], "search", "search_index.json")
    found = json.loads(index.read_text(encoding="utf-8"))
    texts = {f"{path}.html" for path in found_pages() if not path.endswith((".md", *MEDIA))}
    found["docs"] = [entry for entry in found["docs"] if entry["location"].partition("#")[0] not in texts]
    index.write_text(json.dumps(found), encoding="utf-8")
