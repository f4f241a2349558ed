"""The program that reckons hands for another process: a trial first, then chunks, and at last what they come to."""

import sys

from rake.lab.past import Recorded
from rake.lab.reckoning import Bench
from rake.lab.spread import receive, send


def main() -> None:
    """Answer each chunk with how many hands it had, and None with the sums."""
    bench = Bench(receive(sys.stdin.buffer))
    while chunk := receive(sys.stdin.buffer):
        bench.count(map(Recorded._make, chunk))
        send(sys.stdout.buffer, len(chunk))
    send(sys.stdout.buffer, bench.sums())


if __name__ == "__main__":
    main()
