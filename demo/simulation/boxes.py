"""The drop of a simulated room: boxes are hung at every table, pulled by two at the close, and counted blind."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Final

from cage import services
from cage.counted import Counted, fewest_pieces
from cage.models import Box, BoxCount, BoxHanging, BoxPull, BoxVariance, Holds, Investigation
from cage.selectors.denominations import values_of
from cage.services.pulls import Order
from demo.simulation.part import Part, Settler, Shown
from demo.simulation.planted import Effect, Kind, Mark
from demo.simulation.stage import Stage
from demo.simulation.takings import box_of
from tables.models import Down, Table
from tables.services import newest_plaque

BOX_MISCOUNTED: Final = Kind(
    "box_miscounted", "two counts of a box differ: three count it together, and nothing is short by it"
)


class Boxes(Part):
    """One box of each kind that a table's fee fills; what is counted is what really lies in it.

    Where boxes are counted by the down, a rake box has a second one that takes its place at the push.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.chance = stage.chance_of("boxes")
        self.places: list[tuple[Table, str, list[Box]]] = []
        for number, table in enumerate(stage.house.tables.values(), start=1):
            for holds in self._kinds(table):
                facts: dict[str, Any] = {"kind": holds, "by": stage.by("manager"), "at": stage.now}
                numbers = [f"{holds[0]}{number}"]
                if stage.script.by_down and holds == Holds.RAKE:
                    numbers.append(f"{holds[0]}{number}-2")
                boxes = [services.add_box(room=stage.house.room, number=each, **facts) for each in numbers]
                self.places.append((table, holds, boxes))

    def open(self) -> None:
        """Hang a box wherever none hangs."""
        hanging = self._hanging()
        for table, holds, boxes in self.places:
            if not hanging & {box.pk for box in boxes}:
                services.hang_box(box=boxes[0], table=table, holds=holds, **self._by("shift"))

    def down(self) -> None:
        """Change the rake box of each table whose dealer was pushed, and count it at once; where the script says so."""
        if not self.stage.script.by_down:
            return
        pushed = Down.objects.filter(session__room=self.stage.house.room, started_at=self.stage.now)
        tables, hanging = set(pushed.values_list("session__table", flat=True)), self._hanging()
        for table, holds, boxes in self.places:
            if holds == Holds.RAKE and table.pk in tables:
                this, other = sorted(boxes, key=lambda box: box.pk not in hanging)
                for pull in self._pull(table, [Order(holds, this.number, other.number)], BoxPull.Why.PUSH):
                    self._count(pull)

    def close(self) -> None:
        """Pull every box that hangs."""
        hanging: dict[int, list[Order]] = {}
        rows = BoxHanging.objects.filter(box__room=self.stage.house.room, taken_at=None).select_related("box")
        for each in rows.order_by("pk"):
            hanging.setdefault(each.table_id, []).append(Order(each.holds, each.box.number))
        for table in self.stage.house.tables.values():
            if table.pk in hanging:
                self._pull(table, hanging[table.pk], BoxPull.Why.DROP)

    def count(self) -> None:
        """Count every box that was pulled."""
        waiting = BoxPull.objects.filter(room=self.stage.house.room).exclude(state=BoxPull.State.COUNTED)
        for pull in waiting.select_related("table").order_by("pk"):
            self._count(pull)

    def settlers(self) -> Mapping[str, Settler]:
        """A box that hangs is pulled, one that was pulled is counted, and the manager answers for what was short."""
        pulled = {"box_not_pulled": lambda day: self.close(), "box_not_counted": lambda day: self.count()}
        return {**pulled, "drop_variance_open": self._answer_for_variances}

    def shown(self) -> Iterator[Shown]:
        """Every box that was short or over, and every one that three had to count."""
        room = self.stage.house.room
        variances = BoxVariance.objects.filter(room=room).select_related("pull__table")
        for each in variances.order_by("pk"):
            yield Shown(_mark_of(each.pull), Effect(chips=each.chips), f"{each.pull} of {each.pull.gaming_day}")
        together = BoxCount.objects.filter(pull__room=room, part=BoxCount.Part.TOGETHER)
        for count in together.select_related("pull__table").order_by("pk"):
            yield Shown(Mark("box recount", count.pull_id), Effect(times=1), f"{count.pull} by three")

    # ---------------------------------------------------------------------------------------------------- privates

    def _kinds(self, table: Table) -> tuple[str, ...]:
        """The takings that the boxes of a table take, by its fee."""
        plaque = newest_plaque(table, self.stage.now)
        fee = plaque.plaque.fee if plaque else None
        if fee is None or not fee.rakes:
            return (Holds.TIME,)
        return (Holds.RAKE, Holds.PROMO) if fee.promo else (Holds.RAKE,)

    def _hanging(self) -> set[int]:
        """The boxes that hang somewhere."""
        room = self.stage.house.room
        return set(BoxHanging.objects.filter(box__room=room, taken_at=None).values_list("box", flat=True))

    def _pull(self, table: Table, orders: list[Order], why: str) -> list[BoxPull]:
        facts = {"why": why, "second": self.stage.by("shift"), **self._by("relief")}
        pulls = services.pull_boxes(table=table, orders=orders, **facts)
        for pull in pulls:
            self.stage.truth.pull(table.pk, pull.holds, pull.pk)
        return pulls

    def _count(self, pull: BoxPull) -> None:
        """Two count who don't know of each other's count; where these differ three count together."""
        wrong = self.chance.choice(("counter", "cashier")) if self.chance.random() < self.stage.script.errors else ""
        for who in ("counter", "cashier"):
            counted = self._counted(pull, over=self.stage.house.room.smallest_chip if who == wrong else 0)
            pull = services.count_box(pull=pull, counted=counted, **self._by(who))
        if pull.state == BoxPull.State.RECOUNT:
            three = self._by("counter") | {"second": self.stage.by("cashier"), "third": self.stage.by("tally")}
            services.count_box_together(pull=pull, counted=self._counted(pull), **three)
        if wrong:
            mark, who = Mark("box recount", pull.pk), str(self.stage.by(wrong))
            self.stage.plant(BOX_MISCOUNTED, mark, Effect(times=1), str(pull), who=who)
        if pull.pool_id is None:
            self.stage.truth.vault.put(chips=self.stage.truth.pulls[pull.pk].chips)

    def _counted(self, pull: BoxPull, *, over: int = 0) -> Counted:
        """The pieces that lie in a pulled box, and so many chips more that somebody believes to see."""
        lying, values = self.stage.truth.pulls[pull.pk], values_of(self.stage.house.room)
        return Counted(fewest_pieces(lying.chips + over, values.chips))

    def _answer_for_variances(self, day: date) -> None:
        """Look at the recordings: the manager accepts what was short, by the names of who was seen there."""
        variances = BoxVariance.objects.filter(room=self.stage.house.room)
        still_open = variances.filter(investigation__state=Investigation.State.OPEN)
        for variance in still_open.select_related("pull", "investigation").order_by("investigation__pk"):
            mark = _mark_of(variance.pull)
            seen = sorted({planted.who for planted in self.stage.planted if planted.mark == mark})
            text = f"seen on the recording: {', '.join(seen)}" if seen else "nothing was found"
            facts: dict[str, Any] = {"outcome": Investigation.State.ACCEPTED, "text": text}
            facts |= {"by": self.stage.by("manager"), "second": self.stage.by("deputy"), "at": self.stage.now}
            services.settle_investigation(investigation=variance.investigation, **facts)

    def _by(self, who: str) -> dict[str, Any]:
        return {"key": self.stage.key("box"), "by": self.stage.by(who), "at": self.stage.now}


def _mark_of(pull: BoxPull) -> Mark:
    """The mark of a pulled box, by its number among those of its table."""
    so_far = BoxPull.objects.filter(table=pull.table_id, holds=pull.holds, pk__lte=pull.pk)
    return box_of(pull.table_id, pull.holds, so_far.count())
