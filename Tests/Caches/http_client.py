"""A client for HTTP/1.1 on one keep-alive connection. It sends targets and fields as they are, malformed ones too."""
import socket

TIMEOUT = 20


class Response:
    def __init__(self, status, fields, body):
        self.status = status
        self.fields = fields
        self.body = body

    def __getitem__(self, name):
        """The value of a field, or None."""
        return self.fields.get(name.lower())

    @property
    def is_hit(self):
        return (self["Cache-Status"] or "").endswith("; hit")

    @property
    def is_miss(self):
        return (self["Cache-Status"] or "").endswith("; fwd=uri-miss")


class Connection:
    def __init__(self, port, host="127.0.0.1"):
        self.port = port
        self.host = host
        self._source = None
        self._socket = None
        self._received = b""

    def bind(self, source):
        """Connects from this address."""
        self._source = (source, 0)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self._socket:
            self._socket.close()
        self._socket = None
        self._received = b""

    def get(self, target, *fields):
        return self.send("GET", target, fields)

    def send(self, method, target, fields=(), body=None):
        """Sends a request and returns its response. A field is a line `Name: value`."""
        lines = [f"{method} {target} HTTP/1.1", f"Host: {self.host}", *fields]
        if body is not None:
            lines.append(f"Content-Length: {len(body)}")
        request = "\r\n".join(lines).encode() + b"\r\n\r\n" + (body or b"")
        is_new = self._open()
        try:
            self._socket.sendall(request)
            return self._response(method)
        except (ConnectionError, EOFError):
            # The server may close a connection that was idle.
            self.close()
            if is_new:
                raise
            return self.send(method, target, fields, body)

    def _open(self):
        if self._socket:
            return False
        self._socket = socket.create_connection(
            ("127.0.0.1", self.port), timeout=TIMEOUT, source_address=self._source)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return True

    def _more(self):
        data = self._socket.recv(65536)
        if not data:
            raise EOFError("the connection was closed")
        self._received += data

    def _line(self):
        while b"\r\n" not in self._received:
            self._more()
        line, self._received = self._received.split(b"\r\n", 1)
        return line

    def _bytes(self, count):
        while len(self._received) < count:
            self._more()
        data, self._received = self._received[:count], self._received[count:]
        return data

    def _response(self, method):
        while b"\r\n\r\n" not in self._received:
            self._more()
        head, self._received = self._received.split(b"\r\n\r\n", 1)
        first, *lines = head.decode("latin-1").split("\r\n")
        status, fields = int(first[9:12]), {}
        for line in lines:
            name, _, value = line.partition(":")
            name = name.lower()
            fields[name] = f"{fields[name]}, {value.strip()}" if name in fields else value.strip()
        body = b""
        if method != "HEAD" and status not in (204, 304):
            if fields.get("transfer-encoding") == "chunked":
                body = b"".join(self._chunks())
            elif "content-length" in fields:
                body = self._bytes(int(fields["content-length"]))
            else:
                # Without a length, the end of the connection is the end of the body.
                fields["connection"] = "close"
                try:
                    while True:
                        self._more()
                except EOFError:
                    body = self._received
        if fields.get("connection") == "close":
            self.close()
        return Response(status, fields, body)

    def _chunks(self):
        while size := int(self._line().split(b";")[0], 16):
            yield self._bytes(size)
            self._line()
        self._line()
