"""Many apps on one connection, which sends requests without waiting for each response (pipelining)."""

import itertools
import json
import socket
import time
from typing import NamedTuple

_TIMEOUT = 60
_MAXIMUM_IDLE = 2
# The requests that wait for their responses.
_WINDOW = 100
# POST /reports takes no more.
_MAXIMUM_REPORTS = 1000


class Refused(Exception):
    """The server answered with an error."""


class Served(NamedTuple):
    """A screen as an app gets it."""

    version: int
    # None outside of a rollout.
    token: str | None
    body: bytes


class Report(NamedTuple):
    token: str
    events: tuple
    # The milliseconds to the first draw; None if the app does not say.
    draw: int | None = None

    def text(self, number):
        events = ",".join(f'"{event}"' for event in self.events)
        draw = "" if self.draw is None else f',"drawMs":{self.draw}'
        return f'{{"id":"{number}","token":"{self.token}","events":[{events}]{draw}}}'


class Apps:
    def __init__(self, port):
        self._port = port
        self._open()

    def _open(self):
        self._socket = socket.create_connection(("127.0.0.1", self._port), timeout=_TIMEOUT)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._received = b""
        self._at = 0
        self._used = time.monotonic()

    def close(self):
        self._socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def get(self, targets):
        """The screens at targets, in their order."""
        requests = (f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() for target in targets)
        return [_served(head, body) for head, body in self._exchange(requests, _WINDOW)]

    def screens(self, route, units):
        """A screen for each unit."""
        return self.get([f"/screens/{route}?user={unit}" for unit in units])

    def report(self, reports):
        """Sends pairs of the number of a network and a report, and returns the number of accepted ones."""
        by_network = {}
        for network, report in reports:
            by_network.setdefault(network, []).append(report)
        requests = (
            _reporting(network, part)
            for network, all in by_network.items() for part in _parts(all, _MAXIMUM_REPORTS))
        accepted = 0
        # A few at a time: the server must read a request while its responses wait for being read.
        for head, body in self._exchange(requests, 8):
            if _status(head) != 202:
                raise Refused(f"POST /reports was answered with {_status(head)}: {body[:300]!r}")
            accepted += json.loads(body)["accepted"]
        return accepted

    def _exchange(self, requests, window):
        # The server closes a connection that was idle.
        if time.monotonic() > self._used + _MAXIMUM_IDLE:
            self.close()
            self._open()
        for part in _parts(requests, window):
            self._socket.sendall(b"".join(part))
            for _ in part:
                yield self._response()
            self._used = time.monotonic()

    def _response(self):
        while (end := self._received.find(b"\r\n\r\n", self._at)) < 0:
            self._more()
        head = self._received[self._at:end + 2]
        start = end + 4
        length = int(_field(head, b"\r\nContent-Length: "))
        self._at = start
        while len(self._received) < self._at + length:
            self._more()
        body = self._received[self._at:self._at + length]
        self._at += length
        return head, body

    def _more(self):
        some = self._socket.recv(1 << 18)
        if not some:
            raise ConnectionError("the server closed the connection")
        self._received = self._received[self._at:] + some
        self._at = 0


def _parts(values, size):
    iterator = iter(values)
    while part := list(itertools.islice(iterator, size)):
        yield part


def _reporting(network, reports):
    body = ('{"reports":[' + ",".join(report.text(number) for number, report in enumerate(reports)) + "]}").encode()
    return (
        f"POST /reports HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {address(network)}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode() + body


def address(network):
    """An address of a /24."""
    return f"10.{network >> 8 & 255}.{network & 255}.7"


def _served(head, body):
    status = _status(head)
    if status != 200:
        raise RuntimeError(f"a screen was answered with {status}: {body[:300]!r}")
    token = _field(head, b"\r\nScreen-Report: ")
    return Served(int(_field(head, b"\r\nScreen-Version: ")), token.decode() if token else None, body)


def _status(head):
    return int(head[9:12])


def _field(head, name):
    """The value of a field that the server writes in this case; None if it is missing."""
    at = head.find(name)
    if at < 0:
        return None
    at += len(name)
    return head[at:head.index(b"\r\n", at)]
