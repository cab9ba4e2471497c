"""Repeats an action at a rate per second, on a thread of its own."""

import threading
import time

from .pinned import pinned


class PacedClient(threading.Thread):
    """Calls `action` between entering and leaving the context; it returns the seconds that it took.

    After a late call, the next one follows at once, to keep the rate if possible.
    """

    def __init__(self, action, per_second, core):
        super().__init__(daemon=True)
        self._action = action
        self._interval = 1 / per_second
        self._core = core
        self._stopping = threading.Event()
        self._error = None
        # The duration of each call, in seconds.
        self.taken = []
        self.per_second = 0.0

    def run(self):
        try:
            with pinned(self._core):
                self._keep_pace()
        except Exception as error:  # Raised again when the thread is joined.
            self._error = error

    def _keep_pace(self):
        began = last = time.perf_counter()
        while not self._stopping.is_set():
            wait = began + len(self.taken) * self._interval - time.perf_counter()
            if wait > 0:
                time.sleep(wait)
            last = time.perf_counter()
            self.taken.append(self._action())
        # The seconds from the beginning of the first call to that of the last.
        self.per_second = (len(self.taken) - 1) / (last - began)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, kind, *_):
        self._stopping.set()
        self.join()
        if self._error and kind is None:
            raise self._error
