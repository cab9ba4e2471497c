"""Reports that are sent again and again, while servers are killed: each unit counts once, and one server decides."""

import contextlib
import random
import threading

from apps import Apps, Refused, Report
from guarded import GuardedServer, actions, guard
from harness.servers import wait_for_port
from nodes import options_of_nodes, postgres_of, wait_for_rollout
from work import LeftOut, Result, wait_until

_EVENTS = ("settled", "content-failed")
_HARM = "no-cell"
# Nothing is decided before harm is reported: the hold is long.
_GUARD = guard([50, 100], [*_EVENTS, _HARM], hold="1d")
_NETWORKS = 50
# The reports of a batch.
_BATCH = 500
_PAUSE = 2


def run(work):
    with _Servers(work, "one server, SQLite", [[]]) as servers:
        yield from _sent(work, servers)
    try:
        postgres = postgres_of(work)
        options = options_of_nodes(postgres, "kills")
        with _Servers(work, "three nodes, PostgreSQL", options, postgres.variables) as servers:
            yield from _sent(work, servers)
    except LeftOut as reason:
        print(f"kills: left out, three nodes: {reason}", flush=True)


def _sent(work, servers):
    units, least, pause = work.size((100_000, 5, _PAUSE), (4_000, 2, 1))
    choose = random.Random(servers.name)
    first = servers.all[0]
    first.publish("home", "old")
    id = first.publish("home", "new", "kills")
    wait_for_rollout(servers.all, id)
    with Apps(first.port) as apps:
        served = apps.screens("home", range(units))
    sides = [sum(one.version == version for one in served) for version in (2, 1)]
    oracle = {name: sides for name in _EVENTS}
    oracle[_HARM] = [0, 0]
    reports = [Report(one.token, (name,)) for one in served for name in _EVENTS]
    choose.shuffle(reports)
    batches = [reports[start:start + _BATCH] for start in range(0, len(reports), _BATCH)]
    sender = _Sender(servers, choose)
    with servers.killed(pause):
        for batch in 2 * batches:
            sender.send(batch)
        while servers.kills < least:
            sender.send(choose.choice(batches))
        before = servers.asked(lambda server: actions(server.rollout(id)))
    rollout = servers.asked(lambda server: server.rollout(id))
    counts = {event["name"]: [event["new"], event["old"]] for event in rollout["events"]}
    yield Result(
        f"{servers.name}: {len(reports):,} reports, each sent twice or more ({sender.sent:,}), {servers.kills} kills, "
        f"{sender.broken} requests repeated because of one: counts " + (
            "equal" if counts == oracle else f"{counts}, oracle {oracle}"),
        f"equal to the oracle, at least {least} kills", counts == oracle and servers.kills >= least)

    harm = [Report(one.token, (_HARM,)) for one in served if one.version == 2][:2000]
    kills = servers.kills
    # A server looks a second after its start: with shorter pauses, a single one would never decide.
    with servers.killed(_PAUSE):
        # After the rollback, reports are ignored.
        for network in range(_NETWORKS):
            sender.send(harm[network::_NETWORKS], network, is_open=False)
        servers.wait_for(lambda server: server.rollout(id)["state"] != "running", "the rollback")
        wait_until(lambda: servers.kills >= kills + 1, "a kill")
    # Each node has it, also those that were killed.
    wait_for_rollout(servers.all, id, serial=2)
    made = [actions(server.rollout(id)) for server in servers.all]
    history = servers.all[0].admin("GET", "/admin/screens/home/versions")["versions"]
    versions = sorted(one["version"] for one in history)
    wanted = [("start", "admin"), ("rollback", "guard")]
    yield Result(
        f"{servers.name}: decisions {', '.join(action for action, _ in made[0])}; versions {versions}; "
        f"{servers.kills - kills} kills around them", "one rollback, as version 3",
        len(before) == 1 and all(one == wanted for one in made) and versions == [1, 2, 3])


class _Servers:
    """Servers with fixed ports, which a thread kills in turn and starts again."""

    def __init__(self, work, name, options, variables=None):
        self.name = name
        self.kills = 0
        self._work, self._options, self._variables = work, options, variables
        # Below the ports that the system gives to clients: a client could get the port of a server that was killed.
        self._ports = random.sample(range(10_000, 15_000), len(options))
        self.all = []
        self._error = None

    def __enter__(self):
        try:
            for place in range(len(self._options)):
                self.all.append(self._started(place))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        with contextlib.ExitStack() as stack:
            for server in self.all:
                stack.callback(server.stop)

    def _started(self, place):
        before = self.all[place] if place < len(self.all) else None
        server = GuardedServer(
            self._work, f"kills-{len(self._options)}-{place}", {"kills": _GUARD}, before and before.screens,
            before and before.data, self._ports[place], self._options[place], self._variables)
        wait_for_port(server.port, server.process)
        return server.wait_until_ready()

    @contextlib.contextmanager
    def killed(self, pause):
        """Kills a server every so many seconds, and starts it again at once."""
        ends = threading.Event()
        thread = threading.Thread(target=self._kill, args=(pause, ends))
        thread.start()
        try:
            yield
        finally:
            ends.set()
            thread.join()
        if self._error:
            raise self._error

    def _kill(self, pause, ends):
        try:
            while not ends.wait(pause):
                place = self.kills % len(self.all)
                self.all[place].kill()
                self.all[place] = self._started(place)
                self.kills += 1
        except Exception as error:
            self._error = error

    def asked(self, question):
        """What a server answers, one that was not just killed."""
        return wait_until(lambda: self._answer(question), "an answer")

    def wait_for(self, condition, what):
        wait_until(lambda: self._answer(condition), what)

    def _answer(self, question):
        if self._error:
            raise self._error
        with contextlib.suppress(OSError, EOFError, Refused):
            return question(random.choice(self.all))
        return None


class _Sender:
    """Sends reports until a server has taken them."""

    def __init__(self, servers, choose):
        self._servers, self._choose = servers, choose
        self.sent = self.broken = 0

    def send(self, reports, network=None, is_open=True):
        """Sends reports from a network, by default from any."""
        if network is None:
            network = self._choose.randrange(_NETWORKS)
        pairs = [(network, report) for report in reports]
        accepted = wait_until(lambda: self._accepted(pairs), "a server that takes reports", pause=0.005)[0]
        if is_open and accepted != len(reports):
            raise RuntimeError(f"{accepted} of {len(reports)} reports were accepted")

    def _accepted(self, pairs):
        """The number of accepted reports, in a list; None if no server took them."""
        try:
            apps = Apps(self._choose.choice(self._servers.all).port)
        except OSError:
            return None
        with apps:
            self.sent += len(pairs)
            try:
                return [apps.report(pairs)]
            except (OSError, Refused):
                self.broken += 1
                return None
