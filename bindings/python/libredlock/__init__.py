# SPDX-License-Identifier: MIT
"""Locks held by a quorum of independent Redis masters.

    client = libredlock.Client("redis://10.0.0.1,redis://10.0.0.2,redis://10.0.0.3")
    with client.lock("job", ttl=30) as lock:
        work(lock.fence)

libredlock.asyncio has the same names for asyncio. Messages go to the logger
"libredlock".
"""
from ._blocking import Client, Lock
from ._errors import (ConfigurationError, LockBusyError, LockError,
                      LockNotOwnedError, Node, NoQuorumError)
from ._ffi import Reason, Status, Vote, lib as _lib

for _public in (Client, Lock):
    _public.__module__ = __name__
__version__ = _lib.redlock_version().decode()
__all__ = ["Client", "ConfigurationError", "Lock", "LockBusyError", "LockError",
           "LockNotOwnedError", "Node", "NoQuorumError", "Reason", "Status",
           "Vote"]
