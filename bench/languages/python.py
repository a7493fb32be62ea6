# SPDX-License-Identifier: MIT
"""python.py LOCK SOCKET PAIRS: the p50 of acquiring and releasing a lock on one
node, in microseconds. LOCK is redis-py, plain or fenced, with -asyncio behind
it for asyncio; the last two are of bindings/python."""
import asyncio
import statistics
import sys
import time

kind, path, pairs = sys.argv[1], sys.argv[2], int(sys.argv[3])
now = time.perf_counter_ns


def locks(client_of, redis_of):
    """The client and the lock of this kind."""
    if kind.startswith("redis-py"):
        client = redis_of(unix_socket_path=path)
        return client, client.lock("pair", timeout=10)
    client = client_of(f"unix://{path}")
    return client, client.lock("pair", ttl=10, keep=False,
                               fencing=kind.startswith("fenced"))


def blocking():
    if kind == "redis-py":
        import redis
        client, lock = locks(None, redis.Redis)
    else:
        import libredlock
        client, lock = locks(libredlock.Client, None)
    for _ in range(pairs):
        start = now()
        assert lock.acquire()
        lock.release()
        yield now() - start
    client.close()


async def tasks():
    if kind == "redis-py-asyncio":
        import redis.asyncio
        client, lock = locks(None, redis.asyncio.Redis)
    else:
        import libredlock.asyncio
        client, lock = locks(libredlock.asyncio.Client, None)
    samples = []
    for _ in range(pairs):
        start = now()
        assert await lock.acquire()
        await lock.release()
        samples.append(now() - start)
    await (client.aclose if hasattr(client, "aclose") else client.close)()
    return samples


samples = asyncio.run(tasks()) if kind.endswith("asyncio") else list(blocking())
print(round(statistics.median(samples[pairs // 10:]) / 1000))
