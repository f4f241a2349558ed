"""The people of a simulated room: who works there, who deals, and who plays, with the habits of each."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from players.models import Player

GIVEN = ("Ada", "Boris", "Clara", "Dimitri", "Edna", "Farid", "Greta", "Henk", "Ines", "Jarl", "Keiko", "Ludo")
FAMILY = ("Abel", "Brandt", "Cortez", "Dufour", "Engel", "Fonseca", "Gallo", "Huang", "Iqbal", "Jansen", "Khan",
          "Larsen", "Mwangi", "Novotny", "Osei", "Park", "Quist", "Reyes", "Silva", "Tanaka")  # fmt: skip
STAFF = (
    ("floor", "floor"),
    ("cashier", "cashier"),
    ("manager", "manager"),
    ("relief", "cashier"),
    ("auditor", "auditor"),
    ("shift", "floor"),
    ("counter", "cashier"),
    ("host", "host"),
    ("deputy", "manager"),
    ("tally", "cashier"),
)
"""Name and role; the relief works no drawer, and counts one where two counts of it differ. The relief pulls boxes and
the shift watches, the counter and the cashier count them, and the tally
with them where their counts differ; the host counts trays. The deputy confirms what the manager found out about what
was short or over."""
PLAYERS_A_TABLE, DEALERS_OUT = 14, 3
"""People who come for the game of one table, and dealers beside those who deal."""


@dataclass(frozen=True, slots=True)
class Habits:
    """The way somebody plays: at which table's game, how likely they come on a day, when, for how long, with what.

    `buys` is how many times the least buy-in, `rebuys` how likely they buy again after losing everything.
    """

    table: str
    comes: float
    after: timedelta
    stays: timedelta
    buys: int
    rebuys: float


@dataclass(frozen=True, slots=True)
class Regular:
    """A player with their habits, by their number in the order of registration."""

    number: int
    player: Player
    habits: Habits


@dataclass(frozen=True, slots=True)
class Papers:
    """The name and the document by which somebody is registered."""

    display_name: str
    legal_name: str
    born: date
    document: str


def papers(room: str, number: int) -> Papers:
    """The papers of player number `number` of a room; no two are alike."""
    given, family = GIVEN[number % len(GIVEN)], FAMILY[number // len(GIVEN) % len(FAMILY)]
    again = number // (len(GIVEN) * len(FAMILY))
    name = f"{given} {family}{' ' + 'I' * (again + 1) if again else ''}"
    born = date(1955 + (11 * number) % 45, 1 + number % 12, 1 + (7 * number) % 28)
    return Papers(name, name, born, f"{room}-{number:05}".upper())


def habits(chance: Random, table: str) -> Habits:
    """Habits by chance of somebody who plays the game of `table`."""
    return Habits(
        table=table,
        comes=chance.uniform(0.4, 0.95),
        after=timedelta(minutes=chance.randrange(0, 420)),
        stays=timedelta(minutes=chance.randrange(60, 420)),
        buys=chance.choice((1, 2, 2, 3)),
        rebuys=chance.uniform(0.2, 0.8),
    )


def badges(tables: int) -> Iterator[str]:
    """The badge numbers of the dealers of so many tables."""
    return (f"D{number}" for number in range(1, tables + DEALERS_OUT + 1))
