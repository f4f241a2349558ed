"""A recorded hand that doesn't count: a further version says so, and everything that it moved goes back."""

from datetime import datetime
from typing import Any

from django.db import transaction

from config.requests.services import claim
from config.staff.models import User
from games.models import Hand
from games.services.bookings import close_hand, hand_answered
from games.services.button import show_button
from games.services.correcting import book_correction, day_corrected
from games.services.kill_watch import watch_kills
from games.services.superseding import claim_to_change, newest_version
from players import four_eyes


@transaction.atomic
def void_hand(*, hand: Hand, reason: str, second: User | None, key: str, by: User | None, at: datetime) -> Hand:
    """Void a recorded hand, quick or full; returns the version that says so. Always with a `second` person.

    What it moved goes back, rake and promo too, net of what corrections and rulings moved already: whoever has left
    pays out of their rack or owes it. Its number stays, with all versions; kill, blinds and button are as if the hand
    had not been played, the report counts it no more, and where later hands were played under another kill an alarm
    says so. The same `key` voids once. Refusals: `reason_missing`, `hand_is_void`, `already_superseded`, `case_holds`,
    `hand_open`, `table_closed`, `second_needed`, `second_is_first`, `second_may_not`.
    """
    body = {"hand": hand.pk, "reason": reason, "second": second.pk if second else None}
    if earlier := claim(key, "void", body, by=by, at=at):
        return hand_answered(earlier)
    session = claim_to_change(hand, by=by, at=at)
    hand = newest_version(hand, reason)
    facts = _facts(hand, reason, by, at)
    void = Hand.objects.create(supersedes=hand, version=hand.version + 1, request_key=key, **facts)
    book_correction(void, four_eyes.VOID, second=second, key=key, by=by, at=at)
    watch_kills(void, at=at)
    before = {"rake_taken": hand.rake_taken, "promo_taken": hand.promo_taken, "pot": hand.pot, "winners": hand.winners}
    close_hand(void, session, verb="hand.voided", by=by, at=at, before=before)
    show_button(session)
    return void


def _facts(hand: Hand, reason: str, by: User | None, at: datetime) -> dict[str, Any]:
    """The facts that a void keeps of the hand: where and when it was played, under which plaque; and who voids it
    why."""
    return {
        "is_void": True,
        "room": hand.room,
        "session": hand.session,
        "number": hand.number,
        "tier": hand.tier,
        "plaque": hand.plaque,
        "house_rules": hand.house_rules,
        "gaming_day": hand.room.gaming_day(at),
        "belongs_to_day": day_corrected(hand),
        "started_at": hand.started_at,
        "rake_taken": 0,
        "promo_taken": 0,
        "recorded_at": at,
        "recorded_by": by,
        "reason": reason.strip(),
    }
