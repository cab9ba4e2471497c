"""GrowthBook's SDK for Python, unmodified, against a server: it puts every unit where Marquee does."""
import asyncio
import http.client
import itertools
import json
import os
import random
import threading
import unittest
import urllib.error
import urllib.parse
import urllib.request

from growthbook import GrowthBook
from growthbook.growthbook import FeatureRepository, SSEClient

URL = os.environ["MARQUEE_URL"]
TOKEN = os.environ["MARQUEE_ADMIN_TOKEN"]
UNITS = 10_000
TIMEOUT = 20


def request(method, path, body=None, headers=None):
    data = None if body is None else json.dumps(body).encode()
    fields = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json", **(headers or {})}
    sent = urllib.request.Request(URL + path, data=data, method=method, headers=fields)
    try:
        with urllib.request.urlopen(sent, timeout=TIMEOUT) as response:
            return response.status, response.headers, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def publish(route, *experiments, query=""):
    definition = {"items": [], "experiments": list(experiments)}
    status, _, text = request("PUT", f"/admin/screens/{route}{query}", definition)
    assert status in (200, 201), text


def features(key="any"):
    return json.loads(request("GET", f"/api/features/{key}")[2])


def variants(*weights, values=None):
    named = [{"key": f"v{number}", "weight": weight} for number, weight in enumerate(weights)]
    for variant, value in zip(named, values or []):
        variant["value"] = value
    return named


CONDITIONS = [
    {"country": "KR"},
    {"age": {"$gte": 18, "$lt": 40}},
    {"$or": [{"plan": {"$in": ["pro", "team"]}}, {"age": {"$gt": 60}}]},
    {"$not": {"tags": {"$all": ["a", "b"]}}},
    {"version": {"$vgte": "1.10.0"}},
    {"user": {"$inGroup": "testers"}},
    {"country": {"$notInGroup": "asia"}, "device.os": {"$regex": "^i"}},
    {"tags": {"$elemMatch": {"$eq": "a"}}, "beta": {"$exists": True}},
]

EXPERIMENTS = {
    "even": {"variants": variants(1, 1)},
    "weights": {"variants": variants(1, 0, 2.5, 0.3)},
    "coverage": {"variants": variants(1, 1), "coverage": 0.3},
    "first-version": {"variants": variants(1, 2), "hashVersion": 1, "seed": "an older seed"},
    "namespace": {"variants": variants(1, 1, 1), "namespace": ["checkout", 0.2, 0.7]},
    "namespace-v1": {"variants": variants(1, 1), "namespace": ["checkout", 0.7, 1], "hashVersion": 1, "coverage": 0.9},
    "force": {"variants": variants(1, 1), "coverage": 0.1, "force": {"7": "v1", "unit-8": "v0", "9": "v1"}},
    "stopped": {"variants": variants(1, 1), "status": "stopped", "force": {"11": "v1"}},
    "by-device": {"variants": variants(1, 1), "hashAttribute": "device_id"},
    "typed": {"variants": variants(1, 1, values=[False, True])},
    **{
        f"condition-{number}": {"variants": variants(1, 1), "condition": condition, "coverage": 0.8}
        for number, condition in enumerate(CONDITIONS)
    },
}


def attributes(number, source):
    # ASCII alone: SDKs hash other characters in ways of their own (the JavaScript one by UTF-16, this one by code points).
    unit = source.choice([str(number), f"unit-{number}", f"{number}@example.com"])
    person = {"user": unit, "device_id": f"d{number}", "country": source.choice(["KR", "JP", "DE", ""])}
    if source.random() < 0.9:
        person["age"] = source.randrange(90)
    if source.random() < 0.8:
        person["plan"] = source.choice(["free", "pro", "team"])
    if source.random() < 0.7:
        person["tags"] = source.sample(["a", "b", "c"], source.randrange(4))
    if source.random() < 0.7:
        person["version"] = f"1.{source.randrange(20)}.{source.randrange(5)}"
    if source.random() < 0.5:
        person["beta"] = source.random() < 0.5
    person["device"] = {"os": source.choice(["ios", "ipados", "android"])}
    return person


class GrowthBookTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # A screen has at most 64 combinations.
        keys = list(EXPERIMENTS)
        for number, part in enumerate(itertools.zip_longest(*[iter(keys)] * 3)):
            publish(f"sdk/{number}", *({"key": key, **EXPERIMENTS[key]} for key in part if key))

    def test_each_unit_is_where_marquee_puts_it(self):
        payload = features()
        source = random.Random(19)
        parts = urllib.parse.urlsplit(URL)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=TIMEOUT)
        differences, inside = [], dict.fromkeys(EXPERIMENTS, 0)
        book = GrowthBook(features=payload["features"], savedGroups=payload["savedGroups"])
        for number in range(UNITS):
            person = attributes(number, source)
            context = {"targetingKey": person["user"], **{k: v for k, v in person.items() if k != "user"}}
            connection.request("POST", "/ofrep/v1/evaluate/flags", json.dumps({"context": context}))
            flags = {flag["key"]: flag for flag in json.loads(connection.getresponse().read())["flags"]}
            book.set_attributes(person)
            for key in EXPERIMENTS:
                result, flag = book.eval_feature(key), flags[key]
                # Who is in no variant gets the first one from the SDK, and no value from OpenFeature.
                first = payload["features"][key]["defaultValue"]
                inside[key] += flag["variant"] != ""
                if result.value != flag.get("value", first):
                    differences.append((key, person, result.value, flag))
                variant = result.experimentResult.key if result.experimentResult else None
                if flag["reason"] == "SPLIT" and (result.source, variant) != ("experiment", flag["variant"]):
                    differences.append((key, person, result.source, flag))
                if flag["variant"] == "" and result.source != "defaultValue":
                    differences.append((key, person, result.source, flag))
        connection.close()
        self.assertEqual(differences[:5], [], f"{len(differences)} differences")
        for key, count in inside.items():
            self.assertGreater(count, 0, f"{key} has no unit")
        print(f"{UNITS} units, {len(EXPERIMENTS)} experiments, {len(differences)} differences")

    def test_the_sdk_loads_the_features_itself(self):
        book = GrowthBook(api_host=URL, client_key="sdk-loading", attributes={"user": "42"})
        book.load_features()
        served = json.loads(
            request("POST", "/ofrep/v1/evaluate/flags/even", {"context": {"targetingKey": "42"}})[2])
        self.assertEqual(book.get_feature_value("even", None), served["value"])

    def test_a_typed_value_is_served_as_it_is(self):
        book = GrowthBook(features=features()["features"], attributes={"user": "42"})
        self.assertIsInstance(book.get_feature_value("typed", None), bool)

    def test_revalidation_and_fields(self):
        status, fields, _ = request("GET", "/api/features/any")
        self.assertEqual((status, fields["X-SSE-Support"]), (200, "enabled"))
        self.assertIn("X-SSE-Support", fields["Access-Control-Expose-Headers"])
        self.assertIn("max-age=30, stale-while-revalidate=3600", fields["Cache-Control"])
        again, _, body = request("GET", "/api/features/any", headers={"If-None-Match": fields["ETag"]})
        self.assertEqual((again, body), (304, b""))

    def test_a_change_arrives_by_the_sdk_s_stream(self):
        publish("live", {"key": "live", "variants": variants(1, 0)})
        events, arrived = [], threading.Condition()

        def received(event):
            with arrived:
                events.append(json.loads(event["data"])["features"].get("live"))
                arrived.notify_all()

        def wait_for(weights):
            with arrived:
                self.assertTrue(
                    arrived.wait_for(
                        lambda: any(e and e["rules"][0]["weights"] == weights for e in events), TIMEOUT),
                    f"no event with the weights {weights}: {events}")

        client = SSEClient(URL, "any", received)
        client.connect()
        try:
            wait_for([1, 0])
            publish("live", {"key": "live", "variants": variants(1, 3)}, query="?allowReassignment=true")
            wait_for([0.25, 0.75])
        finally:
            client.disconnect()

    def test_client_keys_limit_what_an_sdk_reads(self):
        self.assertEqual(request("GET", "/api/features/no-key-yet")[0], 200)
        self.assertEqual(request("PUT", "/admin/client-keys/app-1", {"experiments": ["even", "force"]})[0], 201)
        try:
            self.assertEqual(set(features("app-1")["features"]), {"even", "force"})
            self.assertEqual(features("app-1")["savedGroups"], {})
            status, _, text = request("GET", "/api/features/other")
            self.assertEqual((status, json.loads(text)["type"].rsplit("/", 1)[1]), (404, "unknown-client-key"))
            # A stream never answers other than 200, because SDKs would stop for ever.
            with urllib.request.urlopen(URL + "/sub/other", timeout=TIMEOUT) as stream:
                lines = iter(stream.readline, b"")
                data = next(line for line in lines if line.startswith(b"data: {"))
                self.assertEqual(json.loads(data[6:])["features"], {})
            self.assertEqual(request("PUT", "/admin/client-keys/app-1", {"experiments": None})[0], 200)
            self.assertLessEqual(set(EXPERIMENTS), set(features("app-1")["features"]))
        finally:
            self.assertEqual(request("DELETE", "/admin/client-keys/app-1")[0], 200)
        self.assertEqual(request("GET", "/api/features/other")[0], 200)


if __name__ == "__main__":
    unittest.main()
