# SPDX-License-Identifier: MIT
"""A client for programs with GLib's main loop, such as those of GTK. It needs PyGObject.

    client = popoverd.glib.connect("shop")
    client.set_source("basket", popoverd.Rect(600, 80, 80, 40), activated=tapped)
    client.open("inspector", (320, 240), source="basket", key="order-7", done=show,
                will_close=leave)

What `popoverd.Client` awaits is here a callback: `done(result)`, or `failed(error)` with a
`PopoverdError`. All callbacks run in the default main context, never within a call to the client.
Their errors are logged. A client has no threads, and is to be used in the thread of the main loop.
"""

from .client import Client, connect
from .popovers import Panel, Popover, View
from .subscription import Subscription

__all__ = ["connect", "Client", "Popover", "Panel", "View", "Subscription"]
