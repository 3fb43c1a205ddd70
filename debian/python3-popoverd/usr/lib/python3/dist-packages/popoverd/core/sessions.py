# SPDX-License-Identifier: MIT
"""To which session a draft belongs. Nothing of an ended one is kept, or handed over."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional

from ..constants import WORKS_KEPT
from ..errors import Params
from .owners import Owners
from .works import Works

# Requests about the draft of a key.
ABOUT_DRAFTS = ("draft.save", "draft.load", "draft.discard")
# Requests that show people something.
OF_PEOPLE = ("view.present", "alert.raise")


class Sessions:
    """The session of each display, and of the latest grant of each key. An older daemon names none."""

    def __init__(self, displays: Mapping[str, Params], works: Works, owners: Owners):
        self._displays = displays
        self._works = works
        self._owners = owners
        self._latest: Dict[str, str] = {}
        self._granted: Dict[str, str] = {}

    def naming(self, method: str, params: Params) -> Params:
        """Params that name the session to which they belong, now."""
        session = None
        if method in ABOUT_DRAFTS:
            session = self._session_of(params.get("key"))
        elif method in OF_PEOPLE:
            session = self._session_on(params.get("display"))
        return {"session": session, **params} if session else params

    def _session_of(self, key: Any) -> Optional[str]:
        session = self._granted.get(key) if isinstance(key, str) else None
        return session or self._session_on(None)

    def _session_on(self, name: Optional[str]) -> Optional[str]:
        """That of a display, or of the one that the daemon would choose."""
        display = self._displays.get(name or "main")
        if display is None and name is None:
            display = next(iter(self._displays.values()), None)
        return display.get("session") if display else None

    def granted(self, key: Optional[str], session: Optional[str]) -> None:
        """Remembered beyond the end of the session: a late draft names it."""
        if key is None:
            return
        self._granted.pop(key, None)
        if session:
            self._granted[key] = session
        while len(self._granted) > 4 * WORKS_KEPT:
            del self._granted[next(iter(self._granted))]

    def know(self, display: Params) -> None:
        """A display as the daemon describes it; forgets what belongs to its ended session."""
        name, session = display["display"], display.get("session")
        before = self._latest.get(name)
        if not session or session == before:
            return
        self._latest[name] = session
        if before:
            self._works.forget_session(before)
            self._owners.end_session(before)
