# SPDX-License-Identifier: MIT
"""The C library, built by meson into a folder of its own, and programs that use it."""

import contextlib
import fcntl
import functools
import os
import subprocess

from . import ROOT

SOURCE = ROOT / "Clients" / "C"
STRICT = ["-std=c11", "-Wall", "-Wextra", "-Werror"]
SANITIZERS = "address,undefined"
# What a sanitized program needs: an error ends it with a code of its own.
SANITIZED_ENVIRONMENT = {
    "ASAN_OPTIONS": "detect_leaks=1:exitcode=99", "UBSAN_OPTIONS": "halt_on_error=1:exitcode=99"}


def run(*command, **options):
    """Runs a command; an error shows what it wrote."""
    ended = subprocess.run(
        [str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        check=False, **options)
    if ended.returncode:
        raise AssertionError(f"{command[0]} ended with {ended.returncode}: {ended.stdout}")
    return ended.stdout


@contextlib.contextmanager
def alone():
    """Nobody else builds a client library meanwhile; see scripts/build-clients."""
    with open(ROOT / ".build" / "build-clients.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@functools.cache
def built(name="plain", *options):
    """The folder of a build, which is made anew only where sources have changed."""
    folder = ROOT / ".build" / "c" / name
    with alone():
        known = ["--reconfigure"] if (folder / "build.ninja").exists() else []
        run("meson", "setup", *known, "--werror", *options, folder, SOURCE)
        run("ninja", "-C", folder)
    return folder


def sanitized():
    return built("sanitized", f"-Db_sanitize={SANITIZERS}", "-Db_lundef=false")


def compile_program(source, program, folder, *flags):
    """Compiles a program that finds the library of this build."""
    run(os.environ.get("CC", "gcc"), *STRICT, "-g", "-o", program, source,
        f"-I{SOURCE / 'include'}", f"-L{folder}", "-lpopover", f"-Wl,-rpath,{folder}", *flags)
    return str(program)
