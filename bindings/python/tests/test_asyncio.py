# SPDX-License-Identifier: MIT
"""The client and the lock for asyncio."""
import asyncio
import gc
import time
import unittest

import libredlock.asyncio
from libredlock import Status
from support import LONG, TestCase, ask_all, has_key


class AsyncioTest(unittest.IsolatedAsyncioTestCase, TestCase):
    def setUp(self):
        TestCase.setUp(self)

    async def asyncSetUp(self):
        self.client = libredlock.asyncio.Client(self.nodes, node_timeout=5)

    async def asyncTearDown(self):
        await self.client.aclose()

    def lock(self, **options):
        return self.client.lock(self.name, **options)

    async def eventually(self, condition):
        for _ in range(LONG * 100):
            if condition():
                return
            await asyncio.sleep(0.01)
        self.fail("it did not become true in time")

    async def test_with_holds_the_lock_until_its_end(self):
        async with self.lock(ttl=60) as lock:
            self.assertTrue(lock.held and await lock.owned())
            self.assertTrue(await lock.locked())
            self.assertGreater(lock.fence, 0)
            self.assertIs(await self.lock(blocking=False).acquire(), False)
            with self.assertRaises(libredlock.LockBusyError) as caught:
                async with self.lock(blocking_timeout=0.1):
                    self.fail("two hold the lock")
            self.assertEqual(caught.exception.status, Status.BUSY)
            self.assertTrue(await lock.extend(60))
            self.assertTrue(110 < lock.remaining <= 120)
            self.assertTrue(await lock.reacquire())
            self.assertTrue(await lock.downgrade())
            async with self.client.read_lock(self.name):
                pass
        self.assertFalse(lock.held or await lock.locked())
        with self.assertRaises(libredlock.LockNotOwnedError):
            await lock.release()

    async def test_tasks_take_turns(self):
        inside = most = 0

        async def work():
            nonlocal inside, most
            async with self.lock():
                inside += 1
                most = max(most, inside)
                await asyncio.sleep(0.01)
                inside -= 1

        await asyncio.gather(*(work() for _ in range(10)))
        self.assertEqual(most, 1)

    async def test_a_loss_is_reported(self):
        lost = asyncio.Event()
        lock = self.lock(ttl=3, on_lost=lambda _: lost.set())
        await lock.acquire()
        ask_all("SET", self.name, "another")
        await asyncio.wait_for(lost.wait(), LONG)
        self.assertFalse(lock.held)
        with self.assertRaises(libredlock.LockNotOwnedError):
            await lock.release()
        ask_all("DEL", self.name)

    async def test_a_cancelled_acquire_leaves_no_lock(self):
        for turns in range(30):
            task = asyncio.create_task(self.lock().acquire())
            for _ in range(turns):
                await asyncio.sleep(0)
            task.cancel()
            try:
                await task
            except asyncio.CancelledError:
                pass
            else:
                self.assertTrue(task.cancelled() or task.result())
            del task
        gc.collect()
        self.assertTrue(await self.lock(blocking_timeout=LONG).acquire())

    async def test_an_acquire_that_is_cancelled_when_decided_is_released(self):
        lock = self.lock()
        task = asyncio.create_task(lock.acquire())
        for _ in range(LONG * 100):
            if has_key(self.name):
                break
            await asyncio.sleep(0)
            time.sleep(0.001)
        task.cancel()  # the answers are there, and nobody has read them
        try:
            await task
        except asyncio.CancelledError:
            await self.eventually(lambda: not has_key(self.name))
            self.assertFalse(lock.held)

    async def test_a_waiter_is_cancelled(self):
        async with self.lock():
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(self.lock().acquire(), 0.1)
        self.assertTrue(await self.lock().acquire(blocking=False))

    async def test_garbage_is_released(self):
        await self.lock().acquire()
        gc.collect()
        async with self.lock(blocking_timeout=LONG):
            pass

    async def test_close_ends_waits(self):
        other = libredlock.asyncio.Client(self.nodes, node_timeout=5)
        async with self.lock():
            task = asyncio.create_task(other.lock(self.name).acquire())
            await asyncio.sleep(0.1)
            await other.aclose()
            with self.assertRaises(libredlock.LockError) as caught:
                await task
            self.assertEqual(caught.exception.status, Status.CANCELLED)

    async def test_on_lost_may_close_the_client(self):
        other = libredlock.asyncio.Client(self.nodes, node_timeout=5)
        closed = asyncio.Event()

        def lost(_lock):
            other._core.close()
            closed.set()

        lock = other.lock(self.name, ttl=3, on_lost=lost)
        await lock.acquire()
        ask_all("DEL", self.name)
        await asyncio.wait_for(closed.wait(), LONG)


class LoopTest(TestCase):
    def test_a_client_belongs_to_one_loop(self):
        client = libredlock.asyncio.Client(self.nodes, node_timeout=5)

        async def use():
            async with client.lock(self.name):
                pass

        asyncio.run(use())
        self.assertRaises(RuntimeError, asyncio.run, use())
        client._core.close()
