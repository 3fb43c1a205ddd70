# SPDX-License-Identifier: MIT
"""Prints the windows of the application popoverd, as an assistive technology finds them.

Run with Debian's python3 on a session bus. `null`: there is no such application.
"""

import json

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # pylint: disable=wrong-import-position


def described(window):
    place = window.get_extents(Atspi.CoordType.SCREEN)
    return {
        "role": window.get_role_name(), "name": window.get_name(),
        "description": window.get_description(),
        "states": sorted(state.value_nick for state in window.get_state_set().get_states()),
        "extents": [place.x, place.y, place.width, place.height]}


def children(of):
    return [of.get_child_at_index(index) for index in range(of.get_child_count())]


def main():
    for application in children(Atspi.get_desktop(0)):
        if application and application.get_name() == "popoverd":
            return [described(window) for window in children(application)]
    return None


print(json.dumps(main()))
