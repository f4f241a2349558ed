"""Two disputes of the demo evening: one that was ruled, and one that waits for its ruling."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random

from config.staff.models import User
from demo import hands
from disputes import services
from games.models import HandDraft
from tables.models import Down, TableSession


def rule_on_one(session: TableSession, *, chance: Random, staff: Mapping[str, User], now: datetime) -> None:
    """A hand whose award was held, read again and found right: the chips went back."""
    floor, minute = staff["floor"], timedelta(minutes=1)
    hand = hands.play(session, chance=chance, key=f"demo:{session.pk}:disputed", by=floor, at=now - 2 * minute)
    if hand is None:
        return
    report = services.Report(
        kind="MISREAD_HAND",
        facts="A player who had mucked says that they saw a better low card on the board.",
        seats=tuple(hand.winners or ())[:1],
        dealer_id=_dealer_at(session),
        hold="whole",
    )
    case = services.open_dispute(
        session=session, report=report, about=hand, key=f"demo:{session.pk}:case", by=floor, at=now - minute * 3 / 2
    )
    decision = services.Decision(
        outcome="Award stands", rule_code="best_hand", words="The tabled cards were read again with the board."
    )
    services.rule(dispute=case, decision=decision, key=f"demo:{session.pk}:ruling", by=floor, at=now - minute / 4)


def leave_one_open(draft: HandDraft, *, staff: Mapping[str, User], now: datetime) -> None:
    """A string bet in the hand that is on the console now: its pot will be held when it is recorded."""
    report = services.Report(
        kind="STRING_BET",
        facts="Put out a call, then went back to the stack for a raise without a word.",
        action_index=len(draft.actions) - 1,
        dealer_id=_dealer_at(draft.session),
        hold="whole",
    )
    services.open_dispute(
        session=draft.session, report=report, about=draft, key="demo:draft:case", by=staff["floor"], at=now
    )


def _dealer_at(session: TableSession) -> int:
    """The dealer who deals there now, by id."""
    return Down.objects.get(session=session, ended_at=None).shift.dealer_id
