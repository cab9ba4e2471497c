"""Resident memory: with the shipped screens, after load, for each idle connection, and after deleted change sets."""

import contextlib
import resource

from .figure import Figure, at_most
from .http_client import Client, get
from .load import put_load
from .servers import Marquee

_CONNECTIONS = 5000
# The number of descriptors that a program needs beyond its connections.
_OTHER_DESCRIPTORS = 200
_WRITES = 200


def memory(settings):
    return [*_idle_connections(settings), *_shipped_screens(settings), _deleted_change_sets(settings)]


def _marquee(settings, name):
    return Marquee(
        settings.marquee, settings.screens, settings.folder(name), [settings.server_core]).wait_until_ready()


def _idle_connections(settings):
    name = f"memory per idle connection, {_CONNECTIONS:,} of them"
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < 2 * _CONNECTIONS + _OTHER_DESCRIPTORS:
        yield Figure.missing(name, "too few file descriptors (ulimit -n)")
        return
    with _marquee(settings, "idle") as marquee, contextlib.ExitStack() as clients:
        # Memory that the first request allocates once does not belong to a connection.
        get(marquee.port, "/screens/home?user=0")
        sizes = [marquee.meter.resident_bytes()]
        for _ in range(2):
            for user in range(_CONNECTIONS):
                client = clients.enter_context(Client(marquee.port))
                if client.get(f"/screens/home?user={user}").status != 200:
                    raise RuntimeError("an answer was not 200")
            sizes.append(marquee.meter.resident_bytes())
    first, second = ((after - before) / _CONNECTIONS for before, after in zip(sizes, sizes[1:]))
    # The first connections may fit into memory that the start has freed.
    yield Figure(
        name, f"{first:.0f} bytes; {second:.0f} for as many more", target="≤ 2 KiB",
        met=at_most(max(first, second), 2048))


def _shipped_screens(settings):
    with _marquee(settings, "resident") as marquee:
        get(marquee.port, "/health")
        start = marquee.meter.resident_bytes() / (1 << 20)
        put_load(marquee, settings.load_core, 1 if settings.quick else 4)
        loaded = marquee.meter.resident_bytes() / (1 << 20)
    for when, size in (("after the start", start), ("after load", loaded)):
        yield Figure(
            f"resident memory, shipped screens, {when}", f"{size:.1f} MiB", target="≤ 24 MiB",
            met=at_most(size, 24))


def _screen(count, text):
    items = [{"id": f"i{number}", "viewType": "ONE_LINE_TEXT", "content": {"text1": text}} for number in range(count)]
    return {"items": items}


def _deleted_change_sets(settings):
    """A view of a change set has a copy of its content, and each write makes another view."""
    rounds = 2 if settings.quick else 4
    with _marquee(settings, "change-sets") as marquee:
        sizes = []
        for _ in range(rounds):
            marquee.admin("POST", "/admin/changesets", {"name": "set"})
            for number in range(8):
                marquee.admin("PUT", f"/c/set/admin/screens/large{number}", _screen(100, "a" * 9000))
            for number in range(_WRITES):
                marquee.admin("PUT", "/c/set/admin/screens/small", _screen(1, str(number)))
                get(marquee.port, "/c/set/screens/small")
            used = marquee.meter.resident_bytes() / (1 << 20)
            marquee.admin("DELETE", "/admin/changesets/set", None)
            sizes.append(marquee.meter.resident_bytes() / (1 << 20))
    # The first set may use memory that stays with the allocator.
    growth = (sizes[-1] - sizes[0]) / (rounds - 1)
    return Figure(
        f"memory that a deleted change set of 7 MB leaves, after {_WRITES} writes in it", f"{growth:.1f} MiB",
        f"{used:.0f} MiB before the deletion, {sizes[-1]:.0f} after it", target="≤ 4 MiB", met=at_most(growth, 4))
