# SPDX-License-Identifier: MIT
"""The end of a process, fork() and signals."""
import os
import signal
import time

import libredlock
from support import LONG, TestCase, eventually, has_key

HOLDER = """
import logging, os, sys, threading, time, libredlock, support
logging.getLogger("libredlock").setLevel(logging.DEBUG)
client = libredlock.Client(os.environ["NODES"], node_timeout=5)
name, way = sys.argv[1:]
lock = client.lock(name, ttl=3, on_lost=print)
lock.acquire()
def lost(lock):
    time.sleep(0.01)
    try:
        lock.release()
    except libredlock.LockError:
        pass
others = [client.lock(f"{name}{i}", ttl=3, on_lost=lost) for i in range(20)]
for other in others:
    other.acquire()
def wait():  # in a call when the process ends
    try:
        client.lock(name).acquire()
    except libredlock.LockError:
        if way != "close":
            raise
for _ in range(2):
    threading.Thread(target=wait, daemon=True).start()
print("held", flush=True)
time.sleep(1 + os.getpid() % 16 * 0.01)
if way == "exit":
    sys.exit(3)
if way == "_exit":
    os._exit(3)
if way == "close":
    client.close()
if way == "asyncio":
    import asyncio, libredlock.asyncio
    client = libredlock.asyncio.Client(os.environ["NODES"], node_timeout=5)
    asyncio.run(client.lock(f"{name}-asyncio").acquire())
if way == "lost":
    for uri in os.environ["NODES"].split(","):
        support.command(uri, "DEL", *(other.name for other in others))
"""


class ExitTest(TestCase):
    def test_18_processes_exit_with_renewals_under_way(self):
        ways = {"end": 0, "exit": 3, "_exit": 3, "close": 0, "asyncio": 0,
                "lost": 0}
        started = [(i, way, status, self.script(HOLDER, f"{self.name}-{i}-", way))
                   for i, (way, status) in enumerate((*ways.items(),) * 3)]
        for i, way, status, process in started:
            with self.subTest(way=way, process=i):
                # On a slow machine locks are lost, and the log says so.
                _, error = process.communicate(timeout=LONG)
                self.assertEqual(process.returncode, status)
                self.assertNotRegex(error, "Traceback|Exception|Fatal|assert")
                eventually(lambda: not has_key(f"{self.name}-{i}-"))

    def test_a_child_holds_nothing_and_takes_nothing(self):
        with libredlock.Client(self.nodes, node_timeout=5) as client:
            with client.lock(self.name, ttl=60) as lock:
                child = os.fork()
                if child == 0:
                    status = 1
                    try:
                        held = lock.held
                        lock.release()
                    except libredlock.LockError as error:
                        forked = error.status == libredlock.Status.FORKED
                        client.close()
                        with libredlock.Client(self.nodes,
                                               node_timeout=5) as own:
                            free = own.lock(self.name).acquire(False)
                        status = 0 if forked and not held and not free else 2
                    finally:
                        os._exit(status)
                _, status = os.waitpid(child, 0)
                self.assertEqual(status, 0)
                self.assertTrue(lock.extend(1))

    def test_a_child_exits_while_threads_of_the_parent_wait(self):
        text = """
import os, sys, threading, time, libredlock
client = libredlock.Client(os.environ["NODES"], node_timeout=5)
lock = client.lock(sys.argv[1], ttl=3)
lock.acquire()
threading.Thread(target=client.lock(sys.argv[1]).acquire, daemon=True).start()
time.sleep(0.2)
child = os.fork()
if child == 0:
    sys.exit(5)
_, status = os.waitpid(child, 0)
print(os.WEXITSTATUS(status), lock.held)
"""
        self.assertEqual(self.ends(self.script(text, self.name)), "5 True\n")

    def test_a_child_leaves_the_loop_of_its_parent_alone(self):
        text = """
import asyncio, atexit, os, sys, libredlock.asyncio
async def main():
    client = libredlock.asyncio.Client(os.environ["NODES"], node_timeout=5)
    async with client.lock(sys.argv[1]) as lock:
        child = os.fork()
        if child == 0:
            atexit._run_exitfuncs()
            os._exit(5)
        _, status = os.waitpid(child, 0)
        print(os.WEXITSTATUS(status), await asyncio.wait_for(lock.extend(1), 30))
asyncio.run(main())
"""
        self.assertEqual(self.ends(self.script(text, self.name)), "5 True\n")

    def test_a_signal_ends_a_wait(self):
        text = """
import os, sys, libredlock
client = libredlock.Client(os.environ["NODES"], node_timeout=5)
print("waits", flush=True)
try:
    client.lock(sys.argv[1]).acquire()
except KeyboardInterrupt:
    print("interrupted")
"""
        with libredlock.Client(self.nodes, node_timeout=5) as client:
            lock = client.lock(self.name)
            lock.acquire()
            process = self.script(text, self.name)
            process.stdout.readline()
            time.sleep(0.2)
            process.send_signal(signal.SIGINT)
            self.assertEqual(self.ends(process), "interrupted\n")
            lock.release()
            self.assertTrue(lock.acquire(blocking=False))
            eventually(lambda: has_key(self.name))
