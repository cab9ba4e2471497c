"""How fast exposures are merged into the database, and how much space they take there."""

import time

from .figure import Figure
from .load import put_scripted_load
from .node import Node
from .servers import Marquee


def exposures(settings, postgres):
    """Loads a node with new units. It sends their exposures when the load has ended."""
    database = postgres.create_database("exposures")
    seconds = 1 if settings.quick else 5
    with Node(settings, postgres, database, "exposures").wait_until_ready() as node:
        recorded, rate, processor = _merge(settings, node, seconds, 1)
    count, size = map(int, postgres.sql(
        database, "SELECT count(*), pg_total_relation_size('marquee_exposure') FROM marquee_exposure").split("|"))
    if count != recorded:
        raise RuntimeError(f"{recorded:,} exposures were recorded, and {count:,} are in the database")
    with Marquee(
        settings.marquee, settings.screens, settings.folder("exposures-sqlite"),
    ) as sqlite:
        recorded, sqlite_rate, sqlite_processor = _merge(settings, sqlite.wait_until_ready(), seconds, 2)
    yield Figure(
        f"exposures merged a second, {count:,} ÷ with SQLite", f"{rate:,.0f} ({processor:.1f} µs of the node each)",
        f"{sqlite_rate:,.0f} ({sqlite_processor:.1f} µs each)", rate / sqlite_rate)
    yield Figure("bytes of an exposure in PostgreSQL, units of 36 bytes", f"{size / count:.0f} bytes")


def _merge(settings, server, seconds, seed):
    """Returns the number of exposures, how many were merged a second, and the microseconds that the server needed for
    each."""
    put_scripted_load(server, settings.load_core, seconds, "new-units.lua", [seed])
    began, before = time.perf_counter(), server.meter.processor_seconds()
    if not server.metric("marquee_exposures_waiting_bytes"):
        raise RuntimeError("all exposures were merged before the load had ended")
    while server.metric("marquee_exposures_waiting_bytes"):
        if time.perf_counter() - began > 120:
            raise RuntimeError("the exposures are not merged after 120 s")
        time.sleep(0.01)
    passed, used = time.perf_counter() - began, server.meter.processor_seconds() - before
    # The server's own count, because wrk does not wait for the last responses.
    requests = server.metric('marquee_http_requests_total{route="home",status="200"}')
    recorded = int(requests - server.metric("marquee_exposures_dropped_total"))
    return recorded, recorded / passed, used / recorded * 1e6
