"""A backend of an app, on a free port of the loopback interface. Writes its URL to standard output."""

import gzip
import http.server
import json

SECTIONS = {"sections": [{"id": "a", "type": "text", "text": "é \u2028"}, {"id": "b", "type": "text", "text": ""}]}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = self.path.split("?")[0]
        if path == "/v1/home":
            self.answer(200, "application/json", json.dumps(SECTIONS, ensure_ascii=False).encode())
        elif path == "/v1/zipped":
            self.answer(200, "application/json", gzip.compress(json.dumps(SECTIONS).encode()), "gzip")
        elif path == "/v1/picture":
            self.answer(200, "image/png", bytes(range(256)))
        elif path == "/v1/empty":
            self.answer(204, None, b"")
        elif path == "/v1/moved":
            self.answer(302, "text/plain", b"moved", location="/v1/home")
        else:
            self.answer(404, "application/json", b'{"error": "none"}')

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.answer(201, "application/json", json.dumps({"received": len(body)}).encode())

    def answer(self, status, media_type, body, coding=None, location=None):
        self.send_response(status)
        for name, value in (("Content-Type", media_type), ("Content-Encoding", coding), ("Location", location)):
            if value:
                self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
