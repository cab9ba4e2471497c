"""Two requests to one server in turns, and how their costs compare."""

import json
import subprocess
from math import sqrt
from statistics import median

from .figure import Figure, at_most
from .load import LoadError

# Some thousand requests, in so little time that the machine is as fast in one turn as in the next.
_MILLISECONDS = 20
_CONNECTIONS = 64
# The share of the time below which the server has waited for the load, and the costs contain that.
_BUSY = 0.97


def turns(settings, server, seconds, paths, fields=(), first_user=0):
    """The costs of requests for two paths, in microseconds of processor time, each list by turn. With `first_user`, each
    request is from another user, from that number on."""
    arguments = [
        server.port, server.meter.pid, _MILLISECONDS, seconds, _CONNECTIONS, first_user, *paths, *fields,
    ]
    output = subprocess.run(
        ["taskset", "-c", str(settings.load_core), settings.turns, *map(str, arguments)], capture_output=True,
        text=True, check=False)
    if output.returncode:
        raise LoadError(f"{server.name}: {output.stderr}")
    result = json.loads(output.stdout)
    if result["busy"] < _BUSY:
        raise LoadError(f"{server.name} was busy for {result['busy']:.0%} of the time: is the machine free?")
    # The first ones are from before the processor's caches know the requests.
    costs = [cost / 1000 for cost in result["turns"][8:]]
    costs = costs[:len(costs) // 4 * 4]
    # In the order 1, 2, 2, 1.
    return [[cost for number, cost in enumerate(costs) if number % 4 in places] for places in ((0, 3), (1, 2))]


def cost_figure(name, ours, theirs, limit=1.02):
    """The median of the quotients, with the interval that contains it with 95 %."""
    ratios = sorted(one / other for one, other in zip(ours, theirs))
    # Ranks by the normal approximation of the binomial distribution.
    last = len(ratios) - 1
    low = max(last // 2 - round(0.98 * sqrt(len(ratios))), 0)
    ratio = median(ratios)
    return Figure(
        f"{name} ({ratios[low]:.3f}–{ratios[last - low]:.3f})", f"{median(ours):.2f} µs", f"{median(theirs):.2f} µs",
        ratio, f"≤ {limit}", at_most(ratio, limit))
