"""Starts Marquee, Varnish and nginx on free ports of the loopback interface, and ends them."""
import contextlib
import http.server
import json
import os
import pathlib
import secrets
import shutil
import socket
import subprocess
import tempfile
import threading
import time

from http_client import Connection
from load import LANGUAGES

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONFIGURATIONS = ROOT / "docker" / "caches"
TIMEOUT = 30


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def replaced(text, values):
    """The text with other values. Each old one must be there once, so that no address stays as it was."""
    for old, new in values.items():
        assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
        text = text.replace(old, new)
    return text


class Server:
    """A process with a log, in a folder of its own."""

    def __init__(self, name):
        self.name = name
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=f"{name}-"))
        self.process = None

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def run(self, command, **options):
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, **options)

    def stop(self):
        if self.process:
            self.process.terminate()
            try:
                self.process.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def log(self):
        return (self.folder / "log").read_text(errors="replace")

    def connection(self, **options):
        return Connection(self.port, **options)


class Marquee(Server):
    """The program with a copy of screens/ and an asset."""

    def __init__(self):
        super().__init__("marquee")
        self.token = secrets.token_hex(16)

    def start(self):
        screens = self.folder / "screens"
        shutil.copytree(ROOT / "screens", screens)
        (screens / "_languages.json").write_text(json.dumps({"default": LANGUAGES[0], "languages": LANGUAGES}))
        (screens / "_assets" / "noodles.png").write_bytes(b"not a picture")
        reader, writer = os.pipe()
        # Trusts the caches, so that it would believe what they pass on of Forwarded and X-Forwarded-Host.
        self.run(
            [os.environ["MARQUEE"], "serve", "--port", "0", "--ready-fd", str(writer), "--trust-proxy", "127.0.0.0/8",
             "--screens", str(screens), "--data", str(self.folder / "data")],
            env={**os.environ, "MARQUEE_ADMIN_TOKEN": self.token}, pass_fds=[writer])
        os.close(writer)
        with os.fdopen(reader) as ready:
            # Reading ends as well when the server ends before it listens.
            address = ready.readline().strip()
        assert address, f"the server did not start:\n{self.log}"
        self.port = int(address.rsplit(":", 1)[1])

    def admin(self, method, path, document=None):
        body = None if document is None else json.dumps(document).encode()
        with self.connection() as connection:
            fields = [f"Authorization: Bearer {self.token}", "Content-Type: application/json"]
            response = connection.send(method, path, fields, body)
        assert response.status in (200, 201), (response.status, response.body)
        return json.loads(response.body)

    def publish(self, route, definition):
        return self.admin("PUT", f"/admin/screens/{route}", definition)["version"]


class OtherOrigin:
    """A server that has no content at the addresses that it gives, or content that varies by the user."""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def do_HEAD(self):
            self.do_GET()

        def do_GET(self):
            path, _, query = self.path.partition("?")
            fields, status, body = {"Cache-Control": "no-cache"}, 200, f"{path} of {query}".encode()
            if path.endswith("/arm"):
                route = path.removesuffix("/arm")
                fields["Link"] = f'<{route}?version=1&arm=default&format=screen&rendition=abc>; rel="alternate"'
            elif "rendition=" in query:
                body = f"for {self.headers.get('Client-Release')}".encode()
                fields = {
                    "Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding, Client-Release",
                }
                if path == "/screens/missing":
                    status, fields = 404, {"Cache-Control": "no-store"}
                if path == "/screens/mutable":
                    fields = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
            self.send_response(status)
            for name, value in {**fields, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

    def __enter__(self):
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self.Handler)
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()


class Cache(Server):
    def __init__(self, name, marquee):
        super().__init__(name)
        self.marquee = marquee

    def start(self):
        for _ in range(5):
            self.port = free_port()
            self.prepare()
            self.run(self.command, cwd=self.folder)
            if self.listens():
                return
            # Another process has taken the port in the meantime.
        raise AssertionError(f"{self.name} did not start:\n{self.log}")

    def listens(self):
        deadline = time.monotonic() + TIMEOUT
        while self.process.poll() is None:
            with contextlib.suppress(ConnectionRefusedError), self.connection() as connection:
                connection.get("/health")
                return True
            assert time.monotonic() < deadline, f"{self.name} does not listen:\n{self.log}"
            time.sleep(0.05)
        return False


class Varnish(Cache):
    def __init__(self, marquee):
        super().__init__("varnish", marquee)

    def prepare(self):
        text = (CONFIGURATIONS / "marquee.vcl").read_text()
        text = replaced(text, {'.port = "8080"': f'.port = "{self.marquee.port}"'})
        (self.folder / "marquee.vcl").write_text(text)
        # Without a jail, it runs as any user.
        self.command = [
            "varnishd", "-F", "-j", "none", "-n", str(self.folder / "work"), "-a", f"127.0.0.1:{self.port}",
            "-f", str(self.folder / "marquee.vcl"), "-s", "malloc,64m"]

    def purge(self, keys):
        with self.connection() as connection:
            return connection.send("PURGE", "/", [f"Surrogate-Key: {keys}"]).status


class Nginx(Cache):
    def __init__(self, marquee):
        super().__init__("nginx", marquee)

    def prepare(self):
        text = (CONFIGURATIONS / "marquee.conf").read_text()
        text = replaced(text, {
            "server 127.0.0.1:8080;": f"server 127.0.0.1:{self.marquee.port};",
            "listen 8080;": f"listen 127.0.0.1:{self.port};",
            "/var/cache/nginx/marquee": str(self.folder / "cache"),
        })
        (self.folder / "marquee.conf").write_text(text)
        kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        # Workers of root would be another user, who cannot read this folder.
        user = "user root;" if os.geteuid() == 0 else ""
        paths = " ".join(f"{kind}_temp_path {self.folder}/{kind};" for kind in kinds)
        (self.folder / "nginx.conf").write_text(f"""
            {user} daemon off; worker_processes 2; pid {self.folder}/pid; error_log {self.folder}/log warn;
            events {{ worker_connections 512; }}
            http {{ access_log off; {paths} include {self.folder}/marquee.conf; }}
            """)
        self.command = [
            "nginx", "-e", str(self.folder / "log"), "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")]
