"""Even exchanges at a drawer: the same amount in other pieces."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from cage.counted import Counted, Pieces
from cage.models import Drawer, DrawerSession, Exchange
from cage.selectors.chip_sets import issued
from cage.selectors.exchanges import DIFFERENT_PEOPLE, nameless_since_asked, pieces_in_words
from cage.services.counts import refuse_unknown_values
from cage.services.drawers import lock_own_drawer, tills_of
from cage.services.late_chips import judge_late_pieces
from cage.services.more_than_issued import refuse_handing_out
from cage.services.unidentified import refuse_beyond_identity
from cage.services.window import refuse_guest
from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import refuse_alone
from players.ledger import refuse_more_than_held
from players.models import Player
from players.services.people import lock_player

_W = Exchange.What
ADD_UP = "exchanges_add_up"
"""The question about nameless exchanges of a window that together come to what the room logs."""


@transaction.atomic
def exchange(
    *,
    drawer: Drawer,
    what: str,
    taken: Pieces,
    given: Pieces,
    key: str,
    by: User,
    at: datetime,
    side: str = Exchange.Side.PATRON,
    second: User | None = None,
    patron: Player | None = None,
    confirmed: Collection[str] = (),
) -> Exchange:
    """Exchange pieces at a drawer: `taken` in for `given` out, chips for chips or cash for cash (`what`); returns the
    row, and a retry with the same key returns it too. The ledger moves nothing, since no amount changes.

    Cash for cash is currency of the `patron`'s day, taken and given, never netted: from what the room logs on
    (`Room.log_from`) somebody must be named (`patron_missing`), no guest (`guest_unidentified`), and it is refused
    beyond what moves without an identity (`identity_required`, `cash_out_held`). Below it nobody needs to be, until all
    nameless ones of a window's session and day come to it (`exchanges_add_up`); `confirmed`: of different people.

    With the vault (`side`) before a `second` person, who has shown their own PIN. Refuses sides of two amounts
    (`exchange_not_even`), the same pieces on both (`nothing_exchanged`), values that the room doesn't count in or has
    never issued (`denomination_unknown`), more chips of a value than there can be (`more_than_issued`), more than the
    drawer holds of its kind (`drawer_short`), chips handed out of a set that is retired (`set_retired`) and taken of
    one whose last day is over (as `judge_late_pieces`, which a `second` person may approve); those go back to the vault
    freely, and don't come out of it. Refuses a drawer as `lock_own_drawer` does, and as
    `config.staff.second.refuse_alone`. Source: R34, R50, C-7; 31 CFR 1021.311 (exchanges of currency for currency).
    """
    body: dict[str, object] = {"drawer": drawer.pk, "what": what, "taken": _kept(taken), "given": _kept(given)}
    body |= {"side": side} | ({"second": second.pk} if second else {}) | ({"patron": patron.pk} if patron else {})
    body |= {"confirmed": [ADD_UP]} if ADD_UP in confirmed else {}
    if earlier := claim(key, "exchange", body, by=by, at=at):
        return Exchange.objects.get(pk=(earlier.answer or {})["exchange"])
    is_currency = what == _W.CASH and side == Exchange.Side.PATRON
    patron = lock_player(patron) if patron and is_currency else None
    drawer = lock_own_drawer(drawer, by)
    room = drawer.room
    _refuse_uneven(room, taken, given)
    for pieces in (taken, given):
        refuse_unknown_values(room, Counted(pieces) if what == _W.CHIPS else Counted(cash=pieces))
    told: dict[str, object] = {}
    if what == _W.CHIPS:
        told = _chips_told(room, taken, given, side=side, second=second, by=by, at=at)
    if side == Exchange.Side.VAULT:
        refuse_alone(second, by, Permission.DRAWER_COUNT, room, "pieces are exchanged with the vault", at=at)
    if is_currency:
        told = _currency_told(drawer, patron, _sum(taken), confirmed, at)
    chips, cash = tills_of(drawer)
    refuse_more_than_held(chips if what == _W.CHIPS else cash, _sum(given))
    made = Exchange.objects.create(
        room=room, session=DrawerSession.objects.get(drawer=drawer, state=DrawerSession.State.OPEN), side=side,
        what=what, taken=_kept(taken), given=_kept(given), amount=_sum(taken),
        second=second if side == Exchange.Side.VAULT else None, player=patron, gaming_day=room.gaming_day(at), at=at,
        by=by, request_key=key,
    )  # fmt: skip
    _tell(made, told)
    answered(key, {"exchange": made.pk})
    return made


def _tell(made: Exchange, told: dict[str, object]) -> None:
    """Put an exchange into the trail."""
    room, after = made.room, dict[str, object](amount=made.amount, what=made.what, side=made.side)
    after |= {"taken": pieces_in_words(room, made.taken), "given": pieces_in_words(room, made.given)}
    after |= {"player": made.player_id} if made.player_id else {}
    after |= ({"second": made.second.display_name} if made.second else {}) | told
    record("drawer.exchanged", made, room=room, by=made.by, at=made.at, after=after)


def _refuse_uneven(room: Room, taken: Pieces, given: Pieces) -> None:
    came, went = _sum(taken), _sum(given)
    if came != went or not came:
        message = f"{room.money(came)} comes in and {room.money(went)} goes out: both sides must come to one amount."
        raise DomainError("exchange_not_even", message)
    if _kept(taken) == _kept(given):
        raise DomainError("nothing_exchanged", "Both sides are the same pieces: enter what comes and what goes.")


def _chips_told(
    room: Room, taken: Pieces, given: Pieces, *, side: str, second: User | None, by: User, at: datetime
) -> dict[str, object]:
    """The words about chips of retired sets for the trail. Refuses as `_refuse_chips` and `judge_late_pieces`."""
    is_patrons = side == Exchange.Side.PATRON
    _refuse_chips(room, taken, given, given if is_patrons else taken, at)
    return judge_late_pieces(room, taken, by=by, at=at, second=second) if is_patrons else {}


def _currency_told(
    drawer: Drawer, patron: Player | None, amount: int, confirmed: Collection[str], at: datetime
) -> dict[str, object]:
    """The words about nameless cash for the trail. Refuses cash of nobody where the room logs it, by itself or with
    what the window exchanged for nobody before, and beyond what the patron moves without an identity."""
    room = drawer.room
    if patron is not None:
        refuse_guest(patron)
        refuse_beyond_identity(patron, room=room, at=at, cash_in=amount, cash_out=amount)
    elif amount >= room.log_from:
        least = room.money(room.log_from)
        message = f"Cash exchanged from {least} on is in the log: choose the patron, or describe them."
        raise DomainError("patron_missing", message, field="patron")
    else:
        return _adding_up(drawer, amount, confirmed, at)
    return {}


def _adding_up(drawer: Drawer, amount: int, confirmed: Collection[str], at: datetime) -> dict[str, object]:
    """The sum of a window's nameless exchanges that whoever exchanges says were of different people, where they come
    together to what the room logs. Refuses (`exchanges_add_up`) what nobody has said that of."""
    room, session = drawer.room, DrawerSession.objects.get(drawer=drawer, state=DrawerSession.State.OPEN)
    before = nameless_since_asked(session, room.gaming_day(at))
    together = before.amount + amount
    if not before.times or together < room.log_from:
        return {}
    if ADD_UP not in confirmed:
        message = (
            f"With this {drawer} has exchanged {room.money(together)} in cash for nobody by name, in "
            f"{before.times + 1} exchanges, and cash from {room.money(room.log_from)} on is in the log. Choose the "
            "patron, or describe them; or say that these were different people, which the audit trail keeps."
        )
        raise DomainError(ADD_UP, message, allowed={"confirm": ADD_UP}, field="patron")
    return {DIFFERENT_PEOPLE: together}


def _refuse_chips(room: Room, taken: Pieces, given: Pieces, into_play: Pieces, at: datetime) -> None:
    """Refuse chips that nobody issued, more of a value than there can be, and those of retired sets that would go into
    play."""
    known = issued(room)
    unknown = next((value for value in (*taken, *given) if not known.ever(value)), None)
    if unknown is not None:
        message = f"The room has issued no chips of {room.money(unknown)}: keep them, and call a manager."
        raise DomainError("denomination_unknown", message)
    for value, count in (*taken.items(), *given.items()):
        if count > known.most(value):
            message = f"The room hasn’t issued {count} chips of {room.money(value)}: count again, and call a manager."
            raise DomainError("more_than_issued", message)
    refuse_handing_out(room, into_play, at=at)


def _sum(pieces: Pieces) -> int:
    return Counted(pieces).chips_amount


def _kept(pieces: Pieces) -> dict[str, int]:
    return Counted(pieces).as_json()["chips"]
