# SPDX-License-Identifier: MIT
"""docs/how-to/client-qt.md: its programs are those of the examples, are built against an installed library,
and do what the page says."""

import os
import pathlib
import subprocess
import tempfile
import unittest

from support import ROOT, qt
from support.daemon_case import rect
from support.document import blocks
from support.wayland_screen import until
from support.x11_screen import PROGRAMS, Companion

from popover_screens import ENVIRONMENT, XScreen

PAGE = ROOT / "docs" / "how-to" / "client-qt.md"
EXAMPLES = ROOT / "Clients" / "Qt" / "examples"
BASKET = rect(600, 80, 80, 40)
PRINTED = ['opened, it goes on with ""', "closed: outside-tap, draft saved", 'opened, it goes on with "Ada"']


def code(language, word):
    """The block of the page in this language with this word."""
    found, = (block.text for block in blocks(PAGE, language) if word in block.text)
    return found


def run(*command):
    # The library in C is not installed for the linker.
    found = {"LD_LIBRARY_PATH": str(qt.build().parent / "c" / "plain")}
    done = subprocess.run(
        [str(word) for word in command], stdin=subprocess.DEVNULL, capture_output=True, text=True,
        check=False, env={**os.environ, **found})
    if done.returncode:
        raise AssertionError(f"{command}:\n{done.stdout}{done.stderr}")


class Guide(XScreen):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="popover-qt-guide-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.prefix = cls.folder / "installed"
        run("cmake", "--install", qt.build(), "--prefix", cls.prefix)

    def start_program(self, *command):
        libraries = {str(path.parent) for path in self.prefix.rglob("libPopoverQt6*.so.0")}
        self.program = Companion(
            ["sh", "-c", 'exec "$0" "$@" 2>&1', *map(str, command)], environment={
                **ENVIRONMENT, **self.environment, "POPOVERD_SOCKET": self.daemon.socket,
                "QT_QUICK_BACKEND": "software", "LD_LIBRARY_PATH": ":".join(
                    [*libraries, str(qt.build().parent / "c" / "plain")])})
        self.addCleanup(self.program.close)
        until(self.sources, "the source")
        # Instead of the screen's black.
        until(lambda: self.picture().color(2, 2) != (0, 0, 0), "the window")

    def play(self, *command):
        """Somebody types, taps elsewhere, and taps the button again."""
        self.start_program(*command)
        self.tap(BASKET["x"] + 40, BASKET["y"] + 20)
        said = [self.said()]
        self.type_name()
        self.tap(20, 600)
        said.append(self.said())
        self.tap(BASKET["x"] + 40, BASKET["y"] + 20)
        return [*said, self.said()]

    def said(self):
        """The next line of the program's own."""
        lines = [self.program.line()]
        while not lines[-1].startswith(("opened", "closed", "refused")):
            try:
                lines.append(self.program.line())
            except AssertionError as error:
                raise AssertionError(f"{error}: {lines}") from None
        return lines[-1]

    def type_name(self):
        """Until all of it is a draft: keys may come before the popover has the focus."""
        self.type("Ada")
        while True:
            self.observer.wait("event", topic="draft.saved")
            with_draft = self.peer("shop").call("draft.load", key="order-7")["draft"]
            if with_draft and with_draft["content"]["name"] == "Ada":
                return

    def test_the_program_of_widgets(self):
        source = self.folder / "widgets"
        source.mkdir()
        for name, text in (("CMakeLists.txt", code("cmake", "find_package")),
                           ("main.cpp", code("cpp", "int main"))):
            self.assertEqual(text, (EXAMPLES / "widgets" / name).read_text(encoding="utf-8"))
            (source / name).write_text(text, encoding="utf-8")
        built = source / "build"
        run("cmake", "-S", source, "-B", built, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        run("cmake", "--build", built)
        self.assertEqual(self.play(built / "shop"), PRINTED)
        printed = code("text", "opened, it goes on").splitlines()
        self.assertEqual(printed, PRINTED)

    def test_the_first_program_gets_its_draft_back(self):
        path = self.folder / "first.qml"
        path.write_text(blocks(PAGE, "qml")[0].text, encoding="utf-8")
        modules = next(self.prefix.rglob("qml/Popoverd")).parent
        self.start_program(qt.program(PROGRAMS / "qt_qml.cpp", "Qt6Qml", "Qt6Gui"), path, modules)
        for is_first in True, False:
            self.tap(BASKET["x"] + 40, BASKET["y"] + 20)
            until(lambda: self.observer.call("status")["popovers"], "the popover")
            if is_first:
                self.type_name()
            self.tap(20, 600)
            until(lambda: not self.observer.call("status")["popovers"], "its end")
            # A field that is empty would be the draft now.
            draft = self.peer("shop").call("draft.load", key="order-7")["draft"]
            self.assertEqual(draft["content"], {"name": "Ada"})

    def test_the_program_in_qml(self):
        text = code("qml", "onShown")
        self.assertEqual(text, (EXAMPLES / "qml" / "main.qml").read_text(encoding="utf-8"))
        modules = next(self.prefix.rglob("qml/Popoverd")).parent
        host = qt.program(PROGRAMS / "qt_qml.cpp", "Qt6Qml", "Qt6Gui")
        self.assertEqual(self.play(host, EXAMPLES / "qml" / "main.qml", modules), [
            "opened, it goes on with undefined", *(line.replace('"', "") for line in PRINTED[1:])])

    def test_further_code_compiles(self):
        more = [block.text for block in blocks(PAGE, "cpp") if "int main" not in block.text]
        self.assertEqual(len(more), 2)
        path = self.folder / "more.cpp"
        path.write_text(
            "#include <popoverd/client.h>\n#include <QtCore/QtCore>\n"
            "int main() { Popoverd::Client client(\"shop\");\n" + "\n".join(more) + "}\n", encoding="utf-8")
        self.assertTrue(os.access(qt.program(path, "Qt6Core"), os.X_OK))


if __name__ == "__main__":
    unittest.main()
