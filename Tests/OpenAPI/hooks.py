"""What schemathesis.toml cannot say; it names this file."""

import re
import uuid

import schemathesis


@schemathesis.hook
def filter_case(context, case):
    """Leaves out requests whose only fault is a field that nobody knows: servers ignore those (RFC 9110 §5.1)."""
    return "x-schemathesis-unknown-property" not in (case.headers or {})


@schemathesis.hook
def before_call(context, case, kwargs):
    give_key(case)
    ask_for_known_revision(case)
    limit_rule(case)


def give_key(case):
    """Gives each request an Idempotency-Key of its own: another request with the same key is refused, as it must be."""
    key = (case.headers or {}).get("Idempotency-Key")
    if isinstance(key, str) and re.fullmatch(r"[!-~]{1,255}", key):
        case.headers["Idempotency-Key"] = (uuid.uuid4().hex + key)[:255]


def ask_for_known_revision(case):
    """Replaces numbers in Marquee-Min-Revision by 0: no node has seen a revision of the future, which is a 503."""
    revision = (case.headers or {}).get("Marquee-Min-Revision")
    if re.fullmatch(r"[0-9]+", str(revision)):
        case.headers["Marquee-Min-Revision"] = "0"


def limit_rule(case):
    """Limits rules of the mock to one route: a rule exists to delay and break the responses that it matches."""
    if case.operation.definition.raw.get("operationId") != "setMockRule" or not isinstance(case.body, dict):
        return
    match = case.body.get("match", {})
    if isinstance(match, dict) and isinstance(match.get("route", ""), str):
        case.body = {**case.body, "match": {**match, "route": "mocked"}}
