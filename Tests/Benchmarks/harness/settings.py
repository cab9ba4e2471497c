"""The settings of a run."""

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Settings:
    # The folder of the built programs.
    bin: Path
    # A folder that is deleted after the run.
    work: Path
    screens: Path
    quick: bool
    # An earlier `marquee`, to compare its start with; None for none.
    before: Path | None = None

    def __post_init__(self):
        self.cores = sorted(os.sched_getaffinity(0))

    @property
    def marquee(self):
        return self.bin / "marquee"

    @property
    def floor(self):
        return self.work / "epoll-floor"

    @property
    def turns(self):
        return self.work / "turns"

    @property
    def server_core(self):
        return self.cores[0]

    @property
    def load_core(self):
        return self.cores[1]

    def folder(self, name):
        """Creates a new folder with a name."""
        path = self.work / name
        path.mkdir()
        return path
