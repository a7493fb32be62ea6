# SPDX-License-Identifier: MIT
"""The client and the lock for asyncio, on the library's event API.

    async with libredlock.asyncio.Client(nodes) as client:
        async with client.lock("job", ttl=30) as lock:
            await work(lock.fence)

A client belongs to the event loop in which it is first used.
"""
from __future__ import annotations

import asyncio
from ctypes import byref, c_void_p
from types import TracebackType
from typing import Any, Callable, Dict, Optional, Type

from . import _ffi
from ._base import (ClientBase, Core, Handle, LockBase, encoded, is_locked,
                    new_report, numbers, targets)
from ._errors import LockBusyError, LockError, check
from ._ffi import Report, Status, lib

__all__ = ["Client", "Lock"]


@_ffi.ACQUIRED
def _acquired(user: int, status: int, pointer: Optional[int]) -> None:
    targets.pop(user)(status, pointer)


@_ffi.DONE
def _done(user: int, status: int) -> None:
    targets.pop(user)(status, None)


class _Core(Core):
    def __init__(self, settings: _ffi.Settings) -> None:
        super().__init__(lib.redlock_open_on_fd, settings)
        self.loop: Optional[asyncio.AbstractEventLoop] = None
        self._fd = lib.redlock_fd(self.pointer)
        self._futures: Dict[int, asyncio.Future[int]] = {}

    def future(self, handle: Optional[Handle] = None, *used: object) -> int:
        """A number for a callback, and its future in self._futures. What the
        library writes to until then is kept."""
        loop = asyncio.get_running_loop()
        if self.closed:
            raise LockError(Status.CANCELLED, text="the client is closed")
        if self.loop is None:
            self.loop = loop
            loop.add_reader(self._fd, self._dispatch)
        elif self.loop is not loop:
            raise RuntimeError("the client belongs to another event loop")
        number = next(numbers)
        future = self._futures[number] = loop.create_future()

        def called(status: int, pointer: Optional[int],
                   _used: object = used) -> None:
            del self._futures[number]
            if handle is not None:
                handle.pointer = c_void_p(pointer)
            if not future.cancelled():
                future.set_result(status)
            elif handle is not None:
                handle.drop()

        targets[number] = called
        return number

    async def done(self, number: int, status: int) -> int:
        """The result of a call that was started with this status."""
        future = self._futures[number]
        if status != Status.OK:
            del self._futures[number], targets[number]
            return status
        return await future

    async def call(self, function: Callable[..., int], *arguments: Any) -> int:
        number = self.future(None, *arguments)
        return await self.done(number, self.run(function, *arguments, _done,
                                                number))

    def _dispatch(self) -> None:
        self.run(lib.redlock_dispatch, self.pointer)

    def _open_loop(self) -> Optional[asyncio.AbstractEventLoop]:
        """None in a child, which would change the epoll set of its parent."""
        if self.loop is None or self.loop.is_closed() or self.forked:
            return None
        return self.loop

    def close(self) -> None:
        loop = self._open_loop()
        if loop is not None:
            loop.remove_reader(self._fd)
        super().close()
        for number, future in self._futures.items():
            targets.pop(number, None)
            if not future.done() and not future.get_loop().is_closed():
                future.set_exception(LockError(Status.CANCELLED,
                                               text="the client is closed"))
        self._futures.clear()

    def close_soon(self) -> None:
        loop = self._open_loop()
        if loop is not None:
            loop.call_soon_threadsafe(self.close)
        else:
            self.close()

    def release_soon(self, pointer: c_void_p) -> None:
        loop = self._open_loop()
        if loop is not None:
            loop.call_soon_threadsafe(self._release, pointer)

    def _release(self, pointer: c_void_p) -> None:
        if not self.closed:
            self.run(lib.redlock_async_release, byref(pointer), None,
                     _ffi.DONE(), None)


class Lock(LockBase):
    """A lock, with the interface of redis-py's. Use one for each holder."""

    _client: Client

    async def acquire(self, blocking: Optional[bool] = None,
                      blocking_timeout: Optional[float] = None) -> bool:
        """False if another client held it until the timeout."""
        try:
            await self._acquire(blocking, blocking_timeout)
        except LockBusyError:
            return False
        return True

    async def _acquire(self, blocking: Optional[bool] = None,
                       blocking_timeout: Optional[float] = None) -> None:
        core = self._client._core
        handle = Handle(core, self)
        request = self._request(handle, blocking, blocking_timeout)
        pending = c_void_p()
        number = core.future(handle, request)
        try:
            status = await core.done(number, core.run(
                lib.redlock_async_acquire, core.pointer, byref(request),
                _acquired, number, byref(pending)))
        except asyncio.CancelledError:
            if number in targets:
                core.run(lib.redlock_async_cancel, pending)
            handle.drop()
            raise
        self._acquired(status, handle, request)

    async def release(self) -> None:
        """Raises LockNotOwnedError if the lock was lost."""
        handle = self._given_up()
        pointer = handle.take()
        report = new_report()
        status = await self._client._core.call(
            lib.redlock_async_release, byref(pointer), report)
        check(status, self._about(), report)

    async def extend(self, additional_time: float,
                     replace_ttl: bool = False) -> bool:
        """Adds seconds to what remains; replace_ttl: sets what remains."""
        return await self._change(
            lib.redlock_async_extend,
            self._extension(additional_time, replace_ttl))

    async def reacquire(self) -> bool:
        """Extends the lock to its whole TTL."""
        return await self._change(lib.redlock_async_extend,
                                  self._extension_to_ttl())

    async def downgrade(self) -> bool:
        """Makes a write lock a read lock without a gap."""
        return await self._change(lib.redlock_async_downgrade)

    async def _change(self, function: Callable[..., int],
                      *arguments: int) -> bool:
        handle = self._owned()
        report = new_report()
        status = await self._client._core.call(
            function, handle.pointer, *arguments, report)
        check(status, self._about(), report)
        return True

    async def owned(self) -> bool:
        return self.held

    async def locked(self) -> bool:
        """Whether any client holds the first resource. Asks the nodes."""
        core = self._client._core
        report = new_report()
        check(await core.call(lib.redlock_async_inspect, core.pointer,
                              encoded(self.name), report), self.name, report)
        return is_locked(report)

    async def __aenter__(self) -> Lock:
        await self._acquire()
        return self

    async def __aexit__(self, kind: Optional[Type[BaseException]],
                        _error: Optional[BaseException],
                        _traceback: Optional[TracebackType]) -> None:
        held = self.held
        try:
            await self.release()
        except LockError as error:
            self._left(error, kind is not None, held)


class Client(ClientBase[Lock]):
    """The nodes, for the tasks of one event loop."""

    _core: _Core
    _core_class = _Core
    _lock_class = Lock

    async def aclose(self) -> None:
        """Closes the client. Keys of locks that are still held may stay until
        they expire: release the locks before."""
        self._core.close()

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.aclose()
