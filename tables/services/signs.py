"""House rules and plaques: what may be posted, and what is in force."""

from datetime import datetime

from django.db import transaction
from django.db.models import F, Max

from config.audit.services import record
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from games.rules.house import House
from games.rules.plaque import Plaque
from games.rules.plaque_check import check_plaque
from games.rules.violation import Violation
from tables.models import HouseRulesVersion, PlaqueVersion, PlaySource, Table


def refusal(violation: Violation, *, field: str | None = None) -> DomainError:
    """A violation of the rules engine as a refusal of the domain, with its rule and citation."""
    return DomainError(
        violation.code,
        violation.message,
        rule=violation.rule,
        citation=violation.citation,
        allowed=violation.allowed,
        field=field,
    )


@transaction.atomic
def post_house_rules(
    *, room: Room, house: House, by: User | None, at: datetime, effective_at: datetime | None = None, reason: str = ""
) -> HouseRulesVersion:
    """Post a new version of the house rules, in force from `effective_at` (now); earlier versions stay readable.

    Refuses those that are in force already (`house_rules_stand`): a second press posts nothing; and pots split finer
    than the room's chips (`odd_chip_below_chip`).
    """
    _refuse_unpayable_splits(room, house)
    Room.objects.select_for_update().get(pk=room.pk)
    before = house_rules_in_force(room, at)
    if before and before.rules == house:
        raise DomainError("house_rules_stand", "These house rules are in force already: change an answer first.")
    version = HouseRulesVersion.objects.create(
        room=room,
        number=next_number(HouseRulesVersion.objects.filter(room=room)),
        house=house.to_json(),
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
        before=before.house if before else None,
        after=version.house,
        reason=reason,
    )
    return version


def house_in_chips(house: House, room: Room) -> House:
    """`house` with pots split down to the room's smallest chip, where its own rules go finer or between chips."""
    return house if _splits_are_payable(room, house) else house.with_knobs(odd_chip_unit=room.smallest_chip)


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

    Refuses an incoherent plaque with the rule it breaks (004 Buy-In; RULES.md scope), one with more seats than the
    table has (`too_many_seats`), one before the room has house rules (`no_house_rules`), and the plaque that stands
    there already under the same house rules (`plaque_stands`): a second press posts nothing.
    """
    table = Table.objects.select_for_update().select_related("room").get(pk=table.pk)
    house_rules = house_rules_in_force(table.room, at)
    if house_rules is None:
        raise DomainError("no_house_rules", "The room has no house rules yet: post them first, then the plaque.")
    _check_sign(table, plaque, house_rules.rules)
    before = newest_plaque(table, at)
    if before and before.house_rules_id == house_rules.pk and before.sign == plaque:
        raise DomainError("plaque_stands", f"This plaque stands on {table} already: change something first.")
    version = PlaqueVersion.objects.create(
        room=table.room,
        table=table,
        number=next_number(PlaqueVersion.objects.filter(table=table)),
        house_rules=house_rules,
        plaque=plaque.to_json(),
        short_name=plaque.short_name(),
        game=plaque.game,
        structure=plaque.structure,
        effective_at=max(effective_at or at, at),
        posted_at=at,
        posted_by=by,
        reason=reason,
    )
    record(
        "plaque.posted",
        version,
        room=table.room,
        by=by,
        at=at,
        before=before.plaque if before else None,
        after=version.plaque,
        reason=reason,
    )
    _touch(table)
    return version


def newest_plaque(table: Table, at: datetime) -> PlaqueVersion | None:
    """The newest plaque of `table` that is effective at an instant: what the next hand is played under."""
    posted = table.plaque_versions.filter(source=PlaySource.FLOOR, effective_at__lte=at)
    return posted.order_by("-effective_at", "-number").first()


def next_number(versions: object) -> int:
    """The number of the next version."""
    return (versions.aggregate(last=Max("number"))["last"] or 0) + 1  # type: ignore[attr-defined]


def _splits_are_payable(room: Room, house: House) -> bool:
    unit = house.value("odd_chip_unit")
    return not isinstance(unit, int) or unit % room.smallest_chip == 0


def _refuse_unpayable_splits(room: Room, house: House) -> None:
    if not _splits_are_payable(room, house):
        chip = room.money(room.smallest_chip)
        message = f"Pots can't be split finer than the smallest chip here, {chip}: set the odd chip to {chip} or more."
        raise DomainError("odd_chip_below_chip", message, citation=house.cite("odd_chip_unit"))


def _check_sign(table: Table, plaque: Plaque, house: House) -> None:
    for violation in check_plaque(plaque, house):
        raise refusal(violation)
    if plaque.seats > table.seats:
        message = f"{table} has {table.seats} seats; a plaque for {plaque.seats} does not fit: lower its seats."
        raise DomainError("too_many_seats", message, field="seats", allowed={"seats_max": table.seats})
    chip = table.room.smallest_chip
    if plaque.unit % chip:
        unit = table.room.money(chip)
        message = f"The betting unit is no multiple of the room's smallest chip, {unit}: post one that is."
        raise DomainError("not_chip_multiple", message, field="unit", citation="004:L290")


def _touch(table: Table) -> None:
    table.sessions.filter(closed_at=None).update(version=F("version") + 1)
