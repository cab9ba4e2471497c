"""The time from the start of the process to its first response, with 1,000 screens that were imported before."""

import json
import shutil
import time
from statistics import median

from .figure import Figure, at_most
from .http_client import get
from .servers import Marquee, Nginx, free_port, wait_for_port

_SCREENS = 1000
_PATH = f"/screens/screen-{_SCREENS // 2}?user=3"


def start(settings):
    screens = _many_screens(settings)
    data = settings.folder("thousand-data")
    folder = settings.folder("nginx-start")

    def marquee():
        return Marquee(settings.marquee, screens, data, port=free_port())

    imported, answer = _time(marquee)
    taken = {"Marquee": [], "nginx": []}
    for _ in range(5 if settings.quick else 21):
        taken["Marquee"].append(_time(marquee)[0])
        taken["nginx"].append(_time(lambda: Nginx(answer, folder))[0])
    cost = {name: median(times) * 1000 for name, times in taken.items()}
    return [
        Figure(
            f"start to first answer, {_SCREENS:,} screens imported before",
            f"{cost['Marquee']:.1f} ms ({min(taken['Marquee']) * 1000:.1f}–{max(taken['Marquee']) * 1000:.1f})",
            target="≤ 60 ms", met=at_most(cost["Marquee"], 60)),
        Figure(
            "the same ÷ nginx's start", f"{cost['Marquee']:.1f} ms", f"{cost['nginx']:.1f} ms",
            cost["Marquee"] / cost["nginx"]),
        Figure(f"first start, which imports the {_SCREENS:,} screens", f"{imported:.2f} s"),
    ]


def _time(make):
    """The seconds until a starting server responds, and the response."""
    began = time.perf_counter()
    with make() as server:
        wait_for_port(server.port, server.process)
        while (answer := get(server.port, _PATH)).status == 503:
            time.sleep(0.0002)
        taken = time.perf_counter() - began
    if answer.status != 200:
        raise RuntimeError(f"the first answer of {server.name} is {answer.status}")
    return taken, answer


def _many_screens(settings):
    """Many copies of the screen `home`, each with other texts and another experiment."""
    folder = settings.folder("thousand-screens")
    for name in ("_types", "_formats"):
        shutil.copytree(settings.screens / name, folder / name)
    home = json.loads((settings.screens / "home.json").read_text(encoding="utf-8"))
    for number in range(_SCREENS):
        screen = json.loads(json.dumps(home))
        screen["screenName"] = f"Screen {number}"
        for item in screen["items"]:
            if "text1" in item["content"]:
                item["content"]["text1"] += f" {number}"
        screen["experiment"]["key"] += f"-{number}"
        (folder / f"screen-{number}.json").write_text(
            json.dumps(screen, ensure_ascii=False, indent=2), encoding="utf-8")
    return folder
