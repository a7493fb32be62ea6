# SPDX-License-Identifier: MIT
"""Masters for the tests, and what the tests ask them."""
import atexit
import functools
import os
import socket
import subprocess
import sys
import tempfile
import time
import unittest

FOLDER = os.environ.get("REDLOCK_TEST_DIR") or tempfile.mkdtemp()
PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LONG = 60  # seconds; what takes this long has failed


@functools.lru_cache(None)
def masters():
    """The URIs of five masters, which end with this process."""
    path = os.path.join(FOLDER, "masters")
    process = subprocess.Popen([os.environ["REDLOCK_MASTERS"], "5", path])
    atexit.register(lambda: (process.terminate(), process.wait()))
    eventually(lambda: os.path.exists(path))
    with open(path) as file:
        return [line.split()[0] for line in file]


def command(uri, *words):
    """The first line that a master answers."""
    with socket.socket(socket.AF_UNIX) as node:
        node.connect(uri.replace("unix://", "", 1))
        node.sendall(" ".join(words).encode() + b"\r\n")
        with node.makefile() as answer:
            return answer.readline().strip()


def ask_all(*words):
    return [command(uri, *words) for uri in masters()]


def has_key(name):
    return sum(answer == ":1" for answer in ask_all("EXISTS", name)) >= 3


def eventually(condition):
    """Waits until the condition is true."""
    end = time.monotonic() + LONG
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("it did not become true in time")
        time.sleep(0.01)


class TestCase(unittest.TestCase):
    def setUp(self):
        self.nodes = masters()
        self.name = self.id()  # no two tests use the same lock

    def script(self, text, *arguments):
        """A Python program on another process."""
        environment = dict(os.environ, NODES=",".join(masters()),
                           PYTHONPATH=f"{PACKAGE}:{PACKAGE}/tests")
        process = subprocess.Popen(
            [sys.executable, "-W", "ignore::DeprecationWarning", "-c", text,
             *arguments], env=environment, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        return process

    def ends(self, process, status=0):
        """The process ends with this status, and prints no error."""
        out, error = process.communicate(timeout=LONG)
        self.assertEqual((process.returncode, error), (status, ""))
        return out
