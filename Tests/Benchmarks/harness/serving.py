"""The cost of a request under load: Marquee, nginx and the floor in turn, so that noise affects all of them."""

import contextlib
import json
import os
from statistics import median

from .figure import Figure, at_most
from .filled_folder import types_and_formats
from .http_client import Client, get
from .load import put_load
from .servers import Floor, Marquee, Nginx

# The number of users among whom both variants of the experiment are searched for.
_USERS = 64


def serving(settings):
    rounds, seconds = (5, 1) if settings.quick else (21, 2)
    with contextlib.ExitStack() as stack:
        marquee = stack.enter_context(_marquee(settings, "serving", loops=1))
        answer = _control_response(marquee)
        nginx_folder = settings.folder("nginx")
        nginx = stack.enter_context(Nginx(answer, nginx_folder, [settings.server_core])).wait_until_ready()
        floor = stack.enter_context(Floor(settings.floor, answer, settings.work, [settings.server_core]))
        for server in (nginx, floor):
            _check_same(server, answer, every_byte=server is floor)

        servers = [marquee, nginx, floor]
        taken = {server.name: [] for server in servers}
        for server in servers:
            put_load(server, settings.load_core, 1)
        for number in range(rounds):
            for server in servers[number % 3:] + servers[:number % 3]:
                taken[server.name].append(put_load(server, settings.load_core, seconds))
        floor.stop()
        unseen = list(_unseen_users(settings, nginx, rounds, seconds))
        nginx.stop()
        pipelined = _pipelined(settings, marquee, rounds, seconds)
    return [
        *_processor(taken), _p99(taken), _user_share(taken), *unseen, pipelined, _two_loops(settings, rounds, seconds),
        _experiments(settings, rounds, seconds), *_views(settings, rounds, seconds), _noise(taken),
    ]


def _marquee(settings, name, loops, cores=None):
    return Marquee(
        settings.marquee, settings.screens, settings.folder(name), cores or [settings.server_core], loops,
    ).wait_until_ready()


def _control_response(marquee):
    """The response of the variant `control`."""
    variants = {}
    for user in range(_USERS):
        answer = get(marquee.port, f"/screens/home?user={user}")
        if answer.status != 200:
            raise RuntimeError(f"Marquee answers {answer.status}")
        variants[answer.value("Screen-Variant")] = answer
    if len(variants) != 2 or len({answer.body for answer in variants.values()}) != 2:
        raise RuntimeError(f"{_USERS} users saw the variants {sorted(map(str, variants))}, not two that differ")
    return variants["control"]


def _check_same(server, wanted, every_byte):
    with Client(server.port) as client:
        for _ in range(2):
            answer = client.get("/screens/home?user=3")
            if answer.status != 200 or answer.body != wanted.body:
                raise RuntimeError(f"{server.name} does not answer the same body")
            if every_byte and answer.head != wanted.head:
                raise RuntimeError(f"{server.name} does not answer the same head")
            missing = {name.lower() for name, _ in wanted.fields} - {name.lower() for name, _ in answer.fields}
            if missing:
                raise RuntimeError(f"{server.name} lacks the fields {missing}")


def _processor(taken):
    cost = {name: [round.processor for round in rounds] for name, rounds in taken.items()}
    busy = {name: median(round.busy for round in rounds) for name, rounds in taken.items()}
    for other, limit in (("nginx", 1.0), ("epoll floor", 1.25)):
        ratio = _ratio(cost["Marquee"], cost[other])
        yield Figure(
            f"CPU per request ÷ {other}", _micro(cost["Marquee"], busy["Marquee"]),
            _micro(cost[other], busy[other]), ratio, f"≤ {limit}", at_most(ratio, limit))


def _ratio(ours, theirs):
    """The median of the ratios of each round: noise affects all servers of a round."""
    return median(one / other for one, other in zip(ours, theirs))


def _micro(values, busy):
    return f"{median(values):.2f} µs ({min(values):.2f}–{max(values):.2f}, core {busy:.0%} busy)"


def _p99(taken):
    p99 = {name: [round.p99 for round in rounds] for name, rounds in taken.items()}
    ratio = _ratio(p99["Marquee"], p99["nginx"])
    return Figure(
        "p99 ÷ nginx", f"{median(p99['Marquee']):.2f} ms",
        f"{median(p99['nginx']):.2f} ms (floor {median(p99['epoll floor']):.2f} ms)",
        ratio, "≤ 1.1", at_most(ratio, 1.1))


def _user_share(taken):
    own = {
        name: median(round.processor * (1 - round.kernel_share) for round in rounds)
        for name, rounds in taken.items()
    }
    return Figure(
        "of that outside the kernel", f"{own['Marquee']:.2f} µs",
        f"nginx {own['nginx']:.2f} µs, floor {own['epoll floor']:.2f} µs", own["Marquee"] / own["nginx"])


def _noise(taken):
    shares = [round.others for rounds in taken.values() for round in rounds]
    return Figure(
        "noise: what others took of the machine meanwhile", f"{median(shares):.0%} (at worst {max(shares):.0%})")


def _unseen_users(settings, nginx, rounds, seconds):
    """Every request is from a new user, so that each is an exposure to record."""
    taken = {"Marquee": [], "nginx": []}
    merging = []
    with _marquee(settings, "unseen", loops=1) as marquee:
        user = 1_000_000_000
        for _ in range(max(3, rounds // 3)):
            round = put_load(marquee, settings.load_core, seconds, first_user=user)
            taken["Marquee"].append(round)
            user += 100_000_000
            # Exposures are merged when the server is idle. This is not part of a request, and must not slow nginx down.
            merging.append(marquee.meter.processor_seconds_until_idle() / round.requests * 1e6)
            taken["nginx"].append(put_load(nginx, settings.load_core, seconds, first_user=user))
        metrics = get(marquee.port, "/metrics").body.decode("utf-8").splitlines()
        dropped = next(int(line.split()[1]) for line in metrics if line.startswith("marquee_exposures_dropped_total"))
    requests = sum(round.requests for round in taken["Marquee"])
    cost = {name: [round.processor for round in taken[name]] for name in taken}
    p99 = {name: [round.p99 for round in taken[name]] for name in taken}
    ratio = _ratio(cost["Marquee"], cost["nginx"])
    yield Figure(
        "CPU per request, users not seen before ÷ nginx", f"{median(cost['Marquee']):.2f} µs",
        f"{median(cost['nginx']):.2f} µs", ratio, "≤ 1.1", at_most(ratio, 1.1))
    ratio = _ratio(p99["Marquee"], p99["nginx"])
    yield Figure(
        "p99 of these ÷ nginx", f"{median(p99['Marquee']):.2f} ms", f"{median(p99['nginx']):.2f} ms", ratio, "≤ 1.3",
        at_most(ratio, 1.3))
    yield Figure(
        "their exposures: dropped; merged afterwards",
        f"{dropped / requests:.2%} of {requests:,}; {median(merging):.2f} µs each")


def _pipelined(settings, marquee, rounds, seconds):
    rates = {1: [], 16: []}
    cost = {1: [], 16: []}
    for _ in range(max(3, rounds // 3)):
        for together in rates:
            round = put_load(marquee, settings.load_core, seconds, together)
            rates[together].append(round.requests_per_second)
            cost[together].append(round.processor)
    ratio = _ratio(rates[16], rates[1])
    return Figure(
        "requests per second, 16 pipelined ÷ not",
        f"{median(rates[16]) / 1000:.0f}k ({median(cost[16]):.2f} µs each)",
        f"{median(rates[1]) / 1000:.0f}k ({median(cost[1]):.2f} µs each)",
        ratio, "≥ 2.5", ratio >= 2.5)


def _experiments(settings, rounds, seconds):
    """The shipped screen with one experiment, and with three that include every unit."""
    taken = {1: [], 3: []}
    with contextlib.ExitStack() as stack:
        servers = {}
        for count in taken:
            screens = types_and_formats(settings, f"experiments-{count}")
            with open(os.path.join(settings.screens, "home.json")) as file:
                home = json.load(file)
            first = home.pop("experiment")
            variants = [{"key": "off"}, {"key": "on", "changes": [{"op": "merge", "id": "perilla", "content": {}}]}]
            home["experiments"] = [first] + [{"key": f"other-{n}", "variants": variants} for n in range(1, count)]
            with open(os.path.join(screens, "home.json"), "w") as file:
                json.dump(home, file)
            servers[count] = stack.enter_context(
                Marquee(settings.marquee, screens, settings.folder(f"experiments-{count}-data"), [settings.server_core], 1)
            ).wait_until_ready()
            name = get(servers[count].port, "/screens/home?user=1").value("Screen-Assignments") or ""
            if len(name.split(", ")) != count:
                raise RuntimeError(f"{count} experiments are served as {name}")
        for _ in range(max(3, rounds // 3)):
            for count, server in servers.items():
                taken[count].append(put_load(server, settings.load_core, seconds))
    cost = {count: [round.processor for round in taken[count]] for count in taken}
    ratio = _ratio(cost[3], cost[1])
    return Figure(
        "CPU per request, three experiments ÷ one", f"{median(cost[3]):.2f} µs", f"{median(cost[1]):.2f} µs", ratio,
        "≤ 1.2", at_most(ratio, 1.2))


def _views(settings, rounds, seconds):
    """The same screen in an unchanged session, and a screen with a template, which is filled for each request."""
    with _marquee(settings, "views", loops=1) as marquee:
        session = marquee.admin("POST", "/admin/sessions", {})["path"]
        with open(os.path.join(settings.screens, "home.json")) as file:
            home = json.load(file)
        # Without an experiment on either side, because an experiment belongs to one screen.
        del home["experiment"]
        marquee.admin("PUT", "/admin/screens/plain", home)
        home["template"] = True
        home["items"][0]["content"]["text1"] = "{{user}} {{attributes.country}} {{now}} {{uuid}} {{random 1 6}}"
        marquee.admin("PUT", "/admin/screens/template", home)
        paths = {"home": "/screens/home", "session": session + "/screens/home",
                 "plain": "/screens/plain", "template": "/screens/template"}
        cost = {name: [] for name in paths}
        for _ in range(max(3, rounds // 3)):
            for name, path in paths.items():
                cost[name].append(put_load(marquee, settings.load_core, seconds, path=path).processor)
    for name, base, text, limit in (
        ("session", "home", "CPU per request, in a session ÷ outside", None),
        ("template", "plain", "CPU per request, a template ÷ a plain screen", 3.0),
    ):
        ratio = _ratio(cost[name], cost[base])
        goal = (f"≤ {limit}", at_most(ratio, limit)) if limit else ()
        yield Figure(text, f"{median(cost[name]):.2f} µs", f"{median(cost[base]):.2f} µs", ratio, *goal)


def _two_loops(settings, rounds, seconds):
    """Two loops need two cores, and the load generator needs two more."""
    aside = len(settings.cores) >= 4
    cores = settings.cores[:2]
    load = dict(core=f"{settings.cores[2]},{settings.cores[3]}", threads=2) if aside else dict(core=cores[1])
    taken = {1: [], 2: []}
    with contextlib.ExitStack() as stack:
        servers = {
            loops: stack.enter_context(_marquee(settings, f"loops-{loops}", loops, cores[:loops])) for loops in taken
        }
        for _ in range(max(3, rounds // 3)):
            for loops, server in servers.items():
                taken[loops].append(put_load(server, seconds=seconds, **load))
    if aside:
        rate = {loops: median(round.requests_per_second for round in taken[loops]) for loops in taken}
        return Figure(
            "throughput, 2 loops ÷ 1", f"{rate[2] / 1000:.0f}k/s", f"{rate[1] / 1000:.0f}k/s",
            _ratio(*([round.requests_per_second for round in taken[loops]] for loops in (2, 1))))
    # Each loop would have its own core; its rate there follows from the cost of a request.
    cost = {loops: median(round.processor for round in taken[loops]) for loops in taken}
    return Figure(
        "throughput, 2 loops ÷ 1 (estimated: too few cores)", f"{cost[2]:.2f} µs of CPU each",
        f"{cost[1]:.2f} µs of CPU each",
        2 * _ratio(*([round.processor for round in taken[loops]] for loops in (1, 2))))
