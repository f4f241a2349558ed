"""House rules and plaques: what may be posted, and what is in force."""

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import F, Max, QuerySet

from config.audit.services import record
from config.compiled import Blank
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import refuse_alone
from rules.house.house import House
from rules.house.plaque import Plaque
from rules.house.rake import under_ceiling
from rules.table.floor import second_person_limit
from tables.models import HouseRulesVersion, PlaqueVersion, PlaySource, Table
from tables.plaque_checks import refuse_taken_seats, why_not_plaque

MOST_BUY_IN = 10**9
"""More than any table's smallest buy-in, minor units: a limit of one buy-in is above one in figures there."""


@transaction.atomic
def post_house_rules(
    *,
    room: Room,
    house: House,
    by: User | None,
    at: datetime,
    effective_at: datetime | None = None,
    reason: str = "",
    second: User | None = None,
) -> HouseRulesVersion:
    """Post a new version of the house rules, in force from `effective_at` (now); earlier versions stay readable.

    Nobody raises alone what one person moves alone: there a `second` one confirms, who has shown their own PIN
    (`second_needed`). Refuses those that are in force already (`house_rules_stand`): a second press posts nothing; and
    pots split finer than the room's chips (`odd_chip_below_chip`).
    """
    _refuse_unpayable_splits(room, house)
    Room.objects.select_for_update().get(pk=room.pk)
    before = house_rules_in_force(room, at)
    if before and before.house == house:
        raise DomainError("house_rules_stand", "These house rules are in force already: change an answer first.")
    if before and _moves_more_alone(before.house, house):
        what = "one person may move more alone after the fact"
        refuse_alone(second, by, Permission.DISPUTE_RULE, room, what, at=at)
    version = HouseRulesVersion.objects.create(
        room=room,
        number=next_number(HouseRulesVersion.objects.filter(room=room)),
        house_json=house.to_json(),
        effective_at=max(effective_at or at, at),
        posted_at=at,
        posted_by=by,
        reason=reason,
    )
    record(
        "house_rules.posted",
        version,
        room=room,
        by=by,
        at=at,
        before=before.house_json if before else None,
        after=version.house_json,
        reason=f"{reason} (confirmed by {second})"[:400].strip() if second else reason,
    )
    return version


def _moves_more_alone(before: House, after: House) -> bool:
    """Whether one person may move more alone by these rules than by those before, at a table of any buy-in."""
    return any(
        second_person_limit(after, smallest_buy_in=buy_in) > second_person_limit(before, smallest_buy_in=buy_in)
        for buy_in in (0, MOST_BUY_IN)
    )


def house_in_chips(house: House, room: Room) -> House:
    """`house` with pots split down to the room's smallest chip, where its own rules go finer or between chips."""
    return house if _splits_are_payable(room, house) else house.with_answers(odd_chip_unit=room.smallest_chip)


def house_rules_in_force(room: Room, at: datetime) -> HouseRulesVersion | None:
    """The house rules in force in `room` at an instant, or None where none were posted yet."""
    posted = room.house_rules_versions.filter(source=PlaySource.FLOOR, effective_at__lte=at)
    return posted.order_by("-effective_at", "-number").first()


@transaction.atomic
def post_plaque(
    *,
    table: Table,
    plaque: Plaque,
    by: User | None,
    at: datetime,
    effective_at: datetime | None = None,
    reason: str = "",
) -> PlaqueVersion:
    """Post a plaque on a table: a new version, in force from `effective_at` (now) and the next hand on.

    Refuses an incoherent plaque with the rule it breaks (004 Buy-In; docs/DECISIONS.md), one with more seats than the
    table has (`too_many_seats`), one in force now with fewer than players sit in (`seat_outside_sign`), one before the
    room has house rules (`no_house_rules`), and the plaque that stands there already under the same house rules
    (`plaque_stands`): a second press posts nothing.
    """
    table = Table.objects.select_for_update().select_related("room").get(pk=table.pk)
    house_rules = house_rules_in_force(table.room, at)
    if house_rules is None:
        raise DomainError("no_house_rules", "The room has no house rules yet: post them first, then the plaque.")
    if error := why_not_plaque(table, plaque, house_rules.house):
        raise error
    if (effective_at or at) <= at:
        refuse_taken_seats(table, plaque)
    before, plaque = newest_plaque(table, at), as_posted(plaque, house_rules.house)
    if before and before.house_rules_id == house_rules.pk and before.plaque == plaque:
        raise DomainError("plaque_stands", f"This plaque stands on {table} already: change something first.")
    version = write_plaque(table, plaque, house_rules, by=by, at=at, effective_at=effective_at, reason=reason)
    record(
        "plaque.posted",
        version,
        room=table.room,
        by=by,
        at=at,
        before=before.plaque_json if before else None,
        after=version.plaque_json,
        reason=reason,
    )
    return version


def as_posted(plaque: Plaque, house: House) -> Plaque:
    """The plaque as this house posts it: no rounding takes its rake beyond the house's ceiling (R10)."""
    return replace(plaque, fee=under_ceiling(plaque.fee, house)) if plaque.fee else plaque


def write_plaque(
    table: Table,
    plaque: Plaque,
    house_rules: HouseRulesVersion,
    *,
    by: User | None,
    at: datetime,
    effective_at: datetime | None = None,
    reason: str,
) -> PlaqueVersion:
    """The next plaque of a locked table, which was checked; its session shows that one waits."""
    version = PlaqueVersion.objects.create(
        room=table.room,
        table=table,
        number=next_number(PlaqueVersion.objects.filter(table=table)),
        house_rules=house_rules,
        plaque_json=as_posted(plaque, house_rules.house).to_json(),
        short_name=plaque.short_name(table.room.money),
        game=plaque.game,
        structure=plaque.structure,
        effective_at=max(effective_at or at, at),
        posted_at=at,
        posted_by=by,
        reason=reason,
    )
    table.sessions.filter(closed_at=None).update(version=F("version") + 1)
    return version


def newest_plaque(table: Table, at: datetime) -> PlaqueVersion | None:
    """The newest plaque of `table` that is effective at an instant: what the next hand is played under."""
    return newest_plaques(table.pk, at).first()


def newest_plaques(table: int | Blank, at: datetime | Blank) -> QuerySet[PlaqueVersion]:
    """The plaques of a table (its id) that are effective at an instant, the newest first."""
    posted = PlaqueVersion.objects.filter(table=table, source=PlaySource.FLOOR, effective_at__lte=at)
    return posted.order_by("-effective_at", "-number")


def next_number(versions: object) -> int:
    """The number of the next version."""
    return (versions.aggregate(last=Max("number"))["last"] or 0) + 1  # type: ignore[attr-defined]


def _splits_are_payable(room: Room, house: House) -> bool:
    unit = house.answers.odd_chip_unit
    return not isinstance(unit, int) or unit % room.smallest_chip == 0


def _refuse_unpayable_splits(room: Room, house: House) -> None:
    if not _splits_are_payable(room, house):
        chip = room.money(room.smallest_chip)
        message = f"Pots can't be split finer than the smallest chip here, {chip}: set the odd chip to {chip} or more."
        raise DomainError("odd_chip_below_chip", message, citation=house.cite("odd_chip_unit"))
