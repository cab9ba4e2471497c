"""Several nodes on one PostgreSQL database."""

import sys
import traceback

from .figure import Figure
from .node_exposures import exposures
from .node_following import catching_up, cost_of_following, serving_while_following
from .node_publications import publication_rates, visibility
from .node_start import many_screens, sqlite_start
from .node_usage import usage
from .postgres import Postgres

_MEASUREMENTS = (
    visibility, publication_rates, serving_while_following, cost_of_following, catching_up, exposures, usage,
    many_screens, sqlite_start,
)


def nodes(settings):
    figures = []
    with Postgres(settings) as postgres:
        for measure in _MEASUREMENTS:
            name = f"nodes, {measure.__name__.replace('_', ' ')}"
            print(f"measuring: {name}", file=sys.stderr, flush=True)
            try:
                figures += measure(settings, postgres)
            except Exception as error:  # The other figures are still measured.
                traceback.print_exc()
                figures.append(Figure.missing(name, str(error)))
    return figures
