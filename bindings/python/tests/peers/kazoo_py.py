# SPDX-License-Identifier: MIT
"""A conftest.py: kazoo's tests of its locks, with this library's locks. Each
lock of kazoo has a client of its own, whose label is the lock's identifier."""
import os
import sys
import threading
import time
import types
import unittest
import unittest.mock

import redis
from kazoo.exceptions import CancelledError, LockTimeout

import libredlock

NODE = os.environ["PEER_NODES"].split(",")[0]
node = redis.Redis(unix_socket_path=NODE.replace("unix://", ""))


def label(token):
    return token.decode().split(":", 1)[1].replace(".", " ")


class Lock:
    def __init__(self, client, path, identifier=None, **options):
        client.locks.append(self)
        self.path = path
        self.identifier = identifier
        self.options = options
        self.mutex = threading.Lock()  # kazoo's locks are not reentrant
        self.cancelled = False
        self.open()

    def open(self):
        self.client = libredlock.Client(NODE, label=self.identifier or "none",
                                        node_timeout=5)
        self.lock = self.make(self.client)

    def make(self, client):
        return client.lock(self.path)

    def acquire(self, blocking=True, timeout=None):
        if self.cancelled:
            self.open()
        self.cancelled = False
        if not self.mutex.acquire(blocking, -1 if timeout is None else timeout):
            return False
        held = False
        try:
            held = self.lock.acquire(blocking, timeout)
        except libredlock.LockError as error:
            if error.status == libredlock.Status.CANCELLED:
                raise CancelledError() from error
            raise
        finally:
            if not held:
                self.mutex.release()
        if not held and timeout is not None:
            raise LockTimeout()
        # The tests notice that a thread has left before the next one enters.
        time.sleep(0.05 if blocking else 0)
        return held

    def release(self):
        try:
            self.lock.release()
        except libredlock.LockNotOwnedError:
            return False
        self.mutex.release()
        return True

    def cancel(self):
        """One acquisition of a client is cancelled by its close() alone."""
        self.cancelled = True
        self.client.close()

    def __enter__(self):
        self.acquire()
        return self

    def __exit__(self, *_error):
        self.release()

    @property
    def is_acquired(self):
        return self.lock.held

    def contenders(self):
        holders = [node.get(self.path)]
        if holders == [b"redlock:shared"]:
            holders = node.zrange("{%s}:members" % self.path, 0, -1)
        waiters = node.zrange("{%s}:queue" % self.path, 0, -1)
        return [label(token) for token in holders + waiters if token]


class ReadLock(Lock):
    def make(self, client):
        return client.read_lock(self.path)


class Semaphore(Lock):
    def make(self, client):
        return client.semaphore(self.path, self.options.get("max_leases", 1))

    def acquire(self, *arguments, **options):
        return self.lock.held or super().acquire(*arguments, **options)

    def lease_holders(self):
        tokens = (node.get("{%s}:slot:%d" % (self.path, i)) for i in range(8))
        return [label(token) for token in tokens if token]


class Client:
    handler = types.SimpleNamespace(sleep_func=time.sleep)

    def __init__(self):
        self.locks = []

    def start(self):
        pass

    def stop(self):
        for lock in self.locks:
            lock.client.close()


for kind in (Lock, ReadLock, Semaphore):
    setattr(Client, kind.__name__, lambda self, *arguments, _kind=kind, **options:
            _kind(self, *arguments, **options))
Client.WriteLock = Client.Lock


class KazooTestCase(unittest.TestCase):
    def setUp(self):
        self.clients = []
        self.client = self._get_client()

    def _get_client(self):
        self.clients.append(Client())
        return self.clients[-1]

    def tearDown(self):
        for client in self.clients:
            client.stop()


def wait(condition):
    end = time.monotonic() + 9
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


sys.modules["mock"] = unittest.mock
testing = sys.modules["kazoo.testing"] = types.ModuleType("kazoo.testing")
testing.KazooTestCase = KazooTestCase
tests = sys.modules["kazoo.tests"] = types.ModuleType("kazoo.tests")
tests.util = types.SimpleNamespace(Wait=lambda: wait)
