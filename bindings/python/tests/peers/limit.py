# SPDX-License-Identifier: MIT
"""A plugin of pytest: a test fails after 20 seconds, instead of never."""
import signal

import pytest


def _end(*_):
    raise TimeoutError("the test took too long")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item):
    signal.signal(signal.SIGALRM, _end)
    signal.setitimer(signal.ITIMER_REAL, 20, 20)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
