"""Any history of a room: whatever people do, chips and cash are where a ledger in miniature says.

The model knows the rules by itself: for each act it says whether the desk must accept it; a refusal changes nothing.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from config.audit.checks import CHECKS
from config.audit.services import record
from config.errors import DomainError
from config.requests.services import claim
from players import services
from players.models import Account, AccountKind, Ban, Player, Sitting
from players.services.table_money import SeatResult, book_hand, book_tick, count_stack
from players.services.waiting_chips import lock_waiting, put_on_stacks
from tables.services import claim_hand, lock_session, release_hand
from tests.support.desk import Desk, key, open_desk
from tests.support.proofs import sized

EVENINGS = sized(4, 4, 10)
CHIP, LEAST, MOST = 1_00, 100_00, 300_00
SEATS = 9
amounts = (st.integers(100, 300) | st.integers(0, 350)).map(lambda chips: chips * CHIP)
small = st.integers(0, 20).map(lambda chips: chips * CHIP)
off = st.integers(-20, 20).map(lambda chips: chips * CHIP)
anyone = st.integers(0, 10**6)


@dataclass
class Person:
    """A player as the model sees them; `bought` is bought for this game since the last sitting, `waiting` in the hand
    that is played, `little` taken off for incidentals at this one and `little_today` at all of them, minor units."""

    player: Player
    rack: int = 0
    bought: int = 0
    waiting: int = 0
    stack: int = 0
    sitting: Sitting | None = None
    took_away: int | None = None
    little: int = 0
    little_today: int = 0
    is_barred: bool = False

    @property
    def must_bring(self) -> int:
        """The amount to return with: all that happens in a history happens within the hour."""
        return self.took_away or 0


class History(RuleBasedStateMachine):
    """One table of a room, its cage, and four players."""

    desk: Desk

    @initialize()
    def open(self) -> None:
        self.desk = open_desk(chips=2_000_00, cash=500_00)
        self.desk.step = timedelta(seconds=1)
        self.people = [Person(self.desk.player()) for _ in range(4)]
        self.places = defaultdict(int, {AccountKind.DRAWER_CHIPS: 2_000_00, AccountKind.DRAWER_CASH: 500_00})
        self.hand_open = False
        for seat, person in enumerate(self.people[:3], start=1):
            self.buy_in_of(person, 200_00)
            self.seat_of(person, 200_00, seat)

    def teardown(self) -> None:
        for name, check in CHECKS.items():
            if check.faults.__module__.startswith("players"):
                assert list(check.faults()) == [], name

    def pick(self, number: int, *, seated: bool | None = None) -> Person:
        """One of those who can do something, never a draw that does nothing."""
        able = [p for p in self.people if seated is None or bool(p.sitting) == seated]
        return able[number % len(able)]

    def tried(self, act: object, *, accepted: bool) -> bool:
        """Do it in a transaction of its own; the desk must decide as the model says."""
        refusal = None
        try:
            with transaction.atomic():
                act()  # type: ignore[operator]
        except DomainError as raised:
            refusal = raised.message
        assert accepted == (refusal is None), refusal
        return accepted

    def any_seated(self) -> bool:
        return any(p.sitting for p in self.people)

    # -------------------------------------------------------------------------------------------------------- the cage

    @rule(number=anyone, amount=amounts)
    def buy_in(self, number: int, amount: int) -> None:
        self.buy_in_of(self.pick(number), amount)

    def buy_in_of(self, person: Person, amount: int) -> None:
        waits = bool(person.sitting) and self.hand_open
        behind = min(person.waiting, person.rack)
        allowed = 0 < amount <= self.places[AccountKind.DRAWER_CHIPS] and not person.is_barred
        if person.sitting:
            stack = person.stack + behind
            allowed &= stack + amount <= MOST and (stack > 0 or amount >= LEAST)
        else:
            planned = min(person.bought, person.rack) + amount
            enough = person.rack + amount >= max(LEAST, person.must_bring)
            allowed &= enough and planned <= max(MOST, person.must_bring)
        if self.tried(lambda: self.desk.buy_in(person.player, amount), accepted=allowed):
            self.places[AccountKind.DRAWER_CHIPS] -= amount
            self.places[AccountKind.DRAWER_CASH] += amount
            if waits:
                person.rack, person.waiting = person.rack + amount, person.waiting + amount
            elif person.sitting:
                person.stack += amount
            else:
                person.rack += amount
                person.bought += amount

    @precondition(lambda self: any(p.rack for p in self.people))
    @rule(number=anyone, amount=amounts, all_of_it=st.booleans())
    def cash_out(self, number: int, amount: int, all_of_it: bool) -> None:
        rich = [p for p in self.people if p.rack]
        person = rich[number % len(rich)]
        amount = person.rack if all_of_it else amount
        allowed = 0 < amount <= min(person.rack, self.places[AccountKind.DRAWER_CASH])
        if self.tried(lambda: self.desk.cash_out(person.player, amount), accepted=allowed):
            person.rack -= amount
            self.places[AccountKind.DRAWER_CHIPS] += amount
            self.places[AccountKind.DRAWER_CASH] -= amount

    # ------------------------------------------------------------------------------------------------------- the seats

    @precondition(lambda self: not all(p.sitting for p in self.people))
    @rule(number=anyone, amount=amounts, seat=st.integers(0, SEATS + 1), all_of_it=st.booleans())
    def sit_down(self, number: int, amount: int, seat: int, all_of_it: bool) -> None:
        person = self.pick(number, seated=False)
        self.seat_of(person, person.rack if all_of_it else amount, seat)

    def seat_of(self, person: Person, amount: int, seat: int) -> None:
        is_free = 1 <= seat <= SEATS and all(p.sitting is None or p.sitting.seat != seat for p in self.people)
        most = max(MOST, person.must_bring)
        fits = max(LEAST, person.must_bring) <= amount <= min(most, person.rack)
        if self.tried(
            lambda: self.desk.seat(person.player, seat, amount), accepted=is_free and fits and not person.is_barred
        ):
            person.sitting = Sitting.objects.get(player=person.player, left_at=None)
            person.rack, person.stack, person.bought, person.little = person.rack - amount, amount, 0, 0

    @precondition(any_seated)
    @rule(number=anyone, amount=amounts)
    def add_on(self, number: int, amount: int) -> None:
        person = self.pick(number, seated=True)
        allowed = 0 < amount <= person.rack and person.stack + amount <= MOST and not self.hand_open
        allowed &= (person.stack > 0 or amount >= LEAST) and not person.is_barred
        add = {"sitting": person.sitting, "amount": amount, "key": key(), **self.desk.by()}
        if self.tried(lambda: services.add_on(**add), accepted=allowed):
            person.rack, person.stack = person.rack - amount, person.stack + amount

    @precondition(any_seated)
    @rule(number=anyone, amount=small)
    def incidental(self, number: int, amount: int) -> None:
        person = self.pick(number, seated=True)
        take = {"sitting": person.sitting, "amount": amount, "reason": "a drink", "key": key(), **self.desk.by()}
        allowed = 0 < amount < person.stack and not self.hand_open and self.table_holds(amount)
        allowed &= person.little + amount <= 20_00 and person.little_today + amount <= 40_00
        if self.tried(lambda: services.take_incidental(**take), accepted=allowed):
            person.little, person.little_today = person.little + amount, person.little_today + amount
            person.rack, person.stack = person.rack + amount, person.stack - amount

    @precondition(any_seated)
    @rule(number=anyone, is_counted=st.booleans(), difference=off)
    def leave(self, number: int, is_counted: bool, difference: int) -> None:
        person = self.pick(number, seated=True)
        stack = max(0, person.stack + difference) if is_counted else person.stack
        facts = self.desk.counted(stack, "recount") if is_counted else {}
        allowed = not self.hand_open and self.table_holds(stack)
        if self.tried(lambda: self.desk.leave(person.sitting, **facts), accepted=allowed):
            self.places[AccountKind.FELT] += person.stack - stack
            person.rack, person.took_away = person.rack + stack, stack
            person.stack, person.sitting, person.bought = 0, None, 0

    @precondition(any_seated)
    @rule(number=anyone, difference=off)
    def count(self, number: int, difference: int) -> None:
        person = self.pick(number, seated=True)
        counted = max(0, person.stack + difference)
        facts = {"sitting": person.sitting, "key": key(), **self.desk.counted(counted, "recount")}
        if self.tried(lambda: count_stack(**facts), accepted=not self.hand_open):
            self.places[AccountKind.FELT] += person.stack - counted
            person.stack = counted

    # ------------------------------------------------------------------------------------------------------- the hands

    @precondition(lambda self: sum(bool(p.sitting) for p in self.people) >= 2)
    @rule(bets=st.lists(amounts, min_size=4, max_size=4), winner=anyone, rake=small, promo=small)
    def hand(self, bets: list[int], winner: int, rake: int, promo: int) -> None:
        seated = [p for p in self.people if p.sitting]
        put_in = [min(bet, p.stack) for bet, p in zip(bets, seated, strict=False)]
        pot = sum(put_in)
        rake = min(rake, pot)
        promo = min(promo, pot - rake)
        took = [pot - rake - promo if index == winner % len(seated) else 0 for index in range(len(seated))]
        results = [SeatResult(p.sitting, i, o) for p, i, o in zip(seated, put_in, took, strict=True)]
        if self.tried(
            lambda: self.book(book_hand, results=results, rake=rake, promo=promo),
            accepted=self.table_holds(rake + promo),
        ):
            for person, bet, won in zip(seated, put_in, took, strict=True):
                person.stack += won - bet
            self.places[AccountKind.RAKE_BOX] += rake
            self.places[AccountKind.PROMO_BOX] += promo

    @rule(rake=small, promo=small)
    def tick(self, rake: int, promo: int) -> None:
        book = lambda: self.book(book_tick, rake=rake, promo=promo)  # noqa: E731
        if self.tried(book, accepted=self.table_holds(rake + promo)):
            self.places[AccountKind.FELT] -= rake + promo
            self.places[AccountKind.RAKE_BOX] += rake
            self.places[AccountKind.PROMO_BOX] += promo

    @rule()
    def hand_begins_or_ends(self) -> None:
        if self.hand_open:
            self.end_hand()
        else:
            claim_hand(session=self.desk.session, by=self.desk.manager, at=self.desk.now)
        self.hand_open = not self.hand_open

    def end_hand(self) -> None:
        with transaction.atomic():
            session = lock_session(self.desk.session)
            waiting = lock_waiting(session)
            release_hand(session=session, recorded=False)
            put_on_stacks(session, waiting, **self.desk.by())
        for person in self.people:
            amount = 0 if person.is_barred else min(person.waiting, person.rack)
            person.rack, person.stack, person.waiting = person.rack - amount, person.stack + amount, 0

    # -------------------------------------------------------------------------------------------------------- the bans

    @rule(number=anyone)
    def bar_or_let_in(self, number: int) -> None:
        person, facts = self.pick(number), {"room": self.desk.room, "reason": "test", **self.desk.by()}
        if person.is_barred:
            services.lift_ban(ban=Ban.objects.get(player=person.player, lifted_at=None), **(facts | self.desk.by_two()))
        else:
            services.bar_player(player=person.player, kind=Ban.Kind.BARRED, **facts)
        person.is_barred = not person.is_barred

    # --------------------------------------------------------------------------------------------- what always holds

    def table_holds(self, amount: int) -> bool:
        """Whether seats and felt together can spare `amount`."""
        return amount <= 0 or amount <= sum(p.stack for p in self.people) + self.places[AccountKind.FELT]

    def book(self, verb: object, **facts: object) -> None:
        request, when = key(), self.desk.by()
        claim(request, "hand", {}, **when)
        record("hand.recorded", self.desk.session, room=self.desk.room, **when)
        verb(session=self.desk.session, hand_id=1, key=request, **when, **facts)  # type: ignore[operator]

    @invariant()
    def chips_and_cash_are_where_the_model_says(self) -> None:
        held: dict[str, int] = defaultdict(int)
        racks: dict[int, int] = defaultdict(int)
        stacks: dict[int, int] = defaultdict(int)
        for kind, player, sitting, balance in Account.objects.filter(room=self.desk.room).values_list(
            "kind", "player", "sitting", "balance"
        ):
            held[kind] += balance
            racks[player] += balance if kind == AccountKind.RACK else 0
            stacks[sitting] += balance if kind == AccountKind.SEAT else 0
        for person in self.people:
            assert racks[person.player.pk] == person.rack
            assert stacks[person.sitting.pk if person.sitting else -1] == person.stack
        for kind in (AccountKind.DRAWER_CHIPS, AccountKind.DRAWER_CASH, AccountKind.RAKE_BOX, AccountKind.FELT):
            assert held[kind] == self.places[kind], kind
        assert held[AccountKind.POT] == 0
        assert sum(held.values()) == 0
        assert held[AccountKind.SEAT] + held[AccountKind.FELT] >= 0

    @invariant()
    def nobody_sits_twice_or_on_another(self) -> None:
        open_sittings = list(Sitting.objects.filter(session=self.desk.session, left_at=None))
        assert len({sitting.seat for sitting in open_sittings}) == len(open_sittings)
        assert {sitting.player_id for sitting in open_sittings} == {p.player.pk for p in self.people if p.sitting}


@pytest.mark.django_db
def test_any_history_of_a_room() -> None:
    run_state_machine_as_test(
        History,
        settings=settings(
            max_examples=EVENINGS, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
