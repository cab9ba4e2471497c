"""Memory and processor time of a node, for the resource figures of a container."""

from .figure import Figure
from .filled_folder import fill, types_and_formats
from .http_client import get
from .load import put_scripted_load
from .node import Node

# One request in 50 ms on each: about 1,000 a second.
_CONNECTIONS = 50


def usage(settings, postgres):
    many = 1000 if settings.quick else 10_000
    shipped, filled = map(postgres.create_database, ("usage-shipped", "usage-many"))
    fill(settings, ["--store", postgres.url(filled)], many, 1, postgres.variables)
    types = types_and_formats(settings, "usage-types")
    yield from _usage(settings, Node(settings, postgres, shipped, "usage-shipped"), "shipped screens", [])
    yield from _usage(
        settings, Node(settings, postgres, filled, "usage-many", screens=types), f"{many:,} screens", [many])


def _usage(settings, node, text, arguments):
    seconds = 3 if settings.quick else 15
    with node:
        node.wait_until_ready()
        get(node.port, "/health")
        before = node.meter.resident_bytes()
        round = put_scripted_load(node, settings.load_core, seconds, "paced.lua", arguments, _CONNECTIONS)
        after = node.meter.resident_bytes()
    yield Figure(
        f"resident memory of a node, {text}", f"{before / (1 << 20):.1f} MiB",
        f"{after / (1 << 20):.1f} MiB after {round.requests:,} reads")
    yield Figure(
        f"CPU of a node at {round.requests_per_second:,.0f} reads a second, {text}",
        f"{round.busy * 1000:.0f} ms a second ({round.processor:.1f} µs each)", f"p99 {round.p99:.2f} ms")
