"""What costs are compared by: two of them, measured in turns."""

from math import sqrt
from statistics import median

from .figure import Figure, at_most


def in_turns(measures, rounds):
    """Measures each once without a result, then all in each round, as often in one order as in the other. Returns lists of
    results by name."""
    for measure in measures.values():
        measure()
    taken = {name: [] for name in measures}
    for number in range(rounds):
        for name in (measures if number % 2 else reversed(measures)):
            taken[name].append(measures[name]())
    return taken


def cost_figure(name, ours, theirs, limit=1.02):
    """The median of the quotients of each round, with the interval that contains it with 95 %."""
    ratios = sorted(one / other for one, other in zip(ours, theirs))
    ratio = median(ratios)
    # Ranks around the middle, by the normal approximation of the binomial distribution.
    aside = min(round(0.98 * sqrt(len(ratios))), len(ratios) // 2)
    middle = (len(ratios) - 1) // 2
    low, high = ratios[max(middle - aside, 0)], ratios[min(len(ratios) - 1 - middle + aside, len(ratios) - 1)]
    return Figure(
        f"{name} ({low:.3f}–{high:.3f})", f"{median(ours):.2f} µs", f"{median(theirs):.2f} µs", ratio, f"≤ {limit}",
        at_most(ratio, limit))
