"""The display of times."""

from statistics import median, quantiles


def p99(seconds):
    return quantiles(seconds, n=100, method="inclusive")[98]


def median_and_p99(seconds):
    return f"{median(seconds) * 1000:.2f} ms (p99 {p99(seconds) * 1000:.2f})"


def median_ratio(ours, theirs):
    """The median of each round's ratio of medians: noise that lasts seconds affects both sides of a round."""
    return median(median(one) / median(other) for one, other in zip(ours, theirs, strict=True))
