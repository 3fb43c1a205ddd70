# SPDX-License-Identifier: MIT
"""axe-core, which is not ours, audits what Chromium shows. pip fetches it once, with axe.txt's digest."""

import functools
import pathlib
import zipfile

from support import ROOT
from support.wheels import fetched

HERE = pathlib.Path(__file__).resolve().parent
WANTED = HERE / "axe.txt"
KEPT = ROOT / ".build" / "axe"


@functools.cache
def script():
    package, = fetched(WANTED, KEPT)
    with zipfile.ZipFile(package) as packed:
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
