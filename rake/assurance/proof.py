"""The proof of the flags: rooms played by a seed, who was flagged in them, and which cause was told first."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from statistics import median

from rake.assurance.causes import Cause, as_counted, causes
from rake.assurance.rooms import Roster, Script, shifts
from rake.assurance.seen import Kind, Part, Seen, Side, Subject
from rake.assurance.split import Signal, goal
from rake.assurance.watch import Watch

THIEF = 7
SIX_WEEKS, BY_DOWN = 84, 24
"""The shifts that are played: two a day, and fewer where each down has a box of its own."""
SIGNALS = {Side.LACKING: Signal.BOX, Side.SURPLUS: Signal.BOX_OVER}


@dataclass(frozen=True, slots=True)
class Cell:
    """Rooms of one script, one a seed: the shifts after which somebody was flagged rightly, of the rooms in which
    that was so, and how many flags were right and wrong."""

    name: str
    seeds: int
    shifts: int
    found: tuple[int, ...]
    right: int
    wrong: int

    def within(self, shifts: int) -> int:
        """The rooms in which it was found in so many shifts."""
        return sum(each <= shifts for each in self.found)

    @property
    def about(self) -> float | None:
        """The shifts that it took in the middle, of the rooms in which it was found at all."""
        return median(self.found) if self.found else None


def flags(script: Script, seed: int, most: int) -> Mapping[Part, int]:
    """The parts that were flagged in a room within so many shifts, each with the shift."""
    watch = Watch(SIGNALS, lambda signal, part: goal(signal, part.subject.kind, part.subject.pk))
    for new in islice(shifts(script, seed), most):
        watch.look(new)
    return {part: flagged.look for part, flagged in watch.found.items()}


def cell(name: str, script: Script, seeds: int, most: int) -> Cell:
    """Play rooms of one script."""
    guilty = {Part(Subject(Kind.DEALER, dealer), Side.LACKING) for dealer in script.thieves}
    found, right, wrong = [], 0, 0
    for seed in range(seeds):
        flagged = flags(script, seed, most)
        first = [look for part, look in flagged.items() if part in guilty]
        found += [min(first)] if first else []
        right, wrong = right + len(first), wrong + len(flagged) - len(first)
    return Cell(name, seeds, most, tuple(found), right, wrong)


def cells(seeds: int) -> Iterator[Cell]:
    """Honest rooms of six weeks; thieves with boxes counted by the shift and by the down; and rooms whose dealers go
    along the line, where a box of a shift tells little of one of them."""
    yield cell("honest", Script(), seeds, SIX_WEEKS)
    for skim in (0.02, 0.05, 0.10):
        thief = {THIEF: skim}
        yield cell(f"thief {skim:.0%}, boxes by shift", Script(thieves=thief), seeds, SIX_WEEKS)
        yield cell(f"thief {skim:.0%}, boxes by down", Script(thieves=thief, by_down=True), seeds, BY_DOWN)
    yield cell("two thieves 5%, boxes by shift", Script(thieves={THIEF: 0.05, 12: 0.05}), seeds, SIX_WEEKS)
    yield cell("honest, along the line", Script(roster=Roster.LINE), seeds, SIX_WEEKS)
    yield cell(
        "thief 5% along the line, boxes by shift", Script(thieves={THIEF: 0.05}, roster=Roster.LINE), seeds, SIX_WEEKS
    )
    by_down = Script(thieves={THIEF: 0.05}, roster=Roster.LINE, by_down=True)
    yield cell("thief 5% along the line, boxes by down", by_down, seeds, BY_DOWN)
    teams = Script(thieves={THIEF: 0.05}, roster=Roster.TEAMS)
    yield cell("thief 5% in one of two teams, boxes by shift", teams, seeds, SIX_WEEKS)


PLANTED: Mapping[str, Script] = {
    "dealer": Script(thieves={THIEF: 0.1}),
    "plaque": Script(wrong_sign={4: 0.2}),
    "hands not entered": Script(lazy={2: 0.03}),
    "late drop": Script(late=0.05),
}
"""A room for each cause, by the name of the cause that is to be told first."""


def first_cause(script: Script, seed: int, most: int) -> Cause | None:
    """The cause that is told first of a room after so many shifts."""
    tables: dict[int, list[Seen]] = {}
    for new in islice(shifts(script, seed), most):
        for seen in new:
            table = next(subject.pk for subject, _ in seen.shares if subject.kind == Kind.TABLE)
            tables.setdefault(table, []).append(seen)
    in_order = list(tables.values())
    return next(iter(causes(as_counted(in_order), in_order)), None)
