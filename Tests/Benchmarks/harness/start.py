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
    folder = settings.folder("nginx-start")
    programs = {"Marquee": settings.marquee}
    if settings.before:
        programs["before"] = settings.before

    def starting(name, program):
        data = settings.folder(f"thousand-data-{name}")
        return lambda: Marquee(program, screens, data, port=free_port())

    starts = {name: starting(name, program) for name, program in programs.items()}
    imported = {name: _time(make) for name, make in starts.items()}
    starts["nginx"] = lambda: Nginx(imported["Marquee"][1], folder)
    taken = {name: [] for name in starts}
    for _ in range(5 if settings.quick else 81 if settings.before else 21):
        for name, make in starts.items():
            taken[name].append(_time(make)[0])
    cost = {name: median(times) * 1000 for name, times in taken.items()}
    figures = [
        Figure(
            f"start to first answer, {_SCREENS:,} screens imported before",
            f"{cost['Marquee']:.1f} ms ({min(taken['Marquee']) * 1000:.1f}–{max(taken['Marquee']) * 1000:.1f})",
            target="≤ 60 ms", met=at_most(cost["Marquee"], 60)),
        Figure(
            "the same ÷ nginx's start", f"{cost['Marquee']:.1f} ms", f"{cost['nginx']:.1f} ms",
            cost["Marquee"] / cost["nginx"]),
    ]
    if settings.before:
        ratio = median(one / other for one, other in zip(taken["Marquee"], taken["before"]))
        figures.append(
            Figure(
                "the same ÷ the program before", f"{cost['Marquee']:.1f} ms", f"{cost['before']:.1f} ms", ratio,
                "≤ 1.02", at_most(ratio, 1.02)))
    before = f"{imported['before'][0]:.2f} s before" if settings.before else ""
    figures.append(
        Figure(
            f"first start, which imports the {_SCREENS:,} screens", f"{imported['Marquee'][0]:.2f} s", before))
    return figures


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
