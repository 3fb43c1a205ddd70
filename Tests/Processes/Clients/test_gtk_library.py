# SPDX-License-Identifier: MIT
"""The libraries for GTK without a daemon: their symbols, headers, introspection data and bindings."""

import re
import subprocess
import unittest
import xml.etree.ElementTree as xml

from support import ROOT
from support.c_library import run
from support.gtk_library import PYTHON, SOURCE, built

HEADERS = sorted((SOURCE / "include").glob("*.h"))
GIR = "{http://www.gtk.org/introspection/core/1.0}"


def declared():
    text = "\n".join(path.read_text("utf-8") for path in HEADERS)
    # What G_DECLARE_FINAL_TYPE declares.
    types = {f"{name}_get_type" for name in re.findall(r"G_DECLARE_FINAL_TYPE\(\w+, (\w+),", text)}
    return types | set(re.findall(r"^[A-Za-z][\w *]+[ *](popover_gtk_\w+)\(", text, re.M))


class Libraries(unittest.TestCase):
    def test_exactly_the_declared_functions_are_exported(self):
        self.assertGreater(len(declared()), 50)
        for version in "34":
            library = built().folder / f"libpopover-gtk{version}.so.0"
            symbols = re.findall(r" T (\w+)@@POPOVER_GTK_0\.1$", run("nm", "-D", library), re.M)
            self.assertCountEqual(symbols, declared())
            told = (ROOT / "debian" / f"libpopover-gtk{version}-0.symbols").read_text("utf-8")
            self.assertCountEqual(re.findall(r"^ (popover_gtk_\w+)@", told, re.M), symbols)

    def test_each_header_stands_alone_in_c_and_cpp(self):
        for path in HEADERS:
            for version in (3, 4):
                for language, standard in (("c", "c11"), ("c++", "c++17")):
                    with self.subTest(f"{path.name} in {language} for GTK {version}"):
                        run("gcc", "-x", language, f"-std={standard}", "-Wall", "-Wextra", "-Werror",
                            "-fsyntax-only", "-include", path, "/dev/null", *built().flags(version))

    def test_every_function_property_and_signal_is_documented(self):
        for version in "34":
            root = xml.parse(built().folder / f"PopoverGtk-{version}.0.gir").getroot()
            described = 0
            for kind in ("method", "constructor", "function", "property"):
                for one in root.iter(f"{GIR}{kind}"):
                    name = one.get("name")
                    if name in ("copy", "free", "quark") or name.endswith("_quark"):
                        continue
                    with self.subTest(f"{kind} {name}"):
                        documented = one.find(f"{GIR}doc") is not None or (
                            one.find(f"{GIR}return-value/{GIR}doc") is not None)
                        self.assertTrue(documented)
                        described += 1
            for one in root.iter("{http://www.gtk.org/introspection/glib/1.0}signal"):
                self.assertIsNotNone(one.find(f"{GIR}doc"), one.get("name"))
            self.assertGreater(described, 50)

    def test_both_are_found_by_introspection_and_their_codes_are_the_protocols(self):
        for version in "34":
            told = subprocess.run(
                [PYTHON, "-c", f"""
import gi
gi.require_version("Gtk", "{version}.0")
gi.require_version("PopoverGtk", "{version}.0")
from gi.repository import PopoverGtk
print(int(PopoverGtk.Error.BAD_PARAMETER), int(PopoverGtk.Refusal.TOGGLED))
"""], env={**built().environment, "PATH": "/usr/bin"}, capture_output=True, text=True, check=False)
            self.assertEqual((told.stdout, told.stderr), ("-32602 8\n", ""))


if __name__ == "__main__":
    unittest.main()
