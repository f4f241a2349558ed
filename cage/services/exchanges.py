"""Even exchanges at a drawer: the same amount in other pieces."""

from datetime import datetime

from django.db import transaction

from cage.counted import Counted, Pieces
from cage.models import Drawer, DrawerSession, Exchange
from cage.selectors.chip_sets import issued
from cage.selectors.exchanges import pieces_in_words
from cage.services.counts import refuse_unknown_values
from cage.services.drawers import lock_own_drawer
from cage.services.late_chips import judge_late_pieces
from cage.services.more_than_issued import refuse_handing_out
from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import refuse_alone

_W = Exchange.What


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
) -> Exchange:
    """Exchange pieces at a drawer: `taken` in for `given` out, chips for chips or cash for cash (`what`); returns the
    row, and a retry with the same key returns it too. The ledger moves nothing, since no amount changes.

    With the vault (`side`) before a `second` person, who has shown their own PIN. Refuses sides of two amounts
    (`exchange_not_even`), the same pieces on both (`nothing_exchanged`), values that the room doesn't count in or has
    never issued (`denomination_unknown`), chips handed out of a set that is retired (`set_retired`) and taken of one
    whose last day is over (as `judge_late_pieces`, which a `second` person may approve); those go back to the vault
    freely, and don't come out of it. Refuses a drawer as `lock_own_drawer` does, and as
    `config.staff.second.refuse_alone`. Source: R34, C-7.
    """
    body: dict[str, object] = {"drawer": drawer.pk, "what": what, "taken": _kept(taken), "given": _kept(given)}
    body |= {"side": side} | ({"second": second.pk} if second else {})
    if earlier := claim(key, "exchange", body, by=by, at=at):
        return Exchange.objects.get(pk=(earlier.answer or {})["exchange"])
    drawer = lock_own_drawer(drawer, by)
    room = drawer.room
    _refuse_uneven(room, taken, given)
    for pieces in (taken, given):
        refuse_unknown_values(room, Counted(pieces) if what == _W.CHIPS else Counted(cash=pieces))
    late: dict[str, object] = {}
    if what == _W.CHIPS:
        into_play = given if side == Exchange.Side.PATRON else taken
        _refuse_chips(room, taken, given, into_play, at)
        if side == Exchange.Side.PATRON:
            late = judge_late_pieces(room, taken, by=by, at=at, second=second)
    if side == Exchange.Side.VAULT:
        right = Permission.DRAWER_COUNT
        refuse_alone(second, by, right, room, "pieces are exchanged with the vault", at=at)
    made = Exchange.objects.create(
        room=room, session=DrawerSession.objects.get(drawer=drawer, state=DrawerSession.State.OPEN), side=side,
        what=what, taken=_kept(taken), given=_kept(given), amount=_sum(taken),
        second=second if side == Exchange.Side.VAULT else None, gaming_day=room.gaming_day(at), at=at, by=by,
        request_key=key,
    )  # fmt: skip
    after: dict[str, object] = {"amount": made.amount, "what": what, "side": side}
    after |= {"taken": pieces_in_words(room, made.taken), "given": pieces_in_words(room, made.given)}
    after |= ({"second": made.second.display_name} if made.second else {}) | late
    record("drawer.exchanged", made, room=room, by=by, at=at, after=after)
    answered(key, {"exchange": made.pk})
    return made


def _refuse_uneven(room: Room, taken: Pieces, given: Pieces) -> None:
    came, went = _sum(taken), _sum(given)
    if came != went or not came:
        message = f"{room.money(came)} comes in and {room.money(went)} goes out: both sides must come to one amount."
        raise DomainError("exchange_not_even", message)
    if _kept(taken) == _kept(given):
        raise DomainError("nothing_exchanged", "Both sides are the same pieces: enter what comes and what goes.")


def _refuse_chips(room: Room, taken: Pieces, given: Pieces, into_play: Pieces, at: datetime) -> None:
    """Refuse chips that nobody issued, and those of retired sets that would go into play."""
    known = issued(room)
    unknown = next((value for value in (*taken, *given) if not known.ever(value)), None)
    if unknown is not None:
        message = f"The room has issued no chips of {room.money(unknown)}: keep them, and call a manager."
        raise DomainError("denomination_unknown", message)
    refuse_handing_out(room, into_play, at=at)


def _sum(pieces: Pieces) -> int:
    return Counted(pieces).chips_amount


def _kept(pieces: Pieces) -> dict[str, int]:
    return Counted(pieces).as_json()["chips"]
