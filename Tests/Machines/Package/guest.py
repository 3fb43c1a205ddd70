# SPDX-License-Identifier: MIT
"""Helpers of the tests inside the machine: commands, units, clients, lists of files."""

import fcntl
import grp
import json
import os
import pwd
import socket
import struct
import subprocess
import time

SOCKET = "/run/popoverd/popoverd.sock"
# In seconds: an emulated machine is slow.
PATIENCE = 120.0
PACKAGES = os.path.dirname(os.path.abspath(__file__))
# What any package manager and service manager write down as they go.
JOURNALS = (
    "/proc/", "/sys/", "/dev/", "/run/", "/tmp/", "/var/tmp/", "/var/cache/", "/var/log/",
    "/var/lib/apt/", "/var/lib/dpkg/", "/var/lib/systemd/", "/var/backups/", "/root/",
    "/var/lib/private/", "/lost+found/", f"{PACKAGES}/", "/etc/.pwd.lock", "/etc/ld.so.cache",
    # The copies that useradd and its kin leave of the files that they change.
    "/etc/passwd-", "/etc/group-", "/etc/shadow-", "/etc/gshadow-", "/etc/subuid-", "/etc/subgid-")


def run(*words, user=None, check=True, **options):
    """A finished command, of root or another user."""
    if user:
        words = ("runuser", "-u", user, "--", *words)
    done = subprocess.run(
        words, capture_output=True, text=True, check=False, timeout=PATIENCE * 4,
        stdin=subprocess.DEVNULL, **options)
    if check and done.returncode != 0:
        raise AssertionError(
            f"{' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done


def apt(*words):
    return run("apt-get", "-q", "-y", *words, env={
        **os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"})


def package(name):
    (found,) = [file for file in os.listdir(PACKAGES) if file.startswith(f"{name}_")]
    return os.path.join(PACKAGES, found)


def show(name, unit="popoverd.service"):
    """A property of a unit."""
    return run("systemctl", "show", "--value", "-p", name, unit).stdout.strip()


def main_pid():
    return int(show("MainPID"))


def wait_until(what, condition):
    """Polls, since units do not announce changes."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"{what}: not within {PATIENCE} s\n{journal()}")
        time.sleep(0.1)


def journal(*words):
    return run("journalctl", "--no-pager", "-o", "short-monotonic", "-u", "popoverd.service",
               *words).stdout


def journal_end():
    """A cursor for `journal`."""
    told = run("journalctl", "--no-pager", "-q", "-n", "1", "--show-cursor").stdout
    return f"--after-cursor={told.rpartition('-- cursor: ')[2].strip()}"


def add_address(name, address):
    """Gives an interface an address (SIOCSIFADDR), by an alias as `lo:1`."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, 0x8916, struct.pack(
            "16sHH4s8x", name.encode(), socket.AF_INET, 0, socket.inet_aton(address)))


def shown(text):
    print(f"\nshown: {text}", flush=True)


def inventory():
    """Every file but journals, every user and every group."""
    found = set()
    for folder, folders, files in os.walk("/"):
        folders[:] = [name for name in folders
                      if not f"{os.path.join(folder, name)}/".startswith(JOURNALS)]
        found |= {os.path.join(folder, name) for name in (*files, *folders)}
    found = {path for path in found if not path.startswith(JOURNALS)}
    return found | {f"user {user.pw_name}" for user in pwd.getpwall()} | {
        f"group {group.gr_name}: {' '.join(group.gr_mem)}" for group in grp.getgrall()}


class Client:
    """A connection, to be closed by `with`."""

    def __init__(self, app="shop"):
        self.app = app
        self.last = 0
        self.stream = socket.socket(socket.AF_UNIX)
        self.stream.settimeout(PATIENCE)
        try:
            self.stream.connect(SOCKET)
        except OSError:
            self.stream.close()
            raise
        self.lines = self.stream.makefile("r", encoding="utf-8")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.lines.close()
        self.stream.close()

    def hello(self):
        self.call("hello", protocol=1, app=self.app)
        return self

    def send(self, **message):
        self.stream.sendall((json.dumps({"jsonrpc": "2.0", **message}) + "\n").encode())

    def receive(self):
        line = self.lines.readline()
        return json.loads(line) if line else None

    def call(self, method, **params):
        self.last += 1
        self.send(id=self.last, method=method, params=params)
        while True:
            message = self.receive()
            if message is None:
                raise AssertionError(f"{method}: the connection ended")
            if message.get("id") == self.last and "method" not in message:
                if "error" in message:
                    raise AssertionError(f"{method}: {message['error']}")
                return message["result"]

    def open(self, **params):
        return self.call(
            "popover.open", size={"width": 320, "height": 240},
            anchor={"x": 600, "y": 80, "width": 80, "height": 40}, **params)
