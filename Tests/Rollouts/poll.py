"""Units that ask again and again, through a ramp and a rollback, on three nodes and through Varnish."""

import multiprocessing
import shutil
from collections import Counter

import servers
from apps import Apps, Report
from guarded import guard
from nodes import nodes_of, wait_for_rollout
from work import LeftOut, Result, in_processes, wait_until

_ROUTE = "home"
_GUARD = guard([10, 50, 100], ["drawn", "content-failed"], hold="1d")
_REPORTED = 2000
_PLACES = ["node 0", "node 1", "node 2", "Varnish"]


def run(work):
    units = work.size(100_000, 4_000)
    with nodes_of(work, "poll", {"poll": _GUARD}) as nodes:
        if shutil.which("varnishd"):
            with servers.Varnish(nodes[0]) as varnish:
                yield from _polled(nodes, varnish.port, units)
        else:
            yield from _polled(nodes, None, units)
            raise LeftOut("Varnish is missing; install the package varnish")


def _polled(nodes, varnish, units):
    ports = [node.port for node in nodes] + ([varnish] if varnish else [])
    nodes[0].publish(_ROUTE, "old")
    state = _State(len(ports))
    # The first process leads the rollout, and each of the others polls a part of the units.
    arguments = [(place, ports, nodes, units, state) for place in range(-1, len(ports))]
    (counts, expected), *tallies = in_processes(_take_part, arguments)
    total = sum(tallies, Counter())
    places = "three nodes and Varnish" if varnish else "three nodes"
    yield Result(
        f"{units:,} units asked {total['asked']:,} times on {places}: most changes of a unit {_most(tallies)}, "
        f"{total['back']} of {total['moved']:,} moves to an older version, "
        f"{total['late']} units without the last version in the end, {total['foreign']} bodies of another version",
        "at most 2 changes, none of the others",
        _most(tallies) == 2 and not total["back"] and not total["late"] and not total["foreign"])
    yield Result(
        f"screens of nodes without the token of their version: {total['wrong screens']:,} of {total['screens']:,}; "
        f"reports with such tokens at other nodes: counts {counts}, units by version {expected}", "none, and equal",
        not total["wrong screens"] and counts == expected)
    if varnish:
        yield Result(
            f"screens of Varnish without the token of their version: {total['wrong screens by Varnish']:,} of "
            f"{total['screens by Varnish']:,}; responses of /arm: {total['wrong arms']:,} of {total['arms']:,}", "none",
            not total["wrong screens by Varnish"] and not total["wrong arms"])


def _most(tallies):
    return max(tally["most"] for tally in tallies)


class _State:
    """What the processes share."""

    def __init__(self, count):
        context = multiprocessing.get_context("fork")
        # The sweeps over its units that each process has finished.
        self.sweeps = context.Array("l", count, lock=False)
        # It moves the units on to another server.
        self.turn = context.Value("l", 0, lock=False)
        # Whether all nodes serve the rollout.
        self.rolls = context.Value("b", 0, lock=False)
        self.ends = context.Value("b", 0, lock=False)

    def finish_sweep(self, place):
        """Notes a sweep, and waits until no process is more than one sweep behind."""
        self.sweeps[place] += 1
        wait_until(
            lambda: self.ends.value or min(self.sweeps) >= self.sweeps[place] - 1, "other sweeps", timeout=600)

    def wait_for_sweep(self, count=1):
        """Waits until each process has finished so many sweeps. The second one begins after this call."""
        before = [sweep + count for sweep in self.sweeps]
        wait_until(
            lambda: all(now >= then for now, then in zip(self.sweeps, before)), "a sweep", timeout=600)

    def move_on(self):
        self.turn.value += 1
        self.wait_for_sweep(2)


def _take_part(place, ports, nodes, units, state):
    if place < 0:
        return _lead(ports, nodes, state)
    return _poll(place, ports, range(place, units, len(ports)), state)


def _lead(ports, nodes, state):
    """Leads the rollout to its last step, and then back. Only when all nodes serve a step, units go to other servers: a
    node may be later than others."""
    state.wait_for_sweep()
    id = nodes[1].publish(_ROUTE, "new", "poll")
    for serial, word in enumerate(("advance", "advance", "rollback"), 2):
        wait_for_rollout(nodes, id, serial - 1)
        state.rolls.value = 1
        state.move_on()
        if word == "rollback":
            expected, counts = _reported(nodes, id)
            state.rolls.value = 0
        nodes[serial % len(nodes)].steer(id, word)
    wait_for_rollout(nodes, id, serial)
    state.move_on()
    state.ends.value = 1
    return counts, expected


def _reported(nodes, id):
    """The units by version and what is counted, if each unit reports to another node than that which served it."""
    served = Counter()
    for place, node in enumerate(nodes):
        with Apps(node.port) as apps, Apps(nodes[place - 1].port) as others:
            screens = apps.screens(_ROUTE, (f"reports-{place}-{unit}" for unit in range(_REPORTED)))
            served.update(one.version for one in screens)
            others.report((unit % 30, Report(one.token, ("drawn",))) for unit, one in enumerate(screens))
    event = nodes[0].rollout(id)["events"][0]
    return [served[2], served[1]], [event["new"], event["old"]]


def _poll(place, ports, units, state):
    """Asks for all units, until the end. Returns what was wrong."""
    tally = Counter()
    versions = {}
    changes = Counter()
    while not state.ends.value:
        target = (place + state.turn.value) % len(ports)
        by = " by Varnish" if _PLACES[target] == "Varnish" else ""
        rolls = state.rolls.value
        with Apps(ports[target]) as apps:
            served = apps.screens(_ROUTE, units)
            arms = apps.get([f"/screens/{_ROUTE}/arm?user={unit}" for unit in units[:500]]) if by else []
        rolls = rolls and state.rolls.value
        for unit, one in zip(units, served):
            before = versions.get(unit, one.version)
            versions[unit] = one.version
            if one.version != before:
                changes[unit] += 1
                tally["moved"] += 1
                tally["back"] += one.version < before
            text = b'"new"' if one.version == 2 else b'"old"'
            tally["foreign"] += text not in one.body
        tally["asked"] += len(served)
        for kind, all in (("screens" + by, served), ("arms", arms)):
            for one in all:
                # Outside of the rollout, screens have no token, and the new version is not served.
                if rolls or one.version == 2 or one.token:
                    tally[kind] += 1
                    tally["wrong " + kind] += not (one.token and _is_of(one))
        state.finish_sweep(place)
    tally["late"] = sum(version != 3 for version in versions.values())
    tally["most"] = max(changes.values(), default=0)
    return tally


def _is_of(one):
    """Whether a token is one of the side that got this version. The digits after the id of the rollout are the step,
    and one bit for the new side."""
    return int(one.token[16:18], 16) & 1 == (one.version == 2)
