"""Parts of every count of a drawer: it is held to the room's denominations, kept as entered, and compared to the
books."""

from datetime import datetime

from cage.counted import Counted
from cage.models import Drawer, DrawerCount, DrawerSession, ExpectedLook
from cage.selectors.denominations import values_of
from cage.selectors.drawer_pieces import drawer_place
from cage.services.drawers import tills_of
from cage.services.more_than_issued import refuse_or_alarm_more_than_issued
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from players.models import LedgerHead


def keep_count(
    session: DrawerSession,
    part: DrawerCount.Part,
    counted: Counted,
    *,
    who: tuple[User, ...],
    key: str,
    by: User,
    at: datetime,
) -> DrawerCount:
    """Keep a count of a drawer as it was entered, by one person or by the three of a count together; returns it."""
    second, third = (*who[1:], None, None)[:2]
    number = session.counts.filter(part=part).count() if part == DrawerCount.Part.OPENING else session.round
    return DrawerCount.objects.create(
        session=session, part=part, round=number, **counted.as_json(), chips_amount=counted.chips_amount,
        cash_amount=counted.cash_amount, counted_by=who[0], second=second, third=third, by=by, at=at, request_key=key,
    )  # fmt: skip


def refuse_unknown_values(room: Room, counted: Counted) -> None:
    """Refuse (`denomination_unknown`) pieces of a value that the room doesn't count in."""
    values = values_of(room)
    for what, pieces, known in (("chips", counted.chips, values.chips), ("cash", counted.cash, values.cash)):
        for value, count in pieces.items():
            if count < 0 or (count and value not in known):
                message = f"The room has no {what} of {room.money(value)}: reload the page and count by what it shows."
                raise DomainError("denomination_unknown", message)


def refuse_unknown_chips(drawer: Drawer, counted: Counted, *, who: tuple[User, ...], by: User, at: datetime) -> None:
    """Refuse (`denomination_unknown`) pieces that the room doesn't count in or has never issued; more chips in the
    house than were issued raise an alarm. The caller has locked the drawer and keeps the count."""
    refuse_unknown_values(drawer.room, counted)
    people = {person.pk: person for person in (*who, by)}.values()
    refuse_or_alarm_more_than_issued(drawer.room, counted.chips, place=drawer_place(drawer), who=people, at=at)


def expected_in(drawer: Drawer) -> tuple[int, int]:
    """The chips and the cash that a drawer must hold by the books, minor units; the caller has locked the drawer."""
    chips, cash = tills_of(drawer)
    return chips.balance, cash.balance


def end_of_ledger(room: Room) -> int:
    """The number of the last row of the room's ledger, 0 where there is none. Who holds a drawer's lock knows that all
    rows of that drawer so far are among them, and every later one is after it."""
    return LedgerHead.objects.filter(room=room).values_list("chain_number", flat=True).first() or 0


def may_count(person: User, room: Room) -> bool:
    """Whether somebody may count drawers that others work."""
    return person.may(Permission.DRAWER_COUNT, room)


def refuse_as_counter(session: DrawerSession, person: User, *, field: str = "badge") -> None:
    """Refuse who doesn't count this drawer: `counter_may_not`, and whoever was shown what must be in it
    (`has_seen_expected`); beside the `field` that names them."""
    if not may_count(person, session.room):
        message = f"{person} counts no drawers: ask another cashier, or a supervisor."
        raise DomainError("counter_may_not", message, field=field)
    if ExpectedLook.objects.filter(session=session, by=person).exists():
        message = f"{person} has looked at what must be in the drawer: let somebody count who hasn’t."
        raise DomainError("has_seen_expected", message, field=field)
