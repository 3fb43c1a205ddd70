#!/usr/bin/python3 -SEB
# SPDX-License-Identifier: MIT
"""A plugin that tries everything that an untrusted program may not do, and says how each try ends.

It needs nothing but Debian's Python, since its folder is all that it may read. Its options name the
daemon; each attempt runs in a process of its own and harms nobody where it succeeds.
"""

import ctypes
import errno
import fcntl
import json
import os
import platform
import resource
import signal
import socket
import sys

libc = ctypes.CDLL(None, use_errno=True)

# Numbers of system calls without a function in the C library: on x86-64, and elsewhere.
CALLS = {
    "add_key": (248, 217), "bpf": (321, 280), "perf_event_open": (298, 241),
    "userfaultfd": (323, 282), "io_uring_setup": (425, 425), "pidfd_getfd": (438, 438),
}
PTRACE_SEIZE = 0x4206
CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000
AT_FDCWD = -100
O_RDONLY_AND_CUT = os.O_RDONLY | os.O_TRUNC


def checked(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def system_call(name, *arguments):
    number = CALLS[name][platform.machine() != "x86_64"]
    return checked(libc.syscall(number, *[
        ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]))


def watch(path):
    checked(libc.inotify_add_watch(checked(libc.inotify_init1(0)), path.encode(), 0xFFF))


def handle(path):
    found = ctypes.create_string_buffer(136)
    ctypes.memmove(found, (128).to_bytes(4, sys.byteorder), 4)
    checked(libc.name_to_handle_at(
        AT_FDCWD, path.encode(), found, ctypes.byref(ctypes.c_int()), 0))


def send_by_pair(path):
    """A pair of datagram sockets can send to any other."""
    pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    pair[0].connect(path)


def own_descriptor(process):
    """The owner of a pipe gets a signal when it can be read; 0 keeps the signal from being sent."""
    reading, _ = os.pipe()
    fcntl.fcntl(reading, fcntl.F_SETOWN, process)


def attempts(daemon, path, state, configuration, **_):
    victim = f"{state}/victim"
    return {
        # Sockets and the network.
        "connect to the daemon": lambda: socket.socket(socket.AF_UNIX).connect(path),
        "abstract socket": lambda: socket.socket(socket.AF_UNIX).bind("\0escape"),
        "pair of datagrams": lambda: send_by_pair(f"{state}/datagrams"),
        "name of a pair": lambda: socket.socketpair()[0].bind("\0escape"),
        "tcp": lambda: socket.socket(socket.AF_INET).bind(("127.0.0.1", 0)),
        "udp": lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM),
        "netlink": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0),
        # The state folder, the configuration, and files of others.
        "list the state": lambda: os.listdir(state),
        "read drafts": lambda: open(f"{state}/drafts.sqlite3", "rb").read(1),
        "write drafts": lambda: open(f"{state}/drafts.sqlite3", "r+b"),
        "create in the state": lambda: open(f"{state}/new", "w"),
        "read the configuration": lambda: open(configuration, "rb").read(1),
        "write elsewhere": lambda: open("/tmp/popover-escape", "w"),
        "list homes": lambda: os.listdir("/root"),
        "read shadow": lambda: open("/etc/shadow", "rb").read(1),
        "change itself": lambda: open(sys.argv[0], "r+b"),
        "mode": lambda: os.chmod(victim, 0o666),
        "owner": lambda: os.chown(victim, -1, os.getgid()),
        "times": lambda: os.utime(victim),
        "attribute": lambda: os.setxattr(victim, "user.escape", b"1"),
        "watch": lambda: watch(state),
        "handle": lambda: handle(victim),
        "cut": lambda: os.truncate(victim, 0),
        "cut by opening": lambda: os.open(victim, O_RDONLY_AND_CUT),
        "cut by a strange mode": lambda: os.open(victim, os.O_TRUNC | os.O_ACCMODE),
        "link": lambda: os.link(victim, f"{state}/link"),
        "rename": lambda: os.rename(victim, f"{state}/victim"),
        "remove": lambda: os.remove(f"{state}/sacrifice"),
        # The daemon's process.
        "signal": lambda: os.kill(daemon, 0),
        "signal a descriptor": lambda: signal.pidfd_send_signal(os.pidfd_open(daemon), 0),
        "trace": lambda: checked(libc.ptrace(PTRACE_SEIZE, daemon, 0, 0)),
        "open memory": lambda: open(f"/proc/{daemon}/mem", "rb"),
        "read the memory map": lambda: open(f"/proc/{daemon}/maps", "rb").read(1),
        "read the environment": lambda: open(f"/proc/{daemon}/environ", "rb").read(1),
        "follow a descriptor": lambda: os.readlink(f"/proc/{daemon}/fd/0"),
        "take a descriptor": lambda: system_call("pidfd_getfd", os.pidfd_open(daemon), 0, 0),
        "limits": lambda: resource.prlimit(daemon, resource.RLIMIT_NOFILE),
        "priority": lambda: os.setpriority(os.PRIO_PROCESS, daemon, 0),
        "processors": lambda: os.sched_setaffinity(daemon, os.sched_getaffinity(daemon)),
        # The kernel.
        "namespace": lambda: checked(libc.unshare(CLONE_NEWUSER | CLONE_NEWNET)),
        "keys": lambda: system_call("add_key", b"user", b"escape", b"x", 1, -2),
        "shared memory": lambda: checked(libc.shmget(0, 4096, 0o1600)),
        "message queue": lambda: checked(libc.msgget(0, 0o1600)),
        "io_uring": lambda: system_call("io_uring_setup", 1, ctypes.create_string_buffer(120)),
        "bpf": lambda: system_call("bpf", 0, ctypes.create_string_buffer(128), 128),
        "userfaultfd": lambda: system_call("userfaultfd", 1),
    }


def outcome(attempt):
    child = os.fork()
    if child == 0:
        try:
            attempt()
        except OSError as error:
            os._exit(error.errno)
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return "done" if status == 0 else errno.errorcode.get(status, str(status))


def tell_everything(options):
    tries = attempts(path=options.pop("socket"), **options)
    if options.get("older"):
        tries["own a descriptor"] = lambda: own_descriptor(options["daemon"])
    for name, attempt in tries.items():
        print(f"attempt {name}: {outcome(attempt)}", file=sys.stderr, flush=True)
    print("attempts: all", file=sys.stderr, flush=True)


OPTIONS = [{"name": name, "type": "string"} for name in ("socket", "state", "configuration")]

for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "getmanifest":
        result = {"name": "escape", "version": "1", "hooks": ["open"], "options": OPTIONS}
    else:
        result = {}
    if message["method"] == "init":
        tell_everything({"daemon": os.getppid(), **message["params"]["options"]})
    if "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
