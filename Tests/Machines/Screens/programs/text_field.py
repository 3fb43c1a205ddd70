# SPDX-License-Identifier: MIT
"""A window with a text field. It knows no popoverd.

    text_field.py gtk3|gtk4|chromium
It answers each line with the field's text and what an input method composes there, as JSON, or false: it has
no keys.
"""

import json
import os
import signal
import sys
import urllib.parse

PAGE = """<!doctype html><input autofocus><script>
let composed = "";
const field = document.querySelector("input");
for (const what of ["compositionstart", "compositionupdate", "compositionend"])
    field.addEventListener(what, (event) => { composed = what.endsWith("end") ? "" : event.data; });
const told = () => document.hasFocus() && [field.value, composed];
</script>"""


def show_chromium():
    # pylint: disable=import-outside-toplevel
    from support.chromium import Chromium
    chromium = Chromium(
        "/usr/bin/chromium", f"--app=data:text/html,{urllib.parse.quote(PAGE)}",
        "--ozone-platform=wayland", "--enable-wayland-ime", "--wayland-text-input-version=3",
        "--window-size=1000,700")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        chromium.attach()
        for _ in sys.stdin:
            print(json.dumps(chromium.value("told()")), flush=True)
    finally:
        chromium.close()


def show_gtk(version):
    # pylint: disable=import-outside-toplevel
    import gi
    gi.require_version("Gtk", f"{version}.0")
    from gi.repository import GLib, Gtk
    if version == "4":
        Gtk.init()
    window, entry, composed = Gtk.Window(title="app", decorated=False), Gtk.Entry(), [""]
    (window.add if version == "3" else window.set_child)(entry)
    text = entry if version == "3" else entry.get_delegate()
    text.connect("preedit-changed", lambda _, preedit: composed.append(preedit))

    def asked(*_):
        if not os.read(sys.stdin.fileno(), 4096):
            sys.exit()
        print(json.dumps(window.is_active() and [entry.get_text(), composed[-1]]), flush=True)
        return True
    GLib.io_add_watch(sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN, asked)
    (window.show_all if version == "3" else window.present)()
    entry.grab_focus()
    GLib.MainLoop().run()


if __name__ == "__main__":
    if sys.argv[1] == "chromium":
        show_chromium()
    else:
        show_gtk(sys.argv[1][-1])
