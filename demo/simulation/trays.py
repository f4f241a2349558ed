"""The trays of a simulated room: filled and relieved by slips that three people sign, and counted by two."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Final

from cage import services
from cage.counted import Counted, fewest_pieces
from cage.models import Investigation, TransitAct, TransitSlip, TrayCount
from cage.selectors.denominations import values_of
from cage.selectors.trays import trays_not_settled
from demo.simulation.part import Part, Settler, Shown
from demo.simulation.planted import Effect, Kind, Mark
from demo.simulation.stage import Stage
from demo.simulation.truth import Lying
from tables.models import Table
from tables.selectors.sessions import playing

TRAY_SHORT: Final = Kind("tray_short", "the tray’s count at the close is short by the amount, against who counted it")
LOST_ON_THE_WAY: Final = Kind("lost_on_the_way", "less is received than was sent, against who carried it")
IMPREST, CREDIT, LOST = 300_00, 50_00, 5_00
EVERY = 2
"""One table in so many has a tray, from the first on."""


class Trays(Part):
    """A tray is brought to its imprest by a fill, and relieved of something by a credit on the day after."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.chance = stage.chance_of("trays")
        self.tables = list(stage.house.tables.values())[::EVERY]
        self.opened: set[int] = set()
        self.filled: dict[int, date] = {}
        for table in self.tables:
            services.set_tray(table=table, imprest=IMPREST, by=stage.by("manager"), at=stage.now)

    def half_hour(self) -> None:
        """Count the trays of tables that were opened since, and let one fill or credit a day be made at each."""
        sessions = playing(self.stage.house.room).filter(table__in=self.tables)
        for session in sessions.select_related("table").order_by("table_id"):
            if session.pk not in self.opened:
                if self._count(session.table, TrayCount.Part.OPENING).is_first:
                    self._count(session.table, TrayCount.Part.OPENING)
                self.opened.add(session.pk)
            if self.filled.get(session.table_id) != self._today():
                self._move(session.table)
                self.filled[session.table_id] = self._today()

    def close(self) -> None:
        """Count every tray; now and then somebody has taken a chip."""
        for table in self.tables:
            taken = LOST if self._is_wrong() and self._lying(table).chips >= LOST else 0
            self._lying(table).put(chips=-taken)
            count = self._count(table, TrayCount.Part.CLOSING)
            if taken:
                self.stage.plant(TRAY_SHORT, _count_of(count.pk), Effect(chips=-taken), str(table), who=count.counter)

    def settlers(self) -> Mapping[str, Settler]:
        """A tray that was not counted is counted, and the managers answer for one that was off."""
        return {"tray_not_counted": lambda day: self.close(), "tray_off": self._answer}

    def shown(self) -> Iterator[Shown]:
        """Every count of a tray that was short or over, and every slip of which something else came than was sent."""
        room = self.stage.house.room
        for count in TrayCount.objects.filter(room=room, is_first=False).select_related("table").order_by("pk"):
            if count.variance:
                yield Shown(_count_of(count.pk), Effect(chips=count.variance), f"{count} of {count.gaming_day}")
        acts = TransitAct.objects.filter(room=room, is_moved=True).select_related("slip").order_by("pk")
        sent = {act.slip_id: act.chips_amount for act in acts if act.step == TransitSlip.State.SENT}
        for act in acts:
            if came := act.chips_amount - sent[act.slip_id]:
                yield Shown(_slip_of(act.slip_id), Effect(chips=came), f"{act.slip} was received")

    # ---------------------------------------------------------------------------------------------------- privates

    def _count(self, table: Table, part: TrayCount.Part) -> TrayCount:
        """The dealer's count of a tray, which a supervisor verifies."""
        counted = self._pieces(self._lying(table).chips)
        facts = {"second": self.stage.by("host"), **self._by("shift")}
        return services.count_tray(table=table, part=part, counted=counted, **facts)

    def _answer(self, day: date) -> None:
        """The manager and the deputy, who counted none of them, look at the recording of each tray that was off."""
        for investigation in trays_not_settled(self.stage.house.room, day):
            facts: dict[str, Any] = {"outcome": Investigation.State.ACCEPTED, "text": "looked for, and not found"}
            facts |= {"by": self.stage.by("manager"), "second": self.stage.by("deputy"), "at": self.stage.now}
            services.settle_investigation(investigation=investigation, **facts)

    def _move(self, table: Table) -> None:
        """A fill up to the imprest, or a credit where nothing is missing."""
        missing = IMPREST - self._lying(table).chips
        kind, amount = (TransitSlip.Kind.FILL, missing) if missing > 0 else (TransitSlip.Kind.CREDIT, CREDIT)
        slip = services.request_slip(
            room=self.stage.house.room, kind=kind, counted=self._pieces(amount), table=table, **self._by("shift")
        )
        slip = services.authorise_slip(slip=slip, **self._by("floor"))
        lost = LOST if self._is_wrong() and amount > LOST else 0
        counted = self._pieces(amount - lost)
        if slip.is_fill:
            services.send_slip(slip=slip, runner=self.stage.by("relief"), **self._by("manager"))
            services.receive_slip(slip=slip, counted=counted, verifier=self.stage.by("host"), **self._by("shift"))
        else:
            two: dict[str, Any] = {"runner": self.stage.by("relief"), "verifier": self.stage.by("host")}
            services.send_slip(slip=slip, **two, **self._by("shift"))
            services.receive_slip(slip=slip, counted=counted, **self._by("manager"))
        self._lying(table).put(chips=amount - lost if slip.is_fill else -amount)
        self.stage.truth.vault.put(chips=-amount if slip.is_fill else amount - lost)
        if lost:
            who = str(self.stage.by("relief"))
            self.stage.plant(LOST_ON_THE_WAY, _slip_of(slip.pk), Effect(chips=-lost), str(table), who=who)

    def _is_wrong(self) -> bool:
        return self.chance.random() < self.stage.script.errors

    def _today(self) -> date:
        return self.stage.house.room.gaming_day(self.stage.now)

    def _lying(self, table: Table) -> Lying:
        return self.stage.truth.tray(table.pk)

    def _pieces(self, chips: int) -> Counted:
        return Counted(fewest_pieces(chips, values_of(self.stage.house.room).chips))

    def _by(self, who: str) -> dict[str, Any]:
        return {"key": self.stage.key("tray"), "by": self.stage.by(who), "at": self.stage.now}


def _count_of(count: int) -> Mark:
    """The line of the books that says by how much a count of a tray was short or over."""
    return Mark("tray count", count)


def _slip_of(slip: int) -> Mark:
    """The line of the books that says by how much less came of a fill or a credit than was sent."""
    return Mark("slip", slip)
