"""Chooses the core of the harness itself, for measurements that its work is part of."""

import contextlib
import os


@contextlib.contextmanager
def pinned(core):
    """Pins the calling thread to a core. Processes that it starts meanwhile inherit that."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
