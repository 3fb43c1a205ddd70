# SPDX-License-Identifier: MIT
"""A sandbox's engine: has the compositor accept connections at the path that it names, for as long as it runs."""

import os
import signal
import socket
import sys
import types

from support.wayland_wire import WireClient, text


def main(path):
    client = WireClient(types.SimpleNamespace(environment=os.environ))
    manager, context = client.bind("wp_security_context_manager_v1", 1), client.new()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(f"{path}.part")
    listener.listen()
    ended, _kept = os.pipe()
    client.send(manager, 1, context, descriptors=[listener.fileno(), ended])
    client.send(context, 1, text("test"))
    client.send(context, 2, text("shop"))
    client.send(context, 4)
    if not client.settle():
        sys.exit("the connection is closed")
    os.rename(f"{path}.part", path)
    signal.pause()


main(sys.argv[1])
