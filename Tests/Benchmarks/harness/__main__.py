"""Measures, and prints the table."""

import argparse
import os
import resource
import signal
import sys
import traceback
from pathlib import Path

from . import thresholds
from .endpoints import endpoints
from .figure import Figure, table
from .languages import languages
from .memory import memory
from .micro import micro
from .nodes import nodes
from .publishing import publishing
from .reports import reports
from .rollouts import rollouts
from .screenkit import screenkit
from .serving import serving
from .settings import Settings
from .start import start
from .worst_cases import worst_cases

_PARTS = {
    "serving": serving, "memory": memory, "start": start, "publishing": publishing, "micro": micro,
    "screenkit": screenkit, "nodes": nodes, "languages": languages, "endpoints": endpoints,
    "rollouts": rollouts, "reports": reports, "worst": worst_cases,
}


def main():
    parser = argparse.ArgumentParser(prog="Tests/Benchmarks/run")
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--before", type=Path)
    exact = parser.add_mutually_exclusive_group()
    exact.add_argument("--check", action="store_true")
    exact.add_argument("--write-thresholds", action="store_true")
    parser.add_argument("--only", default=",".join(_PARTS))
    options = parser.parse_args()
    parts = options.only.split(",")
    if unknown := [part for part in parts if part not in _PARTS]:
        parser.error(f"no such part: {', '.join(unknown)}; there are {', '.join(_PARTS)}")
    settings = Settings(options.bin, options.work, Path("screens").resolve(), options.quick, options.before)
    if options.write_thresholds:
        thresholds.write(settings)
        return 0
    if options.check:
        figures = thresholds.check(settings)
        print(table(figures))
        return 0 if all(figure.met for figure in figures) else 1
    if len(settings.cores) < 2:
        print("two cores are needed: one for the server, one for the load", file=sys.stderr)
        return 1
    # Stops the servers if this program is terminated.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    # The servers inherit the limit: thousands of connections need as many descriptors.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    machine = _machine(settings)
    figures = []
    for part in parts:
        print(f"measuring: {part}", file=sys.stderr, flush=True)
        try:
            figures += _PARTS[part](settings)
        except Exception as error:  # The other parts are still measured.
            traceback.print_exc()
            figures.append(Figure.missing(part, str(error)))
    print(machine)
    print()
    print(table(figures))
    missing = [figure.name for figure in figures if figure.is_missing]
    if missing:
        print(f"\nnot measured: {', '.join(missing)}", file=sys.stderr)
    return 1 if missing else 0


def _machine(settings):
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
    load, _, _ = os.getloadavg()
    kind = "quick" if settings.quick else "whole"
    return (
        f"{models[0] if models else 'unknown processor'}, {len(settings.cores)} cores, "
        f"Linux {os.uname().release}; {kind} run; load average before {load:.1f}")


sys.exit(main())
