"""Rule on a case: once, finally, with its rule, and with the chips that follow from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.jobs.services import enqueue
from config.requests.models import RequestKey
from config.requests.services import answered, claim
from config.staff.models import User
from games.disputes.directing import Direction, directives, refuse_directions
from games.disputes.limits import check_second, refuse_judge, refuse_payments, why_second
from games.disputes.models import Directive, Dispute, Holding, Place, Remedy, Ruling
from games.disputes.money import Paid, Payment, plan_payments
from games.disputes.places import hand_of
from games.disputes.services.opening import ALARM
from games.rules.rulebook import RULES, Rule
from games.selectors.deals import suggest_places
from games.selectors.directives import directive_words, open_deal
from games.selectors.seats import present, seats_taken
from players.debts import incur
from players.ledger import post
from players.models import Sitting
from tables.models import TableSession
from tables.services import clear_alarm, lock_session
from tables.services.sessions import place_button

__all__ = ["Decision", "Direction", "Payment", "rule"]

WRONG_RAKE = "WRONG_RAKE"
"""The kind of case that settles what was taken of a hand: the alarm of the table's takings follows its ruling."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What was decided: the outcome in a few words, the code of the rule, why, the chips that move, and what is
    directed for the next hand."""

    outcome: str
    rule_code: str
    words: str = ""
    objection: str = ""
    payments: tuple[Payment, ...] = ()
    directions: tuple[Direction, ...] = ()


@transaction.atomic
def rule(
    *, dispute: Dispute, decision: Decision, key: str, by: User, at: datetime, second: User | None = None
) -> Ruling:
    """Rule on an open case; returns the ruling, which is final. What is held goes where the ruling sends it, or back.

    `second` has shown his own PIN. A payment takes what is held of the player first, then what he has; the rest is
    owed to the case. The same `key` rules once.
    Refusals: `already_ruled`, `unknown_rule`, `outcome_missing`, `own_error`, `not_reversible`, `ruling_too_late`,
    `hand_open` (chips move between hands), what `refuse_directions` says, `second_needed`, `second_is_first`,
    `second_may_not`, and the ledger's.
    """
    if earlier := claim(key, "ruling", body_of(dispute, decision, second), by=by, at=at):
        return ruling_answered(earlier)
    session = lock_session(dispute.session)
    dispute = get_dispute(dispute.pk)
    if dispute.rulings.exists():
        raise already_ruled(dispute)
    holdings = list(dispute.holdings.select_related("sitting__player", "sitting__session__room"))
    judgement = Judgement(dispute, session, decision, Ruling.Level.FLOOR, tuple(holdings), second)
    return judge(judgement, key=key, by=by, at=at)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A ruling on its way: the case and its session (locked), the decision, what is held, who confirms it."""

    dispute: Dispute
    session: TableSession
    decision: Decision
    level: Ruling.Level
    holdings: tuple[Holding, ...]
    second: User | None
    takes_back: Ruling | None = None


def judge(judgement: Judgement, *, key: str, by: User, at: datetime) -> Ruling:
    """Check, pay, write and close: the caller has claimed `key` and holds the session."""
    dispute, decision = judgement.dispute, judgement.decision
    reason = _check(judgement, by, at)
    applied = rule_of(dispute, decision.rule_code)
    plan = plan_payments(dispute, decision.payments, judgement.holdings)
    hand = hand_of(dispute)
    post(
        room=dispute.room, key=key, moves=plan.moves, by=by, at=at, reason=f"{dispute}: {decision.outcome}"[:400],
        hand_id=hand.pk if hand else None, held=plan.held,
    )  # fmt: skip
    ruling = Ruling.objects.create(
        dispute=dispute,
        level=judgement.level,
        outcome=decision.outcome.strip(),
        rule_code=applied.code,
        rule=applied.sentence,
        citation=applied.cite(dispute.house_rules.rules.name),
        words=decision.words,
        objection=decision.objection,
        moved=sum(payment.amount for payment in decision.payments),
        takes_back=judgement.takes_back,
        why_second=reason,
        ruled_by=by,
        second=judgement.second,
        ruled_at=at,
        gaming_day=dispute.room.gaming_day(at),
        request_key=key,
    )
    remedies = Remedy.objects.bulk_create(_remedies(ruling, plan.paid))
    _incur_debts(dispute, remedies, at)
    Directive.objects.bulk_create(directives(ruling, judgement.session, decision.directions))
    show_button(judgement.session)
    _clear_alarm(judgement.session, dispute, by, at)
    if dispute.kind == WRONG_RAKE:
        enqueue("rake.watch_takings", room=dispute.room, by=by, session_id=dispute.session_id)
    record("dispute.ruled", dispute, room=dispute.room, by=by, at=at, after=_told(ruling), reason=decision.words[:400])
    answered(key, {"ruling": ruling.pk})
    return ruling


def show_button(session: TableSession) -> None:
    """Let the button lie where the next hand has it, unless a hand is being played; the caller holds the session."""
    if open_deal(session):
        return
    places = suggest_places(session, present(seats_taken(session)))
    if places and places.button != session.button_seat:
        session.refresh_from_db(fields=["version"])
        place_button(session=session, seat=places.button)


def get_dispute(pk: int) -> Dispute:
    """The case with everything that a ruling asks of it."""
    rows = Dispute.objects.select_related("room", "session__room", "session__table", "plaque", "house_rules", "dealer")
    return rows.get(pk=pk)


def rule_of(dispute: Dispute, code: str) -> Rule:
    """The rule that a ruling names: the dispute's own, or one of the engine's rulebook. Refuses `unknown_rule`."""
    own = dispute.sort.rule
    rule = own if code == own.code else RULES.get(code)
    if rule is None:
        raise DomainError("unknown_rule", "Choose the rule from the rulebook.", field="rule_code")
    return rule


def already_ruled(dispute: Dispute) -> DomainError:
    """The refusal of a second ruling, with who ruled and when."""
    last = dispute.rulings.select_related("ruled_by").latest("level")
    house = dispute.house_rules.rules
    at = last.ruled_at.astimezone(dispute.room.zone)
    return DomainError(
        "already_ruled",
        f"{last.ruled_by} ruled on this at {at:%H:%M}: the ruling is final.",
        rule=house.explain("appeal").sentence,
        citation=house.cite("appeal"),
    )


def body_of(dispute: Dispute, decision: Decision, second: User | None) -> dict[str, Any]:
    """A ruling as its request key remembers it."""
    return {
        "dispute": dispute.pk,
        "outcome": decision.outcome,
        "rule": decision.rule_code,
        "words": decision.words,
        "payments": [[_name(p.source), _name(p.target), p.amount] for p in decision.payments],
        "directions": [[direction.what, direction.seat, direction.missed] for direction in decision.directions],
        "second": second.pk if second else None,
    }


def ruling_answered(earlier: RequestKey) -> Ruling:
    """The ruling that an earlier request with the same key made."""
    return Ruling.objects.get(pk=(earlier.answer or {})["ruling"])


def _check(judgement: Judgement, by: User, at: datetime) -> str:
    """Why a second person is asked for ("" where not). Raises every refusal but those of rule and ledger."""
    dispute, decision = judgement.dispute, judgement.decision
    if not decision.outcome.strip():
        raise DomainError("outcome_missing", "Say what was decided: choose an outcome.", field="outcome")
    refuse_judge(dispute, by, judgement.second)
    refuse_payments(dispute, decision.payments)
    refuse_directions(dispute, judgement.session, decision.directions)
    _refuse_mid_hand(judgement)
    reason = why_second(dispute, decision.payments, hand_of(dispute), by, at)
    check_second(dispute, reason, judgement.second, by)
    return reason


def _refuse_mid_hand(judgement: Judgement) -> None:
    """Stacks that are being played with don't change: a ruling moves chips between hands."""
    moves = judgement.decision.payments or judgement.holdings
    if moves and judgement.session.hand_open:
        raise DomainError(
            "hand_open",
            "A hand is being played: chips are moved between hands. Record it first, then rule.",
            rule="Chips on the table are played with as they were at the deal.",
            citation="004:L52 · WSOP 60",
        )


def _remedies(ruling: Ruling, paid: Sequence[Paid]) -> list[Remedy]:
    return [
        Remedy(
            ruling=ruling,
            number=number,
            amount=done.payment.amount,
            impounded=done.impounded,
            shortfall=done.shortfall,
            **_side("source", done.payment.source),
            **_side("target", done.payment.target),
        )
        for number, done in enumerate(paid, start=1)
    ]


def _incur_debts(dispute: Dispute, remedies: Sequence[Remedy], at: datetime) -> None:
    """Write down who owes the case what he didn't have."""
    for remedy in remedies:
        if remedy.shortfall and remedy.source_sitting:
            incur(
                room=dispute.room,
                player=remedy.source_sitting.player,
                case_id=dispute.pk,
                ruling_id=remedy.ruling_id,
                number=remedy.number,
                amount=remedy.shortfall,
                at=at,
            )


def _side(side: str, place: Sitting | Place) -> dict[str, Any]:
    if isinstance(place, Sitting):
        return {side: Place.SEAT, f"{side}_sitting": place}
    return {side: place, f"{side}_sitting": None}


def _name(place: Sitting | Place) -> str:
    return f"sitting {place.pk}" if isinstance(place, Sitting) else place.value


def _clear_alarm(session: TableSession, dispute: Dispute, by: User, at: datetime) -> None:
    for alarm in session.alarms.filter(kind=ALARM, subject=str(dispute.pk), cleared_at=None):
        clear_alarm(alarm=alarm, by=by, at=at)


def _told(ruling: Ruling) -> Mapping[str, Any]:
    """The ruling in the audit trail's words; amounts in minor units."""
    return {
        "outcome": ruling.outcome,
        "rule": ruling.rule_code,
        "moved": ruling.moved,
        "directed": [directive_words(row.what, row.seat, row.missed) for row in ruling.directives.all()],
        "level": ruling.level,
        "second": ruling.second.display_name if ruling.second else None,
    }
