"""Reports that somebody makes up from few networks take no version back, and bring none to more users."""

import random

from apps import Apps, Report
from guarded import OPEN, GuardedServer, LookClock, guard
from work import Result

_FAILED = "content-failed"
_GUARD = guard([10, 100], hold="1d")
_ADVANCING = guard([10, 11, 100], ["settled"], alpha=1e-9)
# Several hundred of them are on the new side.
_ADVANCING_USERS = 6000
_HONEST_NETWORKS = range(60)
_FAILURE_RATE = 0.01
# Networks of others.
_FAKING = 1000


def run(work):
    count = work.size(10_000, 1_000)
    cases = {
        "users from 1 network": lambda case: case.users(count, 1),
        "users from 4 networks": lambda case: case.users(count, 4),
        "forged tokens": lambda case: case.forged(count),
        "one token again and again": lambda case: case.repeated(count),
        "tokens of other rollouts": lambda case: case.foreign(count),
        # Without it, the others would prove nothing.
        "users from 40 networks": lambda case: case.users(count, 40),
    }
    with GuardedServer(work, "fakes", {"fakes": _GUARD, "advancing": _ADVANCING}) as server, _apps(server) as apps:
        clock = LookClock(server)
        yield from _advances(server, apps, clock)
        ended = server.roll_out("ended", "fakes")
        foreign = [one.token for one in apps.screens("ended", range(count // 2))]
        server.steer(ended, "finish")
        server.roll_out("other", "fakes")
        foreign += [one.token for one in apps.screens("other", range(count // 2))]
        made = {}
        for place, (name, fake) in enumerate(cases.items()):
            case = _Case(server, apps, f"screen-{place}", foreign)
            made[name] = case, fake(case)
        clock.wait_for_look()
        for name, (case, (sent, accepted)) in made.items():
            rollout = server.rollout(case.id)
            state = rollout["state"]
            counted = sum(event["new"] + event["old"] for event in rollout["events"] if event["name"] == _FAILED)
            text = f"{sent:,} fakes, {name}: {state}, {accepted:,} accepted"
            if "40" in name:
                yield Result(text, "rolled back, so that the fakes have power", state == "rolled-back")
                continue
            limits = "no rollback, at most a hold"
            passed = state in OPEN
            if name.startswith("users"):
                passed = passed and accepted == sent
            elif "again" in name:
                limits += ", counted once"
                text += f", {counted - case.honest} counted"
                passed = passed and counted == case.honest + 1
            else:
                limits += ", none accepted"
                passed = passed and accepted == 0 and counted == case.honest
            yield Result(text, limits, passed)


def _advances(server, apps, clock):
    """Few honest units settle, and many that somebody makes up."""
    rollouts = {}
    # With 40 networks it advances: otherwise the others would prove nothing.
    for networks in (1, 4, 40):
        route = f"advance-{networks}"
        rollouts[networks] = server.roll_out(route, "advancing")
        honest = apps.screens(route, range(600))
        fakes = apps.screens(route, (f"fake-{place}" for place in range(_ADVANCING_USERS)))
        reports = [(place % len(_HONEST_NETWORKS), one) for place, one in enumerate(honest)]
        reports += [(_FAKING + place % networks, one) for place, one in enumerate(fakes)]
        apps.report((network, Report(one.token, ("settled",))) for network, one in reports)
    clock.wait_for_look()
    for networks, id in rollouts.items():
        rollout = server.rollout(id)
        advances = len(rollout["decisions"]) > 1
        text = f"{_ADVANCING_USERS:,} made-up units that settle, from {networks} network{'s' * (networks > 1)}: "
        text += f"{rollout['settled']} settled, at {rollout['step']} %"
        yield Result(text, "advanced" if networks == 40 else "not advanced", advances == (networks == 40))


def _apps(server):
    return Apps(server.wait_until_ready().port)


class _Case:
    """A rollout with healthy reports from many networks, and made-up ones."""

    def __init__(self, server, apps, route, foreign):
        self._apps, self._route, self._foreign = apps, route, foreign
        self._random = random.Random(route)
        self.id = server.roll_out(route, "fakes")
        # The honest units that fail, on both sides alike.
        self.honest = 0
        reports = []
        for one in apps.screens(route, range(3000)):
            fails = self._random.random() < _FAILURE_RATE
            self.honest += fails
            events = ("drawn", _FAILED) if fails else ("drawn", "settled")
            reports.append((self._random.choice(_HONEST_NETWORKS), Report(one.token, events, 80)))
        apps.report(reports)

    def users(self, count, networks):
        """Somebody asks for screens as many users, and lets all those fail that get the new version."""
        tokens = self._new_tokens(count)
        return self._send((place % networks, token) for place, token in enumerate(tokens))

    def forged(self, count):
        """Tokens with another digit, or with none that is right."""
        tokens = self._new_tokens(100)
        return self._send((place % 40, self._forge(tokens[place % len(tokens)])) for place in range(count))

    def repeated(self, count):
        token = self._new_tokens(1)[0]
        return self._send((place % 40, token) for place in range(count))

    def foreign(self, count):
        """Tokens of a rollout that has ended and of one of another screen, as they are and with the id of this one."""
        own = self._new_tokens(1)[0][:len(self.id)]
        # That of another screen is right for its own rollout.
        right = self._foreign[len(self._foreign) // 2:]
        ended = self._foreign[:len(self._foreign) // 2]
        return self._send(
            (place % 40, token) for place, token in enumerate([*ended, *(own + token[len(own):] for token in right)]))

    def _new_tokens(self, count):
        """Tokens of the new version."""
        tokens = []
        asked = 0
        while len(tokens) < count:
            served = self._apps.screens(self._route, (f"fake-{place}" for place in range(asked, asked + 1000)))
            asked += len(served)
            tokens += [one.token for one in served if one.version == 2]
        return tokens[:count]

    def _forge(self, token):
        digits = list(token)
        if self._random.random() < 0.5:
            return "".join(self._random.choice("0123456789abcdef") for _ in digits)
        # Not in the id of the rollout.
        place = self._random.randrange(len(self.id), len(digits))
        digits[place] = "0" if digits[place] != "0" else "1"
        return "".join(digits)

    def _send(self, fakes):
        """Returns how many were sent and accepted."""
        reports = [(_FAKING + network, Report(token, (_FAILED,))) for network, token in fakes]
        return len(reports), self._apps.report(reports)
