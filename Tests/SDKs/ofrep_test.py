"""OpenFeature's provider for OFREP, unmodified, against a server."""
import json
import os
import time
import unittest
import urllib.request

from openfeature import api
from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext

URL = os.environ["MARQUEE_URL"]
TOKEN = os.environ["MARQUEE_ADMIN_TOKEN"]
TIMEOUT = 20


def request(method, path, body):
    sent = urllib.request.Request(
        URL + path, data=json.dumps(body).encode(), method=method,
        headers={"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"})
    with urllib.request.urlopen(sent, timeout=TIMEOUT) as response:
        return response.headers, json.loads(response.read())


def data_of(events):
    """The data of the next event. The stream's comments do not extend the time."""
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        line = events.readline()
        if line.startswith(b"data: "):
            return line[6:]
    raise AssertionError("no event came")


def flag(key, *values):
    return {
        "key": key,
        "variants": [{"key": f"v{number}", "value": value} for number, value in enumerate(values)],
        "condition": {"country": {"$ne": "DE"}},
    }


class OFREPTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        request("PUT", "/admin/screens/flags/a", {
            "items": [],
            "experiments": [
                flag("a-boolean", False, True), flag("a-string", "red", "blue"), flag("a-number", 1, 2),
            ],
        })
        request("PUT", "/admin/screens/flags/b", {
            "items": [],
            "experiments": [flag("an-object", {"size": 1}, {"size": 2}), flag("a-fraction", 0.5, 1.5)],
        })
        api.set_provider(OFREPProvider(URL))

    @classmethod
    def tearDownClass(cls):
        api.shutdown()

    def test_flags_have_the_types_of_their_values(self):
        client, seen = api.get_client(), set()
        for number in range(40):
            context = EvaluationContext(f"user-{number}", {"country": "KR"})
            details = client.get_boolean_details("a-boolean", None, context)
            self.assertIsNone(details.error_code, details)
            self.assertEqual(details.value, details.variant == "v1")
            self.assertIn(client.get_string_value("a-string", "none", context), {"red", "blue"})
            self.assertIn(client.get_integer_value("a-number", 0, context), {1, 2})
            self.assertIn(client.get_float_value("a-fraction", 0.0, context), {0.5, 1.5})
            self.assertIn(client.get_object_value("an-object", {}, context)["size"], {1, 2})
            seen.add(details.variant)
        self.assertEqual(seen, {"v0", "v1"})

    def test_a_flag_of_a_wrong_type_is_an_error_of_the_provider(self):
        details = api.get_client().get_boolean_details(
            "a-string", True, EvaluationContext("42", {"country": "KR"}))
        self.assertEqual((details.value, details.error_code.value), (True, "TYPE_MISMATCH"))

    def test_who_is_not_in_the_experiment_gets_the_default_of_the_app(self):
        context = EvaluationContext("42", {"country": "DE"})
        self.assertEqual(api.get_client().get_string_value("a-string", "own", context), "own")

    def test_an_unknown_flag(self):
        details = api.get_client().get_string_details("nothing", "own", EvaluationContext("42"))
        self.assertEqual((details.value, details.error_code.value), ("own", "FLAG_NOT_FOUND"))

    def test_the_bulk_answer_names_its_stream(self):
        fields, answer = request("POST", "/ofrep/v1/evaluate/flags", {"context": {"targetingKey": "42"}})
        stream = answer["eventStreams"][0]
        self.assertEqual(stream["type"], "sse")
        self.assertIn("ETag", fields["Access-Control-Expose-Headers"])
        with urllib.request.urlopen(stream["url"], timeout=TIMEOUT) as events:
            self.assertEqual(events.headers.get_content_type(), "text/event-stream")
            # Something may have changed before the stream began.
            self.assertEqual(json.loads(data_of(events))["type"], "refetchEvaluation")
            request("PUT", "/admin/screens/flags/c", {"items": [], "experiment": flag("later", "x", "y")})
            data = data_of(events)
            self.assertEqual(json.loads(data)["type"], "refetchEvaluation")


if __name__ == "__main__":
    unittest.main()
