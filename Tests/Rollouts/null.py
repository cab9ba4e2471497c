"""Rollouts without a difference: few are stopped, also with heavy users, late reports and a base rate that rises.

The same traffic is sent again as if each repeated report came from another unit of the same side. Then many are
stopped, which shows that the traffic would mislead a guard that counts reports instead of units.
"""

import random
from collections import deque

from apps import Apps, Report
from guarded import GuardedServer, LookClock, guard
from work import Result, in_processes

_FAILED = "content-failed"
_ORDERED = "order-placed"
_GUARD = guard([40, 70, 100], ["settled", _FAILED, "slow", {"name": _ORDERED, "kind": "good"}])
_NETWORKS = 25
# In the first batch and in the last one: ten times as many.
_FAILURE_RATES = (0.01, 0.1)
_ORDER_RATE = 0.1
_SLOW_RATE = 0.05
_SETTLED_RATE = 0.95
# The units that come back again and again, of those that fail.
_HEAVY_SHARE = 0.25
_LEAST_RETURNS = 30
_MOST_RETURNS = 150
# The batches after which a report arrives.
_DELAYS = (0, 0, 0, 1, 2)
# The batches after which a heavy unit comes back; 0 is the next one.
_RETURN_DELAYS = (0, 0, 1, 2)


def run(work):
    rollouts, servers = work.size((1000, 4), (60, 2))
    batches, units = work.size((8, 150), (5, 180))
    most = work.size(20, 4)
    least = rollouts // 10
    arguments = [
        (work, number, rollouts // servers, batches, units, counts_once)
        for number in range(servers) for counts_once in (True, False)
    ]
    tallies = in_processes(_cohort, arguments)
    for counts_once, limit in ((True, f"at most {most}"), (False, f"more than {least}")):
        some = [tally for tally, argument in zip(tallies, arguments) if argument[-1] == counts_once]
        stopped, advanced, served, reports = (sum(values) for values in zip(*some))
        what = "without a difference" if counts_once else "the same, each repeated report from another unit"
        yield Result(
            f"{stopped} of {rollouts:,} rollouts were stopped, {what}; {advanced:,} advances, {served:,} screens, "
            f"{reports:,} reports", limit, stopped <= most if counts_once else stopped > least)


def _cohort(work, number, rollouts, batches, units, counts_once):
    """Rollouts of one server: how many were stopped, how often they advanced, and the screens and reports."""
    name = f"null-{number}-{'once' if counts_once else 'each'}"
    with GuardedServer(work, name, {"null": _GUARD}) as server:
        server.wait_until_ready()
        clock = LookClock(server)
        audiences = [_Audience(f"screen-{place}", f"{number}-{place}", counts_once) for place in range(rollouts)]
        ids = [server.roll_out(audience.route, "null") for audience in audiences]
        served = reports = 0
        with Apps(server.port) as apps:
            for batch in range(batches):
                low, high = _FAILURE_RATES
                rate = low * (high / low) ** (batch / (batches - 1))
                sent = []
                for audience in audiences:
                    served += audience.come(apps, units, rate)
                    sent += audience.due()
                reports += len(sent)
                apps.report(sent)
                clock.wait_for_advance()
            clock.wait_for_look()
        stopped = advanced = 0
        for rollout in map(server.rollout, ids):
            made = [decision["decision"] for decision in rollout["decisions"] if decision["by"] == "guard"]
            stopped += "rollback" in made or "hold" in made
            advanced += made.count("advance") + made.count("finish")
        return stopped, advanced, served, reports


class _Audience:
    """The units of a rollout. What they do follows from a seed, and not from the version that they get."""

    def __init__(self, route, seed, counts_once):
        self.route = route
        self._random = random.Random(seed)
        self._counts_once = counts_once
        self._count = 0
        # Reports with their networks, and units that come back, by batch; the first ones are those of this batch.
        self._reports = deque()
        self._returns = deque()
        # Tokens of units that have not failed, by version: the other units of repeated reports.
        self._healthy = {1: [], 2: []}

    def come(self, apps, count, failure_rate):
        """Gets the screen for new units and for those that come back, and plans what they report. Returns how many
        there were."""
        choose = self._random
        back = self._returns.popleft() if self._returns else []
        new = range(self._count, self._count + count)
        self._count += count
        served = apps.screens(self.route, [*new, *back])
        for unit, one in zip(new, served):
            fails = choose.random() < failure_rate
            self._report(one, fails)
            if fails and choose.random() < _HEAVY_SHARE:
                for _ in range(min(_MOST_RETURNS, int(_LEAST_RETURNS * choose.paretovariate(1.5)))):
                    _at(self._returns, choose.choice(_RETURN_DELAYS)).append(unit)
        for one in served[count:]:
            self._repeat(one)
        return len(served)

    def due(self):
        """The reports that arrive in this batch, as pairs of a network and a report."""
        return self._reports.popleft() if self._reports else []

    def _report(self, one, fails):
        choose = self._random
        events = [
            event for event, happens in (
                ("settled", choose.random() < _SETTLED_RATE), (_ORDERED, choose.random() < _ORDER_RATE),
                (_FAILED, fails)) if happens
        ]
        draw = round(1000 * choose.expovariate(0.8)) if choose.random() < _SLOW_RATE else None
        report = (choose.randrange(_NETWORKS), Report(one.token, tuple(events), draw))
        delay = choose.choice(_DELAYS)
        # After the end of a rollout, screens have no token.
        if one.token:
            _at(self._reports, delay).append(report)
            if not fails:
                self._healthy[one.version].append(one.token)

    def _repeat(self, one):
        """A unit that has failed before fails again, in another network."""
        network = self._random.randrange(_NETWORKS)
        if not one.token:
            return
        token = one.token
        if not self._counts_once:
            others = self._healthy[one.version]
            # Heavy units can come more often than there are others.
            if not others:
                return
            token = others.pop()
        _at(self._reports, 0).append((network, Report(token, (_FAILED,))))


def _at(batches, place):
    while len(batches) <= place:
        batches.append([])
    return batches[place]
