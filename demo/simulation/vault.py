"""The vault of a simulated room: counted by two when everybody has left, and short where somebody took something."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Final

from cage import services
from cage.counted import Counted, fewest_pieces
from cage.models import VaultCount, VaultSheet, VaultVariance
from cage.selectors.denominations import values_of
from demo.simulation.part import Part, Settler, Shown
from demo.simulation.planted import Effect, Kind, Mark
from demo.simulation.stage import Stage
from demo.simulation.truth import Lying

VAULT_SHORT: Final = Kind("vault_short", "the vault’s count is short in cash by the amount, against who counted it")
VAULT_MISCOUNTED: Final = Kind(
    "vault_miscounted", "two counts of the vault differ: three count together, and nothing is short by it"
)
NOTE: Final = 20_00
COUNTERS: Final = ("tally", "floor")


class Vault(Part):
    """The vault holds what the drawer was not filled with, and what slips and boxes bring since."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.chance = stage.chance_of("vault")
        self._lying().put(chips=stage.house.plan.chips, cash=stage.house.plan.cash)

    def count(self) -> None:
        """Two count it, one of them of the floor; three where these differ. Now and then somebody has taken a note."""
        taken, wrong = self._is_wrong(), self.chance.choice(COUNTERS) if self._is_wrong() else ""
        if taken:
            self._lying().put(cash=-NOTE)
        count = self._counted_by_two(wrong)
        if count.state == VaultCount.State.RECOUNT:
            three = self._by(COUNTERS[0]) | {"second": self.stage.by(COUNTERS[1]), "third": self.stage.by("relief")}
            count = services.count_vault_together(count=count, counted=self._pieces(), **three)
        if taken:
            self.stage.plant(VAULT_SHORT, _count_of(count.pk), Effect(cash=-NOTE), "the vault", who=count.names)
        if wrong:
            who = str(self.stage.by(wrong))
            self.stage.plant(VAULT_MISCOUNTED, _recount_of(count.pk), Effect(times=1), "the vault", who=who)

    def settlers(self) -> Mapping[str, Settler]:
        """A vault that was not counted is counted."""
        return {"vault_not_counted": self._count_late}

    def shown(self) -> Iterator[Shown]:
        """Every count of the vault that was short or over, and every one that three had to make."""
        room = self.stage.house.room
        for each in VaultVariance.objects.filter(room=room).order_by("pk"):
            yield Shown(_count_of(each.count_id), Effect(each.chips, each.cash), f"{each} of {each.gaming_day}")
        together = VaultSheet.objects.filter(count__room=room, part=VaultSheet.Part.TOGETHER).order_by("pk")
        for sheet in together:
            yield Shown(_recount_of(sheet.count_id), Effect(times=1), "the vault by three")

    # ---------------------------------------------------------------------------------------------------- privates

    def _count_late(self, day: date) -> None:
        self.count()

    def _counted_by_two(self, wrong: str) -> VaultCount:
        """A count of both, of which one is wrong by a chip, where somebody is named."""
        first: dict[str, Any] = {"by": self.stage.by(COUNTERS[0]), "at": self.stage.now}
        count = services.begin_vault_count(room=self.stage.house.room, **first)
        for who in COUNTERS:
            over = self.stage.house.room.smallest_chip if who == wrong else 0
            count = services.count_vault(count=count, counted=self._pieces(over), **self._by(who))
        return count

    def _pieces(self, over: int = 0) -> Counted:
        lying, values = self._lying(), values_of(self.stage.house.room)
        return Counted(fewest_pieces(lying.chips + over, values.chips), fewest_pieces(lying.cash, values.cash))

    def _lying(self) -> Lying:
        return self.stage.truth.vault

    def _is_wrong(self) -> bool:
        return self.chance.random() < self.stage.script.errors

    def _by(self, who: str) -> dict[str, Any]:
        return {"key": self.stage.key("vault"), "by": self.stage.by(who), "at": self.stage.now}


def _count_of(count: int) -> Mark:
    """The line of the books that says by how much a count of the vault was short or over."""
    return Mark("vault count", count)


def _recount_of(count: int) -> Mark:
    """The line of the books that says that three had to count the vault."""
    return Mark("vault recount", count)
