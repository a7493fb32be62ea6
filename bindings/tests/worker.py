#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""worker.py NODES RESOURCE COUNTER SECONDS: a contender in Python.

All contenders of bindings/tests, in any language, have these arguments:

NODES     comma-separated URIs
RESOURCE  the name of the lock
COUNTER   a file with a decimal number
SECONDS   after this time the worker ends, with status 0

A worker repeats until then: acquire the lock with a fencing token, a TTL of
10 s and renewal, waiting at most 1 s; append the line "enter LANGUAGE FENCE
TOKEN TIME" to COUNTER.journal; read the number in COUNTER; write the number
plus one to COUNTER; append "leave LANGUAGE FENCE TOKEN TIME"; release; sleep
20 ms, because the queue of this library's waiters would leave nothing to a
worker that polls. TIME is seconds of the real-time clock. Each line is appended
by one write() to a file opened with O_APPEND. A worker without fencing tokens
writes 0 as FENCE. If the lock is not acquired, or is lost, the worker goes on
with the next turn. At the end it prints the number of its turns that held the
lock.
"""
import os
import sys
import time

import libredlock


def note(journal, line):
    os.write(journal, f"{line}{time.time():.3f}\n".encode())


def main():
    nodes, resource, counter, seconds = sys.argv[1:]
    end = time.monotonic() + float(seconds)
    journal = os.open(counter + ".journal",
                      os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    turns = 0
    with libredlock.Client(nodes, node_timeout=5) as client:
        while time.monotonic() < end:
            lock = client.lock(resource, ttl=10, blocking_timeout=1)
            try:
                if not lock.acquire():
                    continue
            except libredlock.LockError:
                continue
            line = f" python {lock.fence} {lock.token} "
            note(journal, "enter" + line)
            with open(counter) as file:
                number = int(file.read())
            with open(counter, "w") as file:
                file.write(str(number + 1))
            note(journal, "leave" + line)
            turns += 1
            try:
                lock.release()
            except libredlock.LockError:
                pass
            time.sleep(0.02)
    print(turns)


if __name__ == "__main__":
    main()
