"""Micro-benchmarks: the Swift program marquee-benchmarks, and a schema validator from PyPI for comparison."""

import json
import os
import subprocess
import venv
from pathlib import Path
from statistics import median

from .figure import Figure, at_most

_FOLDER = Path(__file__).resolve().parent.parent


def micro(settings):
    times = _measure(settings)
    counts = _measure(settings, allocations=True)
    return [
        *_parser(times, counts), *_json(times), *_schema(settings, times), *_assignment(times, counts),
        _row("rendering a screen of 100 items", times["rendering"], 1000, "µs"),
        _row("the preview page of a screen of 1,000 items", times["preview"], 1e6, "ms", 20e6),
        _row("importing a folder of 200 screens", times["import"], 1e6, "ms"),
    ]


def _measure(settings, only=None, export=None, allocations=False):
    """Runs marquee-benchmarks, and returns its rows by name."""
    command = [settings.bin / "marquee-benchmarks", "--json", "--screens", settings.screens]
    if settings.quick:
        command.append("--quick")
    if only:
        command += ["--only", only]
    if export:
        command += ["--export", export]
    environment = dict(os.environ)
    if allocations:
        command.append("--allocations")
        environment["LD_PRELOAD"] = str(settings.work / "allocation-count.so")
    # Away from core 0, which takes most interrupts.
    command = ["taskset", "-c", str(settings.load_core), *map(str, command)]
    output = subprocess.run(command, stdout=subprocess.PIPE, check=True, env=environment).stdout
    rows = [json.loads(line) for line in output.decode("utf-8").splitlines()]
    return {row["name"]: row for row in rows}


def _spread(row, divisor, unit):
    return f"{row['median'] / divisor:.3g} {unit} ({row['p10'] / divisor:.3g}–{row['p90'] / divisor:.3g})"


def _row(name, row, divisor, unit, limit=None):
    """A row of nanoseconds, shown in another unit; the limit is in nanoseconds."""
    if limit is None:
        return Figure(name, _spread(row, divisor, unit))
    return Figure(
        name, _spread(row, divisor, unit), target=f"≤ {limit / divisor:g} {unit}",
        met=at_most(row["median"], limit))


def _allocations(name, row):
    count = row["allocations"]
    return Figure(name, f"{count:g} allocations", target="none", met=count == 0)


def _parser(times, counts):
    yield _row("parser alone, a browser's request of 400 bytes", times["request"], 1, "ns", limit=500)
    yield _allocations("allocations of that", counts["request"])


def _json(times):
    for verb, ours, theirs in (
        ("parsing", "json parsing", "JSONDecoder"), ("writing", "json writing", "JSONEncoder"),
    ):
        ratio = times[theirs]["median"] / times[ours]["median"]
        yield Figure(
            f"{verb} 1 MB of JSON: {theirs} ÷ ours", _spread(times[ours], 1e6, "ms"),
            _spread(times[theirs], 1e6, "ms"), ratio, "≥ 3", ratio >= 3)


def _assignment(times, counts):
    yield _row("assignment hash, a unit of 36 bytes", times["hash"], 1, "ns", limit=60)
    yield _row("assignment with namespace and 4 clauses", times["assignment"], 1, "ns", limit=1000)
    yield _allocations("allocations of that", counts["assignment"])


def _schema(settings, times):
    """Measures both validators in turn, with the same documents."""
    yield _row("JSON Schema, a screen of 100 items", times["schema"], 1000, "µs")
    name = "the same ÷ jsonschema-rs"
    documents = settings.folder("schema")
    try:
        python = _environment_with_validator(settings)
    except subprocess.CalledProcessError as error:
        yield Figure.missing(name, f"jsonschema-rs cannot be installed: {error.stderr.strip().splitlines()[-1]}")
        return
    ours, theirs = [], []
    for _ in range(3 if settings.quick else 9):
        ours.append(_measure(settings, only="schema", export=documents)["schema"]["median"] / 1000)
        command = [
            "taskset", "-c", str(settings.load_core), python, _FOLDER / "schema-validation.py", documents,
            "20" if settings.quick else "100",
        ]
        output = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, check=True).stdout
        theirs.append(json.loads(output)["median"] * 1e6)
    ratio = median(one / other for one, other in zip(ours, theirs))
    yield Figure(name, f"{median(ours):.1f} µs", f"{median(theirs):.1f} µs", ratio, "≤ 2", at_most(ratio, 2))


def _environment_with_validator(settings):
    """A virtual environment that is deleted after the run."""
    folder = settings.work / "venv"
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "jsonschema-rs"],
        check=True, capture_output=True, text=True)
    return python

