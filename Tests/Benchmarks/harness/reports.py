"""Reports about a rollout: how many a second a node stores, and what screens cost meanwhile."""

import json
import threading
import time

from .figure import Figure, at_most
from .filled_folder import types_and_formats
from .http_client import Client
from .paced_client import PacedClient
from .servers import Marquee
from .spread import p99

# The limit of reports holds for each network, so the reports come from many.
_OPTIONS = ["--trust-proxy", "127.0.0.1/32"]
_REPORTS_OF_A_BODY = 1000
_OWN_EVENTS = [f"own-{number}" for number in range(8)]
_SENDERS = 4
_SCREENS_PER_SECOND = 200
_MEBIBYTE = 1 << 20


def reports(settings):
    """Every report is the first one of its unit and event, so that each is a row. Half of the units are on each side and
    all report the same, so that the guard waits."""
    units = 10_000 if settings.quick else 50_000
    events = ["drawn", *_OWN_EVENTS]
    screens = types_and_formats(settings, "reports")
    (screens / "_guards").mkdir()
    own = [{"name": name, "kind": "bad"} for name in _OWN_EVENTS]
    document = {"steps": [50, 100], "hold": "1d", "alpha": 1e-9, "events": ["drawn", *own]}
    (screens / "_guards" / "half.json").write_text(json.dumps(document))
    home = json.loads((settings.screens / "home.json").read_text(encoding="utf-8"))
    with Marquee(
        settings.marquee, screens, settings.folder("reports-data"), options=_OPTIONS
    ).wait_until_ready() as marquee:
        marquee.admin("PUT", "/admin/screens/home", home)
        home["items"][0]["content"]["text1"] = home["items"][0]["content"]["text1"][::-1]
        marquee.admin("PUT", "/admin/screens/home?guard=half", home)
        with Client(marquee.port) as client:
            tokens = [client.get(f"/screens/home?user={unit}").value("Screen-Report") for unit in range(units)]
            quiet = [_screen(client) for _ in range(1000)]
        bodies = [
            _body(tokens[start:start + _REPORTS_OF_A_BODY], event)
            for event in events for start in range(0, units, _REPORTS_OF_A_BODY)
        ]
        before = marquee.meter.resident_bytes()
        with Client(marquee.port) as client, PacedClient(
            lambda: _screen(client), _SCREENS_PER_SECOND, settings.load_core
        ) as screens_beside:
            began, used = time.monotonic(), marquee.meter.processor_seconds()
            most = _send(marquee, bodies)
            taken, used = time.monotonic() - began, marquee.meter.processor_seconds() - used
    count = len(bodies) * _REPORTS_OF_A_BODY
    grown = (most - before) / _MEBIBYTE
    per_second = count / taken
    return [
        Figure(
            f"reports stored a second, {count:,} of them beside {_SCREENS_PER_SECOND} screens a second",
            f"{per_second:,.0f}", f"{used / count * 1e6:.1f} µs of the processor each", target="≥ 50,000",
            met=per_second >= 50_000),
        Figure("memory that these reports take", f"{grown:.1f} MiB", target="≤ 64 MiB", met=at_most(grown, 64)),
        Figure(
            "time of a screen beside them, p99", f"{p99(screens_beside.taken) * 1e3:.2f} ms",
            f"{p99(quiet) * 1e3:.2f} ms without"),
    ]


def _screen(client):
    began = time.perf_counter()
    if client.get("/screens/home?user=42").status != 200:
        raise RuntimeError("a screen was not answered with 200")
    return time.perf_counter() - began


def _body(tokens, event):
    return json.dumps({
        "reports": [{"id": str(number), "token": token, "events": [event]} for number, token in enumerate(tokens)]
    }).encode()


def _send(marquee, bodies):
    """Sends all bodies, and returns the most bytes that were resident meanwhile."""
    numbered = iter(list(enumerate(bodies)))
    lock, failures = threading.Lock(), []

    def run():
        try:
            with Client(marquee.port) as client:
                while True:
                    with lock:
                        number, body = next(numbered, (None, None))
                    if body is None:
                        return
                    answer = client.post("/reports", body, {
                        "Content-Type": "application/json", "X-Forwarded-For": f"10.0.{number % 250}.1"})
                    accepted = json.loads(answer.body).get("accepted")
                    if answer.status != 202 or accepted != _REPORTS_OF_A_BODY:
                        raise RuntimeError(f"reports were answered with {answer.status}: {answer.body[:300]!r}")
        except Exception as error:  # Raised again below.
            failures.append(error)

    senders = [threading.Thread(target=run) for _ in range(_SENDERS)]
    for sender in senders:
        sender.start()
    most = 0
    while any(sender.is_alive() for sender in senders):
        most = max(most, marquee.meter.resident_bytes())
        time.sleep(0.1)
    for sender in senders:
        sender.join()
    if failures:
        raise failures[0]
    return most
