# SPDX-License-Identifier: MIT
"""Row 5: an untrusted program can do nothing to the daemon; where there is no sandbox it is refused."""

import json
import os
import re
import select
import shutil
import subprocess
import time
import unittest

from support.daemon import PATIENCE, UNHURRIED, Daemon, binary
from support.line_socket import LineSocket
from support.other_user import as_user
from support.plugin_folder import PLUGINS, PluginFolder

# A number that no user of the machine has.
DAEMON_USER = 64111
REFUSED = {"EPERM", "EACCES", "ENOSYS", "EAFNOSUPPORT"}
PYTHON = "/usr/bin/python3"
ESCAPE = PLUGINS / "programs" / "escape.py"
# Attempts that a program without a sandbox carries out even where the kernel is configured strictly.
POSSIBLE = 30

# Executes its arguments on a kernel that has no Landlock.
WITHOUT_LANDLOCK = """
import ctypes, os, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
code = [(0x20, 0, 0, 0), (0x15, 0, 1, 444), (0x06, 0, 0, 0x00050000 | 38), (0x06, 0, 0, 0x7FFF0000)]
filter = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *line) for line in code))
program = struct.pack("=H6xQ", len(code), ctypes.addressof(filter))
for option in ((38, 1, 0, 0, 0), (22, 2, ctypes.c_char_p(program), 0, 0)):
    if libc.prctl(*option) != 0: sys.exit("prctl failed")
os.execv(sys.argv[1], sys.argv[1:])
"""


class PluginDaemon(Daemon):
    """A daemon of any user, with a plugin folder of root's."""

    def __init__(self, user=0, before=()):
        super().__init__()
        self.user = user
        self.before = list(before)
        os.chmod(self.folder, 0o755)
        self.plugins = PluginFolder(os.path.join(self.folder, "plugins"))
        self.home = os.path.join(self.folder, "home")
        self.state = os.path.join(self.home, "state")
        self.socket = os.path.join(self.home, "s")
        os.makedirs(self.state, 0o700)
        for name in ("victim", "sacrifice"):
            with open(os.path.join(self.state, name), "w", encoding="ascii") as file:
                file.write("work")

    def configure(self, *sections):
        self.write_configuration("\n".join(
            [UNHURRIED, f"[plugins]\ndirectory = {json.dumps(self.plugins.path)}", *sections]))

    def start(self):
        for folder, folders, files in os.walk(self.home):
            for name in [".", *folders, *files]:
                os.chown(os.path.join(folder, name), self.user, self.user)
        os.chmod(self.home, 0o755)
        prefix = as_user(self.user) if self.user != os.getuid() else []
        ready, told = os.pipe()
        with open(self.log, "ab") as log, open(ready, "rb", 0) as reading:
            self.process = subprocess.Popen(
                [*prefix, *self.before, binary(), "--config", self.configuration, "--socket",
                 self.socket, "--state", self.state, "--ready-fd", str(told)],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, pass_fds=[told])
            os.close(told)
            readable, _, _ = select.select([reading], [], [], PATIENCE)
            if not readable or reading.read(1) != b"\n":
                raise AssertionError(f"popoverd did not become ready:\n{self.told()}")
        return self

    def states(self):
        """The entries of `plugin.list`, by name."""
        client = LineSocket(self.socket)
        try:
            client.hello("clerk", ["observer"])
            answer = client.call("list", "plugin.list", {})
            return {plugin["name"]: plugin for plugin in answer["result"]["plugins"]}
        finally:
            client.close()


def outcomes(text):
    """How each attempt ended."""
    return dict(re.findall(r"attempt ([\w ]+): (\w+)", text))


class Sandbox(unittest.TestCase):
    def daemon(self, user=0, before=(), settings=""):
        """A daemon, ready to start, that has the program among its plugins."""
        daemon = PluginDaemon(user, before)
        self.addCleanup(daemon.close)
        daemon.plugins.place(ESCAPE, "popover-escape.plugin", 0o755)
        options = {
            "socket": daemon.socket, "state": daemon.state, "configuration": daemon.configuration}
        lines = [f"{name} = {json.dumps(value)}" for name, value in options.items()]
        daemon.configure(
            f'[[plugin]]\nname = "escape"\n{settings}\n[plugin.options]\n' + "\n".join(lines))
        return daemon

    def outcomes(self, daemon):
        daemon.start()
        deadline = time.monotonic() + PATIENCE
        while "attempts: all" not in daemon.told():
            self.assertLess(time.monotonic(), deadline, daemon.told())
            time.sleep(0.02)
        self.assertIsNone(daemon.process.poll(), daemon.told())
        return outcomes(daemon.told())

    def assert_refused(self, found):
        self.assertGreaterEqual(len(found), 13)
        done = {name: result for name, result in found.items() if result not in REFUSED}
        self.assertEqual(done, {}, "not refused")

    def test_everything_is_refused_to_a_program_of_a_daemon_that_is_root(self):
        self.assert_refused(self.outcomes(self.daemon()))

    def test_everything_is_refused_to_a_program_of_a_daemon_without_privileges(self):
        self.assert_refused(self.outcomes(self.daemon(DAEMON_USER)))

    def test_everything_is_possible_to_a_trusted_program(self):
        """Otherwise the tests above would show nothing."""
        found = self.outcomes(self.daemon(settings="trusted = true"))
        done = [name for name, result in found.items() if result == "done"]
        self.assertGreaterEqual(len(done), POSSIBLE, found)

    def test_everything_is_refused_with_the_landlock_of_debian_12(self):
        daemon = self.daemon(DAEMON_USER)
        daemon.configure()
        daemon.start()
        init = {"daemon": daemon.process.pid, "socket": daemon.socket, "state": daemon.state,
                "configuration": daemon.configuration, "older": True}
        program = daemon.plugins.file("popover-escape.plugin")
        launcher = binary("popoverd-launcher")
        done = subprocess.run(
            [*as_user(DAEMON_USER), launcher, "--sandbox", "--landlock=2", "--", program],
            input=json.dumps({"method": "init", "params": {"options": init}}) + "\n", text=True,
            capture_output=True, check=True)
        self.assert_refused(outcomes(done.stderr))
        self.assertIn("own a descriptor", outcomes(done.stderr))

    def test_without_landlock_an_untrusted_program_is_refused_with_the_reason(self):
        before = [PYTHON, "-SEB", "-c", WITHOUT_LANDLOCK]
        daemon = self.daemon(before=before)
        daemon.start()
        state = daemon.states()["escape"]
        self.assertEqual(state["state"], "failed", state)
        self.assertRegex(state["message"], r"^cannot start: no sandbox: .*Landlock")
        self.assertNotIn("attempt", daemon.told())
        self.outcomes(self.daemon(before=before, settings="trusted = true"))

    def test_grants_are_given_and_nothing_else(self):
        shared = os.path.join(self.daemon().folder, "shared")
        os.mkdir(shared, 0o777)
        os.chmod(shared, 0o777)
        script = (
            "import os, socket, sys\n"
            "def outcome(action):\n"
            "    try:\n"
            "        action()\n"
            "        return 'done'\n"
            "    except OSError as error:\n"
            "        return type(error).__name__\n"
            "print(*[outcome(action) for action in (\n"
            "    lambda: socket.socket(socket.AF_INET), lambda: socket.socket(socket.AF_UNIX),\n"
            "    lambda: os.listdir('@'), lambda: open('@/new', 'w'))])\n").replace("@", shared)
        refused, denied = "OSError", "PermissionError"
        for grants, expected in (
                ([], [refused, refused, denied, denied]),
                (["--network"], ["done", refused, denied, denied]),
                (["--unix-sockets"], [refused, "done", denied, denied]),
                ([f"--read={shared}"], [refused, refused, "done", denied]),
                ([f"--write={shared}"], [refused, refused, "done", "done"])):
            with self.subTest(grants):
                self.assertEqual(self.run_launched(script, *grants), expected)

    def run_launched(self, script, *grants):
        folder = PluginDaemon()
        self.addCleanup(folder.close)
        path = folder.plugins.file("popover-script.plugin")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#!{PYTHON} -SEB\n{script}")
        os.chmod(path, 0o755)
        launcher = binary("popoverd-launcher")
        done = subprocess.run(
            [launcher, "--sandbox", *grants, "--", path], text=True, capture_output=True, check=True)
        return done.stdout.split()


class Inspection(unittest.TestCase):
    def test_processes_of_the_daemons_own_user_cannot_look_into_it(self):
        daemon = PluginDaemon(DAEMON_USER)
        self.addCleanup(daemon.close)
        daemon.start()
        shutil.copy(ESCAPE, daemon.home)
        options = {"daemon": daemon.process.pid, "socket": daemon.socket, "state": daemon.state,
                   "configuration": daemon.configuration}
        done = subprocess.run(
            [*as_user(DAEMON_USER), PYTHON, os.path.join(daemon.home, ESCAPE.name)],
            input=json.dumps({"method": "init", "params": {"options": options}}) + "\n", text=True,
            capture_output=True, check=True)
        found = outcomes(done.stderr)
        for name in ("trace", "open memory", "read the memory map", "read the environment",
                     "follow a descriptor", "take a descriptor"):
            self.assertIn(found[name], REFUSED, name)
        self.assertEqual(found["read drafts"], "done", "it is the daemon's user")


if __name__ == "__main__":
    unittest.main()
