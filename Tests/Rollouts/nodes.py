"""Three servers that share a PostgreSQL database."""

import contextlib

from guarded import GuardedServer
from harness.postgres import Postgres
from work import LeftOut, wait_until

COUNT = 3


def postgres_of(work):
    """PostgreSQL in a temporary folder, as the benchmarks start it, until the end of the run. Raises LeftOut if it is
    missing."""
    try:
        return work.keep("PostgreSQL", lambda: Postgres(work))
    except RuntimeError as error:
        if "is missing" in str(error):
            raise LeftOut(error) from None
        raise


def options_of_nodes(postgres, database):
    """The options of each node, with a new database."""
    url = postgres.url(postgres.create_database(database))
    return [["--store", url, "--node", f"node-{number}"] for number in range(COUNT)]


@contextlib.contextmanager
def nodes_of(work, name, guards=None):
    """The servers, with a new database."""
    postgres = postgres_of(work)
    with contextlib.ExitStack() as stack:
        nodes = []
        for number, options in enumerate(options_of_nodes(postgres, name)):
            node = GuardedServer(work, f"{name}-{number}", guards, options=options, variables=postgres.variables)
            nodes.append(stack.enter_context(node).wait_until_ready())
        yield nodes


def wait_for_rollout(nodes, id, serial=1):
    """Waits until each node serves a rollout after so many decisions."""
    for node in nodes:
        def has_it(node=node):
            found = [one for one in node.admin("GET", "/admin/rollouts")["rollouts"] if one["id"] == id]
            return found and found[0]["serial"] >= serial
        wait_until(has_it, f"decision {serial} of a rollout on each node", pause=0.005)
