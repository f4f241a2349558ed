"""Counting: the books of a seat are brought to the stack that lies there, between seat and felt, and it is watched."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from config.audit.services import record
from config.rooms.models import Room
from config.staff.models import User
from players import four_eyes
from players.counts import (
    Counted,
    Explained,
    StackCount,
    beyond_ticks,
    is_by_ticks,
    pots_in_words,
    refuse_uncounted,
    refuse_unexplained,
    stated_reason,
)
from players.ledger import Move, lock, post, seat_account, seat_accounts, table_account
from players.models import Account, AccountKind, Sitting, Transfer, TransferKind
from players.quick_hands import quick_hands_of
from players.selectors.counts import (
    POT_CORRECTED,
    Found,
    carried,
    dropped_uncounted,
    found_beyond_ticks,
    hands_since_count,
    no_longer_carried,
    unmoved_by_ticks,
)
from players.selectors.plaque_rules import refuse_unpayable
from players.works_here import refuse_oneself
from tables.models import SessionAlarm, TableSession
from tables.services import raise_alarm

COUNTED_OFF = "counted_off"
"""The alarm of stacks that were counted and that no quick hand explains; a session has one at most."""


@dataclass(frozen=True, slots=True)
class Count:
    """A stack as somebody counted it, minor units, None where nobody did; why it isn't the books', and who confirmed it
    with their own PIN."""

    counted: int | None = None
    reason: str = ""
    second: User | None = None


def count_at_seat(
    sitting: Sitting,
    count: Count,
    *,
    others: Sequence[Account] = (),
    whole_table: bool = False,
    key: str,
    by: User | None,
    at: datetime,
) -> tuple[int, int]:
    """Bring the books of a locked sitting to its stack as counted; returns the stack and how many rows were posted.

    `whole_table` says that the stacks of the table were counted together just now. Locks seat, felt and `others`. The
    rows are the first of the group `key`, which the caller has claimed. Refuses a stack that nobody counted after quick
    hands (`count_missing`), `not_chip_multiple`, what `refuse_unexplained` and `four_eyes.approve` refuse, and
    `table_short`.
    """
    if count.counted is None:
        if not whole_table:
            refuse_uncounted(sitting.session, sitting.player, sitting.seat, hands_since_count(sitting))
        seat, felt = seat_account(sitting), table_account(sitting.session, AccountKind.FELT)
        return lock([seat, felt, *others])[seat.pk].balance, 0
    counts = {sitting: count.counted}
    posted = count_together(
        sitting.session, counts, reason=count.reason, second=count.second, others=others, key=key, by=by, at=at
    )
    return count.counted, posted


def count_together(
    session: TableSession,
    counts: Mapping[Sitting, int],
    *,
    reason: str,
    second: User | None = None,
    others: Sequence[Account] = (),
    key: str,
    by: User | None,
    at: datetime,
) -> int:
    """Bring the books of locked sittings of one table to their stacks as counted, and return how many rows were posted.

    They are explained as a whole: what went from stack to stack is nobody's loss. Otherwise as `count_at_seat`.
    """
    room = session.room
    accounts = seat_accounts(counts)
    seats = {sitting: accounts[sitting.pk] for sitting in counts}
    felt = table_account(session, AccountKind.FELT)
    held = lock([*seats.values(), felt, *others])
    for sitting, stack in counts.items():
        refuse_unpayable(room, stack, least=0, held=held[seats[sitting].pk].balance, field="counted")
    counted = [Counted(s.pk, s.seat, s.player, held[seats[s].pk].balance, stack) for s, stack in counts.items()]
    explained = explain(session, counted, reason, by=by, second=second)
    moves = [
        move
        for each, seat in zip(counted, seats.values(), strict=True)
        for move in count_moves(seat, felt, each.booked, each.counted)
    ]
    if not moves:
        return 0
    if explained.beyond:
        facts: dict[str, Any] = {"by": by, "second": second, "key": f"{key}:count", "at": at}
        facts |= {"amount": explained.beyond, "about": explained.about}
        four_eyes.approve(four_eyes.COUNT, room=room, session=session, **facts)
    post(room=room, key=key, moves=sorted(moves, key=_to_felt_first), by=by, at=at, reason=explained.reason)
    for sitting, each in zip(counts, counted, strict=True):
        if each.found:
            note_count(sitting, each, explained.reason, second, by=by, at=at)
    watch_counts(session, at=at)
    return len(moves)


def note_felt_counted(felt: Account, *, at: datetime) -> None:
    """Note that every stack of a table was counted in one act: what its felt lacks or holds is known as of now, also
    where no stack was another than the books' and nothing moved. The caller has locked the felt and posted the
    counts."""
    last = Transfer.objects.filter(Q(source=felt) | Q(target=felt)).order_by("-pk").values_list("pk", flat=True).first()
    Account.objects.filter(pk=felt.pk).update(counted_at=at, counted_after=last or 0)


def explain(
    session: TableSession,
    counted: Sequence[Counted],
    reason: str,
    *,
    by: User | None,
    second: User | None = None,
    ticked: bool = True,
) -> Explained:
    """The reason for these counts as it stands in the books, and what they move beyond quick hands; `ticked` is off
    where no hand was ticked since the stacks were last right. Refuses what `refuse_unexplained` does, and who counts or
    confirms a stack of their own to be another than the books' (`serves_oneself`)."""
    different = [each for each in counted if each.found]
    stated = stated_reason(reason)
    if not different:
        return Explained(stated)
    refuse_oneself([each.player for each in different], by, second, what="counts their own stack")
    dropped = dropped_uncounted(session) if ticked and session.hands_recorded else None
    ticked_hands = quick_hands_of(session)
    unmoved, booked = unmoved_by_ticks(session, ticked_hands), {each.sitting: each.booked for each in different}
    moved = carried(session, ticked_hands, booked) if is_by_ticks(stated) else None
    refuse_unexplained(session, different, stated, dropped=dropped, unmoved=unmoved, moved=moved, by=by)
    found = {each.sitting: each.found for each in different}
    about = pots_in_words(session.room, different, moved) if moved else ""
    return Explained(stated, beyond_ticks(found, stated, moved), about)


def foresee(
    act: four_eyes.Act,
    *,
    session: TableSession,
    amount: int,
    by: User | None,
    second: User | None,
    at: datetime,
    about: str = "",
) -> None:
    """Refuse now what `four_eyes.approve` would refuse when the act is booked: stacks that are counted at the deal move
    with the hand, and nobody wants to hear of it only then. The person's day stays locked: two deals at once can't both
    be the last below the limit."""
    room = session.room
    four_eyes.lock_day(room, by)
    alone, limit = four_eyes.moved_alone(room, by, at, session), four_eyes.limit_for(room, session)
    above = f"{room.money(amount)} is counted off the books: one person moves {room.money(limit)} a day alone."
    why = f"{about} {above}".strip() if alone + amount > limit else ""
    four_eyes.check_second(act, room, why, second, by, at=at)


def approve_count(
    session: TableSession, count: StackCount, found: Mapping[int, int], *, key: str, at: datetime
) -> None:
    """Write down who counted the stacks that a hand brings to the books, where no ticks explain them; `found` is by
    sitting, the accounts are locked. What was let pass at the deal passes, whatever the person has moved alone
    since."""
    if amount := counted_beyond(session, found, count.reason):
        room, by, second = session.room, count.by, count.second
        limit = max(four_eyes.limit_for(room, session), four_eyes.moved_alone(room, by, at, session) + amount)
        four_eyes.approve(
            four_eyes.COUNT, room=room, session=session, amount=amount, by=by, second=second, key=f"{key}:count",
            limit=limit, at=at,
        )  # fmt: skip


def counted_beyond(session: TableSession, found: Mapping[int, int], reason: str) -> int:
    """The chips that a count which isn't booked yet moves beyond what quick hands explain, of what it `found` of
    each sitting; minor units."""
    moved = carried(session, quick_hands_of(session), dict.fromkeys(found, 0)) if is_by_ticks(reason) else None
    return beyond_ticks(found, reason, moved)


def answer_for_counts(session: TableSession, *, by: User | None, second: User | None, key: str, at: datetime) -> None:
    """Let somebody answer for the chips that counts put down to quick hands, and that a correction or a void takes out
    of their pots: so much is counted off the books now. Ask in its transaction, with the accounts locked that it moves.
    Refuses what `four_eyes.approve` does."""
    if lacking := no_longer_carried(session):
        money = session.room.money
        about = f"Counts have put {money(lacking)} down to the pots of quick hands, which this takes out of them."
        facts: dict[str, Any] = {"by": by, "second": second, "key": f"{key}{POT_CORRECTED}", "at": at}
        four_eyes.approve(four_eyes.COUNT, room=session.room, session=session, amount=lacking, about=about, **facts)
        watch_counts(session, at=at)


def watch_counts(session: TableSession, *, at: datetime) -> None:
    """Raise the alarm of counts that no quick hand explains, or bring it up to date; it ends when somebody who looked
    puts it away, and stands again with the next such count."""
    away = SessionAlarm.objects.filter(session=session, kind=COUNTED_OFF).exclude(cleared_at=None)
    last = away.order_by("-cleared_at").values_list("cleared_at", flat=True).first()
    found = found_beyond_ticks(session, since=last)
    if not found.stacks and not found.carried:
        return
    text = "; ".join(_in_words(found, session.room))
    raise_alarm(session=session, kind=COUNTED_OFF, subject="", text=text[:300], at=at)


def _in_words(found: Found, room: Room) -> Iterator[str]:
    amounts = ((found.more, "more"), (found.less, "less"))
    if told := [f"{room.money(amount)} {word}" for amount, word in amounts if amount]:
        stacks = "a stack" if found.stacks == 1 else f"{found.stacks} stacks"
        yield f"Counted {' and '.join(told)} than the books say, at {stacks}: {found.reason}"
    if found.carried:
        yield f"Counted {room.money(found.carried)} from stack to stack beyond the pots of the quick hands"


def count_moves(seat: Account, felt: Account, booked: int, counted: int) -> list[Move]:
    """The moves between seat and felt when a stack is counted: nothing where count and books agree."""
    if counted > booked:
        return [Move(felt, seat, counted - booked, TransferKind.COUNT)]
    if counted < booked:
        return [Move(seat, felt, booked - counted, TransferKind.COUNT)]
    return []


def _to_felt_first(move: Move) -> bool:
    """Return the order of a move: what was missed goes to the felt before what was found comes from there."""
    return move.target.kind != AccountKind.FELT


def note_count(sitting: Sitting, counted: Counted, reason: str, second: User | None, **facts: Any) -> None:
    """Put a stack that was counted to be another than the books' into the trail."""
    before, after = {"stack": counted.booked}, {"stack": counted.counted}
    approved: dict[str, Any] = {"second": second.badge_number} if second else {}
    room = sitting.session.room
    record("stack.counted", sitting, room=room, before=before, after=after | approved, reason=reason, **facts)
