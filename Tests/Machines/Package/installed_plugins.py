# SPDX-License-Identifier: MIT
"""Plugins under the hardened unit, with the drop-ins that the package ships for them.

Run by root in a machine that is to be thrown away, where everything is installed; the order of the
tests is that of their names. What the plugins do is tested elsewhere: here is what the sandbox lets
them.
"""

import contextlib
import json
import os
import pathlib
import pwd
import re
import select
import shutil
import socket
import sqlite3
import struct
import subprocess
import unittest

from guest import (
    PATIENCE, Client, add_address, apt, journal, journal_end, main_pid, run, shown, wait_until)

EXAMPLES = pathlib.Path("/usr/share/doc/popoverd/examples/systemd")
DROP_IN = pathlib.Path("/etc/systemd/system/popoverd.service.d/plugin.conf")
CONFIGURATION = pathlib.Path("/etc/popoverd/popoverd.toml.d/plugin.toml")
PLUGINS = ("x11", "wayland", "web", "notifications", "mqtt")
BROKER, NEIGHBOR = "192.0.2.10", "192.0.2.11"
BROKER_NAME = "broker.museum.example"
RIGHTS = """user ops
topic readwrite popoverd/#
user hall-3
topic write popoverd/hall-3/#
topic write popoverd/@reply/#
topic read popoverd/hall-3/command
"""
# A session that the broker keeps.
EARS = ("-i", "ears", "-c", "-x", "3600")
# An emulated machine is slow: the first calls of a plugin, of which nothing is in memory yet, take
# too long for the daemon there.
SLOWNESS = re.compile(
    r"^plugin call slow: |^plugin calls suspended: |^plugin suspended: .*\d+ of its calls")
COOKIE = bytes(range(16))


def configure(name, **options):
    """The configuration of a plugin."""
    CONFIGURATION.parent.mkdir(exist_ok=True)
    CONFIGURATION.write_text("\n".join([
        "[[plugin]]", f'name = "{name}"', "trusted = true", "[plugin.options]",
        *(f"{key} = {json.dumps(value)}" for key, value in options.items()), ""]),
        encoding="utf-8")
    CONFIGURATION.chmod(0o644)


def use_drop_in(name, *changes):
    """The shipped one, with the machine's own names in it."""
    text = (EXAMPLES / f"{name}.conf").read_text(encoding="utf-8")
    for old, new in changes:
        if old not in text:
            raise AssertionError(f"{name}.conf has no {old}")
        text = text.replace(old, new)
    DROP_IN.parent.mkdir(exist_ok=True)
    DROP_IN.write_text(text, encoding="utf-8")


def exposure():
    told = run("systemd-analyze", "security", "--no-pager", "popoverd.service").stdout
    return float(re.search(r"Overall exposure level for popoverd.service: ([\d.]+)", told)[1])


def begin():
    """The service anew, with a journal of its own; the daemon's process."""
    run("systemctl", "daemon-reload")
    run("systemctl", "stop", "popoverd.service")
    run("systemctl", "reset-failed", "popoverd.service", check=False)
    Sandboxed.since = journal_end()
    run("systemctl", "start", "popoverd.service")
    return main_pid()


def told(pattern):
    """Waits until the journal says so."""
    wait_until(f"the journal says {pattern!r}",
               lambda: re.search(pattern, journal(Sandboxed.since)))


def warnings():
    """The journal's warnings and errors, without times."""
    lines = journal(Sandboxed.since, "-q", "-o", "cat", "-p", "warning").splitlines()
    return [line for line in lines if not SLOWNESS.search(line)]


def first_warning():
    """The plugin's message about a missing setting."""
    wait_until("a warning", warnings)
    return warnings()[0]


class Sandboxed(unittest.TestCase):
    """A service with the plugins' packages."""

    since = ""

    def setUp(self):
        self.addCleanup(DROP_IN.unlink, missing_ok=True)
        self.addCleanup(CONFIGURATION.unlink, missing_ok=True)

    def assert_only_warned_of(self, pattern):
        others = [line for line in warnings() if not re.search(pattern, line)]
        self.assertEqual(others, [])

    def assert_loaded(self, name):
        plugins = json.loads(run("popoverctl", "--json", "list", "plugins").stdout)
        states = {each["name"]: each["state"] for each in plugins}
        self.assertIn(states[name], ("loaded", "suspended"))


class Fleet(Sandboxed):
    """`mqtt`, with a broker that has a name and TLS, on an address of its own."""

    @classmethod
    def setUpClass(cls):
        for number, address in enumerate((BROKER, NEIGHBOR), 1):
            add_address(f"lo:{number}", address)
        cls.folder = pathlib.Path("/root/fleet")
        cls.folder.mkdir()
        cls.make_certificates()
        cls.start_broker()
        cls.names = subprocess.Popen(
            ["dnsmasq", "--keep-in-foreground", "--no-resolv", "--no-hosts", "--bind-interfaces",
             "--listen-address=127.0.0.53", "--user=root", "--pid-file=",
             f"--address=/{BROKER_NAME}/{BROKER}"], stdin=subprocess.DEVNULL)
        cls.addClassCleanup(cls.names.wait)
        cls.addClassCleanup(cls.names.kill)
        pathlib.Path("/etc/resolv.conf").write_text("nameserver 127.0.0.53\n", encoding="ascii")
        wait_until("the name service answers", lambda: run(
            "getent", "ahostsv4", BROKER_NAME, check=False).stdout.startswith(BROKER))
        keys = []
        for name, rights in (("ops", "ping,session.*"), ("intern", "ping")):
            public = run("popoverctl", "fleet", "keygen", str(cls.folder / name)).stdout.strip()
            keys.append(f"{name} {public} {rights}\n")
        cls.write("/etc/popoverd/fleet-keys", "".join(keys), 0o644)
        cls.write("/etc/popoverd/mqtt-password", "hall-secret\n", 0o600)
        shutil.copy(cls.folder / "ca.crt", "/etc/popoverd/mqtt-ca.crt")
        os.chmod("/etc/popoverd/mqtt-ca.crt", 0o600)

    @staticmethod
    def write(path, text, mode):
        pathlib.Path(path).write_text(text, encoding="utf-8")
        os.chmod(path, mode)

    @classmethod
    def make_certificates(cls):
        key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
        cls.write(cls.folder / "names", f"subjectAltName=DNS:{BROKER_NAME}\n", 0o600)
        run("openssl", "req", "-x509", *key, "-days", "2", "-subj", "/CN=Museum", "-keyout",
            "ca.key", "-out", "ca.crt", cwd=cls.folder)
        run("openssl", "req", *key, "-subj", f"/CN={BROKER_NAME}", "-keyout", "broker.key", "-out",
            "broker.csr", cwd=cls.folder)
        run("openssl", "x509", "-req", "-in", "broker.csr", "-CA", "ca.crt", "-CAkey", "ca.key",
            "-CAcreateserial", "-days", "2", "-extfile", "names", "-out", "broker.crt",
            cwd=cls.folder)

    @classmethod
    def start_broker(cls):
        """Debian's service, with a listener for the fleet."""
        own = pathlib.Path("/etc/mosquitto/certs")
        for name in ("ca.crt", "broker.crt", "broker.key"):
            shutil.copy(cls.folder / name, own)
            shutil.chown(own / name, "mosquitto")
        cls.write(own / "passwords", "ops:ops-secret\nhall-3:hall-secret\n", 0o600)
        run("mosquitto_passwd", "-U", str(own / "passwords"))
        cls.write(own / "rights", RIGHTS, 0o600)
        for name in ("passwords", "rights"):
            shutil.chown(own / name, "mosquitto")
        cls.write("/etc/mosquitto/conf.d/fleet.conf", "\n".join([
            "listener 8883", f"certfile {own}/broker.crt", f"keyfile {own}/broker.key",
            "allow_anonymous false", f"password_file {own}/passwords", f"acl_file {own}/rights",
            ""]), 0o644)
        run("systemctl", "restart", "mosquitto.service")

    def words(self):
        return ("-V", "5", "-h", BROKER_NAME, "-p", "8883", "--cafile", str(self.folder / "ca.crt"),
                "-u", "ops", "-P", "ops-secret", "-q", "1")

    def retained(self, topic):
        """The retained message of a topic."""
        return run("mosquitto_sub", *self.words(), "-t", topic, "-C", "1", "-W",
                   str(int(PATIENCE))).stdout.strip()

    @contextlib.contextmanager
    def listening(self, topic):
        """The lines of who has that session."""
        with subprocess.Popen(
                ["stdbuf", "-oL", "mosquitto_sub", *self.words(), "-t", topic, *EARS],
                stdout=subprocess.PIPE) as ears:
            # A line at a time, and none in advance: it is looked whether there is one.
            with open(ears.stdout.fileno(), "rb", buffering=0, closefd=False) as lines:
                try:
                    yield lines
                finally:
                    ears.terminate()

    def command(self, name, *words):
        """The kiosk's answer to a signed command."""
        signed = run("popoverctl", "fleet", "sign", "--key", str(self.folder / name), "--name",
                     name, "--to", "hall-3", *words).stdout.strip()
        return json.loads(run(
            "mosquitto_rr", *self.words(), "-t", "popoverd/hall-3/command", "-m", signed, "-e",
            f"popoverd/@reply/{name}", "-W", str(int(PATIENCE))).stdout)

    def configure(self, **options):
        configure("mqtt", **{
            "broker": BROKER_NAME, "authorityFile": "mqtt-ca.crt", "kiosk": "hall-3",
            "user": "hall-3", "passwordFile": "mqtt-password", "keys": "/etc/popoverd/fleet-keys",
            "topics": ["app.till.*"], "healthSeconds": 1, "shortestRetryMs": 200,
            "longestRetryMs": 1000, **options})

    def sell(self, *numbers):
        with Client("till") as client:
            client.hello()
            for number in numbers:
                client.call("bus.publish", topic="app.till.sold", data=number)

    def waiting(self):
        """The numbers of events that are on the disk."""
        with contextlib.closing(sqlite3.connect(
                "file:/var/lib/popoverd/fleet/outbox.sqlite?mode=ro", uri=True)) as file:
            rows = file.execute(
                "select payload from outbox where topic is not null order by sequence").fetchall()
        events = [json.loads(payload) for (payload,) in rows]
        return [event["data"] for event in events if event.get("topic") == "app.till.sold"]

    def keep(self, count):
        """Publishes until so many more are on the disk: a plugin that is slow misses some."""
        wanted = len(self.waiting()) + count
        self.number = getattr(self, "number", 0)

        def enough():
            self.number += 1
            self.sell(self.number)
            return len(self.waiting()) >= wanted
        wait_until(f"{count} more on the disk", enough)

    def test_1_without_the_drop_in_it_says_what_it_lacks(self):
        self.configure()
        run("install", "-m", "600", "-o", "popoverd", "/etc/popoverd/mqtt-password",
            "/etc/popoverd/mqtt-ca.crt", "/var/lib/popoverd")
        self.configure(authorityFile="/var/lib/popoverd/mqtt-ca.crt",
                       passwordFile="/var/lib/popoverd/mqtt-password")
        begin()
        self.assert_loaded("mqtt")
        told("no connection to the broker .*: ")
        self.assert_only_warned_of("no connection to the broker .*: ")
        shown(f"mqtt without its drop-in: {first_warning()}")
        for name in ("mqtt-password", "mqtt-ca.crt"):
            os.unlink(f"/var/lib/popoverd/{name}")

    def test_2_it_speaks_with_a_broker(self):
        self.configure()
        use_drop_in("mqtt")
        begin()
        told(f"connected to the broker {BROKER_NAME}:8883")
        self.assertEqual(self.retained("popoverd/hall-3/status"), "online")
        health = json.loads(self.retained("popoverd/hall-3/health"))
        self.assertEqual((health["lostEvents"], health["troubledPlugins"]), (0, []))
        # A session that the broker keeps: what it misses comes later.
        sold = "popoverd/hall-3/event/app/till/sold"
        run("mosquitto_sub", *self.words(), "-t", sold, *EARS, "-E")
        with self.listening(sold) as lines:
            def is_heard():
                self.sell(0)
                return select.select([lines], [], [], 1)[0]
            wait_until("an event is heard", is_heard)
            self.assertEqual(json.loads(lines.readline())["data"], 0)
        # Its calls are slow here: the daemon's answer may come while it is suspended for that.
        wait_until("a command is done", lambda: self.command(
            "ops", "session.end")["verdict"] == "done")
        answer = self.command("intern", "session.end")
        self.assertEqual((answer["verdict"], answer["reason"]), ("refused", "no-right"))
        told("command refused: session.end key=intern")
        refusal = [line for line in warnings() if "refused" in line]
        self.assertEqual(warnings(), refusal)
        shown(f"mqtt by its drop-in: a name, TLS, a password, an event, health, a command done; "
              f"another's in the journal: {refusal[0]}; exposure with the drop-in {exposure()}")

        run("systemctl", "stop", "mosquitto.service")
        told("no connection to the broker .*: ")
        self.keep(20)
        # The service's end and start lose none of them.
        run("systemctl", "restart", "popoverd.service")
        self.keep(1)
        kept = self.waiting()
        self.assertEqual(kept, sorted(set(kept)))
        run("systemctl", "start", "mosquitto.service")
        heard = [0]
        with self.listening(sold) as lines:
            while heard[-1] != kept[-1]:
                self.assertTrue(select.select([lines], [], [], PATIENCE)[0], (heard, kept))
                heard.append(json.loads(lines.readline())["data"])
        self.assertEqual([number for number in heard if number], kept)
        wait_until("none waits", lambda: not self.waiting())
        self.assert_only_warned_of("no connection to the broker .*: "
                                   "|command refused: session.end key=intern")
        folder = os.stat("/var/lib/popoverd/fleet")
        self.assertEqual((pwd.getpwuid(folder.st_uid).pw_name, folder.st_mode & 0o777),
                         ("popoverd", 0o700))
        shown(f"the broker stopped, {len(kept)} events over a restart of the service, the broker "
              "started: all arrived, in order")

    def test_3_no_other_address_is_reached(self):
        with socket.create_connection((NEIGHBOR, 8883), PATIENCE):
            pass
        self.configure(broker=NEIGHBOR, patienceMs=2000)
        use_drop_in("mqtt")
        begin()
        told(f"no connection to the broker {NEIGHBOR}:8883: no answer")
        shown(f"the same broker by an address that the drop-in does not give: {first_warning()}")

    def test_4_a_certificate_instead_of_a_password(self):
        run("openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-subj", "/CN=hall-3", "-keyout", "kiosk.key", "-out", "kiosk.csr", cwd=self.folder)
        run("openssl", "x509", "-req", "-in", "kiosk.csr", "-CA", "ca.crt", "-CAkey", "ca.key",
            "-CAcreateserial", "-days", "2", "-out", "kiosk.crt", cwd=self.folder)
        conf = pathlib.Path("/etc/mosquitto/conf.d/fleet.conf")
        conf.write_text(
            conf.read_text(encoding="ascii").replace("allow_anonymous false", "\n".join([
                "allow_anonymous false", "cafile /etc/mosquitto/certs/ca.crt",
                "require_certificate true", "use_identity_as_username true"])), encoding="ascii")
        for name in ("kiosk.key", "kiosk.crt"):
            run("install", "-m", "600", str(self.folder / name), f"/etc/popoverd/mqtt-{name}")
        run("systemctl", "restart", "mosquitto.service")
        self.configure(user="", passwordFile="", certificateFile="mqtt-kiosk.crt",
                       keyFile="mqtt-kiosk.key")
        use_drop_in("mqtt", ("# LoadCredential=", "LoadCredential="))
        begin()
        told(f"connected to the broker {BROKER_NAME}:8883")
        self.assertEqual(warnings(), [])
        shown("mqtt with a certificate of its own, a credential that root alone can read")


class Screens(Sandboxed):
    """Servers of the machine, in the place of which their first words are listened to."""

    @classmethod
    def setUpClass(cls):
        run("useradd", "-m", "kiosk")
        cls.user = pwd.getpwnam("kiosk")

    def listen(self, path, user=None):
        """A server's socket; it is gone after the test."""
        if os.path.exists(path):
            os.unlink(path)
        listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(os.unlink, path)
        self.addCleanup(listener.close)
        listener.settimeout(PATIENCE)
        listener.bind(path)
        if user:
            os.chown(path, user.pw_uid, user.pw_gid)
        os.chmod(path, 0o600 if user else 0o777)
        listener.listen()
        return listener

    def first_words(self, listener, count):
        """What comes first, and whose child says it, as which user."""
        with listener.accept()[0] as caller:
            caller.settimeout(PATIENCE)
            words = b""
            while len(words) < count:
                part = caller.recv(4096)
                self.assertTrue(part, journal())
                words += part
            pid, uid, _ = struct.unpack("3i", caller.getsockopt(
                socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
            status = pathlib.Path(f"/proc/{pid}/status").read_text(encoding="ascii")
            parent = int(re.search(r"^PPid:\t(\d+)$", status, re.MULTILINE)[1])
            return words, parent, pwd.getpwuid(uid).pw_name

    def test_1_x11(self):
        configure("x11", display=":0")
        begin()
        self.assert_loaded("x11")
        lacking = first_warning()
        self.assert_only_warned_of("plugin x11: ")
        # What a display manager leaves in a home: the machine's name, the display's number.
        home = pathlib.Path("/home/kiosk/.Xauthority")
        parts = [b"kiosk", b"0", b"MIT-MAGIC-COOKIE-1", COOKIE]
        home.write_bytes(struct.pack(">H", 256) + b"".join(
            struct.pack(">H", len(part)) + part for part in parts))
        home.chmod(0o600)
        os.chown(home, self.user.pw_uid, self.user.pw_gid)
        configure("x11")
        use_drop_in("x11")
        os.makedirs("/tmp/.X11-unix", 0o1777, exist_ok=True)
        listener = self.listen("/tmp/.X11-unix/X0")
        pid = begin()
        words, parent, user = self.first_words(listener, 12 + 20 + len(COOKIE))
        self.assertEqual((parent, user), (pid, "popoverd"))
        order = "<" if words[:1] == b"l" else ">"
        major, _, name, data = struct.unpack(f"{order}4H", words[2:10])
        self.assertEqual((major, name, data), (11, 18, len(COOKIE)))
        self.assertIn(COOKIE, words)
        self.assertLessEqual(exposure(), 0.5)
        shown(f"x11 without its drop-in: {lacking}; with it the daemon has the server's socket and "
              f"cookie, exposure {exposure()}")


class TakenAway(unittest.TestCase):
    """The last of the classes, by its name."""

    def test_purge_takes_what_plugins_have_left_along(self):
        apt("purge", *(f"popoverd-{name}" for name in PLUGINS), "popoverd")
        for path in ("/var/lib/popoverd", "/run/popoverd", "/usr/lib/popoverd"):
            self.assertFalse(os.path.exists(path), path)


if __name__ == "__main__":
    unittest.main()
