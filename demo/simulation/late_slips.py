"""Slips of a simulated room that are left open: asked for at the close, and ended only on the next morning."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Final

from cage import services
from cage.counted import Counted, fewest_pieces
from cage.models import TransitAct, TransitSlip
from cage.selectors.denominations import values_of
from cage.selectors.transit import open_slips
from config.days.registry import end_of
from demo.simulation.part import Part, Settler, Shown
from demo.simulation.planted import Effect, Kind, Mark
from demo.simulation.stage import Stage
from demo.simulation.trays import EVERY
from tables.models import Table

LEFT_OPEN: Final = Kind(
    "slip_left_open", "the slip is open when the day is cut off, and keeps the day open until it is received or voided"
)
CREDIT: Final = 25_00
_S = TransitSlip.State
REACHED: Final = (_S.REQUESTED, _S.AUTHORISED, _S.SENT)
"""The states in which a slip is left."""


class LateSlips(Part):
    """At the close chips of a tray are to go back to the vault, and whoever has the slip in hand goes home with it."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.chance = stage.chance_of("late slips")
        self.tables = list(stage.house.tables.values())[::EVERY]

    def close(self) -> None:
        """Leave a credit open at the stated rate, at each table whose tray holds enough for one."""
        for table in self.tables:
            drawn, reached = self.chance.random(), self.chance.choice(REACHED)
            if drawn < self.stage.script.errors and self.stage.truth.tray(table.pk).chips >= CREDIT:
                self._leave(table, reached)

    def settlers(self) -> Mapping[str, Settler]:
        """Receive chips on their way as they were sent; whoever asked for some that nobody sent voids the slip."""
        return {"slip_open": self._end_all}

    def shown(self) -> Iterator[Shown]:
        """Every slip that was still open when the day was cut off on which it was asked for."""
        room = self.stage.house.room
        ends = TransitAct.objects.filter(slip__room=room).exclude(step__in=TransitSlip.OPEN)
        ended_at = dict(ends.values_list("slip", "at"))
        for slip in TransitSlip.objects.filter(room=room).select_related("table", "drawer").order_by("pk"):
            until = end_of(room, slip.gaming_day)
            if ended_at.get(slip.pk, until) >= until:
                sentence = f"{slip} for {slip.place} was open beyond {slip.gaming_day}"
                yield Shown(late_slip_of(slip.pk), Effect(times=1), sentence)

    # ---------------------------------------------------------------------------------------------------- privates

    def _leave(self, table: Table, reached: TransitSlip.State) -> None:
        """A credit of a tray that comes so far and no further."""
        asked: dict[str, Any] = {"room": self.stage.house.room, "table": table, "counted": self._pieces(CREDIT)}
        slip = services.request_slip(kind=TransitSlip.Kind.CREDIT, **asked, **self._by("shift"))
        who = "shift"
        if reached != _S.REQUESTED:
            slip, who = services.authorise_slip(slip=slip, **self._by("floor")), "floor"
        if reached == _S.SENT:
            two: dict[str, Any] = {"runner": self.stage.by("relief"), "verifier": self.stage.by("host")}
            services.send_slip(slip=slip, **two, **self._by("shift"))
            self.stage.truth.tray(table.pk).put(chips=-CREDIT)
            who = "relief"
        self.stage.plant(LEFT_OPEN, late_slip_of(slip.pk), Effect(times=1), table.name, who=str(self.stage.by(who)))

    def _end_all(self, day: date) -> None:
        until = end_of(self.stage.house.room, day)
        for slip in open_slips(self.stage.house.room):
            if slip.at >= until:
                continue
            if slip.state == _S.SENT:
                came = Counted.read(slip.chips, slip.cash)
                services.receive_slip(slip=slip, counted=came, **self._by("manager"))
                self.stage.truth.vault.put(chips=CREDIT)
            else:
                services.void_slip(slip=slip, reason="nobody came for it", **self._by("shift"))

    def _pieces(self, chips: int) -> Counted:
        return Counted(fewest_pieces(chips, values_of(self.stage.house.room).chips))

    def _by(self, who: str) -> dict[str, Any]:
        return {"key": self.stage.key("late slip"), "by": self.stage.by(who), "at": self.stage.now}


def late_slip_of(slip: int) -> Mark:
    """The line of the books that says that a slip was open beyond its gaming day."""
    return Mark("late slip", slip)
