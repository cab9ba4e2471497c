"""The app's side: decoding compared with hand-written code, and changes of large tables."""

import re
import subprocess

from .figure import Figure, at_most

_DECODING = re.compile(r"decode of (\d+) items as (\w+), .*: by hand ([\d.]+) ms, ScreenKit ([\d.]+) ms, ratio ([\d.]+)")
_CHANGES = re.compile(r"changeset of ([\d,]+) cells, (.+): ([\d.]+) ms")


def screenkit(settings):
    command = ["taskset", "-c", str(settings.load_core), str(settings.bin / "screenkit-benchmarks")]
    output = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode("utf-8")
    figures = []
    for line in output.splitlines():
        if match := _DECODING.fullmatch(line):
            count, format, hand, kit, ratio = match.groups()
            figures.append(Figure(
                f"ScreenKit decodes {count} items ({format}) ÷ by hand", f"{kit} ms", f"{hand} ms", float(ratio),
                "≤ 1.5", at_most(float(ratio), 1.5)))
        elif match := _CHANGES.fullmatch(line):
            figures.append(Figure(f"changes of a table of {match[1]} cells, {match[2]}", f"{match[3]} ms"))
        else:
            raise RuntimeError(f"not understood: {line}")
    if len(figures) != 4:
        raise RuntimeError(f"{len(figures)} figures in place of 4")
    return figures
