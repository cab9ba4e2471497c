"""The longest computations that a request can ask for: the largest documents, in their worst form, over HTTP."""

import json
import random
import urllib.error
import urllib.request
from dataclasses import dataclass, field

from .figure import Figure, at_most
from .servers import Marquee

_ITEMS = 9000
_APP_TYPES = [f"T{number}" for number in range(12)]
# The seconds of computing that a request with such a token may ask for, and one without a token.
_SECONDS = {"none": 1, "read": 1, "edit": 1, "publish": 5}


@dataclass
class _Request:
    name: str
    # The smallest scope that may send it.
    scope: str
    method: str
    path: str
    body: object = None
    fields: dict = field(default_factory=dict)
    # The status of a computation that went to its end, or to its limit.
    status: int = 200


def worst_cases(settings):
    screens = _screens(settings)
    figures = []
    with Marquee(
        settings.marquee, screens, settings.folder("worst-data"), options=["--journal", "100000"],
    ).wait_until_ready() as marquee:
        marquee.admin("POST", "/admin/changesets", {"name": "set"})
        _, numbers = _send(marquee, _Request("", "none", "GET", "/screens/numbers"))
        for request in _requests(numbers["ETag"]):
            began = marquee.meter.processor_seconds()
            status, _ = _send(marquee, request)
            used = marquee.meter.processor_seconds() - began
            if status != request.status:
                raise RuntimeError(f"{request.name}: the status is {status}, not {request.status}")
            if request.name:
                limit = _SECONDS[request.scope]
                figures.append(
                    Figure(
                        f"worst, {request.scope}: {request.name}", f"{used:.2f} s", target=f"≤ {limit} s",
                        met=at_most(used, limit)))
    return figures


def _send(marquee, request):
    """The status and the fields of a response."""
    fields = {"Authorization": "Bearer benchmark", "Content-Type": "application/json", **request.fields}
    body = None if request.body is None else json.dumps(request.body).encode()
    message = urllib.request.Request(
        f"http://127.0.0.1:{marquee.port}{request.path}", body, method=request.method, headers=fields)
    try:
        with urllib.request.urlopen(message, timeout=300) as answer:
            answer.read()
            return answer.status, answer.headers
    except urllib.error.HTTPError as error:
        error.read()
        return error.code, error.headers


def _objects(kind):
    """8,000 members that are objects."""
    member = {"type": "object", "properties": {"a": {"type": kind}, "b": {"type": "integer"}}}
    return {"type": "object", "properties": {f"p{number}": member for number in range(8000)}}


def _required(count):
    return {"type": "object", "required": [f"member{number}" for number in range(count)]}


def _patterns(kind):
    return {"patternProperties": {f"^a{number}$": {"type": kind} for number in range(2000)}}


def _alternatives(count):
    return {
        "oneOf": [
            {
                "properties": {"kind": {"const": number}, "value": {"pattern": f"^[a-z]*{number}$"}},
                "required": ["kind", "value"],
            } for number in range(count)
        ]
    }


def _screens(settings):
    folder = settings.folder("worst-screens")

    def write(path, value):
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(json.dumps(value), encoding="utf-8")

    content = {"type": ["string", "integer"]}
    for name in _APP_TYPES:
        write(f"_types/{name}.json", {"type": "object", "properties": {"text": content}})
    write("_types/ANY.json", {"type": "object"})
    write("_types/TEXTS.json", {"properties": {"text": {"enum": [f"text number {n}" for n in range(20_000)]}}})
    write("_types/NUMBERS.json", {"enum": list(range(20_000))})
    write("_types/REQUIRED.json", _required(50_000))
    write("_types/PATTERNS.json", _patterns("string"))
    write("_types/OBJECTS.json", _objects("string"))
    write(
        "_formats/viewItems.json",
        {
            "screen": {"viewItems": "$items"},
            "item": {"id": "$id", "viewType": "$viewType", "viewObject": "$content"},
        })
    write("home.json", {"items": _items(_ITEMS)})
    write("numbers.json", _numbers(list(range(40_000))))
    return folder


def _items(count, added=0):
    return [
        {"id": f"i{number}", "viewType": _APP_TYPES[number % 12], "content": {"text": number + added}}
        for number in range(count)
    ]


def _shuffled(values):
    values = list(values)
    random.Random(1).shuffle(values)
    return values


def _numbers(numbers):
    return {"items": [{"id": "a", "viewType": "ANY", "content": {"numbers": numbers}}]}


def _experiment(variant, items):
    return {"items": items, "experiment": {"key": "e", "variants": [{"key": "a"}, {"key": "b", **variant}]}}


def _requests(entity_tag):
    """In order: some change what the next ones work on. Those without a name are not measured."""
    draft = "/admin/screens/home/draft"
    items = _items(_ITEMS)

    yield _Request(
        f"an `order` of {_ITEMS:,} ids that do not exist", "edit", "PUT", draft,
        _experiment({"order": [f"other-{number}" for number in range(_ITEMS)]}, items), status=201)
    yield _Request(
        "7,000 texts beside an `enum` of 20,000", "edit", "PUT", draft,
        {"items": [{"viewType": "TEXTS", "content": {"text": f"text namber {n}"}} for n in range(7000)]})
    for name, changed in (("do not exist", "other-{}"), ("are the last ones", "i{}")):
        removals = [{"op": "remove", "id": changed.format(number)} for number in range(_ITEMS - 1, _ITEMS - 2201, -1)]
        yield _Request(
            f"2,200 changes of items that {name}, of {_ITEMS:,}", "edit", "PUT", draft,
            _experiment({"changes": removals}, items))
    merges = [{"op": "merge", "id": "a", "content": {f"m{number}": 1}} for number in range(4000)]
    content = {f"m{number}": 0 for number in range(10_000)}
    yield _Request(
        "4,000 `merge` changes of a content of 10,000 members", "edit", "PUT", draft,
        _experiment({"changes": merges}, [{"id": "a", "viewType": "ANY", "content": content}]))
    yield _Request(
        f"{_ITEMS:,} items of view types that do not exist", "edit", "PUT", draft,
        {"items": [{"viewType": f"X{number}", "content": {}} for number in range(_ITEMS)]})

    yield _Request("", "edit", "PUT", draft, {"items": _shuffled(items)})
    yield _Request(
        f"the differences of {_ITEMS:,} items in another order", "read", "GET", "/admin/screens/home/diff?to=draft")
    half = _ITEMS // 2
    other = {"items": _shuffled(_items(half, added=1))}
    yield _Request(
        f"a comparison of {half:,} items, changed and in another order", "read", "POST", "/admin/diff",
        {"from": {"items": _items(half)}, "to": other})
    third = _ITEMS // 3
    yield _Request(
        f"a merge of {third:,} items that both sides changed", "read", "POST", "/admin/merge",
        {
            "route": "home", "base": {"items": _items(third)},
            "ours": {"items": _shuffled(_items(third, added=1))}, "theirs": {"items": _items(third, added=2)},
        })

    yield _Request("", "edit", "PUT", draft, {"items": _items(_ITEMS, added=1)})
    # Each request is of another app. A screen counts with its items before and after, and for each app anew.
    apps = [
        {
            "request": {
                "url": "/screens/home",
                "headers": [
                    {
                        "name": "Accept-View-Types",
                        "value": ", ".join(name for bit, name in enumerate(_APP_TYPES) if number >> bit & 1),
                    }
                ],
            }
        } for number in range(1, 17)
    ]
    replay = {"against": "draft", "route": "home"}
    yield _Request(
        "a replay of 16 apps that get 9,000 items", "read", "POST", "/admin/replay",
        {**replay, "requests": {"log": {"entries": apps}}})
    same = [{"request": {"url": "/screens/home"}}] * 25_000
    yield _Request(
        "a replay of 25,000 equal requests", "read", "POST", "/admin/replay",
        {**replay, "requests": {"log": {"entries": same}}})
    yield _Request(f"a preview of {_ITEMS:,} items", "none", "GET", "/preview/home")
    yield _Request(f"a preview that compares {_ITEMS:,} items", "read", "GET", "/preview/home?compare=draft")
    yield _Request(f"damaged content of {_ITEMS:,} items", "none", "GET", "/screens/home?__chaos=emoji")

    yield _Request("", "publish", "PUT", "/admin/screens/numbers", _numbers(_shuffled(range(40_000))))
    yield _Request(
        "a patch (`A-IM`) between 40,000 numbers in two orders", "none", "GET", "/screens/numbers",
        fields={"A-IM": "json-patch", "If-None-Match": entity_tag})
    yield _Request(
        "the differences of 40,000 numbers in another order", "read", "GET", "/admin/screens/numbers/diff")

    patch = {"Content-Type": "application/json-patch+json"}
    move = {"op": "move", "from": f"/items/{_ITEMS - 1}", "path": "/items/0"}
    yield _Request(
        "a JSON Patch of 4,000 moves", "edit", "PATCH", "/admin/screens/home?dryRun=true", [move] * 4000, patch)
    replacements = [
        {"op": "replace", "path": f"/items/{number % _ITEMS}/content/text", "value": 1} for number in range(12_000)
    ]
    yield _Request(
        "a JSON Patch of 12,000 replacements", "edit", "PATCH", "/admin/screens/home?dryRun=true", replacements,
        patch)

    for name, view_type, schema in (
        ("an `enum` of 20,000 numbers", "NUMBERS", {"enum": list(range(19_999))}),
        ("50,000 `required` members", "REQUIRED", _required(50_001)),
        ("2,000 `patternProperties`", "PATTERNS", _patterns("integer")),
        ("8,000 members that are objects", "OBJECTS", _objects("integer")),
        ("3,000 alternatives", "ANY", _alternatives(3000)),
    ):
        yield _Request(
            f"a changed view type with {name}", "edit", "PUT", f"/admin/view-types/{view_type}?dryRun=true", schema,
            # The shipped screens use ANY, and are not valid then.
            status=409 if view_type == "ANY" else 200)
    yield _Request("the Swift type of 8,000 members", "read", "GET", "/admin/view-types/OBJECTS/swift")
    yield _Request("the schema of all definitions", "none", "GET", "/schemas/definition.json")
    yield _Request(
        f"a changed wire format of {_ITEMS:,} items", "edit", "PUT", "/admin/formats/viewItems?dryRun=true",
        {"screen": {"rows": "$items"}, "item": {"id": "$id", "content": "$content"}})

    yield _Request("", "edit", "PUT", "/c/set/admin/screens/home", {"items": _shuffled(items)})
    yield _Request("", "publish", "PUT", "/admin/screens/home", {"items": _items(_ITEMS, added=1)})
    yield _Request(
        f"a change set of {_ITEMS:,} items that the server changed, too", "read", "GET", "/admin/changesets/set")
    yield _Request("its rebase", "edit", "POST", "/admin/changesets/set/rebase", {})
