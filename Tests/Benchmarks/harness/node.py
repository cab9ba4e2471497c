"""A server that shares a PostgreSQL database with others."""

import time

from .servers import Marquee


class Node(Marquee):
    def __init__(self, settings, postgres, database, name, data=None, screens=None, cores=None, port=0):
        """Without `data` it gets a new data folder. `screens` is the folder of screens; the default is the shipped
        one."""
        self.name = f"the node {name}"
        # The log of a node has a line for each publication, which is part of the cost.
        with open(settings.work / f"node-{name}.log", "ab") as log:
            super().__init__(
                settings.marquee, screens or settings.screens, data or settings.folder(f"node-{name}"), cores,
                port=port, log=log, options=["--store", postgres.url(database), "--node", name],
                variables=postgres.variables)


def wait_for_revision(server, revision, timeout=60):
    """Waits until a server has a revision."""
    end = time.monotonic() + timeout
    while (known := server.health()["revision"]) < revision:
        if time.monotonic() > end:
            raise RuntimeError(f"{server.name} has revision {known} and not {revision} after {timeout} s")
        time.sleep(0.001)
