"""A row of the table."""

from dataclasses import dataclass


@dataclass
class Figure:
    name: str
    measured: str
    reference: str = ""
    ratio: float | None = None
    target: str = "report"
    # None: no target.
    met: bool | None = None

    @classmethod
    def missing(cls, name, reason):
        """A figure that could not be measured."""
        return cls(name, f"not measured: {reason}")

    @property
    def is_missing(self):
        return self.measured.startswith("not measured")


def at_most(value, limit):
    return value <= limit


def table(figures):
    """The rows as a Markdown table, which is also readable as text."""
    rows = [["figure", "measured", "reference", "ratio", "target", "met"]]
    for figure in figures:
        # Enough digits to see whether a ratio meets its target.
        ratio = "" if figure.ratio is None else f"{figure.ratio:.3f}"
        met = {None: "", True: "yes", False: "**no**"}[figure.met]
        rows.append([figure.name, figure.measured, figure.reference, ratio, figure.target, met])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in rows
    ]
    lines.insert(1, "| " + " | ".join("-" * width for width in widths) + " |")
    return "\n".join(lines)
