"""A client for single requests. It keeps the bytes of a response as received."""

import socket


class Answer:
    def __init__(self, head, body):
        self.head = head
        self.body = body

    @property
    def bytes(self):
        return self.head + self.body

    @property
    def status(self):
        return int(self.head.split(b" ", 2)[1])

    @property
    def fields(self):
        """The fields: names as sent, and values."""
        lines = self.head.decode("ascii").split("\r\n")[1:-2]
        return [tuple(line.split(": ", 1)) for line in lines]

    def value(self, name):
        for candidate, value in self.fields:
            if candidate.lower() == name.lower():
                return value
        return None


class Client:
    def __init__(self, port):
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=20)

    def close(self):
        self._socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def send(self, path):
        # The fields that wrk sends.
        port = self._socket.getpeername()[1]
        self._socket.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode("ascii"))

    def receive(self):
        received = b""
        while b"\r\n\r\n" not in received:
            received += self._more()
        head, _, body = received.partition(b"\r\n\r\n")
        answer = Answer(head + b"\r\n\r\n", body)
        size = int(answer.value("content-length"))
        while len(answer.body) < size:
            answer.body += self._more()
        return answer

    def get(self, path):
        self.send(path)
        return self.receive()

    def put(self, path, body, fields):
        return self._with_body("PUT", path, body, fields)

    def post(self, path, body, fields):
        return self._with_body("POST", path, body, fields)

    def _with_body(self, method, path, body, fields):
        port = self._socket.getpeername()[1]
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {len(body)}\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        self._socket.sendall(head.encode("ascii") + b"\r\n" + body)
        return self.receive()

    def _more(self):
        some = self._socket.recv(65536)
        if not some:
            raise ConnectionError("the server closed in the middle of an answer")
        return some


def get(port, path):
    with Client(port) as client:
        return client.get(path)
