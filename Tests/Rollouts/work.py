"""What all parts have: the program, a folder that is deleted, processes, and results."""

import contextlib
import multiprocessing
import shutil
import tempfile
import time
import traceback
from dataclasses import dataclass
from multiprocessing.connection import wait
from pathlib import Path

from harness.filled_folder import types_and_formats
from harness.settings import Settings

_PROCESSES = multiprocessing.get_context("fork")
ROOT = Path(__file__).resolve().parents[2]


class LeftOut(Exception):
    """A part cannot run here, because a program is missing."""


@dataclass
class Result:
    text: str
    # What it must be.
    limit: str
    passed: bool

    def __str__(self):
        return f"{'passed' if self.passed else 'FAILED'}: {self.text} ({self.limit})"


class Work(Settings):
    """The settings of a run, as the servers of the benchmarks read them."""

    def __init__(self, program, is_short):
        self.program = program
        self._outer = Path(tempfile.mkdtemp(prefix="marquee-rollouts-"))
        # PostgreSQL makes a folder beside this one, as a user who must reach it.
        self._outer.chmod(0o755)
        super().__init__(program.parent, self._outer / "work", ROOT / "screens", is_short)
        self.work.mkdir()
        # What later parts use again, such as PostgreSQL.
        self._kept = {}
        self._stack = contextlib.ExitStack()

    @property
    def marquee(self):
        return self.program

    @property
    def is_short(self):
        return self.quick

    def size(self, long, short):
        return short if self.is_short else long

    def screens_with(self, name, guards):
        """A new folder with the shipped view types and formats, and these guards by name."""
        folder = types_and_formats(self, name)
        (folder / "_guards").mkdir()
        for guard, text in guards.items():
            (folder / "_guards" / f"{guard}.json").write_text(text, encoding="utf-8")
        return folder

    def keep(self, name, make):
        """What `make` returns, entered until the end of the run. Only the first call makes it."""
        if name not in self._kept:
            self._kept[name] = self._stack.enter_context(make())
        return self._kept[name]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self._stack.close()
        finally:
            shutil.rmtree(self._outer, ignore_errors=True)


def in_processes(function, arguments):
    """The results of calls of a function, each in a process of its own, in the order of the arguments. The first error
    ends all of them."""
    receiving = {}
    processes = []
    try:
        for place, some in enumerate(arguments):
            receiver, sender = _PROCESSES.Pipe(duplex=False)
            receiving[receiver] = place
            process = _PROCESSES.Process(target=_call, args=(sender, function, some))
            process.start()
            processes.append(process)
            sender.close()
        results = [None] * len(arguments)
        while receiving:
            for receiver in wait(list(receiving)):
                place = receiving.pop(receiver)
                try:
                    error, results[place] = receiver.recv()
                except EOFError:
                    error = "it ended without a result"
                if error:
                    raise RuntimeError(f"in a process of {function.__module__}:\n{error}")
        return results
    finally:
        # Each one stops its servers.
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()


def _call(sender, function, arguments):
    try:
        sender.send((None, function(*arguments)))
    except KeyboardInterrupt:
        # The run ends.
        pass
    except Exception:
        sender.send((traceback.format_exc(), None))


def wait_until(condition, what, timeout=120, pause=0.02):
    """Waits until a condition returns something, and returns it. The timeout only ends a run that would hang."""
    end = time.monotonic() + timeout
    while not (value := condition()):
        if time.monotonic() > end:
            raise RuntimeError(f"waited {timeout} s for {what}")
        time.sleep(pause)
    return value
