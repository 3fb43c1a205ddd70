# SPDX-License-Identifier: MIT
"""Clients of popoverd, for asyncio and for GLib. They need nothing but Python 3.9.

    async with popoverd.connect(app="shop") as client:
        await client.set_source("basket", popoverd.Rect(600, 80, 80, 40))
        popover = await client.open("inspector", (320, 240), source="basket", key="order-7",
                                    will_close=save)
        end = await popover.closed()

The client reconnects by itself, after pauses that double. After a reconnect, surfaces, sources and
occluders are registered again, alerts are raised again and subscriptions continue. Popovers of the
lost connection end with the reason `connection-lost`; their drafts are saved after the reconnect.
While disconnected, requests raise `ConnectionLost`; `await client.ready()` waits for the daemon.
Every wait has a deadline, and every queue a bound. `popoverd.glib` is the same for GTK programs, with
callbacks; it needs PyGObject. docs/how-to/client-python.md is the guide, docs/reference/protocol.md
the reference.
"""

from . import protocol
from .client import Client, connect
from .constants import (
    EVENTS_KEPT, FIRST_PAUSE, LONGEST_LINE, LONGEST_PAUSE, PROTOCOL, RENDERER_PATIENCE, WORKS_KEPT)
from .errors import (
    ERRORS, ClientClosed, ConnectionLost, DaemonError, DeadlinePassed, InvalidParams,
    InvalidRequest, NoAccess, NoDaemon, NotJSON, NotPermitted, OrderFailed, OverLimit, Params,
    PopoverdError, ProtocolMismatch, Refused, ShuttingDown, UnknownID, UnknownMethod)
from .pending import PendingRequest
from .popovers import Panel, Popover, View, WillCloseHandler
from .protocol import *
from .sockets import SYSTEM_SOCKET, socket_path
from .subscription import Subscription
from .values import (
    CLOSE_REASONS, REFUSAL_REASONS, SAVED, Advice, AlertToShow, AnyRect, AnySize, Draft, End,
    EndReason, Event, Placement, Point, Rect, SavedDraft, Size, TapAnswer, WillClose)

__version__ = "0.1.0"
__all__ = [
    "connect", "Client", "Popover", "View", "Panel", "Subscription", "Rect", "Point", "Size",
    "Placement", "Draft", "SavedDraft", "Advice", "WillClose", "End", "Event", "AlertToShow",
    "TapAnswer", "SAVED", "CLOSE_REASONS", "REFUSAL_REASONS", "ERRORS", "PopoverdError", "NoDaemon",
    "NoAccess", "ConnectionLost", "ClientClosed", "DeadlinePassed", "ProtocolMismatch", "DaemonError",
    "NotJSON", "InvalidRequest", "UnknownMethod", "InvalidParams", "OrderFailed", "Refused",
    "UnknownID", "NotPermitted", "OverLimit", "ShuttingDown", "socket_path", "SYSTEM_SOCKET", "PROTOCOL",
    "FIRST_PAUSE", "LONGEST_PAUSE", "LONGEST_LINE", "RENDERER_PATIENCE", "EVENTS_KEPT", "WORKS_KEPT",
    "AnyRect", "AnySize", "EndReason", "Params", "WillCloseHandler", "PendingRequest"]
# The messages of the protocol.
__all__ += protocol.__all__
