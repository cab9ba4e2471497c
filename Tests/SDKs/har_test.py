"""The library haralyzer, unmodified, reads the recorded requests of a server as an HTTP Archive."""
import json
import os
import unittest
import urllib.error
import urllib.request
from urllib.parse import urlsplit

from haralyzer import HarParser

URL = os.environ["MARQUEE_URL"]
TOKEN = os.environ["MARQUEE_ADMIN_TOKEN"]
TIMEOUT = 20


def get(path, **fields):
    sent = urllib.request.Request(URL + path, headers=fields)
    try:
        with urllib.request.urlopen(sent, timeout=TIMEOUT) as response:
            return response.read()
    except urllib.error.HTTPError as error:
        return error.read()


class HARTest(unittest.TestCase):
    def test_requests_are_read_in_their_order_and_without_secrets(self):
        paths = ["/screens/home?user=42&token=secret-1", "/screens/menu?user=7", "/screens/nowhere"]
        for path in paths:
            get(path, Authorization="Bearer secret-2", Cookie="session=secret-3", Accept="application/json")
        text = get("/admin/requests/har", Authorization=f"Bearer {TOKEN}").decode()
        for secret in ["secret-1", "secret-2", "secret-3", TOKEN]:
            self.assertNotIn(secret, text)
        entries = HarParser(json.loads(text)).pages[0].entries
        addresses = [urlsplit(entry.request.url) for entry in entries]
        self.assertEqual([address.path for address in addresses], [urlsplit(path).path for path in paths])
        self.assertEqual({f"{address.scheme}://{address.netloc}" for address in addresses}, {URL})
        self.assertEqual([entry.response.status for entry in entries], [200, 200, 404])
        self.assertEqual(entries[0].request.accept, "application/json")
        times = [entry.startTime for entry in entries]
        self.assertEqual(times, sorted(times))
        self.assertTrue(all(entry.time >= 0 for entry in entries))


if __name__ == "__main__":
    unittest.main()
