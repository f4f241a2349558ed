"""The dealers of a simulated room: who comes on, takes a table, is pushed along the line and goes off."""

from datetime import timedelta

from demo.simulation.stage import Stage
from tables.models import Dealer, Down, TableSession
from tables.selectors.dealers import line_up
from tables.services import end_shift, push_line, put_in, start_shift


class Line:
    """The line of a day."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def come_on(self) -> None:
        """Every dealer comes on, one after the other."""
        for number, dealer in enumerate(self.stage.house.dealers.values()):
            at = self.stage.now + timedelta(seconds=number)
            start_shift(dealer=dealer, by=self.stage.by("floor"), at=at)

    def take(self, session: TableSession) -> None:
        """Whoever has been out longest takes a table that opens."""
        out = line_up(self.stage.house.room, self.stage.now).out
        if out:
            put_in(session=session, dealer=out[0].shift.dealer, **self.stage.floor())

    def at(self, session: TableSession) -> Dealer | None:
        """The dealer who deals at a table now."""
        down = Down.objects.filter(session=session, ended_at=None).select_related("shift__dealer").first()
        return down.shift.dealer if down else None

    def go_off(self) -> None:
        """Every dealer goes off; their tables are closed."""
        for dealer in self.stage.house.dealers.values():
            end_shift(dealer=dealer, **self.stage.floor())

    def push(self) -> None:
        """Push every dealer along the line."""
        line = line_up(self.stage.house.room, self.stage.now)
        seen = [row.down.pk for row in line.line if row.down]
        if line.out and line.line:
            push_line(room=self.stage.house.room, start=None, seen=seen, **self.stage.floor())
