# SPDX-License-Identifier: MIT
"""The systemd units: whether systemd reads them, how hard they are, and what works in them."""

import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

from support import ROOT
from support.daemon import UNHURRIED, Daemon, binary
from support.daemon_case import BUTTON, SIZE
from support.peer import Peer
from support.plugin_folder import PROGRAM_PATHS, PluginFolder

import sandbox
from users import OWNER, PATIENCE, UserClient

CONFIG = ROOT / "config"
DROP_INS = CONFIG / "examples" / "systemd"

# Tenths: a service with this or more has a hole that somebody opened later.
THRESHOLD = 5

# Refuses what is called "forbidden"; and says what it finds itself in.
PROGRAM = """#!{interpreter} -SEB
import json, socket, sys
def found():
    with open("/proc/self/status") as file:
        status = dict(line.split(":", 1) for line in file)
    def refusal(family):
        try:
            socket.socket(family).close()
            return "open"
        except OSError as error:
            return str(error.errno)
    return " ".join([status["NoNewPrivs"].strip(), status["Seccomp"].strip(),
                     status["CapBnd"].strip(), refusal(socket.AF_INET), refusal(socket.AF_UNIX)])
for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") == "getmanifest":
        result = {{"name": "doorman", "version": "1", "hooks": ["open"]}}
    elif message.get("method") == "hook.open" and message["params"].get("title") == "forbidden":
        result = {{"verdict": "refuse", "reason": "policy", "message": found()}}
    elif message.get("method", "").startswith("hook."):
        result = {{"verdict": "abstain"}}
    else:
        result = {{}}
    if "id" in message:
        print(json.dumps({{"jsonrpc": "2.0", "id": message["id"], "result": result}}), flush=True)
"""


class Units(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="popoverd-units-")
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.analyze = sandbox.needed("systemd-analyze", "systemd")

    def installed(self, change=lambda text: text):
        """The units as they would be where the daemon is built."""
        text = change((CONFIG / "popoverd.service").read_text(encoding="utf-8"))
        service = pathlib.Path(self.folder, "popoverd.service")
        service.write_text(
            text.replace("/usr/bin/", f"{os.path.dirname(binary())}/"), encoding="utf-8")
        return [service, shutil.copy(CONFIG / "popoverd.socket", self.folder)]

    def test_the_service_owns_the_metrics_socket(self):
        units = [*self.installed(), shutil.copy(CONFIG / "popoverd-metrics.socket", self.folder)]
        done = self.run_analyze("verify", "--man=no", "--recursive-errors=no", *units)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        text = (CONFIG / "popoverd-metrics.socket").read_text(encoding="utf-8")
        for line in ("FileDescriptorName=metrics", "Service=popoverd.service", "SocketMode=0660"):
            self.assertIn(f"\n{line}\n", text)

    def run_analyze(self, *words, environment=None):
        return subprocess.run(
            [self.analyze, "--no-pager", *words], capture_output=True, text=True, check=False,
            env={**os.environ, **(environment or {})})

    def test_systemd_understands_every_line(self):
        done = self.run_analyze("verify", "--man=no", "--recursive-errors=no", *self.installed())
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        wrong = self.installed(lambda text: text.replace("=strict\n", "=strictly\n"))
        done = self.run_analyze("verify", "--man=no", "--recursive-errors=no", *wrong)
        self.assertIn("strictly", done.stderr)

    def test_systemd_understands_the_units_of_sessions(self):
        service = pathlib.Path(self.folder, "popoverd.service")
        text = (CONFIG / "user/popoverd.service").read_text(encoding="utf-8")
        service.write_text(
            text.replace("/usr/bin/", f"{os.path.dirname(binary())}/"), encoding="utf-8")
        shutil.copy(CONFIG / "user/popoverd.socket", self.folder)
        # A user's manager needs a runtime folder, which nobody has to have here.
        done = self.run_analyze(
            "--user", "verify", "--man=no", "--recursive-errors=no", service,
            environment={"XDG_RUNTIME_DIR": self.folder})
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_systemd_understands_every_drop_in(self):
        names = {path.name for path in DROP_INS.glob("*.conf")}
        self.assertLessEqual(
            {"x11.conf", "wayland.conf", "notifications.conf", "web.conf", "evdev.conf"}, names)
        units = self.installed()
        folder = pathlib.Path(self.folder, "popoverd.service.d")
        folder.mkdir()
        for name in sorted(names):
            with self.subTest(name):
                shutil.copy(DROP_INS / name, folder)
                done = self.run_analyze("verify", "--man=no", "--recursive-errors=no", *units)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                (folder / name).unlink()
        pathlib.Path(folder, "wrong.conf").write_text(
            (DROP_INS / "web.conf").read_text(encoding="utf-8").replace("=no", "=perhaps"),
            encoding="utf-8")
        done = self.run_analyze("verify", "--man=no", "--recursive-errors=no", *units)
        self.assertIn("perhaps", done.stderr)

    def exposure(self, service):
        done = self.run_analyze("security", "--offline=true", f"--threshold={THRESHOLD}", service)
        return done.returncode, done.stdout[-200:]

    def test_the_service_is_sandboxed(self):
        service, _ = self.installed()
        status, told = self.exposure(service)
        self.assertEqual(status, 0, told)
        for line in ("CapabilityBoundingSet=\n", "PrivateNetwork=yes\n", "User=popoverd\n"):
            with self.subTest(without=line):
                service, _ = self.installed(lambda text, line=line: text.replace(line, ""))
                self.assertNotEqual(self.exposure(service)[0], 0)

    def test_settings_outside_the_exposure_score_are_present(self):
        unit = sandbox.settings()
        # Every other user's connection would come from user 65534.
        self.assertNotIn("PrivateUsers", unit)
        # A crash of the daemon restarts it at once, and does not first tell a story.
        self.assertIn("SWIFT_BACKTRACE=enable=no", unit["Environment"])
        self.assertEqual(unit["LimitCORE"], ["0"])
        for name in ("MemoryHigh", "MemoryMax", "TasksMax", "LimitNOFILE", "OOMPolicy"):
            self.assertIn(name, unit)
        # Room for every client that may come, and what the daemon needs itself.
        limits = (CONFIG / "popoverd.toml").read_text(encoding="utf-8")
        clients = int(re.search(r"^#clients = (\d+)$", limits, re.M)[1])
        source = (ROOT / "Sources/Daemon/PopoverDaemon/Daemon.swift").read_text(encoding="utf-8")
        own = int(re.search(r"ownDescriptors = (\d+)$", source, re.M)[1])
        self.assertGreaterEqual(int(unit["LimitNOFILE"][0]), clients + own)

    def test_the_stage_always_comes_back_and_leaves_no_screen_on_the_disk(self):
        lines = (CONFIG / "popover-stage@.service").read_text(encoding="utf-8").splitlines()
        for line in ("Restart=always", "StartLimitIntervalSec=0", "LimitCORE=0"):
            with self.subTest(line):
                self.assertIn(line, lines)

    def test_the_units_agree_about_users_and_the_socket(self):
        text = (CONFIG / "popoverd.socket").read_text(encoding="utf-8")
        for line in ("SocketMode=0660", "SocketUser=popoverd", "SocketGroup=popover"):
            self.assertIn(f"\n{line}\n", text)
        users = (CONFIG / "popoverd.sysusers").read_text(encoding="utf-8")
        self.assertRegex(users, r"(?m)^u popoverd ")
        self.assertRegex(users, r"(?m)^g popover ")


class Sandboxed(Daemon):
    """Started as the service manager would: with its socket, its folder and its sandbox."""

    def __init__(self):
        super().__init__()
        self.launcher = sandbox.launcher()

    def start(self):
        notices = os.path.join(self.folder, "notify")
        os.makedirs(self.state, 0o700, exist_ok=True)
        environment = {
            "PATH": "/usr/bin:/bin", "STATE_DIRECTORY": self.state, "NOTIFY_SOCKET": notices}
        for line in sandbox.settings()["Environment"]:
            name, value = line.split("=", 1)
            environment[name] = value
        if "LD_LIBRARY_PATH" in os.environ:
            environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told, \
                socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listening, \
                open(self.log, "ab") as log:
            told.bind(notices)
            told.settimeout(PATIENCE)
            listening.bind(self.socket)
            os.chmod(self.socket, 0o666)
            listening.listen(128)
            self.process = subprocess.Popen(
                [*sandbox.without_capabilities(), self.launcher, str(listening.fileno()), binary(),
                 "--config", self.configuration],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment,
                pass_fds=[listening.fileno()], cwd="/")
            try:
                while not told.recv(4096).startswith(b"READY=1"):
                    pass
            except TimeoutError:
                raise AssertionError(f"popoverd did not become ready:\n{self.told()}") from None
        os.unlink(notices)
        return self

    def close(self):
        super().close()
        shutil.rmtree(os.path.dirname(self.launcher))


class InTheSandbox(unittest.TestCase):
    def setUp(self):
        self.daemon = Sandboxed()
        self.addCleanup(self.daemon.close)
        os.chmod(self.daemon.folder, 0o755)
        self.folder = PluginFolder(os.path.join(self.daemon.folder, "plugins"))

    def start(self, sections=""):
        self.daemon.write_configuration(
            UNHURRIED + "policyMs = 5000\n"
            + f'[plugins]\ndirectory = "{self.folder.path}"\n{sections}')
        self.daemon.start()

    def opened(self, owner, behavior="menu", **params):
        return owner.outcome(
            "popover.open", {"behavior": behavior, "anchor": BUTTON, "size": SIZE, **params})

    def test_popovers_drafts_libraries_and_programs_work(self):
        path = pathlib.Path(self.folder.file("popover-doorman.plugin"))
        path.write_text(
            PROGRAM.format(interpreter=os.path.realpath(sys.executable)), encoding="utf-8")
        path.chmod(0o755)
        self.start(f'[[plugin]]\nname = "doorman"\nreadPaths = {json.dumps(PROGRAM_PATHS)}\n')
        owner = UserClient(self.daemon, OWNER)
        clerk = Peer(self.daemon, "clerk")
        for client in (owner, clerk):
            self.addCleanup(client.close)
        owner.always_answer("popover.willClose", {"draft": "later"})
        # The kernel's word on who it is came through.
        users = {client["client"]: client["uid"] for client in clerk.call("status")["clients"]}
        self.assertEqual(users[owner.id], OWNER)
        self.assertEqual(
            owner.call("draft.save", key="a", content="work", sync=True)["durable"], True)
        grant = self.opened(owner, "inspector", key="a")["result"]
        self.assertEqual(grant["draft"]["content"], "work")
        refusal = self.opened(owner, title="forbidden")
        self.assertEqual(refusal.get("reason"), "policy", f"{refusal} {self.daemon.told()}")
        # No privileges to be had, the filter, no capabilities, no network; the plugin's own sandbox
        # also keeps it from Unix sockets.
        words = refusal["message"].split()
        self.assertEqual(words[:2], ["1", "2"], refusal)
        self.assertEqual(words[3:], ["97", "97"], refusal)
        if os.getuid() == 0:
            self.assertEqual(int(words[2], 16), 0, refusal)
        clerk.call("session.end")
        self.assertEqual(owner.call("draft.list"), {"drafts": []})
        with open(f"/proc/{self.daemon.process.pid}/status", encoding="ascii") as file:
            self.assertRegex(file.read(), r"(?m)^Seccomp:\s+2$")
        self.daemon.process.send_signal(signal.SIGHUP)
        clerk.call("config.reload")
        self.daemon.terminate()
        self.assertEqual(self.daemon.wait(), 0, self.daemon.told())

    def test_a_hanging_library_is_ended_by_its_timer_in_the_sandbox(self):
        self.folder.add_library("tarpit", ANSWER="hang()")
        self.start('[[plugin]]\nname = "tarpit"\ndeadlineMs = 500\n')
        victim = UserClient(self.daemon, OWNER, "victim")
        self.addCleanup(victim.close)
        victim.start("popover.open", behavior="menu", anchor=BUTTON, size=SIZE)
        self.assertEqual(self.daemon.wait(), -signal.SIGABRT)
        self.assertIn("one of its calls does not return", self.daemon.told())

    def test_the_system_call_filter_works(self):
        """Otherwise the tests above would show nothing."""
        script = (
            "import mmap, os, socket\n"
            "def refused(action):\n"
            "    try:\n"
            "        action()\n"
            "    except OSError:\n"
            "        return True\n"
            "print([refused(action) for action in (\n"
            "    lambda: socket.socket(socket.AF_INET),\n"
            "    lambda: mmap.mmap(-1, 4096, prot=mmap.PROT_WRITE | mmap.PROT_EXEC),\n"
            "    lambda: os.setpriority(os.PRIO_PROCESS, 0, 5),\n"
            "    lambda: os.chroot('/'), lambda: socket.socket(socket.AF_UNIX))])\n")
        done = subprocess.run(
            [self.daemon.launcher, "0", os.path.realpath(sys.executable), "-S", "-E", "-c", script],
            capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, "[True, True, True, True, None]\n")


if __name__ == "__main__":
    unittest.main()
