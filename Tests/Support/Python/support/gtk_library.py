# SPDX-License-Identifier: MIT
"""The libraries for GTK 3 and GTK 4, built by meson upon the C library, and programs that use them."""

import functools
import os

from . import ROOT, c_library
from .c_library import SANITIZERS, run

SOURCE = ROOT / "Clients" / "GTK"
# Debian's: GTK's packages are for no other.
PYTHON = "/usr/bin/python3"
# Nothing that differs from machine to machine.
QUIET = {"NO_AT_BRIDGE": "1", "GTK_A11Y": "none", "GSK_RENDERER": "cairo", "GTK_THEME": "Adwaita",
         "GSETTINGS_BACKEND": "memory", "PYTHONDONTWRITEBYTECODE": "1"}


class Build:
    """The libraries in a folder, upon the C library in another."""

    def __init__(self, core, folder):
        self.core, self.folder = core, folder
        # That of programs in any language that use them.
        self.environment = {
            "LD_LIBRARY_PATH": f"{core}:{folder}", "GI_TYPELIB_PATH": str(folder), **QUIET}
        self.packages = {
            **os.environ, "PKG_CONFIG_PATH": f"{core}/meson-uninstalled:{folder}/meson-uninstalled"}

    def flags(self, version):
        return run("pkg-config", "--cflags", "--libs", f"popover-gtk-{version}.0",
                   env=self.packages).split()

    def compile_program(self, source, program, version, *flags):
        """Compiles a program in C for GTK 3 or 4."""
        run(os.environ.get("CC", "gcc"), "-std=c11", "-Wall", "-Wextra", "-Werror", "-g", "-o", program,
            source, *self.flags(version), *flags)
        return str(program)


@functools.cache
def built(name="plain", core=c_library.built, *options):
    """The build of this name, which is made anew only where sources have changed."""
    build = Build(core(), ROOT / ".build" / "gtk" / name)
    with c_library.alone():
        known = ["--reconfigure"] if (build.folder / "build.ninja").exists() else []
        run("meson", "setup", *known, "--werror", *options, build.folder, SOURCE, env=build.packages)
        run("ninja", "-C", build.folder)
    return build


def sanitized():
    return built("sanitized", c_library.sanitized, f"-Db_sanitize={SANITIZERS}", "-Db_lundef=false",
                 "-Dintrospection=false", "-Dvapi=false")
