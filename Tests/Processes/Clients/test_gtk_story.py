# SPDX-License-Identifier: MIT
"""The story, told by the libraries for GTK 3, in C, and for GTK 4, in Python, on an X server."""

import os
import unittest

from support.c_library import SANITIZED_ENVIRONMENT, SANITIZERS
from support.gtk_library import PYTHON, built, sanitized
from support.x11_screen import cellar

from gtk_screen import Screen
from story import FieldStory, HERE, NativeStory


# What GTK and its libraries keep until the end of the program.
LEAKS = "".join(f"leak:{library}\n" for library in (
    "libgtk-3", "libgdk-3", "libfontconfig", "libpango", "libcairo", "librsvg", "libGLX_mesa"))


class OnScreen(FieldStory, NativeStory):
    libraries = None
    # How the title of the window begins that has the keyboard while a popover is open.
    keyboard = ""

    @classmethod
    def setUpClass(cls):
        cls.screen = Screen()
        cls.addClassCleanup(cls.screen.close)
        cls.screen.manage()

    def begin_with(self, environment, before=()):
        return super().begin_with(
            {"XDG_RUNTIME_DIR": self.daemon.folder, **self.libraries, **self.screen.environment,
             **environment}, before)

    def press(self, key):
        # A window manager gives a window the keyboard later than the program shows it.
        self.wait_for(True, self.has_keyboard)
        self.screen.xdotool("key", key)

    def has_keyboard(self):
        title = self.screen.focused()
        return title is not None and title.startswith(self.keyboard)

    def typed(self):
        return self.draft()["text"]


class Gtk3(OnScreen, unittest.TestCase):
    """With the library under the sanitizers for addresses, leaks and undefined behavior."""

    keyboard = "popover:"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        build = sanitized()
        cls.program = [build.compile_program(
            os.path.join(HERE, "programs/story_gtk.c"), os.path.join(cellar(), "story_gtk"), 3,
            "-ljansson", f"-fsanitize={SANITIZERS}")]
        leaks = os.path.join(cellar(), "leaks")
        with open(leaks, "w", encoding="utf-8") as file:
            file.write(LEAKS)
        cls.libraries = {
            **build.environment, **SANITIZED_ENVIRONMENT,
            "LSAN_OPTIONS": f"suppressions={leaks}:print_suppressions=0"}


class Gtk4(OnScreen, unittest.TestCase):
    program = [PYTHON, os.path.join(HERE, "programs/story_gtk.py")]

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.libraries = built().environment


if __name__ == "__main__":
    unittest.main()
