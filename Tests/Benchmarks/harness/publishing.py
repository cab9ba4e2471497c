"""The cost of a publication, and its effect on requests at the same time."""

import json
from statistics import median

from .bare_commit import BareCommit
from .figure import Figure, at_most
from .history import history
from .http_client import Client, get
from .load import put_load
from .paced_client import PacedClient
from .pinned import pinned
from .publisher import Publisher
from .servers import Marquee
from .spread import median_and_p99, median_ratio

_RATE = 100
_CONNECTIONS = 64
# The number of publications on one side before the other's turn.
_TURN = 30


def publishing(settings):
    home = json.loads((settings.screens / "home.json").read_text(encoding="utf-8"))
    # The server logs each publication, which is part of the cost.
    with open(settings.work / "publishing.log", "wb") as log, Marquee(
        settings.marquee, settings.screens, settings.folder("publishing"), [settings.server_core], log=log,
    ) as marquee:
        marquee.wait_until_ready()
        with Publisher(marquee, "home", home) as publisher:
            figures = [*_beside_load(settings, marquee, publisher), _beside_bare_commits(settings, publisher)]
    return [*figures, *history(settings)]


def _beside_load(settings, marquee, publisher):
    """Measures rounds with publications, with reads by the same client instead, and with neither."""
    rounds, seconds = (3, 2) if settings.quick else (5, 10)
    # The client needs little time. It gets its own core, if there is one, so that it disturbs neither side.
    core = settings.cores[2] if len(settings.cores) > 2 else settings.load_core
    latencies, rates = [], []
    with Client(marquee.port) as reader:

        def ask():
            if reader.get("/screens/home?user=3").status != 200:
                raise RuntimeError("an answer was not 200")
            return 0

        actions = {"publishing": publisher.publish_next, "asking": ask, "neither": None}
        taken = {name: [] for name in actions}
        names = list(actions)
        put_load(marquee, settings.load_core, 1, connections=_CONNECTIONS)
        for number in range(rounds):
            for name in names[number % 3:] + names[:number % 3]:
                if name == "neither":
                    taken[name].append(put_load(marquee, settings.load_core, seconds, connections=_CONNECTIONS))
                    continue
                with PacedClient(actions[name], _RATE, core) as client:
                    taken[name].append(put_load(marquee, settings.load_core, seconds, connections=_CONNECTIONS))
                if name == "publishing":
                    latencies += client.taken
                    rates.append(client.per_second)
                    _check_served(marquee, publisher.text)
    p99 = {name: [round.p99 for round in rounds] for name, rounds in taken.items()}
    ratio = median(one / other for one, other in zip(p99["publishing"], p99["neither"]))
    yield Figure(
        f"p99 of GET while {_RATE} publications a second ÷ without", f"{median(p99['publishing']):.2f} ms",
        f"{median(p99['neither']):.2f} ms ({median(p99['asking']):.2f} ms beside {_RATE} GETs of that client)", ratio,
        "≤ 1.3", at_most(ratio, 1.3))
    yield Figure(
        "publications meanwhile", f"{median(rates):.1f} a second", f"{median_and_p99(latencies)} each")
    noise = [round.others for round in taken["neither"]]
    yield Figure(
        "noise in the rounds without publications", f"{median(noise):.0%} (at worst {max(noise):.0%})")


def _check_served(marquee, text):
    """Checks that the server serves the version that it reported as published."""
    answer = get(marquee.port, "/screens/home?user=3")
    if answer.status != 200 or text not in answer.body.decode("utf-8"):
        raise RuntimeError("the last publication is not served")


def _beside_bare_commits(settings, publisher):
    turns = 4 if settings.quick else 10
    ours, theirs = [], []
    # The folder is a sibling of the data folder: the same file system.
    with BareCommit(settings.folder("bare-commit") / "bare.sqlite") as bare:
        for _ in range(turns):
            bodies = [publisher.next_body() for _ in range(_TURN)]
            with pinned(settings.load_core):
                ours.append([publisher.publish(body) for body in bodies])
            # On the core on which the server commits, which is idle now, so that noise affects both sides.
            with pinned(settings.server_core):
                theirs.append([bare.commit(body) for body in bodies])
    name = f"publish, {len(bodies[0]):,} bytes ÷ a bare SQLite commit of them"
    ratio = median_ratio(ours, theirs)
    # A publication includes such a commit. On a busy core, the scheduler may favour either side, which means nothing.
    if ratio < 1:
        return Figure.missing(name, f"a bare commit took {1 / ratio:.1f} times as long; the machine is too busy")
    return Figure(
        name, median_and_p99(sum(ours, [])), median_and_p99(sum(theirs, [])), ratio, "≤ 2", at_most(ratio, 2))
