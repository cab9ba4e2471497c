"""What schemathesis.toml cannot say; it names this file."""

import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    """Limits rules of the mock to one route: a rule exists to delay and break the responses that it matches."""
    if case.operation.definition.raw.get("operationId") != "setMockRule" or not isinstance(case.body, dict):
        return
    match = case.body.get("match", {})
    if isinstance(match, dict) and isinstance(match.get("route", ""), str):
        case.body = {**case.body, "match": {**match, "route": "mocked"}}
