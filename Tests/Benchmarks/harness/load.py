"""One round of load."""

import os
import resource
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

_SCRIPT = Path(__file__).resolve().parent.parent / "load" / "users.lua"


class LoadError(Exception):
    """An invalid response, or a socket error."""


@dataclass
class Round:
    requests_per_second: float
    # Processor time of the server, in microseconds.
    processor: float
    # The share of that time that was spent in the kernel.
    kernel_share: float
    # The share of the round in which the server was on a core.
    busy: float
    # Milliseconds.
    p99: float
    # The share of all cores that other processes took: noise.
    others: float
    requests: int


def put_load(server, core, seconds, together=1, connections=256, threads=1, path="/screens/home",
             first_user=None):
    """Loads a server from one core or several, and returns what was measured. With `first_user`, each request is
    from another user, from that number on."""
    command = [
        "taskset", "-c", str(core), "wrk", f"-t{threads}", f"-c{connections}", f"-d{seconds}s",
        "-s", str(_SCRIPT), f"http://127.0.0.1:{server.port}", "--", str(together), path,
    ]
    if first_user is not None:
        command.append(str(first_user))
    ticks = server.meter.user_and_system_ticks()
    began, machine, generator = time.monotonic(), _machine_busy_seconds(), _children_seconds()
    before = server.meter.processor_seconds()
    output = subprocess.run(command, capture_output=True, text=True, check=False)
    used = server.meter.processor_seconds() - before
    generator = _children_seconds() - generator
    others = _machine_busy_seconds() - machine - generator - used
    # Longer than wrk's own time, which begins after its requests are prepared.
    passed = time.monotonic() - began
    user, system = (after - start for after, start in zip(server.meter.user_and_system_ticks(), ticks))
    line = next((line for line in output.stdout.splitlines() if line.startswith("result ")), None)
    if output.returncode or line is None:
        raise LoadError(f"wrk ended with {output.returncode}: {output.stdout}{output.stderr}")
    result = {name: int(value) for name, value in (pair.split("=") for pair in line.split()[1:])}
    wrong = {name: result[name] for name in ("connect", "read", "write", "status", "timeout") if result[name]}
    if wrong:
        raise LoadError(f"errors under load of {server.name}: {wrong}")
    if not result["requests"]:
        raise LoadError(f"{server.name} answered nothing")
    duration = result["duration"] / 1e6
    return Round(
        requests_per_second=result["requests"] / duration,
        processor=used / result["requests"] * 1e6,
        kernel_share=system / max(user + system, 1),
        busy=used / duration,
        p99=result["p99"] / 1000,
        others=max(others, 0) / passed / os.cpu_count(),
        requests=result["requests"],
    )


def _machine_busy_seconds():
    with open("/proc/stat", encoding="ascii") as file:
        user, nice, system, _idle, _wait, interrupts, soft_interrupts = map(int, file.readline().split()[1:8])
    return (user + nice + system + interrupts + soft_interrupts) / os.sysconf("SC_CLK_TCK")


def _children_seconds():
    """The processor time of ended child processes."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
