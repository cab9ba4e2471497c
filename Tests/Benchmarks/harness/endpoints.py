"""Screens beside endpoints of the mock: the cost of a request."""

import json
from statistics import median

from .figure import Figure, at_most
from .filled_folder import types_and_formats
from .http_client import get
from .load import put_load
from .servers import Marquee

_COUNT = 1_000


def endpoints(settings):
    """The same screen of a server with endpoints and of one without, in turns."""
    rounds, seconds = (5, 1) if settings.quick else (21, 2)
    home = json.loads((settings.screens / "home.json").read_text(encoding="utf-8"))
    plain, full = (types_and_formats(settings, name) for name in ("no-endpoints", "endpoints"))
    (full / "_endpoints").mkdir()
    for number in range(_COUNT):
        request = {"method": "POST", "path": f"/api/part-{number}/{{id}}", "when": {"query.beta": "yes"}}
        document = {"request": request, "responses": [{"body": {"id": "{{path.id}}"}, "set": {"last": "{{path.id}}"}}]}
        (full / "_endpoints" / f"part-{number}.json").write_text(json.dumps(document))
    cost = {"without": [], "with": []}
    with Marquee(
        settings.marquee, plain, settings.folder("no-endpoints-data"), [settings.server_core]
    ).wait_until_ready() as without, Marquee(
        settings.marquee, full, settings.folder("endpoints-data"), [settings.server_core]
    ).wait_until_ready() as beside:
        servers = {"without": without, "with": beside}
        for server in servers.values():
            server.admin("PUT", "/admin/screens/home", home)
            put_load(server, settings.load_core, 1, path="/screens/home?user=42")
        if get(beside.port, "/api/part-7").status != 404 or get(beside.port, "/screens/home").status != 200:
            raise RuntimeError("the endpoints do not stand beside the screen")
        for _ in range(rounds):
            for name, taken in cost.items():
                taken.append(
                    put_load(servers[name], settings.load_core, seconds, path="/screens/home?user=42").processor)
    ratio = median(one / other for one, other in zip(cost["with"], cost["without"]))
    return [
        Figure(
            f"CPU per screen, beside {_COUNT:,} endpoints ÷ without", f"{median(cost['with']):.2f} µs",
            f"{median(cost['without']):.2f} µs", ratio, "≤ 1.02", at_most(ratio, 1.02))
    ]
