# SPDX-License-Identifier: MIT
"""Drafts that wait for the daemon, because it was gone when they were handed over."""

from __future__ import annotations

from typing import Any, Callable, Dict, NamedTuple, Optional

from ..constants import WORKS_KEPT
from ..errors import DaemonError, Params, PopoverdError
from .link import Finish, log


class Work(NamedTuple):
    content: Any
    revision: int
    session: Optional[str]
    # The last request when the daemon got it; None if it waits for a connection.
    told: Optional[int] = None


class Works:
    """The latest draft by key, and the revision of each draft that this client knows."""

    def __init__(self) -> None:
        self._kept: Dict[str, Work] = {}
        self._sent: Dict[str, Work] = {}
        self._revisions: Dict[str, int] = {}
        # Sessions that have ended; owners may still answer with their drafts.
        self._ended: Dict[str, None] = {}

    def __contains__(self, key: object) -> bool:
        return key in self._kept

    def keep(
        self, key: str, content: Any, known: int, session: Optional[str] = None,
        told: Optional[int] = None,
    ) -> None:
        """`known` is a revision that the draft is later than. What the daemon learned too late for a
        confirmation waits for what it answers after the request `told`."""
        if session in self._ended:
            return
        self._kept.pop(key, None)
        revision = max(self._revisions.get(key, 0), known) + 1
        self._kept[key] = Work(content, revision, session, told)
        while len(self._kept) > WORKS_KEPT:
            del self._kept[next(iter(self._kept))]
            log.warning("a draft is dropped: more than %d wait for the daemon", WORKS_KEPT)

    def confirm(self, number: Any) -> None:
        """The daemon has answered a request: it has read what it got before."""
        if isinstance(number, int):
            for key, work in list(self._kept.items()):
                if work.told is not None and work.told < number:
                    del self._kept[key]

    def lose(self) -> None:
        """The connection has ended: nobody knows what the daemon has read."""
        for key, work in self._kept.items():
            if work.told is not None:
                self._kept[key] = work._replace(told=None)

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
        for key in [key for key, work in self._kept.items() if work.session == session]:
            del self._kept[key]
            log.warning("a draft is erased: its session has ended")

    def hand_over(self, call: Callable[[str, Params, Finish], object]) -> None:
        for key, work in list(self._kept.items()):
            if work.told is None and self._sent.get(key) is not work:
                self._sent[key] = work
                # The daemon refuses this as stale if another program has saved a newer draft.
                params = {"key": key, "content": work.content, "revision": work.revision}
                call("draft.save", {**params, "session": work.session} if work.session else params,
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
