"""The measured servers, each with one response to GET /screens/home."""

import json
import os
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

from .http_client import get
from .process_meter import ProcessMeter

_FOLDER = Path(__file__).resolve().parent.parent / "servers"


class Server:
    """A server as a child process."""

    name = ""

    def __init__(self, command, cores=None, variables=None, **options):
        """`cores` are the cores that it may run on; none means all. `variables` are added to its environment."""
        if cores is not None:
            command = ["taskset", "-c", ",".join(str(core) for core in cores), *command]
        environment = {key: value for key, value in os.environ.items() if not key.startswith("MARQUEE_")}
        environment.update(variables or {})
        self.process = subprocess.Popen([str(part) for part in command], env=environment, **options)
        self.port = 0
        # The process that responds.
        self.meter = None

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def line(self):
        text = self.process.stdout.readline()
        if not text:
            raise RuntimeError(f"{self.name} ended with {self.process.wait()} before it was ready")
        return text.strip()


class Marquee(Server):
    name = "Marquee"

    def __init__(self, program, screens, data, cores=None, loops=1, port=0, log=None, options=(), variables=None):
        """`log` is a file for its standard error; without it, it writes to that of the harness. `options` are further
        options of `marquee serve`."""
        command = [
            program, "serve", "--port", port, "--loops", loops, "--screens", screens, "--data", data,
            "--admin-token", "benchmark", *options,
        ]
        # With a given port, nobody reads the lines, and a full pipe would stop the server.
        output = subprocess.DEVNULL if port else subprocess.PIPE
        super().__init__(command, cores, variables, stdout=output, stderr=log, text=True)
        self.port = port
        self.meter = ProcessMeter(self.process.pid)

    def wait_until_ready(self):
        """Reads the port that the server listens on."""
        while "listening on" not in (line := self.line()):
            pass
        self.port = int(line.rpartition(":")[2])
        return self

    def health(self):
        """The JSON of `GET /health`."""
        return json.loads(get(self.port, "/health").body)

    def metric(self, name):
        """The value of a metric. The name includes its labels."""
        for line in get(self.port, "/metrics").body.decode("utf-8").splitlines():
            if line.startswith(name + " "):
                return float(line.rpartition(" ")[2])
        raise RuntimeError(f"there is no metric {name}")

    def admin(self, method, path, value):
        """Sends a request to the admin API, and returns its JSON; None for a response without a body."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", json.dumps(value).encode(), method=method,
            headers={"Authorization": "Bearer benchmark"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            text = answer.read()
        return json.loads(text) if text else None


class Floor(Server):
    """The bare epoll loop in C, with the bytes of a response."""

    name = "epoll floor"

    def __init__(self, program, answer, folder, cores=None):
        file = Path(folder) / "answer"
        file.write_bytes(answer.bytes)
        super().__init__([program, file], cores, stdout=subprocess.PIPE, text=True)
        self.port = int(self.line())
        self.meter = ProcessMeter(self.process.pid)


class Nginx(Server):
    """nginx with `return 200`, and the body and fields of a response."""

    name = "nginx"
    # The fields that nginx writes itself.
    own = {"date", "content-type", "content-length", "connection"}

    def __init__(self, answer, folder, cores=None):
        port = free_port()
        fields = [
            f"add_header {name} {_quoted(value)};" for name, value in answer.fields if name.lower() not in self.own
        ]
        text = (_FOLDER / "nginx.conf").read_text(encoding="utf-8")
        for place, value in {
            "@PORT@": str(port),
            "@FIELDS@": "\n      ".join(fields),
            "@BODY@": _quoted(answer.body.decode("utf-8")),
        }.items():
            text = text.replace(place, value)
        configuration = Path(folder) / "nginx.conf"
        configuration.write_text(text, encoding="utf-8")
        super().__init__(["nginx", "-p", folder, "-c", configuration], cores)
        self.port = port

    def wait_until_ready(self):
        wait_for_port(self.port, self.process)
        # The port is open before a worker runs; only a worker responds.
        get(self.port, "/")
        master = self.process.pid
        children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
        if len(children) != 1:
            raise RuntimeError(f"nginx has {len(children)} workers, not one")
        self.meter = ProcessMeter(int(children[0]))
        return self


def _quoted(text):
    """A string of nginx's configuration. It cannot contain `$`, which begins a variable and cannot be escaped."""
    if "$" in text:
        raise ValueError("nginx's configuration can't hold a $")
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for_port(port, process, timeout=60):
    """Waits until a connection is accepted. A refused one costs about 20 µs, so it tries often."""
    end = time.monotonic() + timeout
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
            return
        except ConnectionRefusedError:
            if process.poll() is not None:
                raise RuntimeError(f"the server ended with {process.returncode} before it was ready") from None
            if time.monotonic() > end:
                raise RuntimeError("the server was not ready in time") from None
            time.sleep(0.0002)
