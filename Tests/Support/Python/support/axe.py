# SPDX-License-Identifier: MIT
"""axe-core, which is not ours, audits what Chromium shows. pip fetches it once, with axe.txt's digest."""

import functools
import hashlib
import pathlib
import re
import subprocess
import zipfile

from support import ROOT

HERE = pathlib.Path(__file__).resolve().parent
WANTED = HERE / "axe.txt"
KEPT = ROOT / ".build" / "axe"


def wheel():
    """The fetched package, whose digest is the wanted one."""
    digest, = re.findall(r"sha256:(\w+)", WANTED.read_text(encoding="utf-8"))

    def fetched():
        return [file for file in KEPT.glob("*.whl")
                if hashlib.sha256(file.read_bytes()).hexdigest() == digest]
    if not fetched():
        run = subprocess.run(
            ["/usr/bin/python3", "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
             "--no-deps", "--only-binary=:all:", "--require-hashes", "--requirement", WANTED, "--dest", KEPT],
            capture_output=True, text=True, check=False)
        if run.returncode:
            raise AssertionError(f"cannot fetch axe-core (needs PyPI): {run.stderr.strip()}")
    return fetched()[0]


@functools.cache
def script():
    with zipfile.ZipFile(wheel()) as packed:
        name, = (name for name in packed.namelist() if name.endswith("/axe.min.js"))
        return packed.read(name).decode("utf-8")


def violations(browser):
    """What axe finds in the page: the rule, the element and how to mend it."""
    browser.ask("POST", f"{browser.session}/execute/sync", {"script": script(), "args": []})
    return browser.value("""axe.run(document, { rules: { "target-size": { enabled: true } } }).then(
        ({ violations, passes }) => {
          if (!passes.length) throw new Error("axe has looked at nothing");
          return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
            `${id} ${target}: ${failureSummary}`));
        })""")
