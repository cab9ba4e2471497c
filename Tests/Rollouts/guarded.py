"""A server with guarded screens."""

import json

from apps import Apps, Refused, Report
from harness.servers import Marquee
from http_client import Connection
from work import wait_until

_TOKEN = "benchmark"
_OPTIONS = ["--trust-proxy", "127.0.0.1/32", "--journal", "0", "--exposures", "off", "--no-console"]
OPEN = ("running", "held")


def guard(steps, events=None, **members):
    """The JSON of a guard that decides at once: without a hold, and without a time to settle."""
    document = {"steps": steps, "hold": "0s", "settle": "0s", **members}
    if events:
        document["events"] = events
    return json.dumps(document)


class GuardedServer(Marquee):
    def __init__(self, work, name, guards=None, screens=None, data=None, port=0, options=(), variables=None):
        """`guards` are the JSON texts of guards by name. With `screens` and `data`, it starts again."""
        self.screens = screens or work.screens_with(f"{name}-screens", {"clock": LookClock.guard, **(guards or {})})
        self.data = data or work.folder(f"{name}-data")
        # Its log has a line for each decision.
        with open(work.work / f"{name}.log", "ab") as log:
            super().__init__(
                work.marquee, self.screens, self.data, port=port, log=log, options=[*_OPTIONS, *options],
                variables=variables)

    def wait_until_ready(self):
        if not self.port:
            super().wait_until_ready()
        self._connection = Connection(self.port)
        return self

    def admin(self, method, path, value=None):
        """Sends a request to the admin API, and returns its JSON."""
        body = None if value is None else json.dumps(value).encode()
        response = self._connection.send(method, path, [f"Authorization: Bearer {_TOKEN}"], body)
        if response.status not in (200, 201):
            raise Refused(f"{method} {path} was answered with {response.status}: {response.body[:300]!r}")
        return json.loads(response.body)

    def publish(self, route, text, guard=None):
        """Publishes a screen with a text. With a guard, returns the id of the rollout."""
        query = f"?guard={guard}" if guard else ""
        published = self.admin("PUT", f"/admin/screens/{route}{query}", definition(text))
        return published["rollout"]["id"] if guard else None

    def roll_out(self, route, guard):
        """Publishes an old version and a new one with a guard, and returns the id of the rollout."""
        self.publish(route, "old")
        return self.publish(route, "new", guard)

    def rollout(self, id):
        return self.admin("GET", f"/admin/rollouts/{id}")

    def states(self):
        """The states of all rollouts, by id."""
        return {one["id"]: one["state"] for one in self.admin("GET", "/admin/rollouts")["rollouts"]}

    def steer(self, id, word):
        return self.admin("POST", f"/admin/rollouts/{id}/{word}")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        if self.process.poll() is None and getattr(self, "_connection", None):
            self._connection.close()
        super().stop()


def definition(text):
    return {"items": [{"id": "line", "viewType": "ONE_LINE_TEXT", "content": {"text1": text}}]}


def actions(rollout):
    """The decisions of a rollout, as pairs of the action and its author."""
    return [(decision["decision"], decision["by"]) for decision in rollout["decisions"]]


class LookClock:
    """Tells when a server has looked at its rollouts: one more rollout, which advances at each look.

    A server looks once a second, or less often if its looks take long.
    """

    # With the least alpha, nothing stops it.
    guard = guard([*range(50, 69), 100], ["settled"], alpha=1e-9)
    _ROUTE = "clock"
    # More than 300 of them are on the new side.
    _UNITS = 800

    def __init__(self, server):
        self._server = server
        self._version = 1
        server.publish(self._ROUTE, "0")
        self._start()

    def wait_for_look(self):
        """Waits until every rollout was looked at with the reports that are stored now.

        A look reads one rollout after another, so the look of the first advance may have read some before. But that of
        the second one had not begun yet.
        """
        self.wait_for_advance()
        self.wait_for_advance()

    def wait_for_advance(self):
        """Waits for the next look, which may have begun already."""
        if self._read() and self._state not in OPEN:
            self._start()
        before = self._serial
        wait_until(lambda: self._read() > before, "a look of the guards", timeout=300, pause=0.05)

    def _start(self):
        self._id = self._server.publish(self._ROUTE, str(self._version), "clock")
        self._version += 1
        with Apps(self._server.port) as apps:
            served = apps.screens(self._ROUTE, range(self._UNITS))
            apps.report((number % 30, Report(one.token, ("settled",))) for number, one in enumerate(served))
        self._read()

    def _read(self):
        rollout = self._server.rollout(self._id)
        self._serial, self._state = rollout["serial"], rollout["state"]
        return self._serial
