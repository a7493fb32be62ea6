# SPDX-License-Identifier: MIT
"""Runs the tests in this folder with unittest and prints TAP."""
import os
import sys
import time
import traceback
import unittest


class Result(unittest.TestResult):
    count = 0
    started = 0.0

    def startTest(self, test):
        self.started = time.monotonic()

    def report(self, test, text, ok=True):
        self.count += 1
        name = test.id().split(".", 1)[-1]
        seconds = time.monotonic() - self.started
        if seconds > 5:
            text += f" # {seconds:.1f} s"
        print(f"{'ok' if ok else 'not ok'} {self.count} - python::{name}{text}",
              flush=True)

    def addSuccess(self, test):
        self.report(test, "")

    def addSkip(self, test, reason):
        self.report(test, f" # SKIP {reason}")

    def addError(self, test, err):
        self.report(test, "", ok=False)
        for line in "".join(traceback.format_exception(*err)).splitlines():
            print("#", line, flush=True)

    addFailure = addError

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.addError(subtest, err)


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    sys.path.insert(0, folder)
    loader = unittest.TestLoader()
    if len(sys.argv) > 1:
        suite = loader.loadTestsFromNames(sys.argv[1:])
    else:
        suite = loader.discover(folder)
    result = Result()
    suite.run(result)
    print(f"1..{result.count}")


if __name__ == "__main__":
    main()
