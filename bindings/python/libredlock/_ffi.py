# SPDX-License-Identifier: MIT
"""The structs, the numbers and the calls of redlock/redlock.h, by ctypes.

tests/test_header.py compares them with the header.
"""
import ctypes
import enum
import os
from ctypes import POINTER, c_bool, c_char, c_char_p, c_double, c_int, c_int64
from ctypes import c_size_t, c_void_p
from typing import Any, List, Tuple

FOREVER = 2**63 - 1
QUORUM_ALL = -1
NO_SLACK = -1
NODES_MAX = 32
TOKEN_MAX = 128
TTL_DEFAULT_MS = 30 * 1000


class _Number(enum.IntEnum):
    @classmethod
    def _missing_(cls, value: object) -> "_Number":
        """A number that a newer library has added."""
        assert isinstance(value, int)
        member = int.__new__(cls, value)
        member._name_ = f"UNKNOWN_{value}"
        member._value_ = value
        return member


class Status(_Number):
    """The outcome of a call."""

    (OK, BUSY, NO_QUORUM, NO_RIGHTS, TOO_SLOW, CANCELLED, DEADLINE, LOST, GONE,
     UNREACHABLE, ALREADY, FORKED, NO_MEMORY, BAD_NODES, BAD_SETTING,
     BAD_REQUEST, TTL_TOO_SHORT, TTL_TOO_LONG, SYSTEM, DISAGREES, UPGRADE,
     UNSAFE, TTL_MAX_DIFFERS, NO_DOWNGRADE) = range(24)


class Vote(_Number):
    """One node's vote."""

    (NONE, GRANTED, DENIED, FAILED, TIMED_OUT, UNREACHED, EXCLUDED, OPEN,
     RELEASED, ANSWERED, MARKED) = range(11)


class Reason(_Number):
    """The reason of a node's vote."""

    (NONE, HELD, MISSING, REFUSED, NO_ROUTE, UNRESOLVED, CONNECT, BROKEN,
     SILENT, NOAUTH, WRONGPASS, NOPERM, READONLY, REPLICA, SAME_SERVER, LOADING,
     IN_SCRIPT, OOM, MISCONF, NOREPLICAS, WRONGTYPE, CLUSTER, NOSCRIPT,
     NOT_REDIS, ERROR, PROBATION, QUARANTINE, SUPERSEDED, LONGEST_TTL, CLOCK,
     SENTINEL, TLS, CERTIFICATE, CLIENT_CERTIFICATE, SHARED, QUEUED, SLOTS,
     SLOTS_DIFFER, UPGRADE, COUNTER_AHEAD, COUNTER_END, FOREIGN_MARKER,
     NO_MEMORY) = range(43)


class Strategy(enum.IntEnum):
    SEQUENTIAL, PARALLEL = range(2)


class Guard(enum.IntEnum):
    AUTO, ON, OFF = range(3)


class Mode(enum.IntEnum):
    EXCLUSIVE, SHARED = range(2)


class LogLevel(enum.IntEnum):
    ERROR, WARNING, INFO, DEBUG = range(1, 5)


def _of(kind: Any, names: str) -> List[Tuple[str, Any]]:
    """Members of the same type."""
    return [(name, kind) for name in names.split()]


class Tls(ctypes.Structure):
    _fields_ = [
        *_of(c_char_p, "ca_file ca_folder cert_file key_file server_name"),
        *_of(c_bool, "insecure"),
    ]


class Log(ctypes.Structure):
    _fields_ = [
        *_of(c_size_t, "size"),
        *_of(c_int, "level node"),
        *_of(c_char_p, "name text"),
        *_of(c_int64, "at_ms dropped"),
    ]


LOG = ctypes.CFUNCTYPE(None, POINTER(Log), c_void_p)
CHANGED = ctypes.CFUNCTYPE(None, c_void_p, c_void_p)
ACQUIRED = ctypes.CFUNCTYPE(None, c_void_p, c_int, c_void_p)
DONE = ctypes.CFUNCTYPE(None, c_void_p, c_int)


class Settings(ctypes.Structure):
    _fields_ = [
        *_of(c_size_t, "size"),
        *_of(c_char_p, "nodes username password label"),
        *_of(c_int64, "node_timeout_ms ttl_max_ms"),
        *_of(c_double, "drift_factor"),
        *_of(c_int64, "slack_ms pause_max_ms"),
        *_of(c_int, "quorum strategy guard"),
        *_of(c_bool, "read_only"),
        *_of(c_int, "observations_count"),
        *_of(c_void_p, "observations"),
        *_of(Tls, "tls"),
        *_of(c_int, "log_level"),
        *_of(LOG, "log"),
        *_of(c_void_p, "log_user"),
    ]


class Problem(ctypes.Structure):
    _fields_ = [
        *_of(c_size_t, "size"),
        *_of(c_int, "position"),
        *_of(c_char * 252, "text"),
    ]


class NodeReport(ctypes.Structure):
    _fields_ = [
        *_of(c_int, "vote reason"),
        *_of(c_int64, "latency_us remaining_ms quarantine_ms"),
        *_of(c_char * 96, "name"),
        *_of(c_char * TOKEN_MAX, "holder"),
        *_of(c_char * 96, "message"),
        *_of(c_int64, "members waiting slots slots_taken marked_ttl_max_ms"),
    ]


class Report(ctypes.Structure):
    _fields_ = [
        *_of(c_size_t, "size"),
        *_of(c_int, "nodes quorum granted attempts"),
        *_of(c_int64, "elapsed_us free_in_ms"),
        *_of(NodeReport * NODES_MAX, "node"),
    ]


class Request(ctypes.Structure):
    _fields_ = [
        *_of(c_size_t, "size"),
        *_of(c_char_p, "resource"),
        *_of(c_int64, "ttl_ms wait_ms min_validity_ms warning_ms"),
        *_of(c_bool, "keep fencing no_repair"),
        *_of(CHANGED, "lost renewed"),
        *_of(c_void_p, "user"),
        *_of(POINTER(Report), "report"),
        *_of(c_void_p, "waiting"),
        *_of(c_bool, "fair"),
        *_of(c_int, "mode"),
        *_of(POINTER(c_char_p), "more"),
        *_of(c_int, "more_count"),
        *_of(c_char_p, "owner"),
        *_of(c_int64, "owner_fence"),
        *_of(c_int, "slots slot"),
        *_of(c_void_p, "cancel"),
        *_of(POINTER(c_int), "modes"),
    ]


lib = ctypes.CDLL(os.environ.get("REDLOCK_LIBRARY", "libredlock.so.0"))


def _declare(result: object, name: str, *arguments: object) -> None:
    function = getattr(lib, "redlock_" + name)
    function.restype = result
    function.argtypes = arguments


_declare(c_int, "open", POINTER(Settings), POINTER(c_void_p), POINTER(Problem))
_declare(c_int, "open_on_fd", POINTER(Settings), POINTER(c_void_p),
         POINTER(Problem))
_declare(None, "close", c_void_p)
_declare(c_int, "fd", c_void_p)
_declare(c_int, "dispatch", c_void_p)
_declare(c_char_p, "warning", c_void_p)
_declare(c_int, "cancel_new", POINTER(c_void_p))
_declare(None, "cancel_trigger", c_void_p)
_declare(None, "cancel_free", c_void_p)
_declare(c_int, "acquire", c_void_p, POINTER(Request), POINTER(c_void_p))
_declare(c_int, "extend", c_void_p, c_int64, POINTER(Report))
_declare(c_int, "downgrade", c_void_p, POINTER(Report))
_declare(c_int, "release", POINTER(c_void_p), POINTER(Report))
_declare(c_int, "inspect", c_void_p, c_char_p, POINTER(Report))
_declare(c_int, "async_acquire", c_void_p, POINTER(Request), ACQUIRED,
         c_void_p, POINTER(c_void_p))
_declare(None, "async_cancel", c_void_p)
_declare(c_int, "async_extend", c_void_p, c_int64, POINTER(Report), DONE,
         c_void_p)
_declare(c_int, "async_downgrade", c_void_p, POINTER(Report), DONE, c_void_p)
_declare(c_int, "async_release", POINTER(c_void_p), POINTER(Report), DONE,
         c_void_p)
_declare(c_int, "async_inspect", c_void_p, c_char_p, POINTER(Report), DONE,
         c_void_p)
_declare(c_bool, "held", c_void_p)
_declare(c_int64, "remaining_ms", c_void_p)
_declare(c_int64, "fence_of", c_void_p, c_int)
_declare(c_int, "slot", c_void_p)
_declare(c_char_p, "token_of", c_void_p, c_int, c_char_p)
_declare(c_char_p, "version")
_declare(c_char_p, "strerror", c_int)
_declare(c_char_p, "vote_text", c_int)
_declare(c_char_p, "reason_text", c_int)
