"""Rooms that are played by a seed, at the rates of FIGURES: 12 tables, 30 dealers, 17 hands a down, and errors of 1 in
one hand of a hundred, over or under. Two shifts of 14 downs a day make 476 hands a table (R-2: 480).

For each shift 15 of the dealers are on, drawn anew; they go along the line, twelve deal and three rest. Every hand is
drawn by itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from rake.assurance.seen import Kind, Seen, Subject


class Roster(StrEnum):
    """The ways of putting dealers on tables: drawn anew each down, of everybody; along the line, by 15 drawn for the
    shift; or along the line by two teams that never mix."""

    DRAWN = "drawn"
    LINE = "line"
    TEAMS = "teams"


@dataclass(frozen=True, slots=True)
class Script:
    """A room. `thieves` keep a chip of so many of their hands. `fixed` are two teams that never mix.

    `wrong_sign` is a table whose sign says a chip less than its plaque for so many hands. `lazy` enters so many of the
    hands not at all; what they drop lies in the box. At `late` drops so many boxes a shift leave chips for the next
    box.
    """

    tables: int = 12
    dealers: int = 30
    hands_a_down: int = 17
    downs: int = 14
    errors: float = 0.01
    thieves: dict[int, float] = field(default_factory=dict)
    by_down: bool = False
    roster: Roster = Roster.DRAWN
    wrong_sign: dict[int, float] = field(default_factory=dict)
    lazy: dict[int, float] = field(default_factory=dict)
    late: float = 0.0
    enterers: int = 6
    on: int = 15


def shifts(script: Script, seed: int) -> Iterator[list[Seen]]:
    """The boxes of one shift after the other."""
    chance = Random(f"{seed}:room")
    left_over = dict.fromkeys(range(script.tables), 0)
    number = 0
    while True:
        yield list(_shift(script, chance, number, left_over))
        number += 1


def _shift(script: Script, chance: Random, number: int, left_over: dict[int, int]) -> Iterator[Seen]:
    seats = _seats(script, chance, number)
    enterer = [chance.randrange(script.enterers) for _ in range(script.tables)]
    for table in range(script.tables):
        dealt = [seats[down][table] for down in range(script.downs)]
        lacking = [_down(script, chance, table, dealer, enterer[table]) for dealer in dealt]
        if script.by_down:
            for dealer, chips in zip(dealt, lacking, strict=True):
                yield _seen(script, chips, table, [dealer], enterer[table])
            continue
        total, left_over[table] = sum(lacking) - left_over[table], 0
        if chance.random() < script.late:
            left_over[table] = chance.randrange(8, 30)
        yield _seen(script, total + left_over[table], table, dealt, enterer[table])


def _seats(script: Script, chance: Random, number: int) -> list[list[int]]:
    """The dealer at each table, down by down."""
    everybody = list(range(script.dealers))
    if script.roster == Roster.DRAWN:
        return [chance.sample(everybody, script.tables) for _ in range(script.downs)]
    team = everybody[number % 2 :: 2] if script.roster == Roster.TEAMS else chance.sample(everybody, script.on)
    chance.shuffle(team)
    return [[team[(table + down) % len(team)] for table in range(script.tables)] for down in range(script.downs)]


def _down(script: Script, chance: Random, table: int, dealer: int, enterer: int) -> int:
    """The chips that lack of one down."""
    lacking = 0
    skim, sign, lazy = script.thieves.get(dealer, 0), script.wrong_sign.get(table, 0), script.lazy.get(enterer, 0)
    for _ in range(script.hands_a_down):
        if lazy and chance.random() < lazy:
            lacking -= 3
            continue
        if (lot := chance.random()) < script.errors:
            lacking += 1 if lot < script.errors / 2 else -1
        lacking += (chance.random() < skim) if skim else 0
        lacking += (chance.random() < sign) if sign else 0
    return lacking


def _seen(script: Script, lacking: int, table: int, dealers: list[int], enterer: int) -> Seen:
    hands = script.hands_a_down * len(dealers)
    dealt = {dealer: script.hands_a_down * dealers.count(dealer) for dealer in dealers}
    shares = [(Subject(Kind.DEALER, dealer), float(each)) for dealer, each in sorted(dealt.items())]
    both = [(Subject(Kind.TABLE, table), float(hands)), (Subject(Kind.ENTERER, enterer), float(hands))]
    return Seen(lacking, float(hands), (*shares, *both))
