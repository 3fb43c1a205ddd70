# SPDX-License-Identifier: MIT
"""Drafts that wait for the daemon, because it was gone when they were handed over."""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Tuple

from ..constants import WORKS_KEPT
from ..errors import DaemonError, Params, PopoverdError
from .link import Finish, log

# The content, its revision, and its session.
Work = Tuple[Any, int, Optional[str]]


class Works:
    """The latest work by key, and the revision of each draft that this client knows."""

    def __init__(self) -> None:
        self._kept: Dict[str, Work] = {}
        self._sent: Dict[str, Work] = {}
        self._revisions: Dict[str, int] = {}
        # Sessions that have ended; owners may still answer with their work.
        self._ended: Dict[str, None] = {}

    def __contains__(self, key: object) -> bool:
        return key in self._kept

    def keep(
        self, key: str, content: Any, known: int, session: Optional[str] = None
    ) -> None:
        """`known` is a revision that the work is later than."""
        if session in self._ended:
            return
        self._kept.pop(key, None)
        self._kept[key] = (content, max(self._revisions.get(key, 0), known) + 1, session)
        while len(self._kept) > WORKS_KEPT:
            del self._kept[next(iter(self._kept))]
            log.warning("a draft is dropped: more than %d wait for the daemon", WORKS_KEPT)

    def know(self, key: str, revision: int) -> None:
        self._revisions[key] = revision

    def forget(self, key: Optional[str]) -> None:
        """The program has saved or discarded the draft itself."""
        if key is not None:
            self._kept.pop(key, None)

    def forget_session(self, session: str) -> None:
        self._ended[session] = None
        if len(self._ended) > WORKS_KEPT:
            del self._ended[next(iter(self._ended))]
        for key in [key for key, work in self._kept.items() if work[2] == session]:
            del self._kept[key]
            log.warning("a draft is erased: its session has ended")

    def hand_over(self, call: Callable[[str, Params, Finish], object]) -> None:
        for key, work in list(self._kept.items()):
            if self._sent.get(key) is not work:
                self._sent[key] = work
                # The daemon refuses this as stale if another program has saved a newer draft.
                params = {"key": key, "content": work[0], "revision": work[1]}
                call("draft.save", {**params, "session": work[2]} if work[2] else params,
                     self._confirming(key, work))

    def _confirming(self, key: str, work: Work) -> Finish:
        def finish(result: Any, error: Optional[PopoverdError]) -> None:
            if self._sent.get(key) is work:
                del self._sent[key]
            if error and not isinstance(error, DaemonError):
                return  # Unconfirmed, it is sent again.
            if error:
                log.warning("a draft was refused after the reconnect: %s", error)
            else:
                self._revisions[key] = int(result["revision"])
            if self._kept.get(key) is work:
                del self._kept[key]
        return finish
