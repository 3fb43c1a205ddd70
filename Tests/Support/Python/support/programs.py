# SPDX-License-Identifier: MIT
"""The built programs popoverd and popoverctl and their help texts."""

import os
import re
import subprocess

from support import daemon


def popoverd():
    return daemon.binary()


def popoverctl():
    return daemon.binary("popoverctl")


def search_path():
    """A PATH on which both programs are found first."""
    return os.pathsep.join([os.path.dirname(popoverd()), os.environ["PATH"]])


def help_text(program):
    done = subprocess.run(
        [program, "--help"], stdout=subprocess.PIPE, check=True, timeout=daemon.PATIENCE)
    return done.stdout.decode()


def options(program):
    """The long options that a program's help explains, but for those of every program."""
    found = re.findall(r"^ {2,6}(?:-\w, )?(--[\w-]+)", help_text(program), re.M)
    return [option for option in found if option not in ("--version", "--help", "--usage")]


def commands(program):
    """The commands that a program's help lists."""
    found = []
    for chapter in re.split(r"^(?=\S.*:$)", help_text(program), flags=re.M):
        if chapter.split("\n", 1)[0].endswith("SUBCOMMANDS:"):
            found += re.findall(r"^  ([a-z-]+)  ", chapter, re.M)
    return found
