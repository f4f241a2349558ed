"""The faults of a plaque on one table: by the house's rules, the table's seats and the room's chips."""

from collections.abc import Iterator, Mapping

from config.errors import DomainError
from rules.house.house import House
from rules.house.plaque import Plaque
from rules.house.plaque_check import check_plaque
from rules.text.violation import Violation
from tables.models import Table


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


def why_not_plaque(table: Table, plaque: Plaque, house: House) -> DomainError | None:
    """The reason why `plaque` can't stand on `table` under the rules of `house`: the first reason; None where it
    can."""
    return next(_refusals(table, plaque, house), None)


def refuse_seats_outside(plaque: Plaque, names: Mapping[int, str]) -> None:
    """Refuse (`seat_outside_sign`) players in seats that the plaque doesn't have; `names` are by seat."""
    outside = sorted(seat for seat in names if seat > plaque.seats)
    if not outside:
        return
    who = " and ".join(f"{names[seat]} in seat {seat}" for seat in outside)
    do = "sits outside it: the player moves" if len(outside) == 1 else "sit outside it: they move"
    message = f"This plaque has {plaque.seats} seats, and {who} {do} to a free seat or out of the game first."
    raise DomainError("seat_outside_sign", message, field="seats", allowed={"seats": plaque.seats})


def refuse_taken_seats(table: Table, plaque: Plaque) -> None:
    """Refuse (`seat_outside_sign`) a plaque with fewer seats than those in which players sit at the table."""
    sitting = {"closed_at": None, "sittings__left_at": None, "sittings__seat__gt": plaque.seats}
    taken = table.sessions.filter(**sitting).values_list("sittings__seat", "sittings__player__display_name")
    refuse_seats_outside(plaque, dict(taken))


def _refusals(table: Table, plaque: Plaque, house: House) -> Iterator[DomainError]:
    yield from map(refusal, check_plaque(plaque, house, table.room.money))
    if plaque.seats > table.seats:
        message = f"{table} has {table.seats} seats; a plaque for {plaque.seats} does not fit: lower its seats."
        yield DomainError("too_many_seats", message, field="seats", allowed={"seats_max": table.seats})
    chip = table.room.smallest_chip
    if plaque.unit % chip:
        unit = table.room.money(chip)
        message = f"The betting unit is no multiple of the room's smallest chip, {unit}: post one that is."
        yield DomainError("not_chip_multiple", message, field="unit", citation="004:L290")
    for field, amount in [*(("blinds", blind) for blind in plaque.blinds), ("ante", plaque.ante)]:
        if amount % chip:
            message = f"{table.room.money(amount)} can't be posted in chips of {table.room.money(chip)}: post another."
            yield DomainError("not_chip_multiple", message, field=field, citation="004:L78")
    if plaque.fee and (uneven := next((each for each in plaque.fee.collections if each % chip), 0)):
        message = f"{table.room.money(uneven)} can't be collected in chips of {table.room.money(chip)}: post another."
        yield DomainError("not_chip_multiple", message, field="collection", citation="004:L290")
