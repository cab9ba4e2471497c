"""Harmful rollouts: how many units the guard needs until it takes the version back, compared with an oracle.

The oracle sees the same first events of the same units, and looks as often. It knows how many times as often the new
version fails, so it needs no mixture of ratios. It has neither other events nor rules against made-up reports.
"""

import random
from math import log

from apps import Apps, Report
from guarded import OPEN, GuardedServer, LookClock, guard
from work import Result, in_processes

_FAILED = "content-failed"
_SHARE = 0.25
_STEPS = [100 * _SHARE, 100]
_RATES = (0.005, 0.05)
# A rollout that is not stopped after so many units fails the part.
_MOST_UNITS = 6000
# Each failing unit reports from another network, healthy units from some.
_HEALTHY_NETWORKS = range(1000, 1030)
_ALPHA = 0.01
_GUARDS = {
    "alone": ("tolerate 1, one event", 1.4, guard(_STEPS, [_FAILED], tolerate=1, hold="1d")),
    "defaults": ("the defaults", 2.1, guard(_STEPS, hold="1d", settle="60s")),
}


def run(work):
    # The units between two looks. The short form has few looks, so its delays are longer, for both.
    rollouts, servers, batch = work.size((400, 4, 150), (24, 1, 400))
    arguments = [
        (work, name, number, rollouts // servers, batch) for name in _GUARDS for number in range(servers)]
    delays = in_processes(_cohort, arguments)
    for name, (words, limit, _) in _GUARDS.items():
        pairs = [pair for some, argument in zip(delays, arguments) if argument[1] == name for pair in some]
        # Too few rollouts for a mean that is compared: the limit leaves room for chance.
        limit = limit if not work.is_short else limit + 0.6
        stopped = sum(stop is not None for stop, _ in pairs)
        ours = sum(stop or _MOST_UNITS for stop, _ in pairs) / len(pairs)
        oracle = sum(other for _, other in pairs) / len(pairs)
        yield Result(
            f"{stopped} of {len(pairs)} rollouts that fail ten times as often were stopped with {words}, after "
            f"{ours:,.0f} units on average; the oracle after {oracle:,.0f}: {ours / oracle:.2f}",
            f"all of them, at most {limit:.1f}", stopped == len(pairs) and ours / oracle <= limit)


def _cohort(work, name, number, rollouts, batch):
    """Pairs of the units until the stop, None without one, and the units until the oracle's."""
    with GuardedServer(work, f"harm-{name}-{number}", {"harm": _GUARDS[name][2]}) as server:
        server.wait_until_ready()
        clock = LookClock(server)
        audiences = []
        for place in range(rollouts):
            route = f"screen-{place}"
            audiences.append(_Audience(route, server.roll_out(route, "harm"), random.Random(f"{number} {place}")))
        with Apps(server.port) as apps:
            for _ in range(_MOST_UNITS // batch):
                reports = []
                for audience in audiences:
                    if audience.stop is None:
                        reports += audience.come(apps, batch)
                apps.report(reports)
                clock.wait_for_look()
                states = server.states()
                for audience in audiences:
                    audience.look(states[audience.id] not in OPEN)
                if all(audience.stop for audience in audiences):
                    break
        return [(audience.stop, audience.oracle or audience.units) for audience in audiences]


class _Audience:
    def __init__(self, route, id, choose):
        self.route, self.id, self._random = route, id, choose
        # Those that came until now, until the rollout was stopped, and until the oracle would have stopped it.
        self.units = 0
        self.stop = self.oracle = None
        self._failed = {1: 0, 2: 0}

    def come(self, apps, batch):
        """Gets the screen for new units, and returns their reports."""
        units = range(self.units, self.units + batch)
        reports = []
        for unit, one in zip(units, apps.screens(self.route, units)):
            if self._random.random() < _RATES[one.version - 1]:
                # A network of its own for each failing unit.
                reports.append((sum(self._failed.values()), Report(one.token, (_FAILED,))))
                self._failed[one.version] += 1
            elif unit < len(_HEALTHY_NETWORKS):
                reports.append((_HEALTHY_NETWORKS[unit], Report(one.token, ("drawn",))))
        self.units += batch
        return reports

    def look(self, is_stopped):
        if self.stop is not None:
            return
        if is_stopped:
            self.stop = self.units
        if self.oracle is None and self._evidence >= log(1 / _ALPHA):
            self.oracle = self.units

    @property
    def _evidence(self):
        """The logarithm of the likelihood ratio of the failing units' sides."""
        times = _RATES[1] / _RATES[0]
        new, old = self._failed[2], self._failed[1]
        return new * log(times) - (new + old) * log(1 + (times - 1) * _SHARE)
