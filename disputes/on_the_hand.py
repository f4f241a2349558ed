"""The effect of an outcome on the hand that is being played: one hand is dead, or the whole hand is void."""

from collections.abc import Mapping, Sequence
from typing import Final

from config.errors import DomainError
from disputes.models import Dispute, Ruling
from disputes.places import hand_of
from games.files import played_of
from games.models import Hand, HandDraft
from games.replay import hand_of as drafted
from rules.play.actions import Action, dead, void
from rules.play.hand import Hand as Played
from rules.play.rulings import why_not_void
from rules.table.seats import Position, Seat
from tables.services import refusal

_DEAD: Final = ("hand dead", "dead hand")
_MISDEAL: Final = ("misdeal", "redealt")
_VOID: Final = ("hand void",)
_WHY_DEAD: Final[Mapping[str, str]] = {
    "FOULED_HAND": "fouled_hand",
    "DRAW_ERROR": "fouled_hand",
    "UNPROTECTED_HAND": "unprotected_hand",
    "OUT_OF_TURN": "out_of_turn",
}
_WHY_MISDEAL: Final[Mapping[str, str]] = {"BOXED_CARD": "two_cards_boxed", "EXPOSED_CARD": "two_cards_exposed"}


def running_hand(dispute: Dispute) -> HandDraft | None:
    """The hand of a case while it is being played; None once it is recorded, or where there is none."""
    if dispute.hand_started_at is None:
        return None
    drafts = HandDraft.objects.filter(session=dispute.session_id, started_at=dispute.hand_started_at, supersedes=None)
    return drafts.select_related("session__room").first()


def kills_a_hand(outcome: str) -> bool:
    """Whether an outcome says that a hand is dead."""
    return outcome.strip().casefold().startswith(_DEAD)


def refuse_to_lose_ruling(draft: HandDraft, before: Sequence[str]) -> None:
    """Refuse (`ruled`) to take back what a ruling did to the hand, unless a later ruling took that one back.

    `before` are the lines of the draft as they were.
    """
    lost = [line for line in before if line not in draft.actions and {"dead", "void"} & set(line.split()[1:2])]
    if not lost:
        return
    about = {"dispute__session": draft.session_id, "dispute__hand_started_at": draft.started_at}
    standing = Ruling.objects.filter(taken_back_by=None, amended_by=None, **about)
    for ruling in standing:
        if ruling.outcome.strip().casefold().startswith((*_DEAD, *_MISDEAL, *_VOID)):
            message = f"Case {ruling.dispute_id} was ruled so: only a ruling on its appeal takes that back."
            raise DomainError("ruled", message)


def on_the_hand(dispute: Dispute, outcome: str, seat: int | None = None) -> tuple[HandDraft, Action] | None:
    """The effect of an outcome on the hand that is being played; None where it does nothing to it.

    The dead hand is that of `seat`, else of the only player whom the case is about. Refusals: `seat_unclear`, and the
    engine's: above all `substantial_action` for a misdeal, also where the hand is recorded.
    """
    said = outcome.strip().casefold()
    draft = running_hand(dispute)
    if draft is None:
        if said.startswith(_MISDEAL):
            _refuse_late_misdeal(hand_of(dispute))
        return None
    hand = drafted(draft)
    action = _incident(dispute, hand, said, seat)
    if action is None or action in hand.actions:
        return None
    if refused := hand.refusal(action):
        raise refusal(refused, field="outcome")
    return draft, action


def _incident(dispute: Dispute, hand: Played, said: str, seat: int | None) -> Action | None:
    if said.startswith(_DEAD):
        return dead(_position(dispute, hand, seat), _WHY_DEAD.get(dispute.kind, "dead_hand"))
    if said.startswith(_MISDEAL):
        return void(_WHY_MISDEAL.get(dispute.kind, "misdeal"))
    return void("fouled_deck") if said.startswith(_VOID) else None


def _position(dispute: Dispute, hand: Played, seat: int | None) -> Position:
    seats = [seat] if seat else list(dispute.parties.values_list("seat", flat=True))
    if len(seats) != 1 or seats[0] not in hand.setup.seats:
        raise DomainError("seat_unclear", "Say whose hand is dead: choose the seat.", field="dead_seat")
    return hand.setup.position(Seat(seats[0]))


def _refuse_late_misdeal(hand: Hand | None) -> None:
    """Refuse a misdeal of a recorded hand that had substantial action (004:L330), unless it is void already."""
    if hand is None or hand.tier != Hand.Tier.FULL or hand.void_cause or hand.is_void:
        return
    if late := why_not_void(played_of(hand), "misdeal"):
        raise refusal(late, field="outcome")
