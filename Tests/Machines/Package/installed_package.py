# SPDX-License-Identifier: MIT
"""The packages in a clean Debian: installed, started, hurt, upgraded and taken away again.

Run by root in a machine that is to be thrown away; the order of the tests is that of their names.
"""

import os
import pathlib
import re
import signal
import threading
import time
import unittest

from guest import (
    SOCKET, Client, apt, inventory, journal, main_pid, package, run, show, shown, wait_until)

CONFIGURATION = pathlib.Path("/etc/popoverd/popoverd.toml")
DROP_INS = pathlib.Path("/etc/systemd/system/popoverd.service.d")
OPEN = ("popoverctl", "open", "--behavior", "menu", "--anchor", "600,80,80x40", "--size", "320x200")
# Longer than the unit's WatchdogSec, in seconds.
IDLE = 25


class Knocker(threading.Thread):
    """Comes again and again, and counts who was served and who was refused."""

    def __init__(self):
        # Where a test fails meanwhile it is not waited for.
        super().__init__(daemon=True)
        self.served = 0
        self.lost = 0
        self.refused = []
        self.over = threading.Event()

    def run(self):
        while not self.over.is_set():
            try:
                with Client("knocker") as client:
                    client.hello()
                    self.served += 1
            except ConnectionRefusedError as error:
                self.refused.append(str(error))
            except FileNotFoundError as error:
                self.refused.append(str(error))
            except (AssertionError, ConnectionError):
                # It was let in, and the daemon ended before it had answered.
                self.lost += 1
            # Nobody may come more often than a limit says.
            self.over.wait(0.02)

    def __enter__(self):
        self.start()
        wait_until("the first is served", lambda: self.served > 0)
        return self

    def __exit__(self, *_):
        before = self.served
        wait_until("one more is served", lambda: self.served > before)
        self.over.set()
        self.join()


class Package(unittest.TestCase):
    before = None

    def test_01_it_installs(self):
        run("useradd", "-m", "alice")
        run("useradd", "-m", "mallory")
        type(self).before = inventory()
        apt("install", "--no-install-recommends", package("popoverd"))
        self.assertEqual(show("ActiveState", "popoverd.socket"), "active")
        self.assertEqual(show("UnitFileState", "popoverd.socket"), "enabled")
        self.assertEqual(show("ActiveState"), "inactive")
        self.assertEqual(run("dpkg", "--audit").stdout, "")
        self.assertEqual(run("dpkg", "--verify", "popoverd").stdout, "")
        run("usermod", "-a", "-G", "popover", "alice")
        self.assertNotEqual(run("which", "swift", "swiftc", check=False).returncode, 0)
        shown("the package installs with what it depends on, and its socket listens; "
              f"{run('popoverctl', 'version').stdout.strip()}, no toolchain")

    def test_02_who_is_not_of_the_group_is_refused(self):
        done = run(*OPEN, user="mallory", check=False)
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertEqual(show("ActiveState"), "inactive")
        shown(f"a stranger is refused: {done.stderr.strip()}")

    def test_03_the_socket_starts_the_service(self):
        done = run(*OPEN, user="alice")
        self.assertEqual(show("ActiveState"), "active")
        self.assertEqual(show("Type"), "notify")
        self.assertRegex(show("StatusText"), "^listening on ")
        self.assertEqual(show("UnitFileState"), "disabled")
        # A login session whose user has no daemon of their own.
        session = ("env", "XDG_RUNTIME_DIR=/run/user/none")
        run(*session, "popoverctl", "status")
        run(*session, *OPEN, user="alice")
        told = run(*session, "popoverctl", "doctor", user="alice", check=False).stdout
        self.assertIn(
            f"system: {SOCKET} (0660 popoverd:popover), popoverd (process {main_pid()}) listens", told)
        shown(f"alice, of the group, opens a popover: {done.stdout.strip().splitlines()[0]}; the "
              f"service has started for it: {show('StatusText')}")

    def test_04_its_log_is_silent_when_it_is_well(self):
        self.assertEqual(journal("-p", "warning", "-q"), "")
        states = run("popoverctl", "--json", "list", "plugins").stdout
        self.assertIn("menu", states)
        self.assertNotIn("failed", states)
        shown("no line of the journal is a warning")

    def test_05_the_sandbox_is_in_force(self):
        pid = main_pid()
        status = dict(
            line.split(":\t", 1) for line in
            pathlib.Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines())
        self.assertEqual((status["NoNewPrivs"], status["Seccomp"]), ("1", "2"))
        for kind in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
            self.assertEqual(int(status[kind], 16), 0, kind)
        self.assertNotIn("0", status["Uid"].split())
        for space in ("net", "mnt", "ipc"):
            self.assertNotEqual(
                os.readlink(f"/proc/{pid}/ns/{space}"), os.readlink(f"/proc/1/ns/{space}"), space)
        self.assertEqual(os.readlink(f"/proc/{pid}/ns/user"), os.readlink("/proc/1/ns/user"))
        within = ("nsenter", "-t", str(pid), "-m", "-n", "--")
        for path in ("/usr/new", "/etc/new", "/var/new", "/run/new", "/run/lock/new"):
            done = run(*within, "touch", path, check=False)
            self.assertIn("Read-only file system", done.stderr, path)
        run(*within, "touch", "/var/lib/popoverd/new")
        run(*within, "rm", "/var/lib/popoverd/new")
        self.assertEqual(run(*within, "ls", "-A", "/home").stdout, "")
        self.assertEqual(os.listdir("/home") != [], True)
        self.assertNotIn("vda", run(*within, "ls", "/dev").stdout)
        # Its own /proc tells nothing but processes.
        self.assertEqual(run(*within, "ls", "/proc/net", check=False).stdout, "")
        interfaces = run("nsenter", "-t", str(pid), "-n", "--", "cat", "/proc/self/net/dev").stdout
        self.assertEqual(re.findall(r"^ *(\w+):", interfaces, re.M), ["lo"])
        exposure = run("systemd-analyze", "security", "--no-pager", "popoverd.service").stdout
        level = re.search(r"Overall exposure level for popoverd.service: ([\d.]+)", exposure)[1]
        self.assertLessEqual(float(level), 0.5)
        shown(f"the sandbox is in force (no capabilities, filter, read-only system, no homes, no "
              f"devices, no network), exposure {level}")

    def test_06_it_reloads(self):
        pid = main_pid()
        text = CONFIGURATION.read_text(encoding="utf-8")
        CONFIGURATION.write_text(text + '\n[[display]]\nname = "hall"\nwidth = 1000\n'
                                 "height = 700\n", encoding="utf-8")
        run("systemctl", "reload", "popoverd.service")
        self.assertIn("hall", run("popoverctl", "--json", "list", "displays").stdout)
        self.assertRegex(show("StatusText"), "^listening on ")
        CONFIGURATION.write_text(text + "\nnonsense = 1\n", encoding="utf-8")
        self.assertNotEqual(
            run("systemctl", "reload", "popoverd.service", check=False).returncode, 0)
        told = show("StatusText")
        self.assertIn("rejected", told)
        self.assertIn("nonsense", told)
        CONFIGURATION.write_text(text, encoding="utf-8")
        run("systemctl", "reload", "popoverd.service")
        self.assertRegex(show("StatusText"), "^listening on ")
        self.assertEqual((main_pid(), show("ActiveState")), (pid, "active"))
        shown("systemctl reload takes a configuration over; it fails with a wrong one, of which "
              f"the status says: {told}")

    def test_07_a_stop_loses_nothing(self):
        with Client() as client:
            client.hello().open(behavior="inspector", key="order-7")
            stopping = threading.Thread(target=run, args=("systemctl", "stop", "popoverd.service"))
            stopping.start()
            while (message := client.receive()).get("method") != "popover.willClose":
                pass
            client.send(id=message["id"], result={"draft": {"text": "half-typed"}})
            stopping.join()
        self.assertEqual(show("Result"), "success")
        with Client() as client:
            grant = client.hello().open(behavior="inspector", key="order-7")
            self.assertEqual(grant["draft"]["content"], {"text": "half-typed"})
        shown("systemctl stop asks for drafts, and the next start gives them back")

    def test_08_a_restart_refuses_nobody(self):
        with Knocker() as knocker:
            for _ in range(5):
                before = main_pid()
                run("systemctl", "restart", "popoverd.service")
                self.assertNotEqual(main_pid(), before)
        self.assertEqual(knocker.refused, [])
        shown(f"five restarts: {knocker.served} clients served, {knocker.lost} ended with the old "
              "process, 0 refused")

    def test_09_after_a_crash_it_is_back(self):
        with Client() as client:
            client.hello().call("draft.save", key="order-8", content="kept", sync=True)
        restarts = int(show("NRestarts"))
        with Knocker() as knocker:
            os.kill(main_pid(), signal.SIGKILL)
            wait_until("it is back", lambda: int(show("NRestarts")) == restarts + 1
                       and show("ActiveState") == "active")
        self.assertEqual(knocker.refused, [])
        with Client() as client:
            grant = client.hello().open(behavior="inspector", key="order-8")
            self.assertEqual(grant["draft"]["content"], "kept")
        shown(f"killed, it is back with its drafts: {knocker.served} clients served meanwhile, 0 "
              "refused")

    def test_10_the_watchdog(self):
        self.assertEqual(show("WatchdogUSec"), "10s")
        restarts = show("NRestarts")
        pid = main_pid()
        time.sleep(IDLE)
        self.assertEqual((main_pid(), show("NRestarts")), (pid, restarts))
        stopped = time.monotonic()
        os.kill(pid, signal.SIGSTOP)
        wait_until("the watchdog has ended it", lambda: show("NRestarts") != restarts
                   and show("ActiveState") == "active")
        self.assertIn("Watchdog timeout", journal())
        shown(f"{IDLE} idle seconds are no reason; a daemon that does not run was ended and "
              f"restarted after {time.monotonic() - stopped:.0f} s")

    def test_11_a_session_of_its_own(self):
        run("loginctl", "enable-linger", "alice")
        runtime = f"/run/user/{os.stat('/home/alice').st_uid}"
        words = ("env", f"XDG_RUNTIME_DIR={runtime}", "systemctl", "--user")
        wait_until("her service manager is there", lambda: run(
            *words, "is-system-running", user="alice", check=False).stdout.strip() == "running")
        run(*words, "start", "popoverd.socket", user="alice")
        run("env", f"XDG_RUNTIME_DIR={runtime}", *OPEN, user="alice")
        told = run(*words, "show", "--value", "-p", "StatusText", "popoverd.service",
                   user="alice").stdout
        self.assertRegex(told, "^listening on ")
        self.assertTrue(os.path.exists("/home/alice/.local/state/popoverd/drafts.sqlite3"))
        run(*words, "stop", "popoverd.socket", "popoverd.service", user="alice")
        # Her clients are those of the system's daemon again.
        self.assertFalse(os.path.exists(f"{runtime}/popoverd/popoverd.sock"))
        run("env", f"XDG_RUNTIME_DIR={runtime}", *OPEN, user="alice")
        run("loginctl", "disable-linger", "alice")
        run("loginctl", "terminate-user", "alice", check=False)
        run("rm", "-rf", "/home/alice/.local")
        shown("the same in a session's own service manager, with the user's units")

    def test_12_an_upgrade_refuses_nobody(self):
        number = os.stat(SOCKET).st_ino
        before = main_pid()
        with Knocker() as knocker:
            run("dpkg", "-i", package("popoverd"))
            wait_until("it was restarted", lambda: main_pid() not in (0, before))
        self.assertEqual(knocker.refused, [])
        self.assertEqual(os.stat(SOCKET).st_ino, number)
        shown(f"an upgrade restarts it behind its socket: {knocker.served} clients served, 0 "
              "refused")

    def test_13_the_other_packages(self):
        names = ["python3-popoverd", *(f"popoverd-{name}" for name in (
            "x11", "wayland", "web", "notifications", "mqtt", "speech", "assistive", "dev", "doc"))]
        apt("install", "--no-install-recommends", *map(package, names))
        told = run("/usr/bin/python3", "-c", "import popoverd; print(popoverd.__file__)").stdout
        self.assertEqual(told, "/usr/lib/python3/dist-packages/popoverd/__init__.py\n")
        plugins = pathlib.Path("/usr/lib/popoverd/plugins")
        for name in ("x11", "wayland", "web", "mqtt", "notifications", "speech", "assistive"):
            linked = run("ldd", str(plugins / f"popover-{name}.plugin")).stdout
            self.assertNotIn("not found", linked)
        apt("purge", *names)
        shown(f"{', '.join(names)} install, find their libraries, and go")

    def test_14_purge_leaves_nothing(self):
        pid = main_pid()
        self.assertGreater(pid, 0)
        apt("purge", "popoverd")
        self.assertFalse(os.path.exists(f"/proc/{pid}"))
        apt("autoremove", "--purge")
        self.assertFalse(os.path.exists(SOCKET))
        self.assertEqual(show("LoadState", "popoverd.socket"), "not-found")
        after = inventory()
        self.assertEqual(sorted(after - self.before), [])
        self.assertEqual(sorted(self.before - after), [])
        shown(f"purge leaves nothing: {len(after)} files, folders, users and groups are those of "
              "before")


if __name__ == "__main__":
    unittest.main()
