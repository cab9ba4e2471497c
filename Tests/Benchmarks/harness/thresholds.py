"""What does not depend on the machine: instructions and allocations of one run, compared with thresholds.json."""

import json
import os
import re
import subprocess
from pathlib import Path

from .figure import Figure, at_most

_FILE = Path(__file__).resolve().parent.parent / "thresholds.json"
# What one run may cost more than the threshold. Instructions are the same in each run, but for the addresses of memory.
_TOLERANCE = 1.03
# The runs of each benchmark. A short and a long series differ in nothing but these.
_TIMES = {"request": 2000, "schema": 50, "rendering": 100, "assignment": 2000, "import": 1}


def check(settings):
    """One row for each benchmark and measure; a row that is worse than its threshold is not met."""
    thresholds = json.loads(_FILE.read_text(encoding="utf-8"))
    return [
        Figure(
            f"{measure} of one run: {name}", f"{cost:,.0f}", f"{threshold:,.0f}",
            cost / threshold if threshold else None, "≤ 3 % more", at_most(cost, threshold * _TOLERANCE))
        for name, costs in _costs(settings).items()
        for measure, cost in costs.items() for threshold in [thresholds[name][measure]]
    ]


def write(settings):
    """Makes what is measured the thresholds."""
    _FILE.write_text(json.dumps(_costs(settings), indent=2) + "\n", encoding="utf-8")


def _costs(settings):
    return {
        name: {"instructions": _instructions(settings, name, times), "allocations": _allocations(settings, name)}
        for name, times in _TIMES.items()
    }


def _command(settings, name, *options):
    return [str(settings.bin / "marquee-benchmarks"), "--screens", str(settings.screens), "--only", name, *options]


def _instructions(settings, name, times):
    def counted(times):
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
        result = subprocess.run(
            command + _command(settings, name, "--times", str(times)), capture_output=True, text=True, check=True,
            # The seed of hashes is the same in each run.
            env={**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"})
        return int(re.search(r"Collected : (\d+)", result.stderr)[1])

    # Without the start of the program, and without what the first runs fill.
    return round((counted(2 * times) - counted(times)) / times)


def _allocations(settings, name):
    result = subprocess.run(
        _command(settings, name, "--json", "--allocations"), capture_output=True, text=True, check=True,
        env={
            **os.environ, "LD_PRELOAD": str(settings.work / "allocation-count.so"), "SWIFT_DETERMINISTIC_HASHING": "1",
        })
    return json.loads(result.stdout)["allocations"]
