"""Which core the harness itself is on, where it is part of what is measured."""

import contextlib
import os


@contextlib.contextmanager
def pinned(core):
    """The calling thread is on that core alone; what it starts meanwhile would be, too."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
