# SPDX-License-Identifier: MIT
"""The library for Qt, built in the tree, and programs of tests on it."""

import functools
import os
import shlex
import subprocess

from support import ROOT
from support.x11_screen import cellar


@functools.lru_cache(maxsize=None)
def build(sanitizer=""):
    """Builds the library, or with a sanitizer its client; returns the folder of its libraries."""
    folder = ROOT / ".build" / (f"qt-{sanitizer}" if sanitizer else "")
    done = subprocess.run(
        [ROOT / "scripts" / "build-clients", folder, "qt", *(["PopoverQt6Client"] if sanitizer else [])],
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
        env={**os.environ, "POPOVER_SANITIZE": sanitizer}, check=False)
    if done.returncode:
        raise AssertionError(f"the library for Qt cannot be built:\n{done.stdout}{done.stderr}")
    return folder / "qt"


@functools.lru_cache(maxsize=None)
def program(source, *modules, sanitizer=""):
    """Compiles a C++ file against the library and these modules of Qt; returns the program's path."""
    folder = build(sanitizer)
    libraries = ["Client", *(["Widgets"] if "Qt6Widgets" in modules else [])]
    flags = shlex.split(subprocess.run(
        ["pkg-config", "--cflags", "--libs", *modules], check=True, capture_output=True,
        text=True).stdout)
    path = os.path.join(cellar(), f"{source.stem}{sanitizer}")
    subprocess.run(
        [os.environ.get("CXX", "g++"), "-std=c++17", "-g", "-fPIC", "-Wall", "-Wextra", "-Werror",
         *([f"-fsanitize={sanitizer}"] if sanitizer else []), f"-I{folder}/include",
         f"-I{ROOT / 'Clients' / 'Qt' / 'include'}", str(source), "-o", path, f"-L{folder}",
         *(f"-lPopoverQt6{library}" for library in libraries), *flags,
         f"-Wl,-rpath,{folder}", f"-Wl,-rpath-link,{folder.parent / 'c' / 'plain'}"],
        check=True, stdin=subprocess.DEVNULL)
    return path
