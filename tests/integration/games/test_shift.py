"""A supervisor's half hour with ten tables: lists, seats, must-move, pushes, ticks, full hands, disputes and a kill.

Everything goes through the services and the console. The books are audited after every thirtieth act, after
every twentieth with PROOFS=whole, and after each part; a fault names the acts since the last audit. A hand is one
act, from the deal to the record. Sixty hands are ticked and nine entered card by card, one of each game; with
PROOFS=whole three hundred and twenty.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import cycle, islice
from typing import Any

import pytest
import time_machine
from django.core.management import call_command

from config.audit.books import audit
from disputes.services import Decision, Payment, Report, open_dispute, rule
from games import services
from games.models import Hand
from games.selectors.kill import kills_of
from games.selectors.seats import felt_balance
from players.models import Ban, ListEntry, Sitting
from players.selectors.must_move import in_order
from players.selectors.stacks import stack_of
from players.services import (
    ask_for_seat,
    bar_player,
    change_seat,
    come_back,
    decline_must_move,
    go_away,
    hold_entry,
    leave_seat,
    must_move,
    pick_up,
    resume_entry,
    seat_player,
)
from rules.house.house import STANDARD
from rules.house.plaque import Plaque
from tables.models import TableSession
from tables.selectors.dealers import line_up
from tables.services import link_feeder, push_line, put_in, register_dealer, start_shift
from tests.support.console import Tablet
from tests.support.desk import NLH, key, open_desk, person
from tests.support.games import plaque_of, play_through
from tests.support.lists import Lists
from tests.support.people import signed_in
from tests.support.proofs import sized
from tests.support.table import O8_KILL, HandTable

GAMES = ("omaha8", "omaha", "stud", "razz", "badugi", "27td", "holdem_blackjack")
SEATED = (1, 2, 3, 4)
TICKS, FULL_HANDS = sized((60, 9), (60, 9), (300, 20))
TAKEN = 3_00
AUDITED = sized(30, 30, 20)
"""One act of so many is audited."""

pytestmark = pytest.mark.django_db


class Shift:
    """The room of the shift: a main game of no-limit hold'em with its feeder, a kill game, and one of each game."""

    def __init__(self) -> None:
        self.done: Counter[str] = Counter()
        self.lately: list[str] = []
        self.desk = open_desk(house=STANDARD)
        self.desk.step = timedelta(seconds=5)
        self.floor = person(self.desk.room, "floor")
        self.main = self.desk.session
        self.feeder = self.open(NLH)
        self.kill = self.open(O8_KILL)
        self.others = [self.open(replace(plaque_of(game), seats=6)) for game in GAMES]
        self.sittings: dict[int, dict[int, Sitting]] = {}

    @property
    def sessions(self) -> list[TableSession]:
        """All ten, in the floor's order."""
        return [self.main, self.feeder, self.kill, *self.others]

    def do(self, what: str, act: Callable[[], Any]) -> Any:
        """Do one act, and audit the books where it is its turn."""
        done = act()
        self.done[what] += 1
        self.lately.append(what)
        if len(self.lately) == AUDITED:
            self.audit()
        return done

    def audit(self) -> None:
        """The books hold after the acts since the last audit."""
        faults = [f"{each.check.code}: {each.faults}" for each in audit() if not each.holds]
        assert faults == [], f"after act {self.done.total()}, of {', '.join(self.lately)}: {faults}"
        self.lately.clear()

    def ask(self, service: Callable[..., Any], **facts: Any) -> Any:
        """Ask a service, by the supervisor and a few seconds later, as one act."""
        given = {"by": self.floor, "at": self.desk.at()} | facts
        return self.do(service.__name__, lambda: service(**given))

    def open(self, plaque: Plaque) -> TableSession:
        """Another table."""
        return self.do("open_table", lambda: self.desk.open_table(plaque))

    def fill(self) -> None:
        """Four players at every table but the feeder, which waits for newcomers."""
        for session in self.sessions:
            if session != self.feeder:
                self.sittings[session.pk] = {seat: self.seat(session, seat) for seat in SEATED}

    def seat(self, session: TableSession, seat: int, **facts: Any) -> Sitting:
        """A player who has bought in for this table."""
        player = self.do("register_player", self.desk.player)
        return self.sit_down(player, session, seat, **facts)

    def sit_down(self, player: Any, session: TableSession, seat: int, **facts: Any) -> Sitting:
        """Buy in and sit down with all of it."""
        self.do("buy_in", lambda: self.desk.buy_in(player, 200_00, session=session))
        return self.ask(seat_player, session=session, player=player, seat=seat, amount=200_00, key=key(), **facts)


def _at(shift: Shift, session: TableSession) -> HandTable:
    desk = replace(shift.desk, room=shift.desk.room)
    desk.drawer, desk.session = shift.desk.drawer, session
    return HandTable(desk, shift.sittings[session.pk])


@pytest.fixture
def shift() -> Shift:
    """Ten open tables."""
    return Shift()


def test_a_shift_of_half_an_hour_leaves_the_books_right(shift: Shift) -> None:
    shift.fill()
    began = shift.desk.now
    for part in (_deal_in, _lists, _move, _tick, _kill_run, _play, _disputes, _walk_about, _leave):
        part(shift)
        shift.audit()
    call_command("audit_books")
    assert shift.done["tick"] == TICKS
    assert shift.done.total() > TICKS + 200
    assert Hand.objects.filter(tier=Hand.Tier.FULL, version=1).count() == shift.done["full hand"] == FULL_HANDS
    games = set(Hand.objects.filter(tier=Hand.Tier.FULL).values_list("plaque__game", flat=True))
    assert len(games) >= 8
    assert shift.desk.now - began >= timedelta(minutes=30)


def test_a_fault_names_the_acts_after_which_it_is_there(shift: Shift) -> None:
    shift.lately.clear()
    shift.do("a slip of the pen", lambda: TableSession.objects.update(hands_recorded=1))
    with pytest.raises(AssertionError, match=r"after act \d+, of a slip of the pen: .*I-8"):
        shift.audit()


def _deal_in(shift: Shift) -> None:
    """Eleven dealers come on, ten deal, and the line is pushed twice."""
    room = shift.desk.room
    for number in range(len(shift.sessions) + 1):
        dealer = shift.ask(register_dealer, room=room, badge_number=f"D{number}", display_name=f"Dealer {number}")
        shift.ask(start_shift, dealer=dealer)
        if number < len(shift.sessions):
            shift.ask(put_in, session=shift.sessions[number], dealer=dealer)
    for _ in range(2):
        shift.desk.now += timedelta(minutes=6)
        seen = [row.down.pk for row in line_up(room, shift.desk.now).line if row.down]
        shift.ask(push_line, room=room, start=None, seen=seen)


def _lists(shift: Shift) -> None:
    """The main game fills; three more ask, one is passed over for a while, and two of them are called and seated."""
    for seat in range(5, 10):
        shift.sittings[shift.main.pk][seat] = shift.seat(shift.main, seat)
    lists = Lists(shift.desk)
    entries = [shift.do("join_list", lists.join) for _ in range(3)]
    shift.ask(hold_entry, entry=entries[0])
    shift.ask(resume_entry, entry=entries[0])
    for entry in entries[:2]:
        player = entry.player
        shift.do("call_player", lambda called=entry: lists.call(called))
        entry.refresh_from_db()
        assert entry.called_session == shift.feeder
        shift.sit_down(player, shift.feeder, entry.called_seat or 1)
    states = [ListEntry.objects.get(pk=entry.pk).state for entry in entries]
    assert states == [ListEntry.State.SEATED, ListEntry.State.SEATED, ListEntry.State.WAITING]


def _move(shift: Shift) -> None:
    """The feeder feeds the main game: one moves to the seat that opened, the next one won't and leaves."""
    shift.ask(link_feeder, feeder=shift.feeder, main=shift.main)
    shift.ask(leave_seat, sitting=shift.sittings[shift.main.pk].pop(9), key=key())
    first, second = in_order(shift.feeder)
    shift.sittings[shift.main.pk][9] = shift.ask(must_move, sitting=first, seat=9, key=key())
    shift.ask(decline_must_move, sitting=second, key=key())
    early = {"past_list": "the third on the list has gone to eat"}
    shift.sittings[shift.feeder.pk] = {seat: shift.seat(shift.feeder, seat, **early) for seat in SEATED}


def _tick(shift: Shift) -> None:
    """Many hands by their takings, round the tables that have no kill."""
    ticked = [session for session in shift.sessions if session != shift.kill]
    for session in islice(cycle(ticked), TICKS):
        facts = {"session": session, "rake_taken": TAKEN, "pot": 60_00, "key": key(), "by": shift.floor}
        tick = lambda given=facts: services.record_tick(**given, at=shift.desk.at())  # noqa: E731
        shift.do("tick", tick)


def _kill_run(shift: Shift) -> None:
    """Seat 3 scoops twice, the second time in their own kill, and then somebody else ends the run."""
    table = _at(shift, shift.kill)
    kills = []
    for winner in (3, 3, 1):
        pot = 30_00 + (20_00 if winner == 3 else 0)
        shift.do("tick of a kill", lambda won=winner, of=pot: table.tick(TAKEN, pot=of, winners=[won]))
        shift.desk.now = table.desk.now
        kills.append(kills_of(table.session, O8_KILL).state.active)
    assert kills == [True, True, False]


def _play(shift: Shift) -> None:
    """Hands of nine games, card by card, on the console."""
    tables = [shift.main, shift.kill, *shift.others]
    for session in islice(cycle(tables), FULL_HANDS):
        console = Tablet(signed_in(shift.floor), _at(shift, session))
        with time_machine.travel(shift.desk.at(), tick=False):
            shift.do("full hand", lambda tablet=console: play_through(tablet))
        shift.desk.now += timedelta(seconds=20)


def _disputes(shift: Shift) -> None:
    """A pot that is held and shared anew, and a question of seating; both are ruled on."""
    hand = Hand.objects.filter(session=shift.main, tier=Hand.Tier.FULL).latest("number")
    winner = (hand.winners or [])[0]
    loser = next(seat for seat in hand.seats.values_list("seat", flat=True) if seat != winner)
    seats = shift.sittings[shift.main.pk]
    reports = (
        (shift.main, hand, Report(kind="MISAWARDED_POT", facts="the other hand was better", hold="whole")),
        (shift.feeder, None, Report(kind="SEATING", facts="both asked for seat 9")),
    )
    payments = (Payment(seats[winner], seats[loser], 1_00),)
    for (session, about, report), moved in zip(reports, (payments, ()), strict=True):
        case = shift.ask(open_dispute, session=session, report=report, about=about, key=key())
        decision = Decision(outcome="Ruled on the floor", rule_code="best_hand", payments=moved)
        shift.ask(rule, dispute=case, decision=decision, key=key())


def _walk_about(shift: Shift) -> None:
    """One walks and comes back, one changes seats, one is barred while seated; one's chips are picked up at last."""
    back, changes, barred, lost = (shift.sittings[shift.feeder.pk].pop(seat) for seat in SEATED)
    for away in (back, lost):
        shift.ask(go_away, sitting=away)
    shift.ask(come_back, sitting=back)
    shift.ask(ask_for_seat, sitting=changes, seat=9)
    shift.ask(change_seat, sitting=changes, seat=9, key=key())
    shift.ask(bar_player, room=shift.desk.room, player=barred.player, kind=Ban.Kind.BARRED, reason="a threat")
    shift.ask(leave_seat, sitting=barred, counted=stack_of(barred), key=key())
    shift.desk.now += timedelta(hours=1)
    facts = {"counted": stack_of(lost), "witness": shift.desk.cashier, "rounds_missed": 0}
    shift.ask(pick_up, sitting=lost, key=key(), **facts)


def _leave(shift: Shift) -> None:
    """Everybody goes home with their chips as they are counted: what ticks dropped is missing from the first stacks."""
    sittings = Sitting.objects.filter(session__room=shift.desk.room, left_at=None).order_by("pk")
    for sitting in sittings.select_related("session"):
        dropped = -felt_balance(sitting.session)
        counted = max(stack_of(sitting) - dropped, 0)
        shift.ask(leave_seat, sitting=sitting, counted=counted, reason="ticks", key=key())
    assert not any(felt_balance(session) for session in shift.sessions)
