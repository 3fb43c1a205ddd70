# SPDX-License-Identifier: MIT
"""Surfaces, sources and occluders, which every new connection registers again."""

from __future__ import annotations

from typing import Dict, Iterator, Optional, Tuple

from ..errors import Params

# Sources may be relative to surfaces, which therefore come first.
KINDS = ("surface", "source", "occluder")


class Places:
    """The places by kind and name, in the order in which they were first set."""

    def __init__(self) -> None:
        self._kept: Dict[Tuple[str, str], Params] = {}

    def __contains__(self, place: object) -> bool:
        return place in self._kept

    def __iter__(self) -> Iterator[Tuple[str, str, Params]]:
        for wanted in KINDS:
            for (kind, name), params in list(self._kept.items()):
                if kind == wanted:
                    yield kind, name, params

    def set(self, kind: str, name: str, params: Params) -> Optional[Params]:
        """Returns what was there before."""
        before = self._kept.get((kind, name))
        self._kept[kind, name] = params
        return before

    def revert(self, kind: str, name: str, params: Params, before: Optional[Params]) -> None:
        """The daemon has refused these params."""
        if self._kept.get((kind, name)) is not params:
            return
        if before is None:
            del self._kept[kind, name]
        else:
            self._kept[kind, name] = before

    def remove(self, kind: str, name: str) -> None:
        """The sources on a surface go with it."""
        self._kept.pop((kind, name), None)
        if kind == "surface":
            for place, params in list(self._kept.items()):
                if place[0] == "source" and params.get("surface") == name:
                    del self._kept[place]
