# SPDX-License-Identifier: MIT
"""What the blocking client and that of asyncio have in common."""
from __future__ import annotations

import atexit
import ctypes
import enum
import itertools
import logging
import math
import os
import threading
import time
import weakref
from ctypes import byref, c_char_p, c_int, c_void_p
from typing import (TYPE_CHECKING, Any, Callable, Collection, Dict, Generic,
                    Iterable, Optional, Set, Tuple, Type, TypedDict, TypeVar,
                    Union)

from . import _ffi
from ._errors import LockError, LockNotOwnedError, check
from ._ffi import Guard, Mode, Reason, Report, Request, Status, Strategy, lib

if TYPE_CHECKING:
    from typing_extensions import Unpack

logger = logging.getLogger("libredlock")
_LEVELS = {1: logging.ERROR, 2: logging.WARNING, 3: logging.INFO,
           4: logging.DEBUG}


# The library's callbacks are these few functions, which live as long as the
# process. A number finds the target: a call after its end finds none.
numbers = itertools.count(1)
targets: Dict[int, Any] = {}
inside = threading.local()  # inside.callback: this thread is in one


@_ffi.LOG
def _log(log: Any, _user: int) -> None:
    message = log.contents
    name = message.name.decode() + ": " if message.name else ""
    logger.log(_LEVELS.get(message.level, logging.WARNING), "%s%s", name,
               message.text.decode("utf-8", "replace"))


@_ffi.CHANGED
def _lost(_lock: int, user: int) -> None:
    lock = targets.get(user, lambda: None)()
    if lock is None:
        return
    inside.callback = True
    try:
        lock._options["on_lost"](lock)
    except Exception:
        logger.exception("%s: on_lost failed", lock._about())
    finally:
        inside.callback = False


def milliseconds(seconds: Optional[float]) -> int:
    """0, which stands for the default, if it is None."""
    if seconds is None:
        return 0
    if seconds == math.inf:
        return _ffi.FOREVER
    return whole(math.ceil(seconds * 1000), 64)


E = TypeVar("E", bound=enum.IntEnum)


def member(values: Type[E], name: str) -> E:
    names = [value.name.lower() for value in values]
    if name not in names:
        raise ValueError(f"{name!r} is none of {', '.join(names)}")
    return values[name.upper()]


def whole(number: int, bits: int) -> int:
    """The number, for an integer of C, which ctypes would cut to fit."""
    if not -2**(bits - 1) <= number < 2**(bits - 1):
        raise ValueError(f"out of range: {number}")
    return number


def encoded(text: str) -> bytes:
    """The text, for a string of C, which would end at its first NUL."""
    if "\0" in text:
        raise ValueError("embedded null character")
    return text.encode()


class Core:
    """A client of the library. It does not refer to its Client, so that a
    Client that is garbage is found, and its core is closed."""

    def __init__(self, opener: Callable[..., int],
                 settings: _ffi.Settings) -> None:
        problem = _ffi.Problem(size=ctypes.sizeof(_ffi.Problem))
        self.pointer = c_void_p()
        self.calls: Set[Tuple[int, object]] = set()
        self.closed = False
        self.forked = False  # this is the parent's
        self._closing = threading.Lock()
        status = opener(byref(settings), byref(self.pointer), byref(problem))
        check(status, problem.text.decode("utf-8", "replace"))
        cores.add(self)

    def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Calls the library. close() waits until the call has returned."""
        call = threading.get_ident(), object()
        try:
            self.calls.add(call)
            if self.closed:
                raise LockError(Status.CANCELLED, text="the client is closed")
            return function(*arguments)
        finally:
            self.calls.discard(call)
            if (_exiting not in (None, call[0]) and
                    not getattr(inside, "callback", False)):
                time.sleep(1e6)  # a daemon thread, which ends here

    def close(self) -> None:
        if not self._closing.acquire(blocking=False):
            return
        self.closed = True
        self.end_calls()
        # Not for this thread's own: this is a signal handler, after the call.
        while any(thread != threading.get_ident()
                  for thread, _ in list(self.calls)):
            time.sleep(0.001)
        lib.redlock_close(self.pointer)

    def end_calls(self) -> None:
        """Ends those that can take longer than a few timeouts of a node."""

    def release_soon(self, pointer: c_void_p) -> None:
        """For a lock that is garbage. Called on any thread, at any time."""
        raise NotImplementedError

    def close_soon(self) -> None:
        """For a client that is garbage. Called on any thread, at any time."""
        raise NotImplementedError


cores: "weakref.WeakSet[Core]" = weakref.WeakSet()


_exiting: Optional[int] = None  # the thread that ends the interpreter


@atexit.register
def _close_all() -> None:
    """No thread of the library may call into an interpreter that ends."""
    global _exiting
    _exiting = threading.get_ident()
    for core in list(cores):
        core.close()


def _after_fork() -> None:
    """The threads that were in a call are the parent's, and the mutexes that
    they held are never free."""
    for core in list(cores):
        core.calls.clear()
        core.forked = True


os.register_at_fork(after_in_child=_after_fork)


class Handle:
    """A lock of the library. It is released when this is garbage.

    Threads may read a lock and extend it while another one releases it: each
    holds one of two mutexes, and the release needs both.
    """

    def __init__(self, core: Core, lock: LockBase) -> None:
        self.core = core
        self.pointer = c_void_p()
        self.calling = threading.RLock()
        self._reading = threading.RLock()
        self.number = next(numbers)
        targets[self.number] = weakref.ref(lock)

    def read(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Calls a function that does not block; None: not held any more."""
        if self.core.forked:
            return None
        with self._reading:
            try:
                return self.pointer and self.core.run(function, self.pointer,
                                                      *arguments)
            except LockError:  # the client is closed
                return None

    def take(self) -> c_void_p:
        """The lock, for its release; NULL if it was taken before."""
        targets.pop(self.number, None)
        with self._reading:
            pointer, self.pointer = self.pointer, c_void_p()
        return pointer

    def drop(self) -> None:
        """Releases the lock soon, if there is one."""
        if self.core.forked:
            return
        pointer = self.take()
        if pointer and not self.core.closed:
            self.core.release_soon(pointer)

    __del__ = drop


class LockOptions(TypedDict, total=False):
    """Times are in seconds."""

    timeout: Optional[float]  #: the ttl, as redis-py calls it
    blocking: bool  #: False: one attempt
    blocking_timeout: Optional[float]  #: None: wait without a limit
    on_lost: Optional[Callable[[Any], Any]]  #: called with the lock
    keep: bool  #: renew the lock until it is released; default: True
    fencing: bool  #: ask for a fencing token; default: True
    fair: bool  #: queue behind waiters even if the lock is free
    owner: Optional[str]  #: locks of one owner do not exclude each other
    owner_fence: int  #: the fencing token of the owner's other locks
    warning: Optional[float]  #: a lock not extended by then is lost
    min_validity: Optional[float]  #: the least validity of an acquired lock


class LockBase:
    """A lock that is not acquired yet, held, or lost."""

    def __init__(self, client: Any, names: Tuple[str, ...],
                 ttl: Optional[float], shared: Collection[str], slots: int,
                 options: LockOptions) -> None:
        allowed = LockOptions.__annotations__
        for option in options:
            if option not in allowed:
                raise TypeError(f"unexpected keyword argument {option!r}")
        if ttl is not None and options.get("timeout") is not None:
            raise TypeError("ttl and timeout are the same: give one of them")
        if not names:
            raise ValueError("a lock has at least one name")
        for name in shared:
            if name not in names:
                raise ValueError(f"shared, but not locked: {name!r}")
        self.names = names
        self.ttl = ttl if ttl is not None else options.get("timeout")
        if self.ttl == 0:  # it would be the default
            raise ValueError("a TTL is more than 0 seconds")
        self.fences: Tuple[int, ...] = ()  #: one for each name
        self.tokens: Tuple[str, ...] = ()  #: one for each name
        self.slot: Optional[int] = None  #: of a semaphore, from 0
        self._client = client
        self._shared = shared
        self._slots = slots
        self._options = options
        self._handle: Optional[Handle] = None

    @property
    def name(self) -> str:
        return self.names[0]

    @property
    def fence(self) -> int:
        """The fencing token; 0: none. A set has one for each name: fences."""
        return self.fences[0] if len(self.fences) == 1 else 0

    @property
    def token(self) -> Optional[str]:
        """The value of the lock's key; None: not acquired."""
        return self.tokens[0] if self.tokens else None

    @property
    def held(self) -> bool:
        """Whether the lock is held now. Asks no node."""
        return bool(self._handle and self._handle.read(lib.redlock_held))

    @property
    def remaining(self) -> float:
        """Seconds until the validity ends, unless it is extended."""
        handle = self._handle
        return ((handle and handle.read(lib.redlock_remaining_ms)) or 0) / 1000

    def __repr__(self) -> str:
        state = f"held, fences {self.fences}" if self.held else "not held"
        return f"<{type(self).__module__}.Lock {', '.join(self.names)}: {state}>"

    def _about(self) -> str:
        return ", ".join(self.names)

    def _request(self, handle: Handle, blocking: Optional[bool],
                 blocking_timeout: Optional[float]) -> Request:
        options = self._options
        if blocking is None:
            blocking = options.get("blocking", True)
        if blocking_timeout is None:
            blocking_timeout = options.get("blocking_timeout")
        wait = math.inf if blocking_timeout is None else blocking_timeout
        if wait < 0:
            raise ValueError("a timeout is not negative")
        more = [encoded(name) for name in self.names[1:]]
        modes = [Mode.SHARED if name in self._shared else Mode.EXCLUSIVE
                 for name in self.names]
        request = Request(
            size=ctypes.sizeof(Request),
            resource=encoded(self.names[0]),
            ttl_ms=milliseconds(self.ttl),
            wait_ms=milliseconds(wait) if blocking else 0,
            min_validity_ms=milliseconds(options.get("min_validity")),
            warning_ms=milliseconds(options.get("warning")),
            keep=options.get("keep", True),
            fencing=options.get("fencing", True),
            user=handle.number,
            report=ctypes.pointer(new_report()),
            fair=options.get("fair", False),
            mode=modes[0],
            owner=encoded(options.get("owner") or "") or None,
            owner_fence=whole(options.get("owner_fence", 0), 64),
            slots=whole(self._slots, 32))
        if options.get("on_lost") is not None:
            request.lost = _lost
        if more:
            request.more = (c_char_p * len(more))(*more)
            request.more_count = len(more)
            request.modes = (c_int * len(modes))(*modes)
        return request

    def _acquired(self, status: int, handle: Handle,
                  request: Request) -> None:
        check(status, self._about(), request.report.contents)
        text = ctypes.create_string_buffer(_ffi.TOKEN_MAX)
        count = range(len(self.names))
        self.fences = tuple(
            handle.read(lib.redlock_fence_of, i) or 0 for i in count)
        self.tokens = tuple(
            (handle.read(lib.redlock_token_of, i, text) or b"").decode()
            for i in count)
        slot = handle.read(lib.redlock_slot)
        self.slot = slot if slot != -1 else None
        self._handle = handle

    def _owned(self) -> Handle:
        handle = self._handle
        if handle is None:
            raise LockNotOwnedError(Status.GONE, self._about(),
                                    text="not acquired")
        if handle.core.forked:
            raise LockError(Status.FORKED, self._about())
        return handle

    def _given_up(self) -> Handle:
        handle = self._owned()
        self._handle = None
        self.tokens = ()
        return handle

    def _left(self, error: LockError, failed: bool, held: bool) -> None:
        """A release at the end of "with" failed. It is raised if the body may
        have run without the lock, unless the body has failed itself."""
        if failed or (held and not isinstance(error, LockNotOwnedError)):
            logger.warning("%s", error)
        else:
            raise error

    def _extension(self, additional_time: float, replace_ttl: bool) -> int:
        remaining = 0 if replace_ttl else self.remaining
        return milliseconds(additional_time + remaining)

    def _extension_to_ttl(self) -> int:
        return milliseconds(self.ttl) or _ffi.TTL_DEFAULT_MS


def new_report() -> Report:
    return Report(size=ctypes.sizeof(Report))


def is_locked(report: Report) -> bool:
    """Whether a quorum of nodes has a key of the lock."""
    keys = (Reason.HELD, Reason.SHARED, Reason.SLOTS)
    return sum(node.reason in keys
               for node in report.node[:report.nodes]) >= report.quorum


L = TypeVar("L", bound=LockBase)


class ClientBase(Generic[L]):
    """The nodes, and the connections to them."""

    _core_class: Callable[[_ffi.Settings], Core]
    _lock_class: Type[L]

    def __init__(self, nodes: Union[str, Iterable[str]], *,
                 username: Optional[str] = None,
                 password: Optional[str] = None,
                 label: Optional[str] = None,
                 node_timeout: Optional[float] = None,
                 ttl_max: Optional[float] = None,
                 drift: float = 0,
                 slack: Optional[float] = None,
                 pause_max: Optional[float] = None,
                 quorum: Union[int, str, None] = None,
                 strategy: str = "sequential",
                 guard: str = "auto",
                 ca_file: Optional[str] = None,
                 ca_folder: Optional[str] = None,
                 cert_file: Optional[str] = None,
                 key_file: Optional[str] = None,
                 server_name: Optional[str] = None,
                 insecure: bool = False) -> None:
        def text(value: Optional[str]) -> Optional[bytes]:
            return None if value is None else encoded(value)

        if not isinstance(nodes, str):
            nodes = ",".join(nodes)
        settings = _ffi.Settings(
            size=ctypes.sizeof(_ffi.Settings),
            nodes=text(nodes),
            username=text(username),
            password=text(password),
            label=text(label),
            node_timeout_ms=milliseconds(node_timeout),
            ttl_max_ms=milliseconds(ttl_max),
            drift_factor=drift,
            slack_ms=_ffi.NO_SLACK if slack == 0 else milliseconds(slack),
            pause_max_ms=milliseconds(pause_max),
            quorum=_ffi.QUORUM_ALL if quorum == "all" else whole(int(quorum or 0), 32),
            strategy=member(Strategy, strategy),
            guard=member(Guard, guard),
            tls=_ffi.Tls(text(ca_file), text(ca_folder), text(cert_file),
                         text(key_file), text(server_name), insecure),
            log_level=_ffi.LogLevel.DEBUG if logger.isEnabledFor(logging.DEBUG)
            else _ffi.LogLevel.INFO,
            log=_log)
        self._core = self._core_class(settings)
        finalizer = weakref.finalize(self, self._core.close_soon)
        finalizer.atexit = False
        warning = lib.redlock_warning(self._core.pointer)
        if warning:
            logger.warning("%s", warning.decode())

    def lock(self, name: str, ttl: Optional[float] = None, *,
             shared: bool = False, **options: Unpack[LockOptions]) -> L:
        """A lock of one resource; shared: for readers."""
        return self._lock_class(self, (name,), ttl, (name,) if shared else (),
                                0, options)

    def read_lock(self, name: str, ttl: Optional[float] = None,
                  **options: Unpack[LockOptions]) -> L:
        """A lock that many readers hold, but no writer at the same time."""
        return self.lock(name, ttl, shared=True, **options)

    def write_lock(self, name: str, ttl: Optional[float] = None,
                   **options: Unpack[LockOptions]) -> L:
        """A lock that excludes readers and writers, as lock() does."""
        return self.lock(name, ttl, **options)

    def semaphore(self, name: str, slots: int, ttl: Optional[float] = None,
                  **options: Unpack[LockOptions]) -> L:
        """A lock that as many clients hold at a time as there are slots."""
        if slots < 1:  # 0 would be a lock without slots
            raise ValueError(f"a semaphore has at least one slot, not {slots}")
        return self._lock_class(self, (name,), ttl, (), slots, options)

    def lock_all(self, names: Iterable[str], ttl: Optional[float] = None, *,
                 shared: Collection[str] = (),
                 **options: Unpack[LockOptions]) -> L:
        """A lock of all these resources or of none; shared: those to read."""
        if isinstance(names, str) or isinstance(shared, str):
            raise TypeError("names are a list, not one string")
        return self._lock_class(self, tuple(names), ttl, shared, 0, options)
