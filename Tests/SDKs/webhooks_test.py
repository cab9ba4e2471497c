"""The library of Standard Webhooks, unmodified, verifies the messages of a server."""
import http.server
import json
import os
import queue
import threading
import unittest
import urllib.request

from standardwebhooks import Webhook, WebhookVerificationError

URL = os.environ["MARQUEE_URL"]
TOKEN = os.environ["MARQUEE_ADMIN_TOKEN"]
TIMEOUT = 20


def request(method, path, body=None):
    sent = urllib.request.Request(
        URL + path, data=None if body is None else json.dumps(body).encode(), method=method,
        headers={"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"})
    with urllib.request.urlopen(sent, timeout=TIMEOUT) as response:
        return json.loads(response.read())


class WebhooksTest(unittest.TestCase):
    def setUp(self):
        self.messages = messages = queue.Queue()

        class Receiver(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                messages.put((dict(self.headers), body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        threading.Thread(target=self.receiver.serve_forever, daemon=True).start()

    def tearDown(self):
        self.receiver.shutdown()
        self.receiver.server_close()

    def test_messages_are_verified(self):
        url = f"http://127.0.0.1:{self.receiver.server_address[1]}/"
        made = request("PUT", "/admin/webhooks/mine", {"url": url, "events": ["published", "deleted"]})
        library = Webhook(made["secret"])
        item = {"id": "a", "viewType": "ONE_LINE_TEXT", "content": {"text1": "칼국수 🍜"}}
        request("PUT", "/admin/screens/new", {"items": [item]})
        request("DELETE", "/admin/screens/new")
        received = [self.messages.get(timeout=TIMEOUT) for _ in range(2)]
        verified = [library.verify(body, headers) for headers, body in received]
        self.assertEqual({"published", "deleted"}, {message["type"] for message in verified})
        self.assertEqual({"new"}, {message["data"]["route"] for message in verified})
        headers, body = received[0]
        with self.assertRaises(WebhookVerificationError):
            library.verify(body.replace(b"new", b"old"), headers)
        # A webhook may bring a secret of its own.
        own = "whsec_" + "QUFB" * 8
        request("PUT", "/admin/webhooks/mine", {"url": url, "events": ["published"], "secret": own})
        request("POST", "/admin/webhooks/mine/test")
        headers, body = self.messages.get(timeout=TIMEOUT)
        self.assertEqual("test", Webhook(own).verify(body, headers)["type"])


if __name__ == "__main__":
    unittest.main()
