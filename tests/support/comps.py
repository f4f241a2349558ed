"""A room with comps: rates and rules posted days before, players who sit, are away and leave, and days that are locked
over them."""

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Any

from config.days.models import DayLock
from config.days.registry import end_of
from config.staff.models import User
from players.comps.terms import CompTerms, RateLine
from players.comps.week import WeekHours
from players.models import CompEntry, CompRate, CompRules, HoursCorrection, Player, Sitting
from players.selectors.comps import account_of
from players.services import come_back, go_away
from players.services.comp_redeeming import redeem_points, reverse_redemption
from players.services.comp_rules import post_comp_rate, post_comp_rules
from rake.comps.services import correct_hours, earn_day
from tables.services import close_table, post_house_rules
from tests.support.desk import Desk, key, open_desk, person

TERMS = CompTerms(
    point_value=1, expires_days=90, earning_days=30, player_day_points=5_000, cashier_day_points=10_000,
    alone_points=1_000,
)  # fmt: skip
HOUR = timedelta(hours=1)
EVERY_HOUR = (RateLine(WeekHours(), 100),)


@dataclass
class Comps:
    """A desk with comps in force; every act of play takes no time by itself, the clock is moved by whoever plays."""

    desk: Desk = field(default_factory=open_desk)

    def __post_init__(self) -> None:
        self.desk.step = timedelta(0)
        self.post()
        self.rate()

    @classmethod
    def at(cls, desk: Desk, terms: CompTerms | None = None) -> "Comps":
        """Comps at a desk that has its own step of time, which it keeps; they hold since the day before."""
        step = desk.step
        comps = cls(desk)
        if terms:
            comps.post(terms)
        desk.step = step
        return comps

    @cached_property
    def auditor(self) -> User:
        """Somebody of another role than the manager, who confirms what is posted."""
        return person(self.desk.room, "auditor")

    @cached_property
    def floor(self) -> User:
        """Somebody who confirms redemptions."""
        return person(self.desk.room, "floor")

    @property
    def today(self) -> date:
        """The gaming day that it is."""
        return self.desk.room.gaming_day(self.desk.now)

    def post(self, terms: CompTerms = TERMS, *, before: int = 2, **facts: Any) -> CompRules:
        """Rules that hold since yesterday, posted some days before; a day ahead of the clock where `before` is 0."""
        return post_comp_rules(**(self._posting(before) | {"terms": terms} | facts))

    def rate(self, lines: Any = EVERY_HOUR, *, before: int = 2, **facts: Any) -> CompRate:
        """A rate of every plaque, unless one is named."""
        return post_comp_rate(**(self._posting(before) | {"lines": lines, "plaque": None} | facts))

    def _posting(self, before: int) -> dict[str, Any]:
        day = self.today - timedelta(days=1) if before else self.today + timedelta(days=1)
        return {
            "room": self.desk.room, "from_day": day, "source": "house programme", "reason": "for a test", "key": key(),
            "by": self.desk.manager, "second": self.auditor, "at": self.desk.now - timedelta(days=before),
        }  # fmt: skip

    def go_on(self, **how_long: int) -> datetime:
        """Let time pass."""
        self.desk.now += timedelta(**how_long)
        return self.desk.now

    def sit(self, player: Player | None = None, *, seat: int = 1, **facts: Any) -> Sitting:
        """A player sits down now."""
        return self.desk.seated(200_00, seat=seat, player=player, **facts)

    def away(self, sitting: Sitting, **how_long: int) -> None:
        """The player is away from the seat for so long."""
        go_away(sitting=sitting, **self.desk.by())
        self.go_on(**how_long)
        come_back(sitting=sitting, **self.desk.by())

    def played(self, *, seat: int = 1, player: Player | None = None, **how_long: int) -> Player:
        """A player who has sat for so long, and left."""
        sitting = self.sit(player, seat=seat)
        self.go_on(**how_long)
        self.desk.leave(sitting)
        return sitting.player

    def end_day(self, *, with_points: bool = True) -> date:
        """The day ends and is locked, whatever of it is open; players have their points an hour later."""
        day = self.today
        self.desk.now = end_of(self.desk.room, day) + timedelta(hours=1)
        facts = {"locked_by": self.desk.manager, "second": person(self.desk.room, "auditor"), "request_key": key()}
        DayLock.objects.create(room=self.desk.room, gaming_day=day, locked_at=self.desk.now, **facts)
        if with_points:
            self.earn(day)
        return day

    def earn(self, day: date) -> int:
        """Give the points of a locked day."""
        return earn_day(room=self.desk.room, day=day, at=self.desk.now)

    def redeem(self, player: Player, points: int, **facts: Any) -> CompEntry:
        """The cashier redeems points."""
        given = {"room": self.desk.room, "player": player, "points": points, "what": "dinner", "key": key()}
        return redeem_points(**(given | self.desk.by() | facts))

    def take_back(self, entry: CompEntry, **facts: Any) -> CompEntry:
        """The cashier takes a redemption back before the floor."""
        given = {"entry": entry, "reason": "the kitchen was closed", "second": self.floor, "key": key()}
        return reverse_redemption(**(given | self.desk.by() | facts))

    def correct(self, player: Player, day: date, since: datetime, **facts: Any) -> CompEntry:
        """The manager corrects an hour of a player from an instant on, before the floor; it adds unless told."""
        given = {
            "room": self.desk.room, "player": player, "day": day, "plaque": self.desk.session.plaque, "since": since,
            "until": since + HOUR, "adds": True, "reason": "seen on camera", "key": key(),
            "by": self.desk.manager, "second": self.floor, "at": self.desk.now,
        }  # fmt: skip
        return correct_hours(**(given | facts))

    def hours_of_the_day_before(self) -> CompEntry:
        """An hour that nobody noted at a table of the day before, which was locked since, corrected today."""
        now, self.desk.now = self.desk.now, self.desk.now - timedelta(days=1)
        house = self.desk.session.plaque.house_rules.house
        post_house_rules(room=self.desk.room, house=house, by=self.desk.manager, at=self.desk.now)
        session, day = self.desk.open_table(), self.today
        close_table(session=session, by=self.desk.manager, at=self.desk.now + timedelta(hours=2))
        self.end_day()
        self.desk.now = now
        return self.correct(
            self.desk.player(), day, session.opened_at, plaque=session.plaque, until=session.opened_at + HOUR
        )

    def points(self, player: Player) -> int:
        """The points that the player can redeem now."""
        return account_of(self.desk.room, player, self.today).available


def an_hour_more(desk: Desk, player: Player) -> CompEntry:
    """The hour that was corrected before for somebody is corrected for another player as well."""
    row = HoursCorrection.objects.filter(room=desk.room).order_by("pk")[0]
    facts = {"plaque": row.plaque, "since": row.began_at, "until": row.until, "adds": True, "reason": "sat beside them"}
    two = {"by": row.by, "second": row.second, "at": desk.at()}
    return correct_hours(room=desk.room, player=player, day=row.for_day, key=key(), **facts, **two)
