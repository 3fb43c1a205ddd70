# SPDX-License-Identifier: MIT
"""The requests of clients as values: what is sent, and how the result is read."""

from __future__ import annotations

from typing import Any, Callable, Dict, Generic, List, Optional, Sequence, TypeVar, Union, cast

from .errors import Params
from .protocol import ButtonDict
from .values import AnyRect, Draft, Placement, Rect, SavedDraft, Size, TapAnswer

T = TypeVar("T")


class Operation(Generic[T]):
    """`read` gets the result, and returns what the program is given."""

    def __init__(self, method: str, params: Params, read: Callable[[Any], T]):
        self.method = method
        self.params = params
        self.read = read


def done(_: object) -> None:
    """Reads a result without members."""


def given(**params: Any) -> Dict[str, Any]:
    """Params without those that are None, with rectangles and sizes as the wire has them."""
    told = {name: value for name, value in params.items() if value is not None}
    for name in ("size", "minimum"):
        if name in told:
            told[name] = Size(*told[name])._asdict()
    for name in ("anchor", "frame", "rect"):
        if name in told:
            told[name] = Rect(*told[name])._asdict()
    for name in ("avoid", "passthrough", "hit"):
        if name in told:
            told[name] = [Rect(*one)._asdict() for one in told[name]]
    return told


def milliseconds(seconds: Optional[float], told: Optional[float] = None) -> Optional[int]:
    """Of a duration in seconds; without one it is what was told in the protocol's own unit."""
    return cast(Optional[int], told) if seconds is None else round(seconds * 1000)


# Popovers, panels and views


def update(popover: str, changes: Params) -> Operation[Placement]:
    return Operation(
        "popover.update", {"popover": popover, **given(**changes)}, Placement.of)


def choose(popover: str, choice: Any, label: Optional[str]) -> Operation[bool]:
    # None is a choice, too.
    params = {"popover": popover, "choice": choice, **given(label=label)}
    return Operation("popover.choose", params, lambda told: bool(told["closes"]))


def close_popover(popover: str, outcome: str) -> Operation[None]:
    return Operation("popover.close", {"popover": popover, "outcome": outcome}, done)


def set_panel(panel: str, frame: AnyRect) -> Operation[Rect]:
    return Operation(
        "panel.set", {"panel": panel, **given(frame=frame)}, lambda told: Rect.of(told["frame"]))


def close_panel(panel: str, outcome: Optional[str]) -> Operation[None]:
    return Operation("panel.close", {"panel": panel, **given(outcome=outcome)}, done)


def close_view(view: str) -> Operation[None]:
    return Operation("view.close", {"view": view}, done)


# Drafts


def save_draft(key: str, content: Any, sync: bool, revision: Optional[int]) -> Operation[SavedDraft]:
    params = {"key": key, "content": content, "sync": sync, **given(revision=revision)}
    return Operation("draft.save", params, SavedDraft.of)


def load_draft(key: str) -> Operation[Optional[Draft]]:
    return Operation(
        "draft.load", {"key": key},
        lambda told: Draft.of(told["draft"]) if told["draft"] else None)


def list_drafts() -> Operation[List[Params]]:
    return Operation("draft.list", {}, lambda told: cast(List[Params], told["drafts"]))


def discard_draft(key: str) -> Operation[None]:
    return Operation("draft.discard", {"key": key}, done)


# Alerts, taps and the bus


def alert_params(
    title: str, buttons: Sequence[Union[str, ButtonDict]], **params: Any
) -> Dict[str, Any]:
    """A button may be a string, which is then its label and id."""
    return given(
        title=title, buttons=[
            {"id": one, "label": one} if isinstance(one, str) else one for one in buttons],
        **params)


def answer_alert(alert: str, button: str) -> Operation[None]:
    return Operation("alert.answer", {"alert": alert, "button": button}, done)


def tap(x: float, y: float, **params: Any) -> Operation[TapAnswer]:
    return Operation("tap", given(x=x, y=y, **params), TapAnswer.of)


def key(name: str, **params: Any) -> Operation[TapAnswer]:
    return Operation("key", given(key=name, **params), TapAnswer.of)


def publish(topic: str, data: Any) -> Operation[int]:
    return Operation("bus.publish", {"topic": topic, "data": data},
                     lambda told: int(told["sequence"]))
