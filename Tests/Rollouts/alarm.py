"""Every unit of the new version fails, at 1 % of 1,000 units a second: how soon three nodes serve the old content."""

import contextlib
import random
import threading
import time

from apps import Apps, Report
from harness.node import wait_for_revision
from nodes import nodes_of, wait_for_rollout
from work import Result, wait_until

_LIMIT = 4
_UNITS_PER_SECOND = 1000
_TICK = 0.05
_NETWORKS = 2000
# Each report is a request, because it comes from a network of its own. So only one of so many healthy units reports.
_HEALTHY = 10


def run(work):
    times = work.size(5, 1)
    with nodes_of(work, "alarm") as nodes:
        seconds = [_seconds(nodes, f"screen-{number}") for number in range(times)]
    text = f"three nodes serve the old content again after {', '.join(f'{one:.1f}' for one in seconds)} s"
    # A busy machine fails no short run.
    limit = "in the end" if work.is_short else f"at most {_LIMIT} s"
    yield Result(text, limit, work.is_short or max(seconds) <= _LIMIT)


def _seconds(nodes, route):
    """The seconds from the publication to the rollback on the last node."""
    nodes[0].publish(route, "old")
    for node in nodes:
        wait_for_revision(node, nodes[0].health()["revision"])
    with _traffic(nodes, route):
        start = time.monotonic()
        id = nodes[0].publish(route, "new", "1,10,50,100")
        for node in nodes:
            wait_until(lambda node=node: _version(node, route) == 3, "the rollback", pause=0.01)
        seconds = time.monotonic() - start
    wait_for_rollout(nodes, id, serial=2)
    for node in nodes:
        rollout = node.rollout(id)
        if rollout["state"] != "rolled-back" or len(rollout["decisions"]) != 2:
            raise RuntimeError(f"{rollout['state']} after {rollout['decisions']}")
    return seconds


def _version(node, route):
    """The version of requests without a unit."""
    with Apps(node.port) as apps:
        return apps.get([f"/screens/{route}"])[0].version


@contextlib.contextmanager
def _traffic(nodes, route):
    """New units all the time, an equal part on each node."""
    ends = threading.Event()
    errors = []
    threads = [
        threading.Thread(target=_come, args=(node, route, place, len(nodes), ends, errors))
        for place, node in enumerate(nodes)
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ends.set()
        for thread in threads:
            thread.join()
    if errors:
        raise errors[0]


def _come(node, route, place, parts, ends, errors):
    choose = random.Random(place)
    start = time.monotonic()
    count = 0
    try:
        with Apps(node.port) as apps:
            while not ends.wait(_TICK):
                due = int((time.monotonic() - start) * _UNITS_PER_SECOND / parts)
                served = apps.screens(route, (f"{place}-{unit}" for unit in range(count, due)))
                reports = []
                for unit, one in zip(range(count, due), served):
                    if one.version == 2:
                        reports.append((choose.randrange(_NETWORKS), Report(one.token, ("content-failed",))))
                    elif one.token and unit % _HEALTHY == 0:
                        reports.append((choose.randrange(_NETWORKS), Report(one.token, ("drawn", "settled"), 90)))
                apps.report(reports)
                count = due
    except Exception as error:
        errors.append(error)
