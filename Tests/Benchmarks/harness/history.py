"""Many screens with a history: how start, memory and publications depend on their number."""

import time
from statistics import median

from .figure import Figure
from .filled_folder import definition_of, filled_folder, types_and_formats
from .http_client import Client, get
from .pinned import pinned
from .publisher import Publisher
from .servers import Marquee, free_port, wait_for_port
from .spread import median_and_p99, median_ratio

_FEW = 10
_ASKED = 200
_TURN = 30


def history(settings):
    many, versions = (1000, 5) if settings.quick else (10_000, 20)
    size = f"{many:,} screens with {versions} versions each"
    types = types_and_formats(settings, "history-types")
    full = filled_folder(settings, "history-many", many, versions)
    small = filled_folder(settings, "history-few", _FEW, versions)
    # The first start marks the files of the view types and formats as read. It is not measured.
    _first_answer(settings, types, full, many)
    times = [_first_answer(settings, types, full, many) for _ in range(5 if settings.quick else 11)]
    yield Figure(
        f"start to first answer, {size}",
        f"{median(times) * 1000:.1f} ms ({min(times) * 1000:.1f}–{max(times) * 1000:.1f})")
    with (
        open(settings.work / "history.log", "wb") as log, _ready(settings, types, full, log) as marquee,
        _ready(settings, types, small, log) as other,
    ):
        get(marquee.port, "/health")
        before = marquee.meter.resident_bytes()
        _ask(marquee, many)
        after = marquee.meter.resident_bytes()
        yield Figure(f"resident memory, {size}, after the start", _mebibytes(before))
        yield Figure(f"resident memory, after {_ASKED} screens were asked for", _mebibytes(after))
        yield _publications(settings, {many: marquee, _FEW: other}, versions)


def _ready(settings, types, data, log):
    return Marquee(settings.marquee, types, data, [settings.server_core], log=log).wait_until_ready()


def _first_answer(settings, types, data, many):
    """Seconds from the start of the process to the first response with a screen."""
    began = time.perf_counter()
    with Marquee(settings.marquee, types, data, port=free_port()) as server:
        wait_for_port(server.port, server.process)
        while (answer := get(server.port, f"/screens/screen-{many // 2}?user=3")).status == 503:
            time.sleep(0.0002)
        taken = time.perf_counter() - began
    if answer.status != 200:
        raise RuntimeError(f"the first answer is {answer.status}")
    return taken


def _ask(marquee, many):
    """Screens from the whole range, each in both variants."""
    with Client(marquee.port) as client:
        for number in range(0, many, many // _ASKED):
            for user in range(4):
                if client.get(f"/screens/screen-{number}?user={user}").status != 200:
                    raise RuntimeError(f"screen-{number} was not answered")


def _mebibytes(size):
    return f"{size / (1 << 20):.1f} MiB"


def _publications(settings, servers, versions):
    """Publishes one at a time, to both servers in turn."""
    taken = {count: [] for count in servers}
    publishers = {
        count: Publisher(server, f"screen-{count // 2}", definition_of(settings, count // 2, versions))
        for count, server in servers.items()
    }
    try:
        order = list(publishers.items())
        for _ in range(4 if settings.quick else 10):
            # Both servers are first equally often.
            order.reverse()
            for count, publisher in order:
                with pinned(settings.load_core):
                    taken[count].append([publisher.publish_next() for _ in range(_TURN)])
    finally:
        for publisher in publishers.values():
            publisher.close()
    many, few = taken.values()
    return Figure(
        f"publish at {max(servers):,} screens ÷ at {min(servers)}", median_and_p99(sum(many, [])),
        median_and_p99(sum(few, [])), median_ratio(many, few))
