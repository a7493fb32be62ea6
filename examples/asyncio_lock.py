#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""asyncio_lock.py: a lock in Python's asyncio, by ctypes alone.

The loop waits for the client's one descriptor among its others, and dispatches.
A lock is an asynchronous context manager:

    client = Client(asyncio.get_running_loop(), os.environ["REDLOCK_NODES"])
    async with client.lock("job", wait_ms=10000) as lock:
        ...
    client.close()

The structs are those of redlock/redlock.h. Each has its size, so that a library
with larger structs reads no further.
"""
import asyncio
import ctypes
import os

OK = 0
library = ctypes.CDLL(os.environ.get("REDLOCK_LIBRARY", "libredlock.so.0"))
library.redlock_strerror.restype = ctypes.c_char_p
library.redlock_remaining_ms.restype = ctypes.c_int64
library.redlock_held.restype = ctypes.c_bool
for name in ("fd", "dispatch", "close"):
    getattr(library, "redlock_" + name).argtypes = [ctypes.c_void_p]
for name in ("remaining_ms", "held"):
    getattr(library, "redlock_" + name).argtypes = [ctypes.c_void_p]
library.redlock_close.restype = None

ACQUIRED = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
DONE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int)
LOST = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)


class Tls(ctypes.Structure):
    _fields_ = [
        ("ca_file", ctypes.c_char_p),
        ("ca_folder", ctypes.c_char_p),
        ("cert_file", ctypes.c_char_p),
        ("key_file", ctypes.c_char_p),
        ("server_name", ctypes.c_char_p),
        ("insecure", ctypes.c_bool),
    ]


class Settings(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("nodes", ctypes.c_char_p),
        ("username", ctypes.c_char_p),
        ("password", ctypes.c_char_p),
        ("label", ctypes.c_char_p),
        ("node_timeout_ms", ctypes.c_int64),
        ("ttl_max_ms", ctypes.c_int64),
        ("drift_factor", ctypes.c_double),
        ("slack_ms", ctypes.c_int64),
        ("pause_max_ms", ctypes.c_int64),
        ("quorum", ctypes.c_int),
        ("strategy", ctypes.c_int),
        ("guard", ctypes.c_int),
        ("read_only", ctypes.c_bool),
        ("observations_count", ctypes.c_int),
        ("observations", ctypes.c_void_p),
        ("tls", Tls),
        ("log_level", ctypes.c_int),
        ("log", ctypes.c_void_p),
        ("log_user", ctypes.c_void_p),
    ]


class Request(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("resource", ctypes.c_char_p),
        ("ttl_ms", ctypes.c_int64),
        ("wait_ms", ctypes.c_int64),
        ("min_validity_ms", ctypes.c_int64),
        ("warning_ms", ctypes.c_int64),
        ("keep", ctypes.c_bool),
        ("fencing", ctypes.c_bool),
        ("no_repair", ctypes.c_bool),
        ("lost", LOST),
        ("renewed", LOST),
        ("user", ctypes.c_void_p),
        ("report", ctypes.c_void_p),
        ("waiting", ctypes.c_void_p),
        ("fair", ctypes.c_bool),
        ("mode", ctypes.c_int),
        ("more", ctypes.POINTER(ctypes.c_char_p)),
        ("more_count", ctypes.c_int),
        ("owner", ctypes.c_char_p),
        ("owner_fence", ctypes.c_int64),
        ("slots", ctypes.c_int),
        ("slot", ctypes.c_int),
        ("cancel", ctypes.c_void_p),
        ("modes", ctypes.POINTER(ctypes.c_int)),
    ]


class Refused(Exception):
    """Why there is no lock, in the library's words."""


def check(status):
    if status != OK:
        raise Refused(library.redlock_strerror(status).decode())


class Client:
    """A client of the nodes, for the thread of one loop."""

    def __init__(self, loop, nodes, **settings):
        self.loop = loop
        self.calls = {}  # callbacks that are still to come, by their ids
        self.handle = ctypes.c_void_p()
        check(library.redlock_open_on_fd(
            ctypes.byref(Settings(size=ctypes.sizeof(Settings),
                                  nodes=nodes.encode(), **settings)),
            ctypes.byref(self.handle), None))
        self.fd = library.redlock_fd(self.handle)
        loop.add_reader(self.fd, library.redlock_dispatch, self.handle)

    def close(self):
        """Releases what is still held; the descriptor leaves the loop first."""
        self.loop.remove_reader(self.fd)
        library.redlock_close(self.handle)

    def lock(self, resource, **request):
        return Lock(self, resource, request)

    def future_of(self, kind):
        """A future, and the callback that sets it."""
        future = self.loop.create_future()

        def called(_user, status, handle=None):
            del self.calls[id(callback)]
            if not future.cancelled():
                future.set_result((status, handle))
            elif handle:  # it was won before it was cancelled
                library.redlock_async_release(
                    ctypes.byref(ctypes.c_void_p(handle)), None, None, None)

        callback = kind(called)
        self.calls[id(callback)] = callback
        return future, callback


class Lock:
    """async with client.lock(...): held inside, and renewed meanwhile."""

    def __init__(self, client, resource, request):
        self.client = client
        self.lost = asyncio.Event()
        self.handle = ctypes.c_void_p()
        self.on_lost = LOST(lambda _lock, _user: self.lost.set())
        self.request = Request(size=ctypes.sizeof(Request),
                               resource=resource.encode(), keep=True,
                               lost=self.on_lost, **request)

    def held(self):
        return library.redlock_held(self.handle)

    async def __aenter__(self):
        future, callback = self.client.future_of(ACQUIRED)
        pending = ctypes.c_void_p()
        check(library.redlock_async_acquire(
            self.client.handle, ctypes.byref(self.request), callback, None,
            ctypes.byref(pending)))
        try:
            status, handle = await future
        except asyncio.CancelledError:
            if id(callback) in self.client.calls:
                library.redlock_async_cancel(pending)
            raise
        check(status)
        self.handle = ctypes.c_void_p(handle)
        return self

    async def __aexit__(self, *_exception):
        future, callback = self.client.future_of(DONE)
        check(library.redlock_async_release(
            ctypes.byref(self.handle), None, callback, None))
        await future


async def main():
    client = Client(asyncio.get_running_loop(), os.environ["REDLOCK_NODES"],
                    node_timeout_ms=5000)
    inside = 0
    most = 0

    async def work(name):
        nonlocal inside, most
        async with client.lock("job", wait_ms=60000) as lock:
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0.05)
            print(f"{name} worked, and {'held' if lock.held() else 'lost'} it")
            inside -= 1

    await asyncio.gather(*(work(name) for name in ("ann", "bob", "cid")))
    print(f"at most {most} at a time")
    client.close()


if __name__ == "__main__":
    asyncio.run(main())
