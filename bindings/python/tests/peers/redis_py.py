# SPDX-License-Identifier: MIT
"""A conftest.py: redis-py's tests of its lock, with this library's lock."""
import os
import types

import pytest
import redis
import redis.lock

import libredlock

NODE = os.environ["PEER_NODES"].split(",")[0]
# Without slack the key has the TTL that the tests expect.
client = libredlock.Client(NODE, node_timeout=5, slack=0)


def translated(method):
    def call(*arguments, **options):
        try:
            return method(*arguments, **options)
        except libredlock.LockNotOwnedError as error:
            raise redis.exceptions.LockNotOwnedError(str(error)) from error
        except libredlock.LockError as error:
            raise redis.exceptions.LockError(str(error)) from error
    return call


class Lock:
    def __init__(self, name, timeout=None, sleep=0.1, blocking=True,
                 blocking_timeout=None, thread_local=True):
        if blocking_timeout is not None:
            # redis-py gives up when its next sleep would end too late.
            blocking_timeout = max(0, blocking_timeout - sleep / 2)
        self.lock = client.lock(name, timeout=timeout, keep=timeout is None,
                                blocking=blocking, fencing=False,
                                blocking_timeout=blocking_timeout)
        for method in ("release", "extend", "reacquire", "owned", "locked"):
            setattr(self, method, translated(getattr(self.lock, method)))

    @translated
    def acquire(self, blocking=None, blocking_timeout=None, token=None):
        return self.lock.acquire(blocking, blocking_timeout)

    @property
    def local(self):
        token = self.lock.token
        return types.SimpleNamespace(token=token and token.encode())

    @translated
    def __enter__(self):
        self.lock.__enter__()
        return self

    @translated
    def __exit__(self, *error):
        self.lock.__exit__(*error)


class Redis(redis.Redis):
    def lock(self, name, lock_class=redis.lock.Lock, **options):
        if lock_class is not redis.lock.Lock:
            return super().lock(name, lock_class=lock_class, **options)
        return Lock(name, **options)


def _get_client(_class, request=None, **options):
    node = Redis(unix_socket_path=NODE.replace("unix://", ""), **options)
    node.flushdb()
    return node


@pytest.fixture()
def r():
    return _get_client(None)
