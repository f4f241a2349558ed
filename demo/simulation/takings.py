"""The rake of a simulated room: hands whose drop was called out wrong or not said, and what the reports say of them."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Final

from demo.simulation.part import Part, Settler, Shown
from demo.simulation.planted import Effect, Kind, Mark
from games.models import Hand
from rake.models import Rating
from rake.services import rebuild_day
from rake.watching import TAKINGS_OFF
from tables.models import SessionAlarm
from tables.services import put_away_alarm

DROPPED_SHORT: Final = Kind("dropped_short", "the hand's rake is rated short by the amount")
POT_UNSAID: Final = Kind("pot_unsaid", "the hand is counted and not rated")
SKIMMED: Final = Kind("skimmed", "the box is counted short by the amount, in this dealer's downs more than in others'")
BESIDE: Final = Kind("dropped_beside", "the box is counted short by the amount")


def rating_of(hand: int) -> Mark:
    """The line of the books that says what a hand owed and what was taken of it."""
    return Mark("rating", hand)


def box_of(table: int, holds: str, number: int) -> Mark:
    """The line of the books that says by how much a box was short or over: that of a number among those of a table."""
    return Mark("box variance", table, f"{holds} {number}")


class Takings(Part):
    """The reports of the rake. The people who err are dealers and supervisors (demo.simulation.tables)."""

    def settlers(self) -> Mapping[str, Settler]:
        """Hands are rated, the day's report is built, and who looked at an alarm puts it away."""
        built = dict.fromkeys(("hand_unrated", "report_not_built", "report_too_early"), self._build)
        return {"takings_off": self._look, **built}

    def shown(self) -> Iterator[Shown]:
        """Every hand that was rated off, and every one that can't be rated."""
        of_room = Hand.objects.filter(room=self.stage.house.room, superseded_by=None, is_void=False)
        hands = of_room.select_related("session__table").order_by("pk")
        off = Rating.objects.filter(room=self.stage.house.room).exclude(rake_variance=0, promo_variance=0)
        for hand in hands.filter(pk__in=off.values("hand")).select_related("rating"):
            effect = Effect(chips=hand.rating.rake_variance + hand.rating.promo_variance)
            yield Shown(rating_of(hand.pk), effect, f"{_said(hand)} is rated off")
        for hand in hands.filter(rating=None):
            yield Shown(rating_of(hand.pk), Effect(times=1), f"{_said(hand)} is not rated")

    def _build(self, day: date) -> None:
        rebuild_day(room=self.stage.house.room, gaming_day=day, at=self.stage.now)

    def _look(self, day: date) -> None:
        """The shift's supervisor reads each alarm about takings and tells its dealer. What is rated stays rated off."""
        standing = SessionAlarm.objects.filter(session__room=self.stage.house.room, kind=TAKINGS_OFF, cleared_at=None)
        for alarm in standing.order_by("raised_at", "pk"):
            facts: dict[str, Any] = {"seen": alarm.version, "reason": "The dealer was told"}
            put_away_alarm(alarm=alarm, by=self.stage.by("shift"), at=self.stage.now, **facts)


def _said(hand: Hand) -> str:
    return f"hand {hand.number} at {hand.session.table} of {hand.gaming_day}"
