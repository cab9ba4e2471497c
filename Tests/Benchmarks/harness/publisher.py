"""Publishes on one kept connection, every time a version that was not there before."""

import json
import time

from .http_client import Client

_FIELDS = {"Authorization": "Bearer benchmark", "Content-Type": "application/json"}


class Publisher:
    def __init__(self, server, route, definition):
        """`definition` is that of the screen, or the like of it; some item of it has a member `text1`."""
        self._client = Client(server.port)
        self._route = route
        self._definition = json.loads(json.dumps(definition))
        contents = (item["content"] for item in self._definition["items"])
        self._content = next(content for content in contents if "text1" in content)
        self._heading = self._content["text1"]
        self._number = 0
        # The number that the server gave to the last one.
        self._version = None

    def close(self):
        self._client.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def next_body(self):
        """A definition as compact JSON that differs from all before in one text, and has as many bytes."""
        self._number += 1
        self._content["text1"] = self.text
        return json.dumps(self._definition, ensure_ascii=False, separators=(",", ":")).encode("utf-8")

    @property
    def text(self):
        """What tells the last definition from the others."""
        return f"{self._heading} {self._number:08}"

    def publish(self, body):
        """Seconds from before the request is sent until the answer has been read, which says that it is durable."""
        began = time.perf_counter()
        answer = self._client.put(f"/admin/screens/{self._route}", body, _FIELDS)
        taken = time.perf_counter() - began
        if answer.status != 200:
            raise RuntimeError(f"a publication was answered with {answer.status}: {answer.body[:500]!r}")
        version = json.loads(answer.body)["version"]
        if self._version is not None and version != self._version + 1:
            raise RuntimeError(f"version {version} came after {self._version}: that was no publication")
        self._version = version
        return taken

    def publish_next(self):
        return self.publish(self.next_body())
