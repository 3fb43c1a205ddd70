# SPDX-License-Identifier: MIT
"""What emulated machines have in common: a kernel of Debian's, its first files, what it says."""

import glob
import lzma
import os
import pathlib
import re
import selectors
import shutil
import subprocess
import sys
import time

from support import ROOT

PROGRAMS = ROOT / "Tests" / "Machines" / "Evdev" / "programs"


def needed(program):
    path = shutil.which(program)
    if path is None:
        sys.exit(f"{program} is not installed; the target of make that runs this does that")
    return path


def compiled(source, folder, *options):
    path = os.path.join(folder, pathlib.Path(source).stem)
    subprocess.run(
        [needed("gcc"), "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", *options, str(source),
         "-o", path], check=True)
    return path


def first_process(source, folder):
    """One that loads the kernel's modules; the files of the machine may not be there yet."""
    return compiled(source, folder, "-D_GNU_SOURCE", "-static", f"-I{PROGRAMS}",
                    str(PROGRAMS / "machine.c"))


def modules(kernel, names):
    """Modules as pairs of a name and bytes, each after those that it needs."""
    found = {}
    for name in names:
        pattern = f"{kernel}/**/modules/*/kernel/**/{name.replace('_', '[-_]')}.ko*"
        for path in glob.glob(pattern, recursive=True):
            data = pathlib.Path(path).read_bytes()
            if path.endswith(".xz"):
                data = lzma.decompress(data)
            needs = re.search(rb"\0depends=([^\0]*)\0", data)[1].decode()
            for other, bytes_of_other in modules(kernel, needs.split(",") if needs else ()):
                found.setdefault(other, bytes_of_other)
            found.setdefault(name, data)
    return found.items()


def archive(entries):
    """The kernel's first files, as cpio's format `newc`: pairs of a path and a mode with bytes."""
    parts = []
    for path, mode, data in (*entries, ("TRAILER!!!", 0, b"")):
        name = path.encode() + b"\0"
        fields = (0, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name), 0)
        head = b"070701" + b"".join(b"%08X" % field for field in fields) + name
        parts += [head, bytes(-len(head) % 4), data, bytes(-len(data) % 4)]
    return b"".join(parts)


def image(kernel):
    images = glob.glob(f"{kernel}/**/vmlinuz-*", recursive=True)
    if not images:
        sys.exit(f"{kernel} has no kernel: it is where Debian's package is unpacked")
    return sorted(images)[-1]


class Machine:
    """What it says is shown from its first process on; before, only where it comes to nothing."""

    def __init__(self):
        self.early = []
        self.has_begun = False
        self.status = None

    def hear(self, line):
        if line == "emulation: begins":
            self.has_begun = True
        elif line.startswith("emulation: exit "):
            self.status = int(line.split()[-1])
        elif not self.has_begun:
            self.early.append(line)
        elif self.status is None:
            print(line, file=sys.stderr, flush=True)

    def end(self, rest):
        """The status with which its command ended, None without any."""
        if self.status is None:
            early = [] if self.has_begun else self.early
            last = f"the machine did not come to an end: {rest!r}"
            print(*early, last, sep="\n", file=sys.stderr)
        return self.status


def run(command, patience):
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    deadline = time.monotonic() + patience
    machine, rest = Machine(), b""
    try:
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            # What it does after its last word nobody has to wait for.
            while machine.status is None and selector.select(
                    max(0, deadline - time.monotonic())):
                data = os.read(process.stdout.fileno(), 65536)
                if not data:
                    break
                *lines, rest = (rest + data).replace(b"\r", b"").split(b"\n")
                for line in lines:
                    machine.hear(line.decode(errors="replace"))
        return machine.end(rest)
    finally:
        process.kill()
        process.wait()
