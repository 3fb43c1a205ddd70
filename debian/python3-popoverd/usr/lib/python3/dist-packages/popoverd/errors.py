# SPDX-License-Identifier: MIT
"""The errors of a client: those of the connection, and one class for each error of the protocol."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Type, cast

Params = Mapping[str, Any]


class PopoverdError(Exception):
    """The base class of all errors of this package."""


class NoDaemon(PopoverdError):
    """The socket cannot be connected to."""


class NoAccess(NoDaemon):
    """The socket exists, but this user is not permitted to connect."""


class ConnectionLost(PopoverdError):
    """The client is not connected to the daemon. It reconnects by itself."""


class ClientClosed(ConnectionLost):
    """This client is closed."""


class DeadlinePassed(PopoverdError):
    """The daemon did not respond in time; the request was canceled."""


class ProtocolMismatch(PopoverdError):
    """The daemon speaks another version of the protocol, or another protocol."""


class DaemonError(PopoverdError):
    """An error response of the daemon. The message is for people and may change."""

    code = 0

    def __init__(self, message: str, data: Any = None, code: Optional[int] = None):
        super().__init__(message)
        self.message = message
        self.data: Params = data if isinstance(data, dict) else {}
        if code is not None:
            self.code = code


class NotJSON(DaemonError):
    code = -32700


class InvalidRequest(DaemonError):
    code = -32600


class UnknownMethod(DaemonError):
    code = -32601


class InvalidParams(DaemonError):
    """`member` is the path of the invalid member: `size.width`."""

    code = -32602

    @property
    def member(self) -> str:
        return str(self.data.get("member", ""))


class OrderFailed(DaemonError):
    """A request of an administrator failed."""

    code = -32603


class Refused(DaemonError):
    """The rules refused the request. `reason` is one of `REFUSAL_REASONS`."""

    code = 1

    @property
    def reason(self) -> str:
        return str(self.data.get("reason", ""))

    @property
    def app(self) -> Optional[str]:
        """The app of the client that is the cause, if another client is."""
        return cast(Optional[str], self.data.get("app"))


class UnknownID(DaemonError):
    """The id is unknown, or its object has ended."""

    code = 2

    @property
    def id(self) -> Any:
        return self.data.get("id")


class NotPermitted(DaemonError):
    code = 3

    @property
    def needs(self) -> str:
        return str(self.data.get("needs", ""))


class OverLimit(DaemonError):
    """`limit` is a name in `Client.limits`."""

    code = 4

    @property
    def limit(self) -> str:
        return str(self.data.get("limit", ""))

    @property
    def value(self) -> int:
        return int(self.data.get("value", 0))


class ShuttingDown(DaemonError):
    code = 5


ERRORS: Dict[int, Type[DaemonError]] = {kind.code: kind for kind in (
    NotJSON, InvalidRequest, UnknownMethod, InvalidParams, OrderFailed, Refused, UnknownID,
    NotPermitted, OverLimit, ShuttingDown)}


def daemon_error(told: Params) -> DaemonError:
    """The error that the daemon's response describes."""
    code = int(told.get("code", 0))
    kind = ERRORS.get(code, DaemonError)
    return kind(str(told.get("message", "")), told.get("data"), code)
