"""Open a case: what is disputed, in whose words, about which hand, and what of its pot is held meanwhile."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Min

from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.staff.models import User
from disputes.acts import bound
from disputes.models import Dispute, DisputeParty
from disputes.places import refuse_imported
from disputes.selectors.who_sat import sitting_now, who_sat
from disputes.services.holding import hold
from games.models import Hand, HandDraft
from rules.disputes.kinds import KINDS
from rules.table.floor import why_not_late_ruling
from tables.models import Dealer, TableSession
from tables.services import lock_session, raise_alarm, refusal

ALARM = "dispute"
"""The kind of the alarm that stands at a table while a case is open; its subject is the case."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The facts that were reported. Amounts are minor units; `action_index` counts the actions of the hand from 0, and
    `action_mark` is what the form knew that action by.

    `dealer_id` names who dealt, one of the room's dealers.
    """

    kind: str
    facts: str
    seats: tuple[int, ...] = ()
    street: str = ""
    action_index: int | None = None
    action_mark: str = ""
    cards: str = ""
    chips: int | None = None
    reporter: str = ""
    dealer_id: int | None = None
    cameras_asked: bool = False
    hold: str = Dispute.Hold.NONE
    hold_amount: int | None = None
    reported_at: datetime | None = None


@transaction.atomic
def open_dispute(
    *,
    session: TableSession,
    report: Report,
    about: Hand | HandDraft | None = None,
    key: str,
    by: User | None,
    at: datetime,
) -> Dispute:
    """Open a case about a hand, recorded or being played, or about the table; raise its alarm, hold what it asks for.

    The award of a recorded hand is impounded now, that of a hand in play when it is recorded. The same `key` opens
    once. Refusals: `imported` (play from a file), `unknown_dispute`, `facts_missing`, `time_unlikely`,
    `dealer_unknown`, `seat_empty`, `draft_gone`, `no_such_action`, `action_gone`, `hold_unknown` (a tick knows no
    stacks), `ruling_too_late` for a pot after the next deal, `hand_open` where that hand is played.
    """
    body = {"session": session.pk, "about": str(about.pk) if about else "", "report": asdict(report)}
    if earlier := claim(key, "dispute", body, by=by, at=at):
        return Dispute.objects.get(pk=(earlier.answer or {})["dispute"])
    session = lock_session(session)
    _check(report, session, at)
    hand, facts = _hand_facts(session, about)
    facts |= bound(hand or about, report.action_index, report.action_mark)
    dispute = _create(session, report, hand, facts | {"request_key": key, "opened_by": by, "opened_at": at})
    _name_parties(dispute, report.seats, hand)
    if dispute.hold != Dispute.Hold.NONE and hand is not None:
        _refuse_to_hold(dispute, hand, session)
        hold(dispute=dispute, hand=hand, by=by, at=at)
    raise_alarm(session=session, kind=ALARM, subject=str(dispute.pk), text=_alarm(dispute, report), at=at)
    after = {"table": session.table.name, "kind": report.kind, "hand": dispute.hand_number, "facts": report.facts}
    record("dispute.opened", dispute, room=session.room, by=by, at=at, after=after | {"hold": report.hold})
    answered(key, {"dispute": dispute.pk})
    return dispute


def _check(report: Report, session: TableSession, at: datetime) -> None:
    refuse_imported(session)
    if report.kind not in KINDS:
        raise DomainError("unknown_dispute", "Choose what is disputed: one of the kinds on the page.", field="kind")
    if not report.facts.strip():
        raise DomainError("facts_missing", "Say in a few words what happened.", field="facts")
    if report.dealer_id and not Dealer.objects.filter(pk=report.dealer_id, room=session.room_id).exists():
        raise DomainError("dealer_unknown", "Choose who dealt: one of the room’s dealers.", field="dealer")
    if report.reported_at and not session.opened_at <= report.reported_at <= at:
        raise DomainError(
            "time_unlikely",
            "That time is before the table opened, or not yet: enter when it was reported.",
            field="reported_at",
        )


def _hand_facts(session: TableSession, about: Hand | HandDraft | None) -> tuple[Hand | None, dict[str, Any]]:
    """The recorded hand, if it is recorded, and what the case keeps of the hand. The caller holds the session.

    A hand that is entered anew to be corrected is recorded: it is over.
    """
    if about is None:
        return None, {}
    if about.session_id != session.pk:
        raise DomainError("draft_gone", "That hand was played elsewhere: open the case from its own table.")
    playing = isinstance(about, HandDraft) and HandDraft.objects.filter(pk=about.pk, supersedes=None).exists()
    hand = None if playing else _newest(about)
    facts: dict[str, Any] = {"hand_number": about.number, "hand_started_at": about.started_at}
    return hand, facts | {"next_dealt_at": _next_deal(session, about)}


def _newest(about: Hand | HandDraft) -> Hand:
    """The hand as it counts now; a draft may have been recorded in the meantime."""
    versions = Hand.objects.filter(session=about.session_id, number=about.number, started_at=about.started_at)
    hand = versions.select_related("room", "session__table", "session__room").order_by("-version").first()
    if hand is None:
        raise DomainError("draft_gone", "That hand was abandoned: open the case about the table instead.")
    return hand


def _next_deal(session: TableSession, about: Hand | HandDraft) -> datetime | None:
    """The time at which the next hand was dealt; None where none was. A tick is dealt when it is ticked, for all we
    know."""
    recorded = session.hands.filter(number__gt=about.number).aggregate(first=Min("started_at"))["first"]
    drafted = HandDraft.objects.filter(session=session, supersedes=None, started_at__gt=about.started_at)
    return recorded or drafted.values_list("started_at", flat=True).first()


def _create(session: TableSession, report: Report, hand: Hand | None, facts: Mapping[str, Any]) -> Dispute:
    """The row of the case: what was reported, and the `facts` about its hand and about who entered it when."""
    stated = {
        name: value for name, value in asdict(report).items() if name not in ("seats", "reported_at", "action_mark")
    }
    if report.hold != Dispute.Hold.NONE and "hand_number" not in facts:
        raise DomainError("hold_unknown", "No hand, no pot: open the case about a hand to hold its pot.", field="hold")
    return Dispute.objects.create(
        room=session.room,
        session=session,
        plaque=hand.plaque if hand else session.plaque,
        house_rules=hand.house_rules if hand else session.plaque.house_rules,
        hand=hand,
        reported_at=report.reported_at or facts["opened_at"],
        gaming_day=session.room.gaming_day(facts["opened_at"]),
        **stated,
        **facts,
    )


def _name_parties(dispute: Dispute, seats: tuple[int, ...], hand: Hand | None) -> None:
    """Keep who sat there: when the hand was played, else now."""
    if not seats:
        return
    sitting = sitting_now(dispute.session) | (who_sat(hand) if hand else {})
    for seat in seats:
        if seat not in sitting:
            raise DomainError(
                "seat_empty", f"Nobody sits in seat {seat}: tap the seats that it is about.", field="seats"
            )
    DisputeParty.objects.bulk_create(
        DisputeParty(dispute=dispute, seat=seat, sitting=sitting[seat], player_id=sitting[seat].player_id)
        for seat in sorted(set(seats))
    )


def _refuse_to_hold(dispute: Dispute, hand: Hand, session: TableSession) -> None:
    """Refuse to hold the pot of a hand that is settled for good, of a tick, of a void hand, and while the next one is
    played."""
    if hand.tier == Hand.Tier.TICK:
        message = "A tick knows no stacks: its money is moved by the ruling, nothing is held."
        raise DomainError("hold_unknown", message, field="hold")
    if hand.is_void:
        message = "The hand is void: everything that it moved went back, and no pot is left to hold."
        raise DomainError("hold_unknown", message, field="hold")
    late = why_not_late_ruling(dispute.house_rules.house, next_hand_begun=not dispute.is_timely)
    if late:
        raise refusal(late, field="hold")
    if session.hand_open:
        raise DomainError("hand_open", "The next hand is being played: hold the pot when it is over.", field="hold")


def _alarm(dispute: Dispute, report: Report) -> str:
    where = f", hand {dispute.hand_number}" if dispute.hand_number else ""
    who = f", seat {', '.join(map(str, report.seats))}" if report.seats else ""
    due = " Rule before the next deal." if dispute.hand_number and dispute.is_timely else ""
    return f"Case {dispute.pk}: {dispute.sort.term}{where}{who}.{due}"[:300]
