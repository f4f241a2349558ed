"""The money of a corrected or voided hand: the difference to what was moved until now, player by player, once."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from config.days.services import day_it_belongs_to
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from games.cases import RuledApart, cases
from games.hand_money import debts_about, difference, open_holds, owner_of, players_of, versions_of
from games.models import Hand
from games.shares import Owner, Shares
from players import four_eyes
from players.four_eyes import Act
from players.ledger import Move, chips_of, lock, post, rack_account, table_account
from players.models import Account, AccountKind, Debt, Sitting, TransferKind
from players.services.boxes import cover, cover_of, covering, fallen, give_on
from players.services.counting import answer_for_counts
from players.services.debts import account_of, incur, set_off
from players.tills import Cover
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class Lack:
    """The chips that a player lacks of what the correction takes, and who waits for it; minor units."""

    player: int
    winner: Owner
    amount: int


@dataclass(frozen=True, slots=True)
class SetOff:
    """Part of a debt that its winner gives up, because the correction takes what they only wait for; minor units."""

    debt: Debt
    winner: Owner
    amount: int


@dataclass(frozen=True, slots=True)
class Correction:
    """The moves of a correction, the accounts locked for them, what each player lacks to whom, how much it gives in
    all, which debts are set off, and what over-and-short covers of boxes that were pulled since; minor units."""

    moves: tuple[Move, ...]
    held: Mapping[int, Account]
    short: tuple[Lack, ...]
    amount: int
    offs: tuple[SetOff, ...] = ()
    covers: Mapping[Account, Cover] = field(default_factory=dict)


def day_corrected(before: Hand | None) -> date | None:
    """The locked gaming day that a further version of this hand belongs to; None where its day is open, or where there
    is no version before. Of a hand that came after the cut-off of its own day it is the one that it was booked on: its
    figures are there.

    Ask before the accounts are locked: the day stays as it is until the transaction ends.
    """
    if before is None:
        return None
    kept = before.belongs_to_day if before.supersedes_id else None
    return kept or day_it_belongs_to(before.room, before.gaming_day)


def day_before_the_cut_off(room: Room, played_at: datetime, at: datetime) -> date | None:
    """The gaming day that a hand was played on, where it is recorded after the cut-off of that day: it is booked on
    that of `at` and names the other (C-6). None where both are one."""
    day = room.gaming_day(played_at)
    return day if day < room.gaming_day(at) else None


def book_correction(hand: Hand, act: Act, *, second: User | None, key: str, by: User | None, at: datetime) -> None:
    """Book what the newest version of a hand says, less everything that the hand has moved until now.

    The caller holds the session's lock, has claimed `key` and has written the version with its seats. What rulings on
    the hand have moved counts toward it. Who has left wins into their rack and pays out of it; what a player lacks is
    owed to the hand, and whoever won it waits for it. Where the box into which the hand fell was pulled meanwhile,
    over-and-short covers by name what the hand takes out of it or puts there, whatever box hangs now. Whoever makes the
    pot of a quick hand smaller answers for the counts that were put down to it. Refusals: `case_holds`, `imported`, and
    as `four_eyes.approve`.
    """
    refuse_held(hand)
    due, sittings = difference(hand), players_of(hand)
    plan = _plan_full(hand, due, sittings) if hand.tier == Hand.Tier.FULL else _plan_tick(hand, due)
    _refuse_leaving_the_file(hand, plan)
    apart = cases().ruled_apart(hand)
    if plan.amount or act.always:
        because = _because(hand, plan, apart)
        who: dict[str, Any] = {"by": by, "second": second, "key": key, "at": at}
        four_eyes.approve(act, room=hand.room, session=hand.session, amount=plan.amount, because=because, **who)
    if hand.tier == Hand.Tier.TICK:
        answer_for_counts(hand.session, by=by, second=second, key=key, at=at)
    told: dict[str, Any] = {"key": key, "by": by, "at": at, "reason": hand.reason}
    cover(hand.room, plan.covers, plan.held, hand_id=hand.pk, **told)
    post(
        room=hand.room, key=key, moves=plan.moves, by=by, at=at, reason=hand.reason, hand_id=hand.pk, held=plan.held
    )  # fmt: skip
    give_on(hand.room, plan.covers, plan.held, hand_id=hand.pk, **told)
    for off in plan.offs:
        set_off(debt=off.debt, amount=off.amount, key=key, by=by, at=at)
    for number, lack in enumerate(plan.short, start=1):
        debtor, to = sittings[lack.player].player, _waiting(hand, lack.winner, sittings)
        incur(room=hand.room, player=debtor, hand_id=hand.pk, number=number, amount=lack.amount, goes_to=to, at=at)
    cases().count(hand, [each.ruling for each in apart])


def _refuse_leaving_the_file(hand: Hand, plan: Correction) -> None:
    """Refuse (`imported`) to correct a hand of a file by chips or debts of the room."""
    if hand.session.source != TableSession.Source.IMPORT:
        return
    if plan.short or not all(move.source.is_import and move.target.is_import for move in plan.moves):
        message = "That hand comes from a file, and who played it has left or lacks the chips: correct it in the file."
        raise DomainError("imported", message)


def refuse_held(hand: Hand) -> None:
    """Refuse (`case_holds`) what would correct a hand while a case holds some of its chips, and say which."""
    for impound in open_holds(hand):
        held = hand.room.money(impound.balance)
        message = f"Case {impound.case_id} holds {held} of this hand: rule on it first, then correct the hand."
        raise DomainError("case_holds", message)


def why_two_ahead(hand: Hand) -> str:
    """Why the next correction of a hand takes two people, as far as that is known before it is entered: rulings have
    moved its chips, and how many; nothing where one may."""
    apart = cases().ruled_apart(hand)
    if not apart:
        return ""
    moved = sum(each.moved for each in apart)
    return f"Chips of this hand were moved by the ruling on {_named(apart)}: {hand.room.money(moved)}."


def _because(hand: Hand, plan: Correction, apart: Sequence[RuledApart]) -> str:
    """Why two people correct this hand, whatever it moves; nothing where one may."""
    if plan.short:
        return f"{hand.room.money(sum(lack.amount for lack in plan.short))} of it isn’t there and will be owed."
    if apart and plan.amount:
        return f"Chips of this hand were moved by the ruling on {_named(apart)}; this moves them otherwise."
    return ""


def _named(apart: Iterable[RuledApart]) -> str:
    return ", ".join(f"case {case}" for case in sorted({each.case for each in apart}))


def _plan_full(hand: Hand, due: Shares, sittings: Mapping[int, Sitting]) -> Correction:
    """Through the pot: first what is taken, from whoever has less by the new version, then what is given of it.

    Who only waits for what is taken gives the debt up: its debtor is given so much less, or owes it to somebody else.
    """
    places = {owner: _place(hand, owner, sittings) for owner in due}
    pot = table_account(hand.session, AccountKind.POT)
    debts = list(debts_about(hand).select_related("room", "goes_to").order_by("pk"))
    held = lock([*places.values(), pot, *(account_of(debt) for debt in debts), *covering(places.values())])
    offs = tuple(_set_offs(due, debts))
    waited = Counter(dict.fromkeys(due, 0))
    given = Counter({owner: amount for owner, amount in due.items() if amount > 0})
    short: Counter[int] = Counter()
    for off in offs:
        waited[off.winner] += off.amount
        spared = min(off.amount, given[off.debt.player_id])
        given[off.debt.player_id] -= spared
        short[off.debt.player_id] += off.amount - spared
    taken: Counter[Owner] = Counter()
    for owner, amount in due.items():
        if amount < 0:
            taken[owner] = wanted = -amount - waited[owner]
            if not isinstance(owner, AccountKind):
                taken[owner] = min(max(held[places[owner].pk].balance, 0), wanted)
                if lacking := wanted - taken[owner]:
                    short[owner] += lacking
    lacks = tuple(_lacks(given, short))
    for lack in lacks:
        given[lack.winner] -= lack.amount
    boxes = {places[owner]: given[owner] - taken[owner] for owner in due if isinstance(owner, AccountKind)}
    covers = _covers(hand, boxes, held)
    moves = [_move(places[owner], pot, amount) for owner, amount in taken.items() if amount]
    moves += [_move(pot, places[owner], amount) for owner, amount in given.items() if amount]
    return Correction(tuple(moves), held, lacks, sum(amount for amount in due.values() if amount > 0), offs, covers)


def _set_offs(due: Shares, debts: Iterable[Debt]) -> Iterator[SetOff]:
    """Set off what those who give chips up only wait for, the oldest debt first."""
    left = {owner: -amount for owner, amount in due.items() if amount < 0}
    for debt in debts:
        owner = owner_of(debt.goes_to)
        if owner is not None and (part := min(debt.owed, left.get(owner, 0))) > 0:
            left[owner] -= part
            yield SetOff(debt, owner, part)


def _lacks(given: Shares, short: Mapping[int, int]) -> Iterator[Lack]:
    """Share out who waits for what is lacking: players before the house, whose box holds what was dropped, and among
    them whoever wins the most."""
    room = {owner: amount for owner, amount in given.items() if amount > 0}
    players = sorted((-amount, owner) for owner, amount in room.items() if not isinstance(owner, AccountKind))
    boxes = [owner for owner in room if isinstance(owner, AccountKind)]
    waiting: list[Owner] = [*(player for _, player in players), *boxes]
    for player, lacking in sorted(short.items()):
        left = lacking
        for owner in waiting:
            if part := min(left, room[owner]):
                left, room[owner] = left - part, room[owner] - part
                yield Lack(player, owner, part)


def _plan_tick(hand: Hand, due: Shares) -> Correction:
    """Between felt and boxes, as a tick goes."""
    felt = table_account(hand.session, AccountKind.FELT)
    boxes = {owner: table_account(hand.session, owner) for owner in due if isinstance(owner, AccountKind)}
    held = lock([felt, *boxes.values(), *covering(boxes.values())])
    covers = _covers(hand, {box: due[owner] for owner, box in boxes.items()}, held)
    moves = [
        _move(felt, boxes[box], amount) if amount > 0 else _move(boxes[box], felt, -amount)
        for box, amount in due.items()
        if isinstance(box, AccountKind)
    ]
    return Correction(tuple(moves), held, (), sum(abs(amount) for amount in due.values()), covers=covers)


def _covers(hand: Hand, boxes: Mapping[Account, int], held: Mapping[int, Account]) -> dict[Account, Cover]:
    """The covers of boxes at the table of which the correction puts so much more into each, below zero: takes out."""
    fell = fallen(boxes, versions_of(hand), hand.started_at) if boxes else {}
    found = {box: cover_of(held[box.pk], fell.get(box.pk), amount) for box, amount in boxes.items()}
    return {box: needed for box, needed in found.items() if needed}


def _place(hand: Hand, owner: Owner, sittings: Mapping[int, Sitting]) -> Account:
    if isinstance(owner, AccountKind):
        return table_account(hand.session, owner)
    return chips_of(hand.room, sittings[owner])


def _waiting(hand: Hand, owner: Owner, sittings: Mapping[int, Sitting]) -> Account:
    """The account that a debt to somebody goes to once it is collected: never on to a table's stack."""
    place = _place(hand, owner, sittings)
    return place if isinstance(owner, AccountKind) else rack_account(hand.room, sittings[owner].player)


def _move(source: Account, target: Account, amount: int) -> Move:
    return Move(source, target, amount, TransferKind.CORRECTION)
