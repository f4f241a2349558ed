"""What is wrong with a sign on one table: by the house's rules, the table's seats and the room's chips."""

from collections.abc import Iterator

from config.errors import DomainError
from games.rules.house import House
from games.rules.plaque import Plaque
from games.rules.plaque_check import check_plaque
from games.rules.violation import Violation
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


def refused_sign(table: Table, plaque: Plaque, house: House) -> DomainError | None:
    """Why `plaque` can't stand on `table` under the rules of `house`: the first reason; None where it can."""
    return next(_refusals(table, plaque, house), None)


def _refusals(table: Table, plaque: Plaque, house: House) -> Iterator[DomainError]:
    yield from map(refusal, check_plaque(plaque, house))
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
