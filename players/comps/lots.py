"""Lots of points: what was earned together is gone together; what is taken is taken of what would be gone first."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Protocol


class Change(Protocol):
    """One entry of an account, as far as lots ask for it."""

    pk: int
    points: int
    expires_on: date | None
    reverses_id: int | None


@dataclass(slots=True)
class Lot:
    """Points that are gone from one gaming day on, or never."""

    expires_on: date | None
    points: int


@dataclass(slots=True)
class Lots:
    """The lots of an account after its entries, and what each redemption was taken of."""

    held: list[Lot] = field(default_factory=list)
    taken: dict[int, list[Lot]] = field(default_factory=dict)

    def add(self, change: Change) -> None:
        """Add the next entry: points come as a lot, or back to where they were taken of; or the first to be gone go."""
        if change.reverses_id is not None:
            for lot in self.taken.pop(change.reverses_id):
                self._give(lot)
        elif change.points > 0:
            self._give(Lot(change.expires_on, change.points))
        elif change.points < 0:
            self.taken[change.pk] = self._take(-change.points)

    def overdue(self, day: date) -> int:
        """The points that are gone on a gaming day and still stand in the account."""
        return sum(lot.points for lot in self.held if lot.expires_on is not None and lot.expires_on <= day)

    @property
    def next_to_go(self) -> Lot | None:
        """The lot that is gone first; None where none ever is."""
        first = next(iter(self.held), None)
        return first if first and first.expires_on else None

    def _give(self, lot: Lot) -> None:
        same = next((held for held in self.held if held.expires_on == lot.expires_on), None)
        if same:
            same.points += lot.points
        else:
            self.held.append(Lot(lot.expires_on, lot.points))
            self.held.sort(key=lambda held: held.expires_on or date.max)

    def _take(self, points: int) -> list[Lot]:
        taken = []
        for lot in self.held:
            part = min(lot.points, points)
            lot.points, points = lot.points - part, points - part
            if part:
                taken.append(Lot(lot.expires_on, part))
        self.held = [lot for lot in self.held if lot.points]
        return taken


def lots_of(changes: Iterable[Change]) -> Lots:
    """The lots of an account, by its entries in the order of their numbers."""
    lots = Lots()
    for change in changes:
        lots.add(change)
    return lots
