# SPDX-License-Identifier: MIT
"""The client and the lock for threads."""
import gc
import threading
import time

import libredlock
from libredlock import Reason, Status, Vote
from support import TestCase, ask_all, eventually, has_key


class LockTest(TestCase):
    def setUp(self):
        super().setUp()
        self.client = libredlock.Client(self.nodes, node_timeout=5)
        self.addCleanup(self.client.close)

    def lock(self, **options):
        return self.client.lock(self.name, **options)

    def test_with_holds_the_lock_until_its_end(self):
        with self.lock(ttl=60) as lock:
            self.assertTrue(lock.held and lock.owned() and lock.locked())
            self.assertTrue(55 < lock.remaining <= 60)
            self.assertIn(f"${len(lock.token)}", ask_all("GET", self.name))
        self.assertFalse(lock.held or lock.owned() or lock.locked())
        self.assertEqual((lock.remaining, lock.token), (0, None))

    def test_a_held_lock_is_refused(self):
        with self.lock():
            self.assertIs(self.lock().acquire(blocking=False), False)
            start = time.monotonic()
            self.assertIs(self.lock(blocking_timeout=0.2).acquire(), False)
            self.assertGreaterEqual(time.monotonic() - start, 0.2)
            with self.assertRaises(libredlock.LockBusyError) as caught:
                with self.lock(blocking=False):
                    self.fail("two hold the lock")
        self.assertEqual(caught.exception.status, Status.BUSY)
        self.assertIn(Reason.HELD,
                      [node.reason for node in caught.exception.nodes])

    def test_a_waiter_gets_the_lock_when_it_is_released(self):
        lock = self.lock()
        lock.acquire()
        timer = threading.Timer(0.1, lock.release)
        timer.start()
        self.assertTrue(self.lock().acquire(blocking_timeout=60))
        timer.join()

    def test_threads_share_a_lock_object(self):
        lock = self.lock()
        inside = []
        most = []

        def work():
            for _ in range(10):
                with lock:
                    inside.append(1)
                    most.append(len(inside))
                    inside.pop()

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((len(most), max(most)), (40, 1))

    def test_fences_rise(self):
        fences = []
        for _ in range(3):
            with self.lock() as lock:
                fences.append(lock.fence)
        self.assertEqual(fences, sorted(set(fences)))
        with self.lock(fencing=False) as lock:
            self.assertEqual(lock.fence, 0)

    def test_extend_adds_as_in_redis_py(self):
        with self.lock(timeout=60, keep=False) as lock:
            self.assertTrue(lock.extend(60))
            self.assertTrue(110 < lock.remaining <= 120)
            self.assertTrue(lock.extend(150, replace_ttl=True))
            self.assertTrue(145 < lock.remaining <= 150)
        with self.lock(ttl=60, keep=False) as lock:
            before = lock.remaining
            time.sleep(0.05)
            self.assertLess(lock.remaining, before)
            self.assertTrue(lock.reacquire())
            self.assertGreater(lock.remaining, before - 0.05)

    def test_a_kept_lock_outlives_its_ttl(self):
        with self.lock(ttl=2):
            time.sleep(2.5)
            self.assertTrue(has_key(self.name))

    def test_a_loss_is_reported(self):
        lost = []
        lock = self.lock(ttl=3, on_lost=lost.append)
        lock.acquire()
        ask_all("SET", self.name, "another")
        eventually(lambda: lost)
        self.assertEqual((lost, lock.held), ([lock], False))
        for call in (lambda: lock.extend(1), lock.reacquire, lock.release):
            self.assertRaises(libredlock.LockNotOwnedError, call)
        ask_all("DEL", self.name)

    def test_on_lost_may_release_and_may_not_close(self):
        raised = []

        def lost(lock):
            for call in (lock.release, self.client.close):
                try:
                    call()
                except Exception as error:
                    raised.append(type(error))

        lock = self.lock(ttl=3, on_lost=lost)
        lock.acquire()
        ask_all("DEL", self.name)
        eventually(lambda: len(raised) == 2)
        self.assertEqual(raised, [libredlock.LockNotOwnedError, RuntimeError])

    def test_with_raises_if_the_lock_was_lost(self):
        with self.assertRaises(libredlock.LockNotOwnedError):
            with self.lock():
                ask_all("DEL", self.name)
        with self.assertLogs("libredlock", "WARNING"):
            with self.assertRaises(ZeroDivisionError):
                with self.lock():
                    ask_all("DEL", self.name)
                    1 / 0

    def test_an_unlocked_lock_cannot_be_released(self):
        lock = self.lock()
        for call in (lock.release, lock.reacquire, lambda: lock.extend(1)):
            self.assertRaises(libredlock.LockNotOwnedError, call)

    def test_readers_share_and_exclude_a_writer(self):
        writer = self.client.write_lock(self.name, blocking=False)
        with self.client.read_lock(self.name):
            with self.client.read_lock(self.name) as reader:
                self.assertTrue(reader.locked())
                self.assertFalse(writer.acquire())
        self.assertTrue(writer.acquire())
        self.assertFalse(self.client.read_lock(self.name).acquire(False))
        self.assertTrue(writer.downgrade())
        self.assertTrue(self.client.read_lock(self.name).acquire(False))

    def test_a_semaphore_has_slots(self):
        holders = [self.client.semaphore(self.name, 2) for _ in range(3)]
        self.assertEqual([one.acquire(blocking=False) for one in holders],
                         [True, True, False])
        self.assertEqual(sorted(one.slot for one in holders[:2]), [0, 1])
        holders[0].release()
        self.assertTrue(holders[2].acquire(blocking=False))
        with self.assertRaises(libredlock.ConfigurationError) as caught:
            self.client.semaphore(self.name, 3).acquire()
        self.assertEqual(caught.exception.status, Status.DISAGREES)

    def test_a_set_is_held_as_a_whole(self):
        names = [self.name + end for end in "abc"]
        with self.client.lock_all(names, shared=names[1:2]) as lock:
            self.assertEqual(len(set(lock.fences)), 3)
            self.assertEqual(len(set(lock.tokens)), 3)
            self.assertFalse(self.client.lock(names[2]).acquire(False))
            self.assertTrue(self.client.read_lock(names[1]).acquire(False))

    def test_locks_of_one_owner_do_not_exclude_each_other(self):
        with self.lock(owner="me") as first:
            with self.lock(owner="me", owner_fence=first.fence) as second:
                self.assertEqual(first.fence, second.fence)
                self.assertFalse(self.lock().acquire(blocking=False))

    def test_garbage_is_released(self):
        self.lock().acquire()
        gc.collect()
        with self.lock(blocking_timeout=60) as lock:
            self.assertTrue(lock.held)
        client = libredlock.Client(self.nodes, node_timeout=5)
        client.lock(self.name).acquire()
        del client
        gc.collect()
        eventually(lambda: not has_key(self.name))

    def test_close_releases_and_ends_waits(self):
        other = libredlock.Client(self.nodes, node_timeout=5)
        held = other.lock(self.name + "held")
        with self.lock(), other:
            held.acquire()
            waiter = other.lock(self.name)
            raised = []

            def wait():
                try:
                    waiter.acquire()
                except libredlock.LockError as error:
                    raised.append(error.status)

            thread = threading.Thread(target=wait)
            thread.start()
            time.sleep(0.1)
            other.close()
            thread.join()
        self.assertEqual(raised, [Status.CANCELLED])
        self.assertEqual((held.held, held.remaining), (False, 0))
        self.assertRaises(libredlock.LockError, held.release)
        self.assertTrue(self.client.lock(self.name + "held").acquire(False))

    def test_a_lock_is_read_and_extended_while_it_is_released(self):
        lock = self.lock()
        stop = threading.Event()
        errors = []

        def use():
            while not stop.is_set():
                lock.held, lock.remaining, repr(lock)
                try:
                    lock.extend(0.1)
                except libredlock.LockNotOwnedError:
                    pass
                except Exception as error:
                    errors.append(error)

        threads = [threading.Thread(target=use) for _ in range(3)]
        for thread in threads:
            thread.start()
        for _ in range(30):
            lock.acquire()
            lock.release()
        stop.set()
        for thread in threads:
            thread.join()
        self.assertEqual(errors, [])


class ErrorTest(TestCase):
    dead = "unix:///no/a,unix:///no/b,unix:///no/c"

    def test_an_error_has_the_status_and_the_reason_of_each_node(self):
        with libredlock.Client(self.dead) as client:
            with self.assertRaises(libredlock.NoQuorumError) as caught:
                client.lock("job", blocking=False).acquire()
        error = caught.exception
        self.assertEqual(error.status, Status.NO_QUORUM)
        self.assertIn("unix:///no/a: connection refused", str(error))
        self.assertEqual(len(error.nodes), 3)
        self.assertEqual((error.nodes[0].vote, error.nodes[0].reason),
                         (Vote.UNREACHED, Reason.REFUSED))

    def test_wrong_settings_and_arguments_are_refused(self):
        wrong = [
            lambda: libredlock.Client("redis://a,,redis://b"),
            lambda: libredlock.Client(self.nodes, slack=-5),
            lambda: client.lock("").acquire(),
            lambda: client.lock("job", ttl=86400).acquire(),
            lambda: client.lock("job", ttl=0.001).acquire(),
        ]
        with libredlock.Client(self.nodes) as client:
            for call in wrong:
                self.assertRaises(libredlock.ConfigurationError, call)
            with self.assertRaises(TypeError):
                client.lock("job", tll=3)
            with self.assertRaises(TypeError):
                client.lock("job", ttl=3, timeout=3)
            with self.assertRaises(TypeError):
                client.lock_all("job")

    def test_what_the_library_would_not_notice_is_refused(self):
        client = libredlock.Client(self.nodes)
        self.addCleanup(client.close)
        wrong = [
            lambda: client.lock("a\0b").acquire(),
            lambda: client.lock("a\0b").locked(),
            lambda: client.lock_all(["a", "b\0c"]).acquire(),
            lambda: client.lock("job", owner="a\0b").acquire(),
            lambda: client.lock("job", ttl=2**64 // 1000 + 60).acquire(),
            lambda: client.semaphore("sem", 2**32 + 1).acquire(),
            lambda: client.semaphore("sem", 0),
            lambda: client.lock_all([]),
            lambda: client.lock_all(["a"], shared=["b"]),
            lambda: client.lock("job", ttl=0),
            lambda: client.lock("job", blocking_timeout=-1).acquire(),
            lambda: libredlock.Client(self.nodes, strategy="none"),
            lambda: libredlock.Client(self.nodes, guard="none"),
            lambda: libredlock.Client(self.nodes, label="a\0b"),
            lambda: libredlock.Client(self.nodes, quorum=2**32 + 3),
        ]
        for call in wrong:
            self.assertRaises(ValueError, call)

    def test_messages_go_to_the_logger(self):
        with self.assertLogs("libredlock") as logs:
            with libredlock.Client(self.dead) as client:
                lock = client.lock("job", blocking_timeout=0.3)
                self.assertRaises(libredlock.NoQuorumError, lock.acquire)
        self.assertIn("unix:///no/a: no connection", "\n".join(logs.output))
