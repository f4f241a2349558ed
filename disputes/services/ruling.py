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
from disputes.bounds import refuse_beyond_hand, refuse_passed_on
from disputes.directing import Direction, directives, refuse_directions
from disputes.limits import limit_of, refuse_judge, refuse_maker, refuse_own_hand, refuse_payments, why_second
from disputes.models import Directive, Dispute, Holding, Place, Remedy, Ruling, RulingNetted
from disputes.money import Paid, Payment, Plan, plan_payments
from disputes.on_the_hand import on_the_hand
from disputes.outcomes import contradiction, refuse_contradiction
from disputes.places import claim_of, hand_of, refuse_imported
from disputes.services.carrying_out import carry_out
from disputes.services.opening import ALARM
from disputes.standing import difference, paid_by
from games.directed import directive_words
from games.models import Hand
from games.services.button import show_button
from players import four_eyes
from players.ledger import post
from players.models import MoneyAct, Sitting
from players.services.boxes import cover
from players.services.debts import incur
from rules.text.rulebook import RULES, Rule
from tables.models import TableSession
from tables.services import clear_alarm, lock_session

__all__ = ["Decision", "Direction", "Payment", "rule"]

WRONG_RAKE = "WRONG_RAKE"
"""The kind of case that settles what was taken of a hand: the alarm of the table's takings follows its ruling."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The decision of a ruling: the outcome in a few words, the code of the rule, why, the chips that move, and what is
    directed for the next hand. An outcome that says otherwise than the chips may be meant so (`is_meant`). `dead_seat`
    says whose hand is dead, where that is the outcome of a hand being played."""

    outcome: str
    rule_code: str
    words: str = ""
    objection: str = ""
    payments: tuple[Payment, ...] = ()
    directions: tuple[Direction, ...] = ()
    is_meant: bool = False
    dead_seat: int | None = None


@transaction.atomic
def rule(
    *, dispute: Dispute, decision: Decision, key: str, by: User, at: datetime, second: User | None = None
) -> Ruling:
    """Rule on an open case; returns the ruling, which is final. What is held goes where the ruling sends it, or back.

    `second` has shown their own PIN. A payment takes what is held of the player first, then what they have; for the
    rest, which they owe to the case, whoever it goes to waits. The same `key` rules once. Refusals: `already_ruled`,
    `unknown_rule`, `outcome_missing`, `outcome_contradicts` (what it says is not what the chips do, which may be
    meant), `own_error`, `not_reversible`, `ruling_too_late`, `hand_open` (chips move between hands), what
    `refuse_directions` says, `second_needed`, `second_is_first`, `second_may_not`,
    `second_made_it`, and the ledger's.
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
    """A ruling on its way: the case and its session (locked), the decision, what is held, who confirms it.

    `earlier` are the rulings that stand before it: an appeal may take them back, an amendment (which states what shall
    have moved in all) moves what is missing. `because` asks for a second person whatever the amount.
    """

    dispute: Dispute
    session: TableSession
    decision: Decision
    level: Ruling.Level
    holdings: tuple[Holding, ...]
    second: User | None
    earlier: tuple[Ruling, ...] = ()
    takes_back: bool = False
    because: str = ""

    @property
    def amends(self) -> Ruling | None:
        """The ruling that it amends, if it is an amendment."""
        return self.earlier[-1] if self.level == Ruling.Level.AMENDED else None

    @property
    def payments(self) -> Sequence[Payment]:
        """The payments that move now: of an amendment the difference to what stands."""
        stated = self.decision.payments
        return difference(stated, paid_by(self.earlier)) if self.amends else stated

    @property
    def in_all(self) -> Sequence[Payment]:
        """The payments that have moved in all, once it is ruled so."""
        stands = () if self.amends or self.takes_back else paid_by(self.earlier)
        return [*stands, *self.decision.payments]


def judge(judgement: Judgement, *, key: str, by: User, at: datetime) -> Ruling:
    """Check, pay, write and close: the caller has claimed `key` and holds the session."""
    dispute, decision = judgement.dispute, judgement.decision
    hand = hand_of(dispute)
    _check(judgement, hand, by)
    applied = rule_of(dispute, decision.rule_code)
    payments = judgement.payments
    plan = plan_payments(dispute, payments, judgement.holdings, hand)
    approved = _approve(judgement, plan, hand, key=key, by=by, at=at)
    told: dict[str, Any] = {"key": key, "by": by, "at": at, "reason": f"{dispute}: {decision.outcome}"[:400]}
    cover(dispute.room, plan.covers, plan.held, case_id=dispute.pk, **told)
    hand_id = hand.pk if hand else None
    post(room=dispute.room, moves=plan.moves, hand_id=hand_id, held=plan.held, **told)
    ruling = Ruling.objects.create(
        dispute=dispute,
        level=judgement.level,
        outcome=decision.outcome.strip(),
        rule_code=applied.code,
        rule=applied.sentence,
        citation=applied.cite(dispute.house_rules.house.name, dispute.plaque.plaque.game),
        words=decision.words,
        objection=decision.objection,
        moved=sum(payment.amount for payment in payments),
        takes_back=judgement.earlier[-1] if judgement.takes_back else None,
        amends=judgement.amends,
        why_second=approved.why_second,
        ruled_by=by,
        second=judgement.second,
        ruled_at=at,
        gaming_day=dispute.room.gaming_day(at),
        request_key=key,
    )
    remedies = Remedy.objects.bulk_create(_remedies(ruling, plan.paid))
    _incur_debts(dispute, remedies, at)
    Directive.objects.bulk_create(directives(ruling, judgement.session, decision.directions))
    carry_out(ruling=ruling, seat=decision.dead_seat, by=by, at=at)
    show_button(judgement.session)
    _clear_alarm(judgement.session, dispute, by, at)
    if dispute.kind == WRONG_RAKE:
        enqueue("rake.watch_takings", room=dispute.room, by=by, session_id=dispute.session_id)
    record("dispute.ruled", dispute, room=dispute.room, by=by, at=at, after=_told(ruling), reason=decision.words[:400])
    answered(key, {"ruling": ruling.pk})
    return ruling


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
    last = dispute.rulings.select_related("ruled_by").latest("pk")
    house = dispute.house_rules.house
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
        "is_meant": decision.is_meant,
        "second": second.pk if second else None,
    } | {name: said for name in ("dead_seat", "objection") if (said := getattr(decision, name))}


def ruling_answered(earlier: RequestKey) -> Ruling:
    """The ruling that an earlier request with the same key made."""
    return Ruling.objects.get(pk=(earlier.answer or {})["ruling"])


def _check(judgement: Judgement, hand: Hand | None, by: User) -> None:
    """Raise every refusal but those of rule, second person and ledger."""
    dispute, decision = judgement.dispute, judgement.decision
    if not decision.outcome.strip():
        raise DomainError("outcome_missing", "Say what was decided: choose an outcome.", field="outcome")
    refuse_judge(dispute, by, judgement.second)
    refuse_own_hand(dispute, hand, judgement.in_all, by, judgement.second)
    refuse_maker(dispute, judgement.in_all, hand, judgement.second)
    refuse_payments(dispute, decision.payments)
    if judgement.payments:
        refuse_imported(judgement.session)
    if judgement.amends and judgement.payments:
        refuse_netted(judgement.earlier, field="payments")
    refuse_beyond_hand(dispute, hand, judgement.payments, but=judgement.earlier if judgement.takes_back else ())
    if judgement.takes_back:
        refuse_passed_on(dispute, hand, judgement.payments, judgement.earlier)
    refuse_directions(dispute, judgement.session, decision.directions)
    _refuse_mid_hand(judgement)
    changes = bool(decision.payments) or judgement.takes_back
    recorded = hand is not None
    said = contradiction(dispute, decision.outcome, judgement.in_all, recorded=recorded, changes=changes)
    refuse_contradiction(said, is_meant=decision.is_meant, words=decision.words)
    on_the_hand(dispute, decision.outcome, decision.dead_seat)


def refuse_netted(rulings: Sequence[Ruling], *, field: str) -> None:
    """Refuse (`ruling_netted`) to move the chips of rulings again that a later version of the hand counts."""
    netted = RulingNetted.objects.filter(ruling__in=rulings).select_related("hand").first()
    if netted:
        said = f"Version {netted.hand.version} of hand {netted.hand.number} counts what this ruling moved"
        raise DomainError("ruling_netted", f"{said}: nothing of it is left to move. Correct the hand.", field=field)


def _approve(judgement: Judgement, plan: Plan, hand: Hand | None, *, key: str, by: User, at: datetime) -> MoneyAct:
    """The second person that the ruling needs, with everything that it moves or takes back counted."""
    dispute = judgement.dispute
    taken_back = sum(ruling.moved for ruling in judgement.earlier) if judgement.takes_back else 0
    return four_eyes.approve(
        four_eyes.RULING,
        room=dispute.room,
        session=judgement.session,
        amount=sum(done.payment.amount for done in plan.paid) + taken_back,
        limit=limit_of(dispute),
        because=judgement.because or why_second(dispute, plan.paid, hand, by, at),
        by=by,
        second=judgement.second,
        key=key,
        at=at,
    )


def _refuse_mid_hand(judgement: Judgement) -> None:
    """Stacks that are being played with don't change: a ruling moves chips between hands."""
    back = judgement.takes_back and any(ruling.moved for ruling in judgement.earlier)
    moves = judgement.payments or judgement.holdings or back
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
    """Write down who owes the case what they didn't have, and who waits for it."""
    for remedy in remedies:
        if remedy.shortfall and remedy.source_sitting:
            incur(
                room=dispute.room,
                player=remedy.source_sitting.player,
                case_id=dispute.pk,
                ruling_id=remedy.ruling_id,
                number=remedy.number,
                amount=remedy.shortfall,
                goes_to=claim_of(dispute, remedy.target_sitting or Place(remedy.target)),
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
        "amends": ruling.amends.outcome if ruling.amends else None,
        "second": ruling.second.display_name if ruling.second else None,
    }
