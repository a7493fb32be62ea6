# SPDX-License-Identifier: MIT
"""The client and the lock for threads."""
from __future__ import annotations

import _thread
import threading
from ctypes import byref, c_void_p
from types import TracebackType
from typing import Callable, List, Optional, Type

from . import _ffi
from ._base import (ClientBase, Core, Handle, LockBase, encoded, inside,
                    is_locked, new_report)
from ._errors import LockBusyError, LockError, LockNotOwnedError, check
from ._ffi import Request, Status, lib


class _Cancel:
    """Ends a call from another thread."""

    def __init__(self) -> None:
        self.pointer = c_void_p()
        check(lib.redlock_cancel_new(byref(self.pointer)))

    def trigger(self) -> None:
        lib.redlock_cancel_trigger(self.pointer)

    def __del__(self) -> None:
        lib.redlock_cancel_free(self.pointer)


class _Core(Core):
    def __init__(self, settings: _ffi.Settings) -> None:
        super().__init__(lib.redlock_open, settings)
        self._cancels: List[_Cancel] = []
        self._spare: List[_Cancel] = []

    def acquire(self, request: Request, handle: Handle) -> int:
        wait_ms = request.wait_ms
        main = threading.current_thread() is threading.main_thread()
        if main or wait_ms == 0:
            # Mostly the lock is free, and no other thread is needed.
            request.wait_ms = 0
            status = self._acquire(request, handle)
            if status == Status.OK or wait_ms == 0:
                return status
            request.wait_ms = wait_ms
        if self._spare:
            cancel = self._spare.pop()
        else:
            cancel = _Cancel()
            self._cancels.append(cancel)
        request.cancel = cancel.pointer
        if main:
            status = self._wait(request, handle, cancel)
        else:
            status = self._acquire(request, handle)
        self._spare.append(cancel)
        return status

    def _acquire(self, request: Request, handle: Handle) -> int:
        return self.run(lib.redlock_acquire, self.pointer, byref(request),
                        byref(handle.pointer))

    def _wait(self, request: Request, handle: Handle, cancel: _Cancel) -> int:
        """On another thread: signal handlers, as that of Ctrl-C, run on the
        main thread, but not while that is in a call of the library."""
        status: int = Status.CANCELLED
        done = threading.Event()  # join() ends early after an interruption

        def acquire() -> None:
            nonlocal status
            try:
                status = self._acquire(request, handle)
            finally:
                done.set()

        threading.Thread(target=acquire, daemon=True).start()
        try:
            done.wait()
        except BaseException:
            cancel.trigger()
            done.wait()
            handle.drop()
            self._cancels.remove(cancel)
            raise
        return status

    def end_calls(self) -> None:
        for cancel in list(self._cancels):
            cancel.trigger()

    def close(self) -> None:
        if getattr(inside, "callback", False):
            raise RuntimeError("on_lost cannot close a client")
        super().close()

    def close_soon(self) -> None:
        _thread.start_new_thread(self.close, ())

    def release_soon(self, pointer: c_void_p) -> None:
        _thread.start_new_thread(self._release, (pointer,))

    def _release(self, pointer: c_void_p) -> None:
        try:
            self.run(lib.redlock_release, byref(pointer), None)
        except LockError:
            pass  # the client was closed meanwhile, which has released it


class Lock(LockBase):
    """A lock, with the interface of redis-py's. Use one for each holder."""

    _client: Client

    def acquire(self, blocking: Optional[bool] = None,
                blocking_timeout: Optional[float] = None) -> bool:
        """False if another client held it until the timeout."""
        try:
            self._acquire(blocking, blocking_timeout)
        except LockBusyError:
            return False
        return True

    def _acquire(self, blocking: Optional[bool] = None,
                 blocking_timeout: Optional[float] = None) -> None:
        core = self._client._core
        handle = Handle(core, self)
        request = self._request(handle, blocking, blocking_timeout)
        self._acquired(core.acquire(request, handle), handle, request)

    def release(self) -> None:
        """Raises LockNotOwnedError if the lock was lost."""
        handle = self._given_up()
        report = new_report()
        with handle.calling:
            pointer = handle.take()
            status = handle.core.run(lib.redlock_release, byref(pointer),
                                     report)
        check(status, self._about(), report)

    def extend(self, additional_time: float, replace_ttl: bool = False) -> bool:
        """Adds seconds to what remains; replace_ttl: sets what remains."""
        return self._change(lib.redlock_extend,
                            self._extension(additional_time, replace_ttl))

    def reacquire(self) -> bool:
        """Extends the lock to its whole TTL."""
        return self._change(lib.redlock_extend, self._extension_to_ttl())

    def downgrade(self) -> bool:
        """Makes a write lock a read lock without a gap."""
        return self._change(lib.redlock_downgrade)

    def _change(self, function: Callable[..., int],
                *arguments: int) -> bool:
        handle = self._owned()
        report = new_report()
        with handle.calling:
            if not handle.pointer:
                raise LockNotOwnedError(Status.GONE, self._about())
            status = handle.core.run(function, handle.pointer, *arguments,
                                     report)
        check(status, self._about(), report)
        return True

    def owned(self) -> bool:
        return self.held

    def locked(self) -> bool:
        """Whether any client holds the first resource. Asks the nodes."""
        core = self._client._core
        report = new_report()
        check(core.run(lib.redlock_inspect, core.pointer, encoded(self.name),
                       report), self.name, report)
        return is_locked(report)

    def __enter__(self) -> Lock:
        self._acquire()
        return self

    def __exit__(self, kind: Optional[Type[BaseException]],
                 _error: Optional[BaseException],
                 _traceback: Optional[TracebackType]) -> None:
        held = self.held
        try:
            self.release()
        except LockError as error:
            self._left(error, kind is not None, held)


class Client(ClientBase[Lock]):
    """The nodes, for any number of threads."""

    _core: _Core
    _core_class = _Core
    _lock_class = Lock

    def close(self) -> None:
        """Releases the locks that are held, and ends the calls of others."""
        self._core.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
