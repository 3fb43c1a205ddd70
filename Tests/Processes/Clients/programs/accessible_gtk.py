# SPDX-License-Identifier: MIT
"""A window of GTK 3 or 4 with a button whose popover has an entry and a button.

    accessible_gtk.py 3|4 OPTIONS    JSON: the popover's `properties`, and the `name` and `role` that the
                                     program gives it itself

The line `disable` disables the button; another one is the popover's title.
"""

import json
import os
import sys

import gi

VERSION = f"{sys.argv[1]}.0"
gi.require_version("Gtk", VERSION)
gi.require_version("PopoverGtk", VERSION)
# pylint: disable=wrong-import-position
from gi.repository import GLib, Gtk, PopoverGtk


def say(*words):
    print(*words, flush=True)


def add(box, child):
    if VERSION == "3.0":
        box.add(child)
    else:
        box.append(child)


def named(popover, name):
    if VERSION == "3.0":
        popover.get_accessible().set_name(name)
    else:
        popover.update_property([Gtk.AccessibleProperty.LABEL], [name])


def given_role(popover, role):
    if VERSION == "3.0":
        gi.require_version("Atk", "1.0")
        from gi.repository import Atk  # pylint: disable=import-outside-toplevel
        popover.get_accessible().set_role(getattr(Atk.Role, role.upper()))
    else:
        popover.props.accessible_role = getattr(Gtk.AccessibleRole, role.upper())


def scaled(scale):
    if scale != 1:
        say("scale", scale)


def obey(line, button, popover):
    if line == "disable":
        button.set_sensitive(False)
    else:
        popover.props.title = line
    return True


def opened(popover, result):
    popover.open_finish(result)
    say("opened")


def main(options):
    if VERSION == "4.0":
        Gtk.init()
    client = PopoverGtk.Client(app="heard")
    button = Gtk.Button(label="Receipt", name="receipt", tooltip_text="Sent by mail")
    button.set_size_request(160, 48)
    content = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    add(content, Gtk.Entry(name="mail"))
    send = Gtk.Button(label="Send")
    send.connect("clicked", lambda _: say("sent"))
    add(content, send)
    popover = PopoverGtk.Popover(client=client, source=button, content=content, content_width=320,
                                 content_height=160, **options["properties"])
    if "name" in options:
        named(popover, options["name"])
    if "role" in options:
        given_role(popover, options["role"])
    fixed = Gtk.Fixed()
    fixed.put(button, 40, 40)
    window = Gtk.Window(title="Shop", default_width=1280, default_height=800, decorated=False)
    if VERSION == "3.0":
        window.add(fixed)
        window.show_all()
    else:
        window.set_child(fixed)
    button.connect("clicked", lambda _: popover.open_async(None, opened))
    popover.connect("ended", lambda _, reason, *__: say("ended", reason))
    client.connect("ready", lambda *_: say("ready"))
    client.connect("notify::text-scale", lambda *_: scaled(client.props.text_scale))
    GLib.io_add_watch(sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN,
                      lambda *_: obey(os.read(0, 99).decode().strip(), button, popover))
    window.present()
    GLib.MainLoop().run()


main(json.loads(sys.argv[2]))
