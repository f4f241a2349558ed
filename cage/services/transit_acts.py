"""Parts of every act of a slip: its place and the slip are locked, it is held to its state, and the act is written."""

from dataclasses import dataclass
from datetime import datetime

from cage.counted import Counted
from cage.models import TransitAct, TransitSlip
from cage.selectors.trays import tray_dealer
from cage.services.drawers import lock_drawer
from config.audit.services import record
from config.errors import DomainError
from config.staff.models import User
from tables.selectors.sessions import playing
from tables.services import lock_session, touch

_S = TransitSlip.State
_WAITS = {
    _S.REQUESTED: "it waits for somebody who authorises it",
    _S.AUTHORISED: "it waits to be sent",
    _S.SENT: "it is on its way, and waits to be received",
}


@dataclass(frozen=True, slots=True)
class Act:
    """One act that is to be written: the step, who answers for it, the request, and who was signed in."""

    step: TransitSlip.State
    person: User
    key: str
    by: User
    at: datetime
    reason: str = ""
    runner: User | None = None
    verifier: User | None = None
    is_dealer_signed: bool = False
    is_moved: bool = False


def lock_slip(slip: TransitSlip, *states: str) -> tuple[TransitSlip, dict[str, TransitAct]]:
    """The slip with its place, locked, and its acts so far by step. Refuses one that is in none of these states
    (`slip_moved_on`)."""
    if slip.drawer is not None:
        lock_drawer(slip.drawer)
    if slip.table_id is not None:
        for session in playing(slip.room).filter(table=slip.table_id):
            lock_session(session)
    found = TransitSlip.objects.select_for_update(of=("self",), no_key=True).select_related("room", "drawer", "table")
    slip = found.get(pk=slip.pk)
    if slip.state not in states:
        raise _moved_on(slip)
    return slip, {act.step: act for act in slip.acts.select_related("person", "runner").order_by("pk")}


def write_act(slip: TransitSlip, act: Act, counted: Counted) -> TransitAct:
    """Write an act down, let the slip go on to its state, and tell the trail; returns the act."""
    room = slip.room
    written = TransitAct.objects.create(
        slip=slip, step=act.step, person=act.person, runner=act.runner, verifier=act.verifier,
        dealer=tray_dealer(slip.table) if slip.table else None, is_dealer_signed=act.is_dealer_signed,
        **counted.as_json(), chips_amount=counted.chips_amount, cash_amount=counted.cash_amount, is_moved=act.is_moved,
        reason=act.reason, gaming_day=room.gaming_day(act.at), at=act.at, by=act.by, room=room, request_key=act.key,
    )  # fmt: skip
    if act.step != _S.REQUESTED:
        slip.state = act.step
        slip.save(update_fields=["state"])
    after: dict[str, object] = {"chips": counted.chips_amount, "cash": counted.cash_amount}
    people = {"runner": act.runner, "verifier": act.verifier, "at_tablet_of": act.by if act.by != act.person else None}
    after |= {name: person.pk for name, person in people.items() if person}
    after |= {"dealer_signed": str(written.dealer)} if act.is_dealer_signed else {}
    record(f"slip.{act.step.value}", slip, room=room, by=act.person, at=act.at, after=after, reason=act.reason)
    _show_on_board(slip)
    return written


def _show_on_board(slip: TransitSlip) -> None:
    if slip.table_id:
        for session in playing(slip.room).filter(table=slip.table_id):
            touch(session)


def _moved_on(slip: TransitSlip) -> DomainError:
    if slip.is_open:
        return DomainError("slip_moved_on", f"{slip} has moved on: {_WAITS[_S(slip.state)]}. Reload the page.")
    return DomainError("slip_moved_on", f"{slip} was {slip.get_state_display()} already: ask for another one.")
