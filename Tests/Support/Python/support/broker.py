# SPDX-License-Identifier: MIT
"""A mosquitto of the test's own, with TLS and rights, and those who listen and speak there."""

import atexit
import functools
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

from support.daemon import PATIENCE
from support.reserved_port import ReservedPort

# Who may what: a kiosk speaks below its own name alone, and hears what is for it.
RIGHTS = """
user ops
topic read popoverd/#
topic read homeassistant/#
topic write popoverd/+/command
topic readwrite popoverd/@reply/#

pattern write popoverd/%u/#
pattern read popoverd/%u/command
pattern read popoverd/@all/command
pattern read popoverd/@lobby/command
pattern write popoverd/@reply/#
pattern write homeassistant/+/popoverd_%u/+/config
"""

USERS = {"ops": "ops-secret", "hall-3": "hall-secret", "hall-4": "other-secret"}


def run(*words, **options):
    """Runs a tool to its end; what it says is told when it fails."""
    done = subprocess.run(
        words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        timeout=PATIENCE, check=False, **options)
    if done.returncode:
        raise AssertionError(f"{' '.join(words)}: {done.stdout.decode()}")
    return done.stdout.decode()


@functools.lru_cache(maxsize=None)
def certificates():
    """A folder with an authority, what it has signed for localhost, and an authority of others."""
    folder = tempfile.mkdtemp(prefix="popover-fleet-")
    atexit.register(shutil.rmtree, folder, True)
    for name in ("ca", "stranger"):
        run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
            "-nodes", "-days", "2", "-subj", f"/CN=Test {name}", "-keyout", f"{name}.key",
            "-out", f"{name}.crt", cwd=folder)
    with open(os.path.join(folder, "san"), "w", encoding="utf-8") as file:
        file.write("subjectAltName=DNS:localhost,IP:127.0.0.1\n")
    run("openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
        "-subj", "/CN=localhost", "-keyout", "server.key", "-out", "server.csr", cwd=folder)
    run("openssl", "x509", "-req", "-in", "server.csr", "-CA", "ca.crt", "-CAkey", "ca.key",
        "-CAcreateserial", "-days", "2", "-extfile", "san", "-out", "server.crt", cwd=folder)
    return folder


class Broker:
    """Started by `start`; between it and `close` it may die and start again on its port."""

    def __init__(self, rights=RIGHTS, extra=""):
        self.folder = tempfile.mkdtemp(prefix="popover-broker-")
        self.reserved = ReservedPort()
        self.port = self.reserved.number
        self.authority = os.path.join(certificates(), "ca.crt")
        self.process = None
        self.clients = []
        passwords = self.file("passwords")
        with open(passwords, "w", encoding="utf-8") as file:
            file.writelines(f"{user}:{password}\n" for user, password in USERS.items())
        run("mosquitto_passwd", "-U", passwords)
        with open(self.file("rights"), "w", encoding="utf-8") as file:
            file.write(rights)
        with open(self.file("conf"), "w", encoding="utf-8") as file:
            file.write("\n".join([
                f"listener {self.port} 127.0.0.1", f"cafile {self.authority}",
                f"certfile {certificates()}/server.crt", f"keyfile {certificates()}/server.key",
                "allow_anonymous false", f"password_file {passwords}",
                f"acl_file {self.file('rights')}", "persistence true",
                f"persistence_location {self.folder}/", "user root", "log_dest stderr", extra, ""]))

    def file(self, name):
        return os.path.join(self.folder, name)

    def start(self):
        with open(self.file("log"), "ab") as log:
            self.process = subprocess.Popen(
                ["mosquitto", "-c", self.file("conf")], stdin=subprocess.DEVNULL, stdout=log,
                stderr=log)
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return self
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    with open(self.file("log"), encoding="utf-8") as file:
                        raise AssertionError(f"mosquitto: {file.read()}") from None
                time.sleep(0.02)

    def save(self):
        """Has it write down who has a session with it, which a broker that is killed forgets."""
        memory = self.file("mosquitto.db")
        if os.path.exists(memory):
            os.unlink(memory)
        self.process.send_signal(signal.SIGUSR1)
        deadline = time.monotonic() + PATIENCE
        while not os.path.exists(memory):
            if time.monotonic() > deadline:
                raise AssertionError("mosquitto saves nothing")
            time.sleep(0.02)

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)

    def close(self):
        for client in self.clients:
            client.close()
        if self.process is not None and self.process.poll() is None:
            self.kill()
        self.reserved.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def words(self, user="ops"):
        """What a client of mosquitto's needs to get in."""
        return ["-V", "5", "-h", "localhost", "-p", str(self.port), "--cafile", self.authority,
                "-u", user, "-P", USERS[user]]

    def listen(self, *topics, name="collector"):
        collector = Collector(self, topics, name)
        self.clients.append(collector)
        self.save()
        return collector

    def publish(self, topic, payload, *words, user="ops"):
        run("mosquitto_pub", *self.words(user), "-q", "1", "-t", topic, "-m", payload, *words)

    def ask(self, topic, payload, answer):
        """Publishes with a response topic and a correlation, and gives the answer."""
        told = run("mosquitto_rr", *self.words(), "-q", "1", "-t", topic, "-m", payload,
                   "-e", answer, "-W", str(int(PATIENCE)), "-F", "%p",
                   "-D", "publish", "correlation-data", "twelve")
        return json.loads(told)

    def retained(self, topic):
        """What stands at a topic."""
        return run("mosquitto_sub", *self.words(), "-t", topic, "-C", "1", "-F", "%p",
                   "-W", str(int(PATIENCE))).strip()


class Heard:
    """A message as somebody received it."""

    def __init__(self, line):
        self.topic, retained, self.payload = line.rstrip("\n").split(" ", 2)
        self.is_retained = retained == "1"

    @property
    def json(self):
        return json.loads(self.payload)

    def __repr__(self):
        return f"{self.topic} {self.payload}"


class Collector:
    """A mosquitto_sub with a session that lasts: the broker keeps what it misses."""

    def __init__(self, broker, topics, name):
        wanted = [word for topic in topics for word in ("-t", topic)]
        self.words = [
            "stdbuf", "-oL", "mosquitto_sub", *broker.words(), "-q", "1", "-i", name, "-c",
            "-x", "3600", "-d", *wanted, "-F", "%t %r %p"]
        self.heard = []
        self.subscribed = 0
        self.is_over = False
        self.process = None
        self.changed = threading.Condition()
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()
        self.until(lambda: self.subscribed > 0, "a subscription")

    def read(self):
        """Everything that it says of itself, and the messages between; it ends with a broker."""
        while True:
            with self.changed:
                if self.is_over:
                    return
                self.process = subprocess.Popen(
                    self.words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL, text=True)
            with self.process.stdout as lines:
                for line in lines:
                    self.take(line)
            self.process.wait(PATIENCE)
            time.sleep(0.05)

    def take(self, line):
        with self.changed:
            if line.startswith("Subscribed (mid"):
                self.subscribed += 1
            elif line.startswith(("popoverd/", "homeassistant/")):
                self.heard.append(Heard(line))
            self.changed.notify_all()

    def until(self, holds, what):
        with self.changed:
            if not self.changed.wait_for(holds, PATIENCE):
                raise AssertionError(f"waited in vain for {what}; heard so far: {self.heard}")

    def returns(self, times):
        """Waits until it is back for so many times."""
        self.until(lambda: self.subscribed > times, "the collector's return")

    def wait(self, topic, fits=lambda heard: True, count=1):
        """The first messages of a topic that fit, as many as were asked for."""
        def found():
            return [heard for heard in self.heard if heard.topic == topic and fits(heard)]
        self.until(lambda: len(found()) >= count, f"{count} of {topic}")
        return found()[count - 1]

    def ledger(self, kiosk):
        """What is left of a kiosk's events when each number counts once."""
        with self.changed:
            heard = list(self.heard)
        seen, kept = set(), []
        for message in heard:
            if message.topic.startswith((f"popoverd/{kiosk}/event/", f"popoverd/{kiosk}/audit")):
                entry = message.json
                number = (entry["epoch"], entry["sequence"])
                if number not in seen:
                    seen.add(number)
                    kept.append(entry)
        return kept

    def close(self):
        with self.changed:
            self.is_over = True
            self.process.kill()
        self.thread.join(PATIENCE)
