"""One round of load."""

import os
import resource
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

_SCRIPTS = Path(__file__).resolve().parent.parent / "load"


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
    arguments = [together, path]
    if first_user is not None:
        arguments.append(first_user)
    return put_scripted_load(server, core, seconds, "users.lua", arguments, connections, threads)


def put_scripted_load(server, core, seconds, script, arguments, connections=256, threads=1):
    """Loads a server with the requests of a script of the folder `load`."""
    load = load_command(server, seconds, script, arguments, connections, threads)
    command = ["taskset", "-c", str(core), *load]
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
    result = load_result(server, output.returncode, output.stdout, output.stderr)
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


def load_command(server, seconds, script, arguments, connections, threads=1):
    """The command that loads a server with the requests of a script of the folder `load`."""
    return [
        "wrk", f"-t{threads}", f"-c{connections}", f"-d{seconds}s", "-s", str(_SCRIPTS / script),
        f"http://127.0.0.1:{server.port}", "--", *map(str, arguments),
    ]


def load_result(server, code, output, errors):
    """The numbers that such a command has printed. Raises an error if a response was not 2xx or a socket failed."""
    line = next((line for line in output.splitlines() if line.startswith("result ")), None)
    if code or line is None:
        raise LoadError(f"wrk ended with {code}: {output}{errors}")
    result = {name: int(value) for name, value in (pair.split("=") for pair in line.split()[1:])}
    wrong = {name: result[name] for name in ("connect", "read", "write", "status", "timeout") if result[name]}
    if wrong:
        raise LoadError(f"errors under load of {server.name}: {wrong}")
    if not result["requests"]:
        raise LoadError(f"{server.name} answered nothing")
    return result


def _machine_busy_seconds():
    with open("/proc/stat", encoding="ascii") as file:
        user, nice, system, _idle, _wait, interrupts, soft_interrupts = map(int, file.readline().split()[1:8])
    return (user + nice + system + interrupts + soft_interrupts) / os.sysconf("SC_CLK_TCK")


def _children_seconds():
    """The processor time of ended child processes."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
