"""A supervisor's half hour with ten tables: lists, seats, must-move, pushes, ticks, full hands, disputes and a kill.

Everything goes through the services and the console, and the books are audited after each part of it.
"""

import json
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from itertools import cycle, islice

import pytest
import time_machine
from django.core.management import call_command

from games import services
from games.disputes.services import Decision, Payment, Report, open_dispute, rule
from games.models import Hand
from games.rules.house import STANDARD
from games.selectors.kill import kills_of
from games.selectors.seats import felt_balance
from players.models import ListEntry, Sitting
from players.selectors.must_move import in_order
from players.selectors.stacks import stack_of
from players.services import decline_must_move, leave_seat, must_move, seat_player
from tables.models import TableSession
from tables.selectors.dealers import line_up
from tables.services import link_feeder, push_line, put_in, register_dealer, start_shift
from tests.support.console import Tablet
from tests.support.desk import key, open_desk, person
from tests.support.games import play_through, sign_of
from tests.support.lists import Lists
from tests.support.people import signed_in
from tests.support.table import O8_KILL, HandTable

GAMES = ("omaha8", "omaha", "stud", "razz", "badugi", "27td", "holdem_blackjack")
SEATED = (1, 2, 3, 4)
TICKS, FULL_HANDS = 300, 20
TAKEN = 3_00

pytestmark = pytest.mark.django_db


class Shift:
    """The room of the shift: a main game of no-limit hold'em with its feeder, a kill game, and one of each game."""

    def __init__(self) -> None:
        self.desk = open_desk(house=STANDARD)
        self.desk.step = timedelta(seconds=5)
        self.floor = person(self.desk.room, "floor")
        self.main = self.desk.session
        self.feeder = self.desk.open_table()
        self.kill = self.desk.open_table(O8_KILL)
        self.others = [self.desk.open_table(replace(sign_of(game), seats=6)) for game in GAMES]
        self.sittings: dict[int, dict[int, Sitting]] = {}

    @property
    def sessions(self) -> list[TableSession]:
        """All ten, in the floor's order."""
        return [self.main, self.feeder, self.kill, *self.others]

    def fill(self) -> None:
        """Four players at every table but the feeder, which waits for newcomers."""
        for session in self.sessions:
            if session != self.feeder:
                self.sittings[session.pk] = {seat: self.seat(session, seat) for seat in SEATED}

    def seat(self, session: TableSession, seat: int) -> Sitting:
        """A player who has bought in for this table."""
        player = self.desk.player()
        self.desk.buy_in(player, 200_00, session=session)
        return seat_player(
            session=session, player=player, seat=seat, amount=200_00, key=key(), by=self.floor, at=self.desk.at()
        )


def _at(shift: Shift, session: TableSession) -> HandTable:
    desk = replace(shift.desk, room=shift.desk.room)
    desk.drawer, desk.session = shift.desk.drawer, session
    return HandTable(desk, shift.sittings[session.pk])


def audit() -> list[str]:
    """What the audit of the books finds wrong."""
    out = StringIO()
    with suppress(SystemExit):
        call_command("audit_books", "--json", stdout=out)
    return [f"{check['code']}: {check['faults']}" for check in json.loads(out.getvalue())["checks"] if not check["ok"]]


@pytest.fixture
def shift() -> Shift:
    """Ten open tables."""
    return Shift()


def test_a_shift_of_half_an_hour_leaves_the_books_right(shift: Shift) -> None:
    shift.fill()
    assert audit() == []
    began = shift.desk.now
    for part in (_deal_in, _lists, _move, _tick, _kill_run, _play, _disputes, _leave):
        part(shift)
        assert audit() == [], part.__name__
    assert Hand.objects.filter(tier=Hand.Tier.TICK).count() >= TICKS
    assert Hand.objects.filter(tier=Hand.Tier.FULL, version=1).count() >= FULL_HANDS
    games = set(Hand.objects.filter(tier=Hand.Tier.FULL).values_list("plaque__game", flat=True))
    assert len(games) >= 8
    assert shift.desk.now - began >= timedelta(minutes=30)


def _deal_in(shift: Shift) -> None:
    """Eleven dealers come on, ten deal, and the line is pushed twice."""
    facts = {"by": shift.floor}
    for number in range(len(shift.sessions) + 1):
        dealer = register_dealer(
            room=shift.desk.room,
            badge_number=f"D{number}",
            display_name=f"Dealer {number}",
            at=shift.desk.at(),
            **facts,
        )
        start_shift(dealer=dealer, at=shift.desk.at(), **facts)
        if number < len(shift.sessions):
            put_in(session=shift.sessions[number], dealer=dealer, at=shift.desk.at(), **facts)
    for _ in range(2):
        shift.desk.now += timedelta(minutes=2)
        seen = [row.down.pk for row in line_up(shift.desk.room, shift.desk.now).line if row.down]
        push_line(room=shift.desk.room, start=None, seen=seen, at=shift.desk.at(), **facts)


def _lists(shift: Shift) -> None:
    """The main game fills; three more ask, and two of them are called and seated from the list."""
    for seat in range(5, 10):
        shift.sittings[shift.main.pk][seat] = shift.seat(shift.main, seat)
    lists = Lists(shift.desk)
    entries = [lists.join() for _ in range(3)]
    for entry in entries[:2]:
        player = entry.player
        lists.call(entry)
        entry.refresh_from_db()
        assert entry.called_session == shift.feeder
        shift.desk.buy_in(player, 200_00, session=shift.feeder)
        seat_player(
            session=shift.feeder, player=player, seat=entry.called_seat or 1, amount=200_00, key=key(),
            by=shift.floor, at=shift.desk.at(),
        )  # fmt: skip
    states = [ListEntry.objects.get(pk=entry.pk).state for entry in entries]
    assert states == [ListEntry.State.SEATED, ListEntry.State.SEATED, ListEntry.State.WAITING]


def _move(shift: Shift) -> None:
    """The feeder feeds the main game: one moves to the seat that opened, the next one won't and leaves."""
    facts = {"by": shift.floor}
    link_feeder(feeder=shift.feeder, main=shift.main, at=shift.desk.at(), **facts)
    leave_seat(sitting=shift.sittings[shift.main.pk].pop(9), key=key(), at=shift.desk.at(), **facts)
    first, second = in_order(shift.feeder)
    moved = must_move(sitting=first, seat=9, key=key(), at=shift.desk.at(), **facts)
    shift.sittings[shift.main.pk][9] = moved
    decline_must_move(sitting=second, key=key(), at=shift.desk.at(), **facts)
    shift.sittings[shift.feeder.pk] = {seat: shift.seat(shift.feeder, seat) for seat in SEATED}


def _tick(shift: Shift) -> None:
    """Three hundred hands by their takings, round the tables that have no kill."""
    ticked = [session for session in shift.sessions if session != shift.kill]
    for session in islice(cycle(ticked), TICKS):
        services.record_tick(
            session=session, rake_taken=TAKEN, pot=60_00, key=key(), by=shift.floor, at=shift.desk.at()
        )


def _kill_run(shift: Shift) -> None:
    """Seat 3 scoops twice, the second time in his own kill, and then somebody else ends the run."""
    table = _at(shift, shift.kill)
    kills = []
    for winner in (3, 3, 1):
        table.tick(TAKEN, pot=30_00 + (20_00 if winner == 3 else 0), winners=[winner])
        shift.desk.now = table.desk.now
        kills.append(kills_of(table.session, O8_KILL).state.active)
    assert kills == [True, True, False]


def _play(shift: Shift) -> None:
    """Twenty hands of nine games, card by card, on the console."""
    tables = [shift.main, shift.kill, *shift.others]
    for session in islice(cycle(tables), FULL_HANDS):
        table = _at(shift, session)
        with time_machine.travel(shift.desk.at(), tick=False):
            play_through(Tablet(signed_in(shift.floor), table))
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
        case = open_dispute(session=session, report=report, about=about, key=key(), by=shift.floor, at=shift.desk.at())
        decision = Decision(outcome="Ruled on the floor", rule_code="best_hand", payments=moved)
        rule(dispute=case, decision=decision, key=key(), by=shift.floor, at=shift.desk.at())


def _leave(shift: Shift) -> None:
    """Everybody goes home with his chips as they are counted: what ticks dropped is missing from the first stacks."""
    sittings = Sitting.objects.filter(session__room=shift.desk.room, left_at=None).order_by("pk")
    for sitting in sittings.select_related("session"):
        dropped = -felt_balance(sitting.session)
        counted = max(stack_of(sitting) - dropped, 0)
        leave_seat(sitting=sitting, counted=counted, key=key(), by=shift.floor, at=shift.desk.at())
    assert not any(felt_balance(session) for session in shift.sessions)
