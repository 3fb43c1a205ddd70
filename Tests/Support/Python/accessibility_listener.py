# SPDX-License-Identifier: MIT
"""What an assistive technology hears, run with Debian's python3 on a session bus.

Prints `ready`, then each event as a line of JSON.
"""

import json

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # pylint: disable=wrong-import-position

KINDS = ("focus", "object:announcement", "object:children-changed", "object:property-change",
         "object:selection-changed", "object:state-changed", "object:text-caret-moved", "window")


def role(source):
    """The role by the name that it has had from the beginning: newer libraries call it a button."""
    name = source.get_role_name()
    return "push button" if name == "button" else name


def related(accessible):
    return {
        relation.get_relation_type().value_nick: [
            relation.get_target(index).get_name() for index in range(relation.get_n_targets())]
        for relation in accessible.get_relation_set()}


def described(event):
    # What comes is told of its parent; of what has gone nothing can be asked.
    comes = event.type.startswith("object:children-changed:add")
    source = event.any_data if comes else event.source
    # The answers of before may differ.
    source.clear_cache()
    return {
        "kind": event.type, "detail": event.detail1, "role": role(source),
        "name": source.get_name(), "description": source.get_description(),
        "states": sorted(state.value_nick for state in source.get_state_set().get_states()),
        "relations": related(source), "application": source.get_application().get_name(),
        "text": event.any_data if isinstance(event.any_data, str) else None}


def heard(event):
    try:
        line = described(event)
    except (AttributeError, GLib.Error):
        # It has gone meanwhile.
        return
    print(json.dumps(line), flush=True)


def main():
    Atspi.init()
    listener = Atspi.EventListener.new(heard)
    for kind in KINDS:
        listener.register(kind)
    print("ready", flush=True)
    Atspi.event_main()


main()
