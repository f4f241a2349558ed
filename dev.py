#!/usr/bin/env python3
"""Set-up, run, test and check Cardroom: `python3 dev.py run`. Needs Python 3.11 or newer and nothing else.

This file must stay readable for old Pythons, so that they can say what to do; everything else is in devkit/.
"""

import shutil
import sys

OLDEST = (3, 11)
NEWER = ("python3.14", "python3.13", "python3.12", "python3.11")


def refuse_old_python() -> None:
    """End with the exact remedy when this Python is too old."""
    found = [name for name in NEWER if shutil.which(name)]
    remedy = (
        "Run: {} dev.py {}".format(found[0], " ".join(sys.argv[1:])) if found else "Install one: https://python.org"
    )
    version = ".".join(str(part) for part in sys.version_info[:3])
    sys.exit("Cardroom needs Python 3.11 or newer; {} is {}.\n{}".format(sys.executable, version, remedy))


if __name__ == "__main__":
    if sys.version_info < OLDEST:
        refuse_old_python()
    from devkit.cli import main

    sys.exit(main(sys.argv[1:]))
