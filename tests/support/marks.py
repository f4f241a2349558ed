"""The marks and numbers that tests put in the names of rooms, people and tables, to tell them apart.

Consonants alone: no mark is part of a word, an amount or a time, so that a test may look for any of these on a page
that shows names. Three stand in turn, and six keep the marks of one test too unlike to be taken for one name misspelt.
A process that runs many tests begins anew with them. Arrangements are kept as long as the process, and take theirs from
a range that no test counts in, so that nobody gets the badge of somebody who is arranged.
"""

import hashlib
import itertools
from collections.abc import Iterator
from contextlib import contextmanager

LETTERS, DIGITS = "bcdfghjklmnpqrstvwxz", "12346789"
_of_arrangements = iter(range(3_000))
_of_tests = itertools.cycle(range(3_000, 8_000))
_sources: list[Iterator[int]] = [_of_tests]


def next_number() -> str:
    """Four digits for the name of a player or a table, which stands in narrow places; no 0 and no 5, so that it is part
    of no round amount. The same comes back after four thousand: no two are of one room."""
    number = next(_sources[-1])
    return "".join(DIGITS[number // 8**place % 8] for place in (3, 2, 1, 0))


def next_mark() -> str:
    """A mark that nothing else in the database has; the marks of one process sort as they were given."""
    number = next(_sources[-1])
    in_turn = (number // 400, number // 20, number)
    at_random = hashlib.sha256(str(number).encode()).digest()[:6]
    return "".join(LETTERS[place % 20] for place in (*in_turn, *at_random))


@contextmanager
def to_keep() -> Iterator[None]:
    """Within it, marks are for what is kept as long as the process."""
    _sources.append(_of_arrangements)
    try:
        yield
    finally:
        _sources.pop()
