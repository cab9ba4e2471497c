"""What following the changes of other nodes costs, and how long it takes to catch up."""

import json
import time
from statistics import median

from .figure import Figure, at_most
from .filled_folder import types_and_formats
from .http_client import get
from .load import put_load
from .node import Node, wait_for_revision
from .node_publications import PublishingLoad
from .paced_client import PacedClient
from .publisher import Publisher
from .servers import Marquee, free_port

# Changes in a second.
_RATE = 10
_PATH = "/screens/home?user=42"


def serving_while_following(settings, postgres):
    """A node that follows, and a server with SQLite, in turns on one core. Everything else is on the other one.

    Publications are made in the rounds of both: in those of SQLite, to a database that nobody follows. So wrk shares
    its core with the same programs in both.
    """
    rounds, seconds = (5, 1) if settings.quick else (21, 2)
    followed, aside = map(postgres.create_database, ("followed", "not-followed"))
    home = json.loads((settings.screens / "home.json").read_text(encoding="utf-8"))
    core, other = [settings.server_core], [settings.load_core]
    with (
        postgres.pinned(settings.load_core),
        Node(settings, postgres, followed, "writing", cores=other).wait_until_ready() as writer,
        Node(settings, postgres, aside, "writing-aside", cores=other).wait_until_ready() as writer_aside,
        Node(settings, postgres, followed, "following", cores=core).wait_until_ready() as node,
        Marquee(settings.marquee, settings.screens, settings.folder("not-following"), core) as sqlite,
        Publisher(writer, "home", home) as publisher, Publisher(writer_aside, "home", home) as publisher_aside,
    ):
        sides = {"node": (node, publisher), "SQLite": (sqlite.wait_until_ready(), publisher_aside)}
        taken, rates = {name: [] for name in sides}, []
        for server, _ in sides.values():
            put_load(server, settings.load_core, 1, path=_PATH)
        order = list(sides.items())
        for _ in range(rounds):
            order.reverse()
            for name, (server, changing) in order:
                with PacedClient(changing.publish_next, _RATE, settings.load_core) as client:
                    taken[name].append(put_load(server, settings.load_core, seconds, path=_PATH))
                if name == "node":
                    rates.append(client.per_second)
        wait_for_revision(node, writer.health()["revision"])
        if publisher.text not in get(node.port, _PATH).body.decode("utf-8"):
            raise RuntimeError("the node does not serve the last publication")
    cost = {name: [round.processor for round in rounds] for name, rounds in taken.items()}
    served = {name: median(round.requests_per_second for round in rounds) for name, rounds in taken.items()}
    ratio = median(one / other for one, other in zip(cost["node"], cost["SQLite"]))
    yield Figure(
        f"CPU per request, following {median(rates):.1f} changes a second ÷ SQLite without",
        f"{median(cost['node']):.2f} µs ({served['node'] / 1000:.0f}k/s)",
        f"{median(cost['SQLite']):.2f} µs ({served['SQLite'] / 1000:.0f}k/s)", ratio, "≤ 1.02",
        at_most(ratio, 1.02))
    noise = [round.others for round in taken["SQLite"]]
    yield Figure(
        "noise meanwhile, publications and PostgreSQL included", f"{median(noise):.0%} (at worst {max(noise):.0%})")


def cost_of_following(settings, postgres):
    """The processor time of a node that serves nobody, with changes of another node and without."""
    database = postgres.create_database("cost")
    home = json.loads((settings.screens / "home.json").read_text(encoding="utf-8"))
    seconds = 3 if settings.quick else 10
    with (
        Node(settings, postgres, database, "cost-writing").wait_until_ready() as writer,
        Node(settings, postgres, database, "cost-following").wait_until_ready() as node,
        Publisher(writer, "home", home) as publisher,
    ):
        node.meter.processor_seconds_until_idle()
        idle = _processor_share(node, seconds)
        before = node.health()["revision"]
        with PacedClient(publisher.publish_next, _RATE, settings.load_core):
            busy = _processor_share(node, seconds)
        wait_for_revision(node, writer.health()["revision"])
        changes = (node.health()["revision"] - before) / seconds
    yield Figure(
        "CPU of a node for each change that it follows", f"{(busy - idle) / changes * 1000:.2f} ms",
        f"{idle * 1000:.1f} ms a second without changes")


def _processor_share(server, seconds):
    """Processor seconds of each second."""
    before = server.meter.processor_seconds()
    time.sleep(seconds)
    return (server.meter.processor_seconds() - before) / seconds


def catching_up(settings, postgres):
    """A node is stopped, changes are made on another one, and the node is started again."""
    wanted = 1000 if settings.quick else 10_000
    database = postgres.create_database("catching-up")
    types = types_and_formats(settings, "catching-up-types")
    data = settings.folder("catching-up")

    def start():
        began = time.perf_counter()
        port = free_port()
        return began, Node(settings, postgres, database, "late", data=data, screens=types, port=port)

    def seconds_until(revision):
        began, node = start()
        with node:
            while (known := _revision(node)) is None or known < revision:
                if time.perf_counter() - began > 300:
                    raise RuntimeError(f"revision {known} and not {revision} after 300 s")
                time.sleep(0.001)
            return time.perf_counter() - began

    load = PublishingLoad(settings, "catching-up")
    with Node(settings, postgres, database, "early", screens=types).wait_until_ready() as writer:
        load.run([writer], 6, 1)
        first = writer.health()["revision"]
        seconds_until(first)
        without = seconds_until(first)
        while (revision := writer.health()["revision"]) < first + wanted:
            load.run([writer], 6, 1 if settings.quick else 3)
        taken = seconds_until(revision)
    yield Figure(
        f"catching up {revision - first:,} changes, with the start", f"{taken:.2f} s",
        f"{without:.2f} s without changes")


def _revision(node):
    """The revision; None while the node does not answer yet."""
    if node.process.poll() is not None:
        raise RuntimeError(f"{node.name} ended with {node.process.returncode}")
    try:
        answer = get(node.port, "/health")
    except ConnectionRefusedError:
        return None
    return json.loads(answer.body)["revision"] if answer.status == 200 else None
