"""Screens during a rollout: the cost of a request."""

import json
from statistics import median

from .figure import Figure, at_most
from .filled_folder import types_and_formats
from .http_client import get
from .load import put_load
from .servers import Marquee


def rollouts(settings):
    """A screen whose new version goes to half of the users, and an equal one without a rollout, in turns."""
    rounds, seconds = (5, 1) if settings.quick else (21, 2)
    home = json.loads((settings.screens / "home.json").read_text(encoding="utf-8"))
    # An experiment belongs to one screen.
    del home["experiment"]
    paths = {"plain": "/screens/plain?user=42", "guarded": "/screens/guarded?user=42"}
    cost = {name: [] for name in paths}
    screens = types_and_formats(settings, "rollouts")
    with Marquee(
        settings.marquee, screens, settings.folder("rollouts-data"), [settings.server_core]
    ).wait_until_ready() as marquee:
        for name in paths:
            marquee.admin("PUT", f"/admin/screens/{name}", home)
        # As long as before.
        home["items"][0]["content"]["text1"] = home["items"][0]["content"]["text1"][::-1]
        marquee.admin("PUT", "/admin/screens/plain", home)
        marquee.admin("PUT", "/admin/screens/guarded?guard=50,100", home)
        if get(marquee.port, paths["guarded"]).value("Screen-Report") is None:
            raise RuntimeError("no rollout is running")
        for path in paths.values():
            put_load(marquee, settings.load_core, 1, path=path)
        for _ in range(rounds):
            for name, path in paths.items():
                cost[name].append(put_load(marquee, settings.load_core, seconds, path=path).processor)
    ratio = median(one / other for one, other in zip(cost["guarded"], cost["plain"]))
    return [
        Figure(
            "CPU per request, during a rollout ÷ without", f"{median(cost['guarded']):.2f} µs",
            f"{median(cost['plain']):.2f} µs", ratio, "≤ 1.02", at_most(ratio, 1.02))
    ]
