"""Publishes new versions on one persistent connection."""

import json
import time

from .http_client import Client

_FIELDS = {"Authorization": "Bearer benchmark", "Content-Type": "application/json"}


class Publisher:
    def __init__(self, server, route, definition):
        """`definition` is the screen's definition, or a similar one; an item of it has a member `text1`."""
        self._client = Client(server.port)
        self._route = route
        self._definition = json.loads(json.dumps(definition))
        contents = (item["content"] for item in self._definition["items"])
        self._content = next(content for content in contents if "text1" in content)
        self._heading = self._content["text1"]
        self._number = 0
        self._version = None

    @property
    def version(self):
        """The number of the last version."""
        return self._version

    def close(self):
        self._client.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def next_body(self):
        """A definition as compact JSON. It differs from all earlier ones in one text, and has the same length."""
        self._number += 1
        self._content["text1"] = self.text
        return json.dumps(self._definition, ensure_ascii=False, separators=(",", ":")).encode("utf-8")

    @property
    def text(self):
        """The text that is unique to the last definition."""
        return f"{self._heading} {self._number:08}"

    def publish(self, body):
        """Publishes, and returns the seconds until the response, which means that the version is durable."""
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
