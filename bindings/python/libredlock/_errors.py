# SPDX-License-Identifier: MIT
"""What a call has found out: the nodes' answers, and the exceptions."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple

from ._ffi import Reason, Report, Status, Vote, lib


@dataclass(frozen=True)
class Node:
    """One node's answer in the last round of a call."""

    name: str
    vote: Vote
    reason: Reason
    message: str  #: the server's own message, if any
    holder: str  #: the holder's token, if the node named it
    latency: Optional[float]  #: seconds; None: the node did not answer
    remaining: Optional[float]  #: seconds until the key expires, if known

    def __str__(self) -> str:
        text = lib.redlock_vote_text(self.vote).decode()
        if self.reason != Reason.NONE:
            text = lib.redlock_reason_text(self.reason).decode()
        return f"{self.name}: {text}" + (self.message and f": {self.message}")


def nodes_of(report: Report) -> Tuple[Node, ...]:
    def text(value: bytes) -> str:
        return value.decode("utf-8", "replace")

    return tuple(
        Node(text(node.name), Vote(node.vote), Reason(node.reason),
             text(node.message), text(node.holder),
             node.latency_us / 1e6 if node.latency_us >= 0 else None,
             node.remaining_ms / 1e3 if node.remaining_ms >= 0 else None)
        for node in report.node[:report.nodes])


class LockError(Exception):
    """A call failed: status says why, and nodes has each node's answer."""

    def __init__(self, status: Status, about: str = "",
                 nodes: Tuple[Node, ...] = (),
                 text: Optional[str] = None) -> None:
        text = str(text or lib.redlock_strerror(status).decode())
        failed = [str(node) for node in nodes if node.vote in _FAILURES]
        super().__init__((about and f"{about}: ") + text +
                         (f" ({'; '.join(failed)})" if failed else ""))
        self.status = status
        self.nodes = nodes


class LockBusyError(LockError):
    """Another client holds the lock."""


class LockNotOwnedError(LockError):
    """The lock is not held any more, or never was."""


class NoQuorumError(LockError):
    """Too few nodes answered in time, or they refuse this user."""


class ConfigurationError(LockError, ValueError):
    """A setting or an argument is wrong, or differs from another client's."""


_FAILURES = (Vote.FAILED, Vote.TIMED_OUT, Vote.UNREACHED, Vote.EXCLUDED)
_CLASSES = {
    LockBusyError: (Status.BUSY,),
    LockNotOwnedError: (Status.LOST, Status.GONE),
    NoQuorumError: (Status.NO_QUORUM, Status.NO_RIGHTS, Status.TOO_SLOW,
                    Status.DEADLINE, Status.UNREACHABLE),
    ConfigurationError: (
        Status.BAD_NODES, Status.BAD_SETTING, Status.BAD_REQUEST,
        Status.TTL_TOO_SHORT, Status.TTL_TOO_LONG, Status.DISAGREES,
        Status.UPGRADE, Status.UNSAFE, Status.TTL_MAX_DIFFERS,
        Status.NO_DOWNGRADE),
}


def check(number: int, about: str = "",
          report: Optional[Report] = None) -> None:
    """Raises the exception of a status, unless it is OK."""
    if number == Status.OK:
        return
    status = Status(number)
    for kind, statuses in _CLASSES.items():
        if status in statuses:
            break
    else:
        kind = LockError
    raise kind(status, about, nodes_of(report) if report is not None else ())
