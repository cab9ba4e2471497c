"""The cost of a durable commit alone: SQLite with one table."""

import sqlite3
import time


class BareCommit:
    def __init__(self, file):
        # Without the implicit transactions of Python's module, each statement is a commit.
        self._database = sqlite3.connect(file, isolation_level=None)
        mode, = self._database.execute("PRAGMA journal_mode = WAL").fetchone()
        self._database.execute("PRAGMA synchronous = FULL")
        level, = self._database.execute("PRAGMA synchronous").fetchone()
        if (mode, level) != ("wal", 2):
            raise RuntimeError(f"SQLite took journal_mode {mode} and synchronous {level}")
        self._database.execute("CREATE TABLE version (number INTEGER PRIMARY KEY, definition TEXT NOT NULL)")

    def close(self):
        self._database.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def commit(self, body):
        """Seconds until the bytes are on the disk."""
        text = body.decode("utf-8")
        began = time.perf_counter()
        self._database.execute("INSERT INTO version (definition) VALUES (?)", (text,))
        return time.perf_counter() - began
