"""`python -m rules check PATH…`: the engine at a terminal."""

import os
import sys

from rules.check.command import main

USAGE = "python -m rules check PATH… [--house NAME] [--set rule=value] [--rake FILE.toml] [--json]"

if __name__ == "__main__":
    if sys.argv[1:2] != ["check"]:
        sys.exit(USAGE)
    try:
        status = main(sys.argv[2:])
        sys.stdout.flush()
    except BrokenPipeError:
        # whoever read has seen enough, as `| head` has: nothing is left to say, not even at the exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    sys.exit(status)
