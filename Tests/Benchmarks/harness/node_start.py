"""The start of nodes with many screens, and of a server with SQLite, which must not be slower for them."""

import time
from pathlib import Path
from statistics import median

from .figure import Figure, at_most
from .filled_folder import fill, filled_folder, types_and_formats
from .http_client import get
from .node import Node
from .servers import Marquee, free_port, wait_for_port


def many_screens(settings, postgres):
    many = 1000 if settings.quick else 10_000
    path = f"/screens/screen-{many // 2}?user=3"
    database = postgres.create_database("start")
    types = types_and_formats(settings, "start-types")
    fill(settings, ["--store", postgres.url(database)], many, 1, postgres.variables)
    folder = filled_folder(settings, "start-sqlite", many, 1)
    copies = [settings.folder(f"start-copy-{number}") for number in range(3 if settings.quick else 7)]

    def node(data):
        return Node(settings, postgres, database, "start", data=data, screens=types, port=free_port())

    def sqlite():
        return Marquee(settings.marquee, types, folder, port=free_port())

    # The first start marks the files of the view types and formats as read. It is not measured.
    _first_answer(sqlite, path)
    _first_answer(lambda: node(settings.folder("start-first")), path)
    taken = {name: [] for name in ("SQLite", "the database", "a copy", "a copy alone")}
    for copy in copies:
        taken["SQLite"].append(_first_answer(sqlite, path))
        taken["the database"].append(_first_answer(lambda copy=copy: node(copy), path))
        taken["a copy"].append(_first_answer(lambda copy=copy: node(copy), path))
    postgres.stop()
    try:
        for copy in copies:
            taken["a copy alone"].append(_first_answer(lambda copy=copy: node(copy), path, store="unavailable"))
    finally:
        postgres.start()
    reference = _milliseconds(taken["SQLite"])
    for name, text in (
        ("the database", "from PostgreSQL, with an empty data folder"),
        ("a copy", "with a copy and PostgreSQL"),
        ("a copy alone", "with a copy, PostgreSQL is stopped"),
    ):
        ratio = median(one / other for one, other in zip(taken[name], taken["SQLite"]))
        yield Figure(f"start with {many:,} screens {text} ÷ SQLite", _milliseconds(taken[name]), reference, ratio)


def _first_answer(make, path, store="available"):
    """Seconds from the start of the process to the first response with a screen."""
    began = time.perf_counter()
    with make() as server:
        wait_for_port(server.port, server.process)
        while (answer := get(server.port, path)).status == 503:
            time.sleep(0.0002)
        taken = time.perf_counter() - began
        found = server.health()["store"]
    if answer.status != 200 or found != store:
        raise RuntimeError(f"the first answer is {answer.status}, and the store is {found}")
    return taken


def sqlite_start(settings, postgres):
    """To the line that says that the server is ready, with a data folder that was used before."""
    database = postgres.create_database("ready-line")
    core = [settings.server_core]
    programs = {"now": settings.marquee}
    if settings.before:
        programs["before"] = settings.before
    folders = {name: settings.folder(f"ready-line-{name}") for name in programs}
    copy = settings.folder("ready-line-copy")
    starts = {
        name: lambda name=name, program=program: Marquee(program, settings.screens, folders[name], core)
        for name, program in programs.items()
    }
    starts["node"] = lambda: Node(settings, postgres, database, "ready-line", data=copy, cores=core)
    taken = {name: [] for name in starts}
    order = list(starts.items())
    for number in range(8 if settings.quick else 32):
        order.reverse()
        for name, make in order:
            began = time.perf_counter()
            with make() as server:
                server.wait_until_ready()
                seconds = time.perf_counter() - began
                has_library = "libpq" in Path(f"/proc/{server.process.pid}/maps").read_text(encoding="utf-8")
            if has_library != (name == "node"):
                raise RuntimeError(f"libpq is loaded: {has_library}")
            # The first start imports the screens.
            if number:
                taken[name].append(seconds)
    node = f"a node {_milliseconds(taken['node'])}"
    if settings.before:
        ratio = median(one / other for one, other in zip(taken["now"], taken["before"]))
        yield Figure(
            "start with SQLite to the ready line ÷ the program before", _milliseconds(taken["now"]),
            f"{_milliseconds(taken['before'])}; {node}", ratio, "≤ 1.05", at_most(ratio, 1.05))
    else:
        yield Figure("start with SQLite to the ready line, without libpq", _milliseconds(taken["now"]), node)


def _milliseconds(seconds):
    return f"{median(seconds) * 1000:.1f} ms ({min(seconds) * 1000:.1f}–{max(seconds) * 1000:.1f})"
