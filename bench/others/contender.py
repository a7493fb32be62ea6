# SPDX-License-Identifier: MIT
"""What contender.c is for the systems whose clients are in Python.

A system"s program hands a class to run():

    Session(ports, resource)  a connection, and one lock in it; may raise
    acquire()                 waits as long as it takes; may raise
    release()                 may raise
    holds()                   False once it is known to be lost
    close()

and may hand it further verbs. Each worker is a process, as other machines
would be; a session whose calls have raised is of no more use.
"""

import multiprocessing
import os
import sys
import time

MS = 1000000
PATIENCE_NS = 20000 * MS
PULSE_S = 0.005

now = time.monotonic_ns


def fail(text):
    sys.stderr.write(f"bench: {text}\n")
    sys.exit(1)


def ttl_ms():
    return int(os.environ.get("BENCH_TTL_MS", "10000"))


def ports():
    return [int(port) for port in os.environ["BENCH_PORTS"].split(",")]


def read_plan(words):
    plan = {"workers": 1, "shared": 0, "hold_us": 0, "warm_ms": 200,
            "run_ms": 1000, "style": ""}
    for word in words:
        name, _, value = word.partition("=")
        if name not in plan:
            fail(f"{word}: no such word")
        plan[name] = value if name == "style" else int(value)
    return plan


def open_session(session, resource):
    """Tries until the server is there."""
    until = now() + PATIENCE_NS
    while True:
        try:
            return session(ports(), resource)
        except Exception as error:  # whatever a client library raises
            if now() > until:
                fail(f"the server cannot be reached: {error}")
            time.sleep(0.02)


def close_session(session):
    try:
        session.close()
    except Exception:  # the server may be gone
        pass


# --- pairs --------------------------------------------------------------------


class Worker:
    """One of those who acquire and release; ends with its samples."""

    def __init__(self, session, plan, index, resource):
        self.session = session
        self.plan = plan
        self.index = index
        self.resource = resource
        self.samples = []
        self.failed = 0
        self.failed_longest = 0

    def pair(self, lock, begin):
        start = now()
        lock.acquire()
        held = now()
        if self.plan["hold_us"]:
            time.sleep(self.plan["hold_us"] / 1e6)
        let_go = now()
        lock.release()
        over = now()
        if over >= begin:
            self.samples.append((over, held - start, over - let_go))

    def run(self, together, results):
        lock = open_session(self.session, self.resource)
        together.wait()
        begin = now() + self.plan["warm_ms"] * MS
        end = begin + self.plan["run_ms"] * MS
        while now() < end:
            start = now()
            try:
                self.pair(lock, begin)
            except Exception:  # whatever a client library raises
                self.failed += 1
                self.failed_longest = max(self.failed_longest, now() - start)
                close_session(lock)
                lock = open_session(self.session, self.resource)
        results.put((self.index, self.samples, self.failed,
                     self.failed_longest))
        # A waiter must not need answers of this session any more.
        close_session(lock)


def pairs(session, plan):
    count = plan["workers"]
    context = multiprocessing.get_context("fork")
    together = context.Barrier(count)
    results = context.SimpleQueue()
    processes = []
    for i in range(count):
        own = 0 if plan["shared"] else i
        resource = f"bench:{os.getpid()}:{own}"
        worker = Worker(session, plan, i, resource)
        processes.append(context.Process(target=worker.run,
                                         args=(together, results), daemon=True))
        processes[-1].start()
    say_pairs(count, [results.get() for _ in processes])
    for process in processes:
        process.join(2)


def say_pairs(count, results):
    """The first sample only starts the clock, as in driver.c."""
    samples = sorted((over, index, acquire, release)
                     for index, mine, _, _ in results
                     for over, acquire, release in mine)
    lines = [f"{index} {acquire} {release}"
             for _, index, acquire, release in samples[1:]]
    wall = samples[-1][0] - samples[0][0] if samples else 0
    lines += [f"workers {count}", f"wall_ns {wall}",
              f"failed {sum(result[2] for result in results)}",
              f"failed_longest_ns {max(result[3] for result in results)}"]
    print("\n".join(lines), flush=True)


# --- one resource -------------------------------------------------------------


def say(what, ns):
    print(f"{what} {ns}", flush=True)


def hold_it(session, resource):
    """Through whatever fails, as long as the server comes back."""
    while True:
        lock = open_session(session, resource)
        try:
            lock.acquire()
            say("held", now())
            return lock
        except Exception:  # whatever a client library raises
            close_session(lock)
            time.sleep(0.02)


def hold(session, resource):
    lock = hold_it(session, resource)
    while lock.holds():
        time.sleep(0.01)
    say("lost", now())


def wait(session, resource):
    lock = hold_it(session, resource)
    try:
        lock.release()
    except Exception:  # it was held, which is what counts
        pass
    close_session(lock)


def pulse(session, resource, plan):
    lock = open_session(session, resource)
    gap = 0
    last = now()
    end = last + (plan["warm_ms"] + plan["run_ms"]) * MS
    while now() < end:
        try:
            if lock is None:
                lock = session(ports(), resource)
            lock.acquire()
            gap = max(gap, now() - last)
            last = now()
            lock.release()
        except Exception:  # whatever a client library raises
            if lock is not None:
                close_session(lock)
            lock = None
        time.sleep(PULSE_S)
    say("gap_ns", max(gap, now() - last))
    if lock is not None:
        close_session(lock)


def run(session, **others):
    verb = sys.argv[1] if len(sys.argv) > 1 else ""
    plan = read_plan(sys.argv[2:])
    resource = os.environ.get("BENCH_RESOURCE", "")
    if verb in others:
        others[verb]()
    elif verb == "pairs":
        pairs(session, plan)
    elif verb == "hold":
        hold(session, resource)
    elif verb == "wait":
        wait(session, resource)
    elif verb == "pulse":
        pulse(session, resource, plan)
    else:
        fail(f"{verb}: no such verb")
    # Does not wait for threads of a client library whose server is gone.
    sys.stdout.flush()
    os._exit(0)
