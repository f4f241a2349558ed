"""The machine that a benchmark runs on."""

import os


def load() -> str:
    """The machine's load averages, to be read beside every figure."""
    return "load {:.1f} {:.1f} {:.1f}".format(*os.getloadavg())
