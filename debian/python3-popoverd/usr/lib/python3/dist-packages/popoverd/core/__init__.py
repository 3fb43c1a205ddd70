# SPDX-License-Identifier: MIT
"""The client without I/O, on which `popoverd.Client` and `popoverd.glib.Client` are built.

To put a client on another event loop, write an adapter of `ClientCore`; `popoverd.driver` has
what adapters share.
"""

from .bus import EventQueue
from .client import ClientCore
from .connection import State
from .events import (
    AlertAsked, AlertDismissed, Answered, Closed, CloseAsked, Connected, CoreEvent, Dial, Failed,
    HangUp, Lost, News, Notified, OwnedEnded, PanelMoved, PanelRaised, PopoverEnded, PopoverMoved,
    PopoverNudged, RequestID, SourceActivated)
from .owners import OpenPanel, OpenPopover, OpenView, Owner

__all__ = [
    "ClientCore", "State", "EventQueue", "CoreEvent", "OpenPopover", "OpenPanel", "OpenView", "Owner",
    "RequestID", "Dial", "HangUp", "Connected", "Lost", "Failed", "Closed", "Answered", "CloseAsked",
    "PopoverMoved", "PopoverNudged", "PopoverEnded", "PanelMoved", "PanelRaised", "OwnedEnded",
    "SourceActivated", "AlertAsked", "AlertDismissed", "News", "Notified"]
