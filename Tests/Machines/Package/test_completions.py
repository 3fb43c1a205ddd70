# SPDX-License-Identifier: MIT
"""Completions, as people get them: by the tab key in real shells."""

import os
import pty
import select
import subprocess
import tempfile
import time
import unittest

from installation import installed, needed

PATIENCE = 30.0
BASH = "usr/share/bash-completion/completions"
ZSH = "usr/share/zsh/vendor-completions"


class Shell:
    """A shell in a terminal, typed into."""

    def __init__(self, *words, **environment):
        self.folder = tempfile.TemporaryDirectory(prefix="popover-shell-")
        path = f"{installed()}/usr/bin:{os.environ['PATH']}"
        main, terminal = pty.openpty()
        self.process = subprocess.Popen(
            words, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True,
            env={"PATH": path, "HOME": self.folder.name, "TERM": "dumb", "LC_ALL": "C.UTF-8",
                 **environment})
        os.close(terminal)
        self.terminal = main
        self.said = ""

    def type(self, text):
        os.write(self.terminal, text.encode())

    def wait_for(self, text):
        """Everything that was said up to this text, which is forgotten."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.said:
            left = deadline - time.monotonic()
            if not select.select([self.terminal], [], [], max(0, left))[0]:
                raise AssertionError(f"{text!r} is not in {self.said!r}")
            self.said += os.read(self.terminal, 65536).decode(errors="replace")
        before, self.said = self.said.split(text, 1)
        return before + text

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)
        self.folder.cleanup()


class Completions(unittest.TestCase):
    def completed(self, shell):
        """Completions of commands, options, values and files in real shells."""
        shell.type("popoverctl expl\t")
        shell.wait_for("popoverctl explain ")
        shell.type("\x15popoverctl plugin unl\t")
        shell.wait_for("popoverctl plugin unload ")
        shell.type("\x15popoverctl open --beh\t")
        shell.wait_for("popoverctl open --behavior ")
        shell.type("\x15popoverctl list popov\t")
        shell.wait_for("popoverctl list popovers ")
        shell.type("\x15popoverd --log-l\t")
        shell.wait_for("popoverd --log-level ")

    def test_bash(self):
        shell = Shell(needed("bash", "bash"), "--norc", "--noprofile", "-i", PS1="ready$ ")
        self.addCleanup(shell.close)
        for program in ("popoverctl", "popoverd"):
            shell.type(f"source {installed()}/{BASH}/{program}\n")
        shell.type("echo so''urced\n")
        shell.wait_for("sourced\r\n")
        self.completed(shell)

    def test_zsh(self):
        shell = Shell(needed("zsh", "zsh"), "-f", "-i")
        self.addCleanup(shell.close)
        shell.type(f"PS1='ready$ '; fpath=({installed()}/{ZSH} $fpath)\n")
        shell.type("autoload -Uz compinit; compinit -u -D; bindkey -e; echo so''urced\n")
        shell.wait_for("sourced\r\n")
        self.completed(shell)

    def test_fish(self):
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)

        def completions(line):
            return subprocess.run(
                [needed("fish", "fish"), "--private", "-c", f"complete -C {line!r}"], check=True,
                capture_output=True, text=True,
                env={"PATH": f"{installed()}/usr/bin:{os.environ['PATH']}", "HOME": home.name,
                     "XDG_DATA_DIRS": f"{installed()}/usr/share:/usr/share"}).stdout
        self.assertRegex(completions("popoverctl expl"), r"^explain\t.+\n$")
        self.assertRegex(completions("popoverctl plugin unl"), r"^unload\t.+\n$")
        self.assertRegex(completions("popoverctl open --beh"), r"^--behavior\t.+\n$")
        self.assertRegex(completions("popoverctl list popov"), r"(?m)^popovers")
        self.assertRegex(completions("popoverd --log-l"), r"^--log-level\t.+\n$")


if __name__ == "__main__":
    unittest.main()
