# SPDX-License-Identifier: MIT
"""A folder of plugins: generated programs, compiled libraries and programs."""

import atexit
import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile

from support import ROOT
from support.daemon import binary

PLUGINS = ROOT / "Tests" / "Processes" / "Plugins"
HEADERS = ROOT / "Sources" / "PopoverPlugins" / "Kit" / "CPopoverPlugin" / "include"

# The daemon starts programs with an almost empty environment, so the interpreter's path is absolute.
PROGRAM = """#!{interpreter} -SEB
import sys
sys.path[:0] = {programs!r}
import {module}
{module}.{function}({name!r}, {place!r}, **{arguments!r})
"""


# What a generated program reads beside its folder: its interpreter and its modules.
KIT = ROOT / "Examples" / "Plugins" / "Python"
PROGRAM_PATHS = [os.path.realpath(sys.base_prefix), str(PLUGINS / "programs"), str(KIT)]


@functools.lru_cache(maxsize=None)
def cellar():
    """A cache folder for compiled programs."""
    folder = tempfile.mkdtemp(prefix="popover-zoo-")
    atexit.register(shutil.rmtree, folder, True)
    return folder


@functools.lru_cache(maxsize=None)
def swift_runtime():
    """Its folder, which a program as it was built needs in its sandbox even without trust."""
    program = binary("popover-notifications.plugin")
    linked = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    return re.search(r"=> (\S+)/libswiftCore\.so ", linked)[1]


@functools.lru_cache(maxsize=None)
def compiled(source, flags, definitions):
    """Compiles a source with these macros, pairs of names and values; returns the path."""
    path = os.path.join(cellar(), f"built-{compiled.cache_info().misses}")
    subprocess.run(
        [os.environ.get("CC", "cc"), "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", *flags,
         f"-I{HEADERS}", *(f"-D{name}={value}" for name, value in definitions),
         str(PLUGINS / source), "-o", path],
        check=True, stdin=subprocess.DEVNULL)
    return path


class PluginFolder:
    """A plugin folder; files appear in it atomically."""

    def __init__(self, path):
        self.path = path
        os.mkdir(path, 0o755)

    def file(self, name):
        return os.path.join(self.path, name)

    def place(self, source, name, mode):
        """Copies a file there and returns its path."""
        fresh = self.file(f".{name}.new")
        shutil.copyfile(source, fresh)
        os.chmod(fresh, mode)
        os.rename(fresh, self.file(name))
        return self.file(name)

    def add_bundled(self, name):
        """Adds a plugin of the build: a program, or a library."""
        built = os.path.dirname(binary())
        program, library = f"popover-{name}.plugin", f"libpopover-{name}.so"
        if os.path.exists(os.path.join(built, program)):
            return self.place(os.path.join(built, program), program, 0o755)
        return self.place(os.path.join(built, library), library, 0o644)

    def add_program(self, name, function, place, arguments):
        """Adds a Python program that calls `module.function(name, place, **arguments)`."""
        module, _, function = function.partition(".")
        text = PROGRAM.format(
            interpreter=os.path.realpath(sys.executable), programs=PROGRAM_PATHS[1:],
            module=module, function=function, name=name, place=place, arguments=arguments)
        fresh = self.file(f".{name}.new")
        with open(fresh, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(fresh, 0o755)
        os.rename(fresh, self.file(f"popover-{name}.plugin"))
        return self.file(f"popover-{name}.plugin")

    def add_compiled_program(self, name, source, **definitions):
        path = compiled(source, (), tuple(sorted(definitions.items())))
        return self.place(path, f"popover-{name}.plugin", 0o755)

    def add_library(self, name, source="libraries/beast.c", mode=0o644, **definitions):
        """Adds a library; its macro NAME is its name."""
        definitions = {"NAME": f'"{name}"', **definitions}
        path = compiled(
            source, ("-shared", "-fPIC", "-fvisibility=hidden"),
            tuple(sorted(definitions.items())))
        return self.place(path, f"libpopover-{name}.so", mode)
