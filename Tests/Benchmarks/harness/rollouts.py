"""Screens during a rollout: the cost of a request."""

import json

from .filled_folder import types_and_formats
from .http_client import get
from .servers import Marquee
from .turns import cost_figure, turns

# What ScreenKit sends with its first request for a screen.
_OF_SCREENKIT = [
    "Accept: application/json", "Client-Release: ios/1.3.0", "Accept-Language: en-US",
    "Accept-View-Types: AViewType, BViewType, ONE_IMAGE, ONE_LINE_TEXT, PLUS_TITLE, TITLE, TWO_LINE_TEXT",
]
# Requests by what they are called: query and fields. The last one is from another unit each time.
_REQUESTS = {
    "per request": ("?user=42", []),
    "per request of ScreenKit": ("?user=42", _OF_SCREENKIT),
    "per request with an attribute": ("?user=42&plan=gold", []),
    "per request of a new unit": ("", []),
}


def rollouts(settings):
    """A screen whose new version goes to half of the users, and an equal one without a rollout, in turns."""
    home = json.loads((settings.screens / "home.json").read_text(encoding="utf-8"))
    # An experiment belongs to one screen.
    del home["experiment"]
    screens = types_and_formats(settings, "rollouts")
    with Marquee(
        settings.marquee, screens, settings.folder("rollouts-data"), [settings.server_core]
    ).wait_until_ready() as marquee:
        for name in ("without", "guarded"):
            marquee.admin("PUT", f"/admin/screens/{name}", home)
        # As long as before, as the names are.
        home["items"][0]["content"]["text1"] = home["items"][0]["content"]["text1"][::-1]
        marquee.admin("PUT", "/admin/screens/without", home)
        marquee.admin("PUT", "/admin/screens/guarded?guard=50,100", home)
        if get(marquee.port, "/screens/guarded?user=42").value("Screen-Report") is None:
            raise RuntimeError("no rollout is running")
        return [
            _figure(settings, marquee, name, query, fields) for name, (query, fields) in _REQUESTS.items()
        ]


def _figure(settings, marquee, name, query, fields):
    without, guarded = turns(
        settings, marquee, 5 if settings.quick else 45, [f"/screens/without{query}", f"/screens/guarded{query}"], fields,
        first_user=0 if query else 1_000_000_000)
    return cost_figure(f"CPU {name}, during a rollout ÷ without", guarded, without)
