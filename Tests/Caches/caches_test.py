"""Varnish and nginx in front of a server, with the configurations of docker/caches: everybody gets what the server
itself would answer, and the caches keep one object for each arm."""
import contextlib
import json
import os
import time
import unittest

import load
from servers import ROOT, Marquee, Nginx, OtherOrigin, Varnish

USERS = int(os.environ.get("USERS", 5_000))
REQUESTS = int(os.environ.get("REQUESTS", 100_000))
TIMEOUT = 20

TEXTS = [{"id": f"text-{n}", "viewType": "ONE_LINE_TEXT", "content": {"text1": f"Offer {n} " * 20}} for n in range(6)]
PHOTO = {"id": "photo", "viewType": "ONE_IMAGE", "content": {"url": "https://example.com/offer.jpg"}}
OFFERS = {
    "items": [*TEXTS, PHOTO],
    "experiments": [
        {
            "key": "photo-first", "coverage": 0.8, "condition": {"country": {"$ne": "JP"}},
            "variants": [
                {"key": "off"}, {"key": "on", "changes": [{"op": "move", "id": "photo", "before": "text-0"}]},
            ],
        },
        {
            "key": "last-text",
            "variants": [
                {"key": "same"},
                *({"key": f"without-{n}", "changes": [{"op": "remove", "id": f"text-{n}"}]} for n in (4, 5)),
            ],
        },
    ],
}


def translation(language):
    """A language leaves some texts as they are."""
    kept = len(language) + ord(language[0]) % 3
    return {"units": [
        {"item": text["id"], "at": "/text1", "source": text["content"]["text1"], "text": f"{language}: {n} " * 30}
        for n, text in enumerate(TEXTS) if n != kept
    ]}


def news(key, *texts):
    return {
        "items": [
            {"id": f"text-{n}", "viewType": "ONE_LINE_TEXT", "content": {"text1": text}} for n, text in enumerate(texts)
        ],
        "experiment": {"key": key, "variants": [{"key": "new-first"}, {"key": "old-first", "order": [
            f"text-{n}" for n in reversed(range(len(texts)))]}]},
    }


def assert_same(test, one, other, about):
    test.assertEqual(load.seen(one), load.seen(other), f"{about}\n{one.body[:300]}\n{other.body[:300]}")


class CacheTests:
    """The tests of both caches."""

    @classmethod
    def setUpClass(cls):
        stack = contextlib.ExitStack()
        cls.addClassCleanup(stack.close)
        cls.marquee = marquee = stack.enter_context(Marquee())
        marquee.admin("PUT", "/admin/releases/ios/1.0.0", {"viewTypes": ["ONE_LINE_TEXT", "TWO_LINE_TEXT"]})
        marquee.admin(
            "PUT", "/admin/releases/ios/2.0.0", {"viewTypes": ["ONE_LINE_TEXT", "TWO_LINE_TEXT", "ONE_IMAGE"]})
        marquee.publish("offers", OFFERS)
        for language in load.LANGUAGES[1:]:
            marquee.admin("PUT", f"/admin/screens/offers/translations/{language}", translation(language))
        cls.cache = stack.enter_context(cls.Cache(marquee))

    def setUp(self):
        self.direct = self.marquee.connection(host="screens.example")
        self.addCleanup(self.direct.close)
        self.through = self.cache.connection(host="screens.example")
        self.addCleanup(self.through.close)

    def both(self, target, *fields):
        """The response of the server and that of the cache, which must be the same."""
        wanted, response = self.direct.get(target, *fields), self.through.get(target, *fields)
        assert_same(self, response, wanted, (target, fields))
        return response

    @property
    def accepted_connections(self):
        lines = self.direct.get("/metrics").body.decode().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("marquee_connections_accepted_total "))

    def address(self, target, *fields):
        path, _, query = target.partition("?")
        return json.loads(self.direct.get(f"{path}/arm?{query}", *fields).body)["url"]

    # The name sorts first: the other tests then find a cache with many objects.
    def test_all_users_get_their_own_arm(self):
        began = time.monotonic()
        expected = load.expected(self.marquee.port, USERS)
        connections = self.accepted_connections
        tally = load.run(self.cache.port, USERS, REQUESTS, expected)
        self.assertEqual(tally.wrong, [])
        self.assertEqual(tally.requests, REQUESTS)
        self.assertEqual(tally.hits + tally.misses, REQUESTS)
        # Each object is fetched once, also when several users ask for it at the same time.
        self.assertEqual(tally.misses, len(tally.objects))
        self.assertEqual(tally.languages, {None, *load.LANGUAGES})
        # A new connection for each question after an arm would take longer than the question. nginx makes a new one after
        # 1,000 requests.
        self.assertLess(self.accepted_connections - connections, 50 + REQUESTS // 500)
        print(
            f"{self.cache.name}: {tally.requests} requests of {USERS} users in {len(load.LANGUAGES)} languages, "
            f"{len(tally.wrong)} wrong, "
            f"hit ratio {tally.hit_ratio:.4f} (1 - {len(tally.objects)} objects / {tally.requests} requests), "
            f"{tally.unmodified} of them 304, {time.monotonic() - began:.0f} s")

    def test_an_app_s_own_cache_revalidates(self):
        response = self.both("/screens/home?user=42")
        self.assertEqual(response["Cache-Control"], "no-cache")
        self.assertIn("Screen-User", response["Vary"])
        self.assertIsNone(response["Age"])
        tag = response["ETag"]
        for condition in [tag, f"W/{tag}", f'"other", {tag}', "*"]:
            again = self.through.get("/screens/home?user=42", f"If-None-Match: {condition}")
            self.assertEqual((again.status, again.body, again["ETag"]), (304, b"", tag), condition)
            for name in ("Cache-Control", "Vary", "Surrogate-Key", "Screen-Variant"):
                self.assertEqual(again[name], response[name], name)
            self.assertTrue(again.is_hit)
        patched = self.through.get("/screens/home?user=42", 'If-None-Match: "other"', "A-IM: json-patch")
        self.assertEqual((patched.status, patched["ETag"]), (200, tag))
        for condition in ['"other"', f'{tag[:-1]}x"', '"a", W/"b"']:
            self.assertEqual(self.through.get("/screens/home?user=42", f"If-None-Match: {condition}").status, 200)
        head = self.through.send("HEAD", "/screens/home?user=42")
        self.assertEqual((head.status, head["ETag"]), (200, tag))

    def test_an_address_that_an_app_asks_for_itself_stays_immutable(self):
        address = self.address("/screens/home?user=42")
        for _ in range(2):
            response = self.through.get(address)
            self.assertEqual(response.status, 200)
            self.assertIn("immutable", response["Cache-Control"])
            self.assertEqual(response["Vary"], "Accept-Encoding")
        self.assertTrue(response.is_hit)
        self.assertEqual(response["ETag"], self.both("/screens/home?user=42")["ETag"])
        for changed in [f"{address}0", address.replace("version=1", "version=99"), f"{address}&user=3"]:
            self.assertFalse(self.through.get(changed).is_hit, changed)

    def page(self, target):
        """A page through the cache, which must be that of the server, and the address of the next one."""
        wanted, page = self.direct.get(target), self.through.get(target)
        for name in ("ETag", "Link", "Vary", "Screen-Version"):
            self.assertEqual(page[name], wanted[name], (target, name))
        self.assertEqual(page.body, wanted.body, target)
        link = page["Link"]
        return page, link and link.partition(">")[0][1:]

    def test_pages_are_kept_and_stay_those_of_one_version(self):
        texts = [{"id": f"text-{n}", "viewType": "ONE_LINE_TEXT", "content": {"text1": f"{n}"}} for n in range(30)]
        self.marquee.publish("feed", {"pages": {"size": 7}, "items": texts})
        bodies, following = [], "/screens/feed?user=42&format=screen"
        while following:
            page, following = self.page(following)
            bodies.append(json.loads(page.body))
            if len(bodies) == 2:
                self.marquee.publish("feed", {"pages": {"size": 7}, "items": texts[::-1]})
        self.assertEqual([body["version"] for body in bodies], [1] * 5)
        seen = [item["id"] for body in bodies for section in body["sections"] for item in section["items"]]
        self.assertEqual(seen, [text["id"] for text in texts])
        # Pages of all users are one object.
        _, following = self.page("/screens/feed?user=42&format=screen")
        self.assertFalse(self.page(following)[0].is_hit)
        for user in ("3", "4"):
            _, following = self.page(f"/screens/feed?user={user}&format=screen")
            self.assertTrue(self.page(following)[0].is_hit)

    def test_what_depends_on_more_than_the_arm_passes(self):
        self.marquee.publish("hello", {
            "template": True, "items": [{"viewType": "ONE_LINE_TEXT", "content": {"text1": "Hello {{user}}"}}]})
        self.marquee.publish("local", {"items": [
            *TEXTS, {**PHOTO, "requires": {"country": {"$in": ["KR", "JP"]}}}]})
        for user in ("Mo", "Jo"):
            for response in [
                self.through.get(f"/screens/hello?user={user}"),
                self.through.get("/screens/hello", f"Screen-User: {user}"),
                self.through.send("GET", f"/screens/hello?user={user}", [], b"a body that nobody expects"),
            ]:
                self.assertIn(f"Hello {user}".encode(), response.body)
        for country in ("KR", "DE"):
            response = self.both(f"/screens/local?user=Mo&country={country}")
            self.assertEqual(country == "KR", b"offer.jpg" in response.body)
            self.assertFalse(response.is_hit or response.is_miss)
            self.assertEqual(
                self.through.get(
                    f"/screens/local?user=Mo&country={country}", f"If-None-Match: {response['ETag']}").status, 304)
        self.assertEqual(self.through.get("/screens/home?user=42&__status=503").status, 503)
        self.assertEqual(self.through.get("/screens/home?user=42", "Prefer: status=503").status, 503)

    def test_problems_are_those_of_the_server(self):
        self.marquee.publish("gone", {"items": []})
        self.marquee.admin("DELETE", "/admin/screens/gone")
        for target, status in [
            ("/screens/hom?user=42", 404), ("/screens/gone?user=42", 410), ("/screens/home?user=42&user=3", 400),
            ("/screens/home?user=42&format=none", 400), ("/screens/home?user=42&variant=none", 404),
            ("/screens/home?version=draft", 401), ("/screens/home?version=77", 404), ("/nothing", 404),
        ]:
            with self.subTest(target):
                wanted, response = self.direct.get(target), self.through.get(target)
                self.assertEqual((response.status, response.body), (status, wanted.body))
                self.assertEqual(response["Content-Type"], "application/problem+json")
                self.assertFalse(response.is_hit)

    def test_other_requests_pass(self):
        for target in [
            "/screens", "/screens/home/explain?user=42", "/health", "/formats", "/screens/home?user=42&variant=control",
            "/screens/%68ome?user=42", "//screens/home?user=42", "/screens/home/?user=42", "/screens/home/items",
            "/screens/./home?user=42", "/console/", "/api/features/any",
        ]:
            with self.subTest(target):
                self.assertEqual(self.through.get(target).status, self.direct.get(target).status)
        exposure = {"id": "1", "user": "42", "experiment": "home-price-first", "variant": "price-first",
                    "time": "2026-01-01T00:00:00Z"}
        body = json.dumps({"exposures": [exposure]}).encode()
        fields = ["Content-Type: application/json"]
        self.assertEqual(self.through.send("POST", "/exposures", fields, body).status, 202)
        large = b"[" + b" " * 500_000 + b"]"
        for method, target in [
            ("POST", "/ofrep/v1/evaluate/flags"), ("POST", "/screens/home/explain"), ("PUT", "/admin/screens/home"),
            ("DELETE", "/screens/home"), ("OPTIONS", "/screens/home"), ("POST", "/screens/home?user=42"),
        ]:
            with self.subTest(f"{method} {target}"):
                wanted, response = (
                    connection.send(method, target, fields, large) for connection in (self.direct, self.through))
                self.assertEqual(response.status, wanted.status)
        self.assertEqual(self.through.send("GET", "/screens/home?user=42", [], b"{}").status, 200)
        self.both("/screens/home?user=42")

    def test_internal_fields_of_a_client_change_nothing(self):
        other = self.address("/screens/home?user=3")
        fields = [
            "X-Marquee-Step: content", "X-Marquee-Step: address", f"X-Marquee-Address: {other}", "X-Marquee-Gzip: yes",
            f'Link: <{other}>; rel="alternate"', "Screen-Arm: home-price-first:control",
            f"X-Original-URL: {other}",
            f"X-Rewrite-URL: {other}", f"X-Accel-Redirect: {other}", "X-HTTP-Method-Override: PURGE", "Age: 1",
            "A-IM: json-patch", "Cache-Control: no-cache, only-if-cached", "Pragma: no-cache",
            "Cookie: user=3", "Authorization: Bearer nobody", "If-Modified-Since: Sun, 06 Nov 2044 08:49:37 GMT",
            "Connection: X-Marquee-Step, X-Marquee-Address, Screen-User, Accept-Encoding, Host",
            "Connection: keep-alive, X-Marquee-Address", "Content-Length: 0",
        ]
        wanted = self.direct.get("/screens/home?user=42")
        for tried in [*([field] for field in fields), fields[:-1]]:
            for _ in range(2):
                response = self.through.get("/screens/home?user=42", *tried)
                self.assertIn(response.status, (200, 400), tried)
                if response.status == 200:
                    assert_same(self, response, wanted, tried)
            for target in ("/formats", "/screens/hom?user=42", "/screens/home/explain?user=42"):
                response = self.through.get(target, *tried)
                # Varnish refuses a field Connection that names Host or Accept-Encoding.
                if response.status != 400:
                    self.assertEqual(response.body, self.direct.get(target).body, (target, tried))
        for user in range(50):
            self.both(f"/screens/home?user={user}")

    def test_the_address_of_assets_is_the_app_s(self):
        self.marquee.publish("pictures", {
            "items": [*TEXTS, {"viewType": "ONE_IMAGE", "content": {"url": "asset:noodles.png"}}]})
        for host in ("one.example", "two.example"):
            for field in (
                "X-Forwarded-Host: evil.example", "Forwarded: host=evil.example;proto=https",
                "X-Forwarded-Proto: https",
            ):
                with self.cache.connection(host=host) as connection:
                    for _ in range(2):
                        response = connection.get("/screens/pictures?user=42", field)
                        self.assertIn(f'"http://{host}/assets/noodles.png'.encode(), response.body)
                    self.assertTrue(response.is_hit)
                    self.assertIn("Host", response["Vary"])
                    self.assertTrue(response["Vary"].startswith("Accept-Encoding, Screen-User"), response["Vary"])

    def test_hostile_queries_change_nothing(self):
        other = self.address("/screens/home?user=3")
        values = [
            "%0D%0AScreen-User:%203", "%0A", "%00", "%22%3E;%20rel=%22alternate%22", '">;rel="alternate"',
            "</screens/menu>", f"<{other}>;%20rel=%22alternate%22", "'", "\\", "{}", "$request_uri", "${arm}", "%24uri",
            "%25", "%", "%2", "?",
            "#", "/../../menu", "&&&", "&=", "&arm=home-price-first:control", "&rendition=0", "&version=1",
            "&format=viewItems%26arm=x", ";user=3", "&user%5B%5D=3", "&%75ser=3", "a" * 7000, "a" * 8100, "a" * 20000,
        ]
        for value in values:
            target = f"/screens/home?user=42&x={value}"
            wanted, response = self.direct.get(target), self.through.get(target)
            with self.subTest(target[:80]):
                if response.status == 200 or len(value) < 7000 and wanted.status != 400:
                    assert_same(self, response, wanted, target[:80])
                else:
                    self.assertIn(response.status, (400, 404, 414, 431))
                    self.assertIn(wanted.status, (400, 404, 414, 431))
        for user in range(50):
            self.both(f"/screens/home?user={user}")

    def test_a_new_version_is_seen_at_once(self):
        for texts in (["old"] * 2, ["old", "new"], ["newest", "new", "old"]):
            version = self.marquee.publish("news", news("news-order", *texts))
            variants = set()
            for user in range(200):
                response = self.both(f"/screens/news?user={user}")
                self.assertEqual(response["Screen-Version"], str(version))
                variants.add(response["Screen-Variant"])
            self.assertEqual(variants, {"new-first", "old-first"})
        # A rollback has content that the cache knows, with another version.
        version = self.marquee.admin("POST", "/admin/screens/news/rollback", {"version": 1})["version"]
        self.assertEqual(self.both("/screens/news?user=1")["Screen-Version"], str(version))

    def test_a_rollout_reaches_its_units_with_their_tokens(self):
        self.marquee.publish("guarded", {"items": TEXTS[:1]})
        self.marquee.admin("PUT", "/admin/screens/guarded?guard=50,100", {"items": TEXTS[:2]})
        tags = {}
        for user in range(60):
            target = f"/screens/guarded?user={user}"
            response, token = self.both(target), self.direct.get(target)["Screen-Report"]
            # Rollout, step, side, and the unit; the time between is another one.
            parts = [(report[:18], report[26:50]) for report in (response["Screen-Report"], token)]
            self.assertEqual(parts[0], parts[1], target)
            tags[response["Screen-Version"]] = (target, response["ETag"])
        self.assertEqual(set(tags), {"1", "2"})
        for target, tag in tags.values():
            again = self.through.get(target, f"If-None-Match: {tag}")
            self.assertEqual(again.status, 304)
            self.assertIsNotNone(again["Screen-Report"])
        avoiding = self.through.get(tags["2"][0], "Screen-Avoid: 2")
        self.assertEqual((avoiding["Screen-Version"], avoiding["Screen-Report"]), ("1", None))
        # Without a unit, and for a token that a client sends itself.
        plain = self.through.get("/screens/guarded", "X-Marquee-Report: own")
        self.assertEqual((plain["Screen-Version"], plain["Screen-Report"]), ("1", None))

    def test_streams_are_not_buffered(self):
        self.marquee.publish("streamed", news("stream-order", "first", "second"))
        with self.cache.connection() as connection:
            for version in (2, 3, 4):
                version = self.marquee.publish("streamed", news("stream-order", f"text of {version}", "second"))
                if version == 2:
                    events = self.events(connection, "/screens/streamed/events")
                wanted = f"id: {version}".encode()
                self.assertTrue(any(wanted in data for data in events), f"no event of version {version} came")

    @staticmethod
    def events(connection, target):
        """The pieces of a stream, as they come."""
        connection._open()
        connection._socket.sendall(f"GET {target} HTTP/1.1\r\nHost: screens.example\r\n\r\n".encode())
        while True:
            yield connection._socket.recv(65536)

    def test_content_that_is_not_at_its_address_passes(self):
        with OtherOrigin() as origin, self.Cache(origin) as cache, cache.connection() as connection:
            for _ in range(3):
                # A node can give an address that another node does not know yet.
                response = connection.get("/screens/missing?user=42")
                self.assertEqual((response.status, response.body), (200, b"/screens/missing of user=42"))
                # Only what is immutable is kept, and only for whom it is.
                for release in ("ios/1.0.0", "ios/2.0.0"):
                    response = connection.get("/screens/varying?user=42", f"Client-Release: {release}")
                    self.assertEqual((response.status, response.body), (200, f"for {release}".encode()))
                self.assertFalse(connection.get("/screens/mutable?user=42").is_hit)

    def test_the_outage_of_the_server(self):
        with Marquee() as marquee, self.Cache(marquee) as cache, cache.connection() as connection:
            address = json.loads(connection.get("/screens/home/arm?user=42").body)["url"]
            self.assertEqual(connection.get("/screens/home?user=42").status, 200)
            marquee.process.terminate()
            marquee.process.wait(TIMEOUT)
            # Without the server, nobody knows the arm of a user; an address that an app knows is there.
            self.assertIn(connection.get("/screens/home?user=42").status, (502, 503))
            response = connection.get(address)
            self.assertEqual((response.status, response.is_hit), (200, True))

    def test_the_log_has_no_errors(self):
        for word in ("[error]", "[alert]", "[crit]", "Panic", "Assert"):
            self.assertNotIn(word, self.cache.log)


class VarnishTest(CacheTests, unittest.TestCase):
    Cache = Varnish

    def test_purging_by_key(self):
        self.marquee.publish("bulletin", news("bulletin.order", "one", "two"))
        targets = {name: f"/screens/{name}?user=1" for name in ("bulletin", "home", "menu")}

        def hits():
            return {name for name, target in targets.items() if self.both(target).is_hit}

        hits()
        self.assertEqual(hits(), set(targets))
        self.marquee.publish("bulletin", news("bulletin.order", "one", "three"))
        hits()
        for keys, purged in [
            ("screen/bulletin", {"bulletin"}), ("screen/home", {"home"}), ("experiment/bulletin.order", {"bulletin"}),
            ("screen/home screen/menu", {"home", "menu"}), ("type/ONE_LINE_TEXT", set(targets)),
            ("type/ONE_IMAGE", {"home", "menu"}),
            # Only whole keys count, and nothing in them is a pattern.
            ("screen/hom", set()), ("creen/home", set()), ("screen/.*", set()), ("experiment/bulletin-order", set()),
            ("experiment/bulletinXorder", set()), ("*", set()),
        ]:
            with self.subTest(keys):
                self.assertEqual(hits(), set(targets))
                self.assertEqual(self.cache.purge(keys), 200)
                self.assertEqual(hits(), set(targets) - purged)
        for keys in ('screen/home"', "(screen/home", "screen/home || obj.age > 0s", "a\\", ""):
            self.assertEqual(self.cache.purge(keys), 400, keys)
        self.assertEqual(hits(), set(targets))

    def test_only_the_list_of_addresses_may_purge(self):
        configuration = (ROOT / "docker" / "caches" / "marquee.vcl").read_text()
        self.assertIn('acl purgers {\n  "127.0.0.1";\n  "::1";\n}', configuration)
        self.both("/screens/home?user=1")
        self.both("/screens/home?user=1")
        for source, status in (("127.0.0.2", 403), ("127.0.0.1", 200)):
            with self.cache.connection() as connection:
                connection.bind(source)
                fields = ["Surrogate-Key: screen/home", "X-Forwarded-For: 127.0.0.1"]
                self.assertEqual(connection.send("PURGE", "/", fields).status, status)
            self.assertEqual(self.both("/screens/home?user=1").is_hit, status == 403)


class NginxTest(CacheTests, unittest.TestCase):
    Cache = Nginx


if __name__ == "__main__":
    unittest.main()
