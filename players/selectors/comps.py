"""Comps as they stand: the rules and rates of a day, accounts of points, and why somebody redeems nothing."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Count, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from players.comps.lots import Lots, lots_of
from players.models import CompEntry, CompRate, CompRules, Player
from tables.models import PlaqueVersion

_K = CompEntry.Kind
OF_PLAY = (_K.EARNED, _K.DIFFERENCE)


def rules_on(room: Room, day: date) -> CompRules | None:
    """The rules of comps that hold on a gaming day; None where none do, or comps are off."""
    newest = CompRules.objects.filter(room=room, from_day__lte=day).order_by("-from_day", "-number").first()
    return newest if newest and newest.is_on else None


@dataclass(frozen=True, slots=True)
class Rates:
    """The rates of one gaming day: of plaques by their ids, and (None) of all that have none."""

    by_plaque: dict[int | None, CompRate]

    def of(self, plaque: PlaqueVersion) -> CompRate | None:
        """The rate of a plaque: its own, else that of the plaque before it at the same table whose game and limits it
        repeats, else the room's."""
        alike = [before.pk for before in _alike(plaque)] if self.by_plaque else []
        return next((self.by_plaque[pk] for pk in alike if pk in self.by_plaque), self.by_plaque.get(None))


def _alike(plaque: PlaqueVersion) -> QuerySet[PlaqueVersion]:
    """The plaque and those before it at its table with the same game and limits, the newest first."""
    same = {"table": plaque.table_id, "game": plaque.game, "short_name": plaque.short_name, "source": plaque.source}
    return PlaqueVersion.objects.filter(**same, number__lte=plaque.number).order_by("-number")


def rates_on(room: Room, day: date) -> Rates:
    """The rates that hold on a gaming day; one query."""
    found: dict[int | None, CompRate] = {}
    for rate in CompRate.objects.filter(room=room, from_day__lte=day).order_by("from_day", "number"):
        found[rate.plaque_id] = rate
    return Rates(found)


# ------------------------------------------------------------------------------------------------------- accounts


def entries_of(room: Room, player: Player) -> QuerySet[CompEntry]:
    """The entries of an account in the order of their numbers."""
    return CompEntry.objects.filter(room=room, player=player).order_by("number")


@dataclass(frozen=True, slots=True)
class Account:
    """An account of points as it stands: the balance of its last entry, and what of it is gone already."""

    balance: int
    overdue: int
    lots: Lots

    @property
    def available(self) -> int:
        """The points that can be redeemed."""
        return self.balance - self.overdue


def account_of(room: Room, player: Player, day: date) -> Account:
    """The account of points of one player record in a room, on a gaming day."""
    entries = list(entries_of(room, player).defer("lines"))
    lots = lots_of(entries)
    return Account(entries[-1].balance if entries else 0, lots.overdue(day), lots)


def _persons_entries(room: Room, player: Player) -> QuerySet[CompEntry]:
    """The entries of every record of the person: limits bind the person, not the record."""
    return CompEntry.objects.filter(room=room, player__in=Player.objects.of(player)).order_by()


def _redeemed(entries: QuerySet[CompEntry]) -> QuerySet[CompEntry]:
    return entries.filter(kind=_K.REDEEMED, reversed_by=None)


def redeemed_on(room: Room, player: Player, day: date) -> int:
    """The points that a person has redeemed on a gaming day, whichever record of theirs was used."""
    return _sum_of(_redeemed(_persons_entries(room, player)).filter(gaming_day=day))


def redeemed_by(room: Room, by: User | None, day: date, *, alone: bool = False) -> int:
    """The points that one of the staff has redeemed for players on a gaming day; with `alone`, without a second
    person. What was taken back still counts: it was done."""
    entries = CompEntry.objects.filter(room=room, kind=_K.REDEEMED, by=by, gaming_day=day)
    return _sum_of(entries.filter(second=None) if alone else entries)


def _sum_of(entries: QuerySet[CompEntry]) -> int:
    return -(entries.order_by().aggregate(sum=Sum("points"))["sum"] or 0)


# -------------------------------------------------------------------------------------------------------- why not


@dataclass(frozen=True, slots=True)
class Qualified:
    """The play and the redemptions of a person in the earning period, beside what the rules ask."""

    rules: CompRules
    first_day: date
    seconds: int
    redemptions: int
    today: int

    @property
    def left_today(self) -> int:
        """The points that the person may still redeem today."""
        return max(0, self.rules.player_day_points - self.today)


def qualified(room: Room, player: Player, rules: CompRules, day: date) -> Qualified:
    """The play and the redemptions of a person in the earning period that ends with a gaming day; two queries."""
    first = day - timedelta(days=rules.earning_days - 1)
    entries = _persons_entries(room, player)
    played = Q(kind__in=OF_PLAY, for_day__range=(first, day))
    done = Q(kind=_K.REDEEMED, reversed_by=None, gaming_day__range=(first, day))
    sums = entries.aggregate(seconds=Sum("seconds", filter=played), redemptions=Count("pk", filter=done))
    return Qualified(rules, first, sums["seconds"] or 0, sums["redemptions"], redeemed_on(room, player, day))


def why_not(room: Room, player: Player, at: datetime) -> Iterator[DomainError]:
    """The reasons, by the room's rules of comps, why somebody redeems nothing now. Bans are for the service to ask.

    `comps_off`, `guest_unidentified`, `patron_described`, `hours_missing`, `redemptions_used`, `player_day_used`.
    """
    day = room.gaming_day(at)
    rules = rules_on(room, day)
    if rules is None:
        yield DomainError("comps_off", f"{room} has no comps on this gaming day: a manager posts their rules first.")
        return
    if player.is_guest or player.is_described:
        message = f"{player} is nobody whom the room knows by name: register them, and say who they are."
        yield DomainError("guest_unidentified", message)
    yield from _unqualified(room, player, qualified(room, player, rules, day))


def _unqualified(room: Room, player: Player, has: Qualified) -> Iterator[DomainError]:
    rules = has.rules
    if has.seconds < rules.required_minutes * 60:
        asked, played = in_hours(rules.required_minutes * 60), in_hours(has.seconds)
        message = (
            f"Redeeming asks for {asked} of play in the last {rules.earning_days} gaming days; {player} has {played} "
            f"of locked days since {has.first_day:%-d %B}. Today’s play counts once the day is locked."
        )
        yield DomainError("hours_missing", message, allowed={"seconds": rules.required_minutes * 60})
    if rules.most_redemptions and has.redemptions >= rules.most_redemptions:
        times = "once" if rules.most_redemptions == 1 else f"{rules.most_redemptions} times"
        message = f"Points are redeemed {times} in {rules.earning_days} gaming days, and {player} has done so."
        yield DomainError("redemptions_used", message, allowed={"most": rules.most_redemptions})
    if not has.left_today:
        message = (
            f"{player} has redeemed {has.today:,} points today, the most of a gaming day: tomorrow there are more."
        )
        yield DomainError("player_day_used", message, allowed={"most": rules.player_day_points})


def in_hours(seconds: int) -> str:
    """Seconds of play in words: “2 h 05 min”; below zero with a sign."""
    hours, rest = divmod(abs(seconds), 3600)
    return f"{'−' if seconds < 0 else ''}{hours:,} h {rest // 60:02d} min" + (
        f" {rest % 60:02d} s" if rest % 60 else ""
    )


# ---------------------------------------------------------------------------------------- the room, for its manager


@dataclass(frozen=True, slots=True)
class Use:
    """The redemptions by one of the staff on a gaming day, in points."""

    who: User
    points: int
    alone: int
    times: int
    players: int


def used_on(room: Room, day: date) -> list[Use]:
    """The redemptions by each of the staff on a gaming day, the most first; two queries."""
    redeemed = CompEntry.objects.filter(room=room, kind=_K.REDEEMED, gaming_day=day).order_by()
    rows = redeemed.values("by").annotate(
        taken=-Sum("points"),
        taken_alone=-Coalesce(Sum("points", filter=Q(second=None)), 0),
        times=Count("pk"),
        people=Count("player", distinct=True),
    )
    staff = User.objects.in_bulk([row["by"] for row in rows])
    uses = [
        Use(staff[row["by"]], row["taken"], row["taken_alone"], row["times"], row["people"])
        for row in rows
    ]  # fmt: skip
    return sorted(uses, key=lambda use: (-use.points, use.who.pk))


def unredeemed(room: Room, day: date) -> int:
    """The points that stand in all accounts of a room at the end of a gaming day."""
    sum_: int | None = CompEntry.objects.filter(room=room, gaming_day__lte=day).aggregate(sum=Sum("points"))["sum"]
    return sum_ or 0


def point_value(room: Room, day: date) -> int:
    """Minor units that a point is worth on a gaming day, by the newest rules, on or off; 0 before the first."""
    newest = CompRules.objects.filter(room=room, from_day__lte=day).order_by("-from_day", "-number").first()
    return newest.point_value if newest else 0
