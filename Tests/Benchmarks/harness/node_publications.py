"""How soon a publication is visible on another node, and how many publications one database takes."""

import contextlib
import json
import random
import subprocess
import time
from statistics import median

from .figure import Figure, at_most
from .filled_folder import definition_of, types_and_formats
from .http_client import Client, get
from .load import load_command, load_result
from .node import Node, wait_for_revision
from .publisher import Publisher
from .spread import median_and_p99, p99

# The number of connections that publish, and of clients of pgbench.
_WRITERS = 6
_SCREENS = 100


def visibility(settings, postgres):
    """Publishes on one node, and asks the other one until it answers with the new version."""
    database = postgres.create_database("visibility")
    home = json.loads((settings.screens / "home.json").read_text(encoding="utf-8"))
    answered, visible = [], []
    with (
        Node(settings, postgres, database, "publishing").wait_until_ready() as first,
        Node(settings, postgres, database, "asked").wait_until_ready() as second,
        Publisher(first, "home", home) as publisher, Client(second.port) as reader,
    ):
        publisher.publish_next()
        for _ in range(60 if settings.quick else 300):
            # A random pause: otherwise each publication would begin at the same time after the last one became visible.
            time.sleep(random.uniform(0, 0.03))
            body = publisher.next_body()
            began = time.perf_counter()
            publisher.publish(body)
            answered.append(time.perf_counter() - began)
            _wait_for_version(reader, publisher.version)
            visible.append(time.perf_counter() - began)
        texts = [get(server.port, "/screens/home?user=3").body.decode("utf-8") for server in (first, second)]
        if texts[0] != texts[1] or publisher.text not in texts[0]:
            raise RuntimeError("the nodes do not serve the last publication")
        connections = postgres.sql("postgres", f"""
            SELECT count(*) FROM pg_stat_activity WHERE datname = '{database}' GROUP BY application_name""").split()
    after = [all - own for all, own in zip(visible, answered)]
    middle, slowest = median(visible) * 1000, p99(visible) * 1000
    yield Figure(
        "publication to visible on another node, p50", f"{middle:.2f} ms",
        f"{median(answered) * 1000:.2f} ms to its response", target="≤ 20 ms", met=at_most(middle, 20))
    yield Figure(
        f"the same, p99 of {len(visible)}", f"{slowest:.2f} ms", f"{p99(answered) * 1000:.2f} ms to its response",
        target="≤ 100 ms", met=at_most(slowest, 100))
    yield Figure("of that after the response", median_and_p99(after))
    if len(connections) != 2:
        raise RuntimeError(f"the database has {len(connections)} clients in place of two nodes")
    yield Figure("connections of a node to the database", f"at most {max(map(int, connections))}")


def _wait_for_version(reader, version):
    end = time.perf_counter() + 10
    while int(reader.get("/screens/home?user=3").value("screen-version")) < version:
        if time.perf_counter() > end:
            raise RuntimeError(f"the other node does not serve version {version} after 10 s")
        time.sleep(0.0002)


class PublishingLoad:
    """Publications of many screens by several connections at once."""

    def __init__(self, settings, name):
        definition = definition_of(settings, "@SCREEN@", "@TEXT@")
        self.text = json.dumps(definition, ensure_ascii=False, separators=(",", ":"))
        self._file = settings.work / f"{name}-definition.json"
        self._file.write_text(self.text, encoding="utf-8")
        self._runs = 0

    def run(self, nodes, connections, seconds):
        """Publishes on all nodes, each with its share of the connections. Checks that each publication got a revision,
        and waits until all nodes have all of them. Returns the publications per second."""
        before = max(node.health()["revision"] for node in nodes)
        processes = []
        try:
            for node in nodes:
                self._runs += 1
                command = load_command(
                    node, seconds, "publications.lua", [self._file, self._runs, _SCREENS], connections // len(nodes))
                processes.append(
                    subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
            outputs = [process.communicate() for process in processes]
        finally:
            for process in processes:
                if process.poll() is None:
                    process.kill()
                    process.wait()
        results = [
            load_result(node, process.returncode, *output)
            for node, process, output in zip(nodes, processes, outputs)
        ]
        # At its end, wrk does not wait for the last publications.
        revision = self._settled_revision(nodes)
        for node in nodes:
            wait_for_revision(node, revision)
        requests = sum(result["requests"] for result in results)
        if not requests <= revision - before <= requests + connections:
            raise RuntimeError(f"{requests} publications made {revision - before} revisions")
        return sum(result["requests"] / result["duration"] * 1e6 for result in results)

    @staticmethod
    def _settled_revision(nodes):
        """The newest revision, when it no longer changes."""
        last = None
        while (revision := max(node.health()["revision"] for node in nodes)) != last:
            last = revision
            time.sleep(0.2)
        return revision


def _rates(values):
    return f"{median(values):.0f} ({min(values):.0f}–{max(values):.0f})"


def publication_rates(settings, postgres):
    """Measures one node, three nodes and pgbench in turns. All have as many clients."""
    rounds, seconds = (3, 1) if settings.quick else (7, 3)
    types = types_and_formats(settings, "rates-types")
    load = PublishingLoad(settings, "rates")
    alone, shared, bare = map(postgres.create_database, ("one-node", "three-nodes", "bare"))
    postgres.sql(bare, "CREATE TABLE version (id bigserial PRIMARY KEY, definition text NOT NULL)")
    script = settings.work / "insert.sql"
    script.write_text(
        "BEGIN;\nINSERT INTO version (definition) VALUES (:definition);\nCOMMIT;\n", encoding="ascii")
    with contextlib.ExitStack() as stack:

        def node(database, name):
            return stack.enter_context(Node(settings, postgres, database, name, screens=types).wait_until_ready())

        one = [node(alone, "rates-alone")]
        three = [node(shared, f"rates-{number}") for number in range(3)]

        def insert(clients):
            return postgres.transactions_per_second(bare, script, clients, seconds, {"definition": load.text})

        actions = {
            "one": lambda: load.run(one, _WRITERS, seconds),
            "three": lambda: load.run(three, _WRITERS, seconds),
            "one, one client": lambda: load.run(one, 1, seconds),
            "bare": lambda: insert(_WRITERS),
            "bare, one client": lambda: insert(1),
        }
        for name in ("one", "three"):
            # Creates most of the screens.
            actions[name]()
        conflicts = sum(server.metric("marquee_store_conflicts_total") for server in three)
        begun = three[0].health()["revision"]
        rates = {name: [] for name in actions}
        names = list(actions)
        for number in range(rounds):
            shift = number % len(names)
            for name in names[shift:] + names[:shift]:
                rates[name].append(actions[name]())
        conflicts = sum(server.metric("marquee_store_conflicts_total") for server in three) - conflicts
        revisions = three[0].health()["revision"] - begun
    for name, other, text, has_target in (
        ("one", "bare", f"1 node, {_WRITERS} clients", True),
        ("three", "bare", f"3 nodes, {_WRITERS} clients", True),
        ("one, one client", "bare, one client", "1 node, 1 client", False),
    ):
        ratio = median(ours / theirs for ours, theirs in zip(rates[name], rates[other]))
        goal = ("≥ 0.3", ratio >= 0.3) if has_target else ()
        yield Figure(
            f"publications a second, {text} ÷ INSERTs of pgbench", _rates(rates[name]), _rates(rates[other]), ratio,
            *goal)
    yield Figure(
        "of those of 3 nodes, validated again", f"{conflicts / revisions:.0%}" if revisions else "none")
