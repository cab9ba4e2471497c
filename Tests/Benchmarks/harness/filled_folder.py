"""Many screens with a history of each, filled by `marquee import`."""

import itertools
import json
import os
import shutil
import subprocess
import time


def types_and_formats(settings, name):
    """A folder of screens without screens: only the shipped view types and formats."""
    folder = settings.folder(name)
    for part in ("_types", "_formats"):
        shutil.copytree(settings.screens / part, folder / part)
    return folder


def filled_folder(settings, name, screens, versions):
    """A new data folder with the screens `screen-0` and so on, each with several versions that differ in every text."""
    folder = settings.folder(name)
    fill(settings, ["--data", str(folder)], screens, versions)
    return folder


def fill(settings, place, screens, versions, variables=None):
    """Fills an empty place in the same way. `place` is the option of `marquee import` that names it; `variables` are
    added to the environment."""
    _import(settings, place, _lines(settings, screens, versions), variables)


def fill_with(settings, place, definitions):
    """Fills an empty place with pairs of a route and a definition."""
    _import(settings, place, itertools.chain(_documents(settings), (
        _version(route, 1, time.time(), definition) for route, definition in definitions)))


def _import(settings, place, lines, variables=None):
    command = [str(settings.marquee), "import", *place, "-"]
    environment = {**os.environ, **(variables or {})}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=environment,
    ) as importing:
        count = 0
        for line in lines:
            importing.stdin.write(_json(line))
            count += 1
        # The import refuses an export without the line with the counts.
        importing.stdin.write(_json({"end": {"lines": count}}))
        importing.stdin.close()
        if importing.wait():
            raise RuntimeError(f"marquee import ended with {importing.returncode}")


def definition_of(settings, number, version):
    """The screen `home` with other texts and another experiment."""
    home = json.loads((settings.screens / "home.json").read_text(encoding="utf-8"))
    return _Template(home).definition(number, version)


class _Template:
    def __init__(self, home):
        self._home = home
        contents = [item["content"] for item in home["items"]]
        self._texts = [(content, content["text1"]) for content in contents if "text1" in content]
        self._key = home["experiment"]["key"]

    def definition(self, number, version):
        """One object that each call fills again: it is valid until the next call."""
        self._home["screenName"] = f"Screen {number}"
        self._home["experiment"]["key"] = f"{self._key}-{number}"
        for content, text in self._texts:
            content["text1"] = f"{text} {number}-{version}"
        return self._home


def _documents(settings):
    """The first lines of an export: the shipped view types and formats."""
    yield {"marquee": {"export": 1}}
    for kind, folder in (("viewType", "_types"), ("format", "_formats")):
        for file in sorted((settings.screens / folder).glob("*.json")):
            document = json.loads(file.read_text(encoding="utf-8"))
            yield {kind: {"name": file.stem, "document": document}}


def _version(route, number, time, definition):
    record = {"publishedAt": time, "by": "admin", "via": "put", "message": None}
    return {"version": {"route": route, "number": number, **record, "definition": definition}}


def _lines(settings, screens, versions):
    """The lines of an export, in the order in which `marquee export` writes them."""
    yield from _documents(settings)
    template = _Template(json.loads((settings.screens / "home.json").read_text(encoding="utf-8")))
    now = time.time()
    for number in range(screens):
        for version in range(1, versions + 1):
            yield _version(f"screen-{number}", version, now, template.definition(number, version))
    for number in range(screens):
        for version in range(1, versions + 1):
            yield {"audit": {
                "at": now, "by": "admin", "action": "publish", "subject": f"screen-{number}", "version": version}}


def _json(line):
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n"
