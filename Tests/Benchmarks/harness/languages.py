"""Screens in languages: the cost of a request, and the memory of many screens in all of them."""

import json

from .figure import Figure, at_most
from .filled_folder import fill_with, types_and_formats
from .http_client import Client, get
from .servers import Marquee
from .turns import cost_figure, turns

# 30 languages, the default one first.
_LANGUAGES = [
    "en", "ar", "bg", "cs", "da", "de", "el", "es", "et", "fi", "fr", "he", "hi", "hr", "hu", "id", "it", "ja", "ko", "lt",
    "lv", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv", "uk", "zh-Hant",
]
_FIELD = "Accept-Language: ko-KR,ko;q=0.9,en;q=0.8"


def languages(settings):
    return [_cost(settings), *_memory(settings)]


def _screens(settings, name):
    folder = types_and_formats(settings, name)
    (folder / "_languages.json").write_text(json.dumps({"default": _LANGUAGES[0], "languages": _LANGUAGES}))
    return folder


def _cost(settings):
    """A translated screen and the same without translations, asked for in the same language."""
    home = json.loads((settings.screens / "home.json").read_text(encoding="utf-8"))
    # An experiment belongs to one screen.
    del home["experiment"]
    # As long as their sources, so that both bodies have one length.
    units = [
        {"item": item["id"], "at": "/text1", "source": item["content"]["text1"], "text": item["content"]["text1"][::-1]}
        for item in home["items"] if "text1" in item["content"]
    ]
    screens = _screens(settings, "languages")
    with Marquee(
        settings.marquee, screens, settings.folder("languages-data"), [settings.server_core]
    ).wait_until_ready() as marquee:
        for name in ("without", "in-many"):
            marquee.admin("PUT", f"/admin/screens/{name}", home)
        marquee.admin("PUT", "/admin/screens/in-many/translations/ko", {"units": units})
        if get(marquee.port, "/screens/in-many?locale=ko").value("Content-Language") != "ko":
            raise RuntimeError("the screen is not translated")
        without, translated = turns(
            settings, marquee, 5 if settings.quick else 45, ["/screens/without", "/screens/in-many"],
            fields=[_FIELD])
    return cost_figure("CPU per request, translated ÷ not", translated, without)


def _memory(settings):
    """Every screen is asked for in every language."""
    count = 1_000 if settings.quick else 10_000
    data = settings.folder("many-languages")
    fill_with(settings, ["--data", str(data)], _translated(count))
    with Marquee(
        settings.marquee, _screens(settings, "many-languages-screens"), data, [settings.server_core]
    ).wait_until_ready() as marquee:
        sizes = [marquee.meter.resident_bytes()]
        with Client(marquee.port) as client:
            for language in _LANGUAGES:
                for number in range(count):
                    client.send(f"/screens/screen-{number}?locale={language}")
                    answer = client.receive()
                    if answer.status != 200 or answer.value("Content-Language") != language:
                        raise RuntimeError(f"screen-{number} in {language}: {answer.status}")
                if len(sizes) == 1:
                    sizes.append(marquee.meter.resident_bytes())
            sizes.append(marquee.meter.resident_bytes())
    start, one, all_languages = (size / (1 << 20) for size in sizes)
    yield Figure(
        f"resident memory, {count:,} screens, each asked for in {len(_LANGUAGES)} languages", f"{all_languages:.0f} MiB",
        f"{start:.0f} MiB after the start, {one:.0f} MiB in one language", target="≤ 520 MiB",
        met=at_most(all_languages, 520))


def _translated(count):
    """The records of screens with three texts, translated into every language."""
    for number in range(count):
        texts = {name: f"{name} of screen {number}, which people read" for name in ("title", "lead", "note")}
        items = [
            {"id": name, "viewType": "ONE_LINE_TEXT", "content": {"text1": text}} for name, text in texts.items()
        ]
        translations = {
            language: {"units": [
                {"item": name, "at": "/text1", "source": text, "text": f"{language}: {text}"}
                for name, text in texts.items()
            ]}
            for language in _LANGUAGES[1:]
        }
        yield f"screen-{number}", {"items": items, "translations": translations}
