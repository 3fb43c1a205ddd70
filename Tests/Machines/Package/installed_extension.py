#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The package webext-popoverd on a machine that has only packages: Chromium and Firefox load the extension by
themselves, and what a page opens is a popover. `make test-fresh` runs this."""

import os
import pathlib
import shlex
import tempfile

from installed_guides import Machine
from support.browser import Site

HOST = "127.0.0.1"
# Of the page's first control.
BUTTON = 100, 50
# Root has no sandbox.
SANDBOX = [] if os.geteuid() else ["--no-sandbox"]
FIREFOX = "browser.aboutwelcome.enabled", "datareporting.policy.dataSubmissionEnabled"


def browsers(folder, address):
    """The command line of each."""
    profile = pathlib.Path(folder, "firefox")
    profile.mkdir()
    (profile / "user.js").write_text(
        "".join(f'user_pref("{name}", false);\n' for name in FIREFOX), encoding="utf-8")
    return (
        ["chromium", *SANDBOX, "--no-first-run", "--disable-gpu", "--test-type", "--kiosk", address],
        ["firefox-esr", "--profile", str(profile), "--kiosk", address])


def follow(machine, command):
    program = machine.start(shlex.join(command))
    try:
        machine.until("surfaces", lambda found: HOST in [one["app"] for one in found])
        machine.hand("mousemove", *BUTTON, "click", 1)
        popover = machine.scene("popovers")
        if popover["app"] != HOST:
            raise AssertionError(f"the popover is {popover}")
    finally:
        program.terminate()
        program.wait()
    machine.until("popovers", lambda found: not found)


def main():
    site = Site()
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(folder)
        try:
            for command in browsers(folder, f"{site.origin}/strange.html"):
                follow(machine, command)
                print(f"{command[0]}: its page opens a popover", flush=True)
        finally:
            machine.close()
            site.close()


if __name__ == "__main__":
    main()
