"""Two people press for what only one of them can have: one of them in the middle of the other's work, both ways round.

Whoever is first commits only when the other waits for that one or is over, so that a lock which is missing is always
seen; then both at the same moment. Afterwards the books hold, and nobody sits or deals where nobody may.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from config.audit.books import audit
from players import services
from players.models import Ban, ListEntry, Player, Sitting
from players.services.lists import ANSWER_WITHIN
from tables import services as floor_services
from tables.models import Dealer, Down, SessionAlarm, TableSession
from tables.selectors.dealers import line_up
from tests.support.desk import NLH, Desk, key, open_desk
from tests.support.lists import NLH_LIST, Lists
from tests.support.proofs import sized
from tests.support.races import Act, lanes, told

pytestmark = pytest.mark.committed_db

ROUNDS = sized(3, 4, 12)
SEATS = 3
Told = tuple[str, str]


@dataclass
class Floor:
    """A room whose tables have three seats; every table of a race is opened for it."""

    desk: Desk = field(default_factory=lambda: open_desk(plaque=replace(NLH, seats=SEATS), chips=10_000_000_00))

    def facts(self, *, after: timedelta = timedelta(0)) -> dict[str, Any]:
        """The person and the time."""
        return {"by": self.desk.manager, "at": self.desk.at() + after}

    def table(self) -> TableSession:
        """A table that is open."""
        return self.desk.open_table(replace(NLH, seats=SEATS))

    def linked(self, main: TableSession, feeder: TableSession | None = None) -> TableSession:
        """A table that feeds `main`."""
        return floor_services.link_feeder(feeder=feeder or self.table(), main=main, **self.facts())

    def player(self, session: TableSession) -> Player:
        """Somebody with chips for this table."""
        player = self.desk.player()
        self.desk.buy_in(player, 200_00, session=session)
        return player

    def seated(self, session: TableSession, seat: int) -> Sitting:
        """Somebody who sits there."""
        return self.desk.seat(self.player(session), seat, 200_00, session=session, past_list="asked first")

    def dealer(self, session: TableSession | None = None) -> Dealer:
        """A dealer on shift; dealing at `session` if there is one."""
        badge = f"D{Dealer.objects.count()}"
        dealer = floor_services.register_dealer(
            room=self.desk.room, badge_number=badge, display_name=badge, **self.facts()
        )
        floor_services.start_shift(dealer=dealer, **self.facts())
        if session:
            floor_services.put_in(session=session, dealer=dealer, **self.facts())
        return dealer

    def waiting(self) -> ListEntry:
        """A name with chips that is next on the list."""
        for entry in ListEntry.objects.filter(state__in=ListEntry.LIVE):
            services.remove_entry(entry=entry, reason="another race", **self.facts())
        return Lists(self.desk).join(self.player(self.desk.session))

    def called(self, session: TableSession, seat: int) -> ListEntry:
        """A name that was called to this seat: everywhere else, and in every lower one, somebody sits."""
        entry = self.waiting()
        entry = services.call_player(entry=entry, **self.facts())
        assert (entry.called_session, entry.called_seat) == (session, seat)
        return entry

    def seat(self, player: Player, session: TableSession, seat: int, **facts: Any) -> Act:
        """The act of sitting down."""
        given = {"player": player, "session": session, "seat": seat, "amount": 200_00, "key": key()}
        return partial(services.seat_player, **(given | self.facts() | facts))

    def keyed(self, service: Callable[..., object], **facts: Any) -> Act:
        """That a service with a request key is asked."""
        return partial(service, **({"key": key()} | self.facts() | facts))

    def asked(self, service: Callable[..., object], **facts: Any) -> Act:
        """That a service without one is asked."""
        return partial(service, **(self.facts() | facts))

    def barring(self, player: Player) -> Act:
        """The act of barring the player."""
        return self.asked(
            services.bar_player, room=self.desk.room, player=player, kind=Ban.Kind.BARRED, reason="cheats"
        )

    def only(self) -> TableSession:
        """A table that is the only one of the room: all others are emptied and closed."""
        for sitting in Sitting.objects.filter(left_at=None):
            self.desk.leave(sitting)
        for session in TableSession.objects.filter(closed_at=None):
            floor_services.close_table(session=session, **self.facts())
        self.desk.session = self.table()
        return self.desk.session


@dataclass(frozen=True)
class Race:
    """Two acts for one thing; what each of the two is told where the first is first, and where the second is.

    `later` is told where the first act begins only when the second is over.
    """

    arrange: Callable[[Floor], tuple[Act, Act]]
    first: Told
    second: Told
    later: Told | None = None


# --------------------------------------------------------------------------------------------------------- must-moves


def must_move_and_leaving(floor: Floor) -> tuple[Act, Act]:
    sitting = floor.seated(floor.linked(floor.table()), 1)
    return floor.keyed(services.must_move, sitting=sitting, seat=3), floor.keyed(services.leave_seat, sitting=sitting)


def must_moves_of_two_games(floor: Floor) -> tuple[Act, Act]:
    main = floor.table()
    first, second = (floor.seated(floor.linked(main), 1) for _ in range(2))
    return (
        floor.keyed(services.must_move, sitting=first, seat=2),
        floor.keyed(services.must_move, sitting=second, seat=2),
    )


def must_move_and_closing(floor: Floor) -> tuple[Act, Act]:
    main = floor.table()
    sitting = floor.seated(floor.linked(main), 1)
    return floor.keyed(services.must_move, sitting=sitting, seat=2), floor.asked(
        floor_services.close_table, session=main
    )


def must_move_to_a_younger_game_and_closing(floor: Floor) -> tuple[Act, Act]:
    feeder, main = floor.table(), floor.table()
    sitting = floor.seated(floor.linked(main, feeder), 1)
    return floor.keyed(services.must_move, sitting=sitting, seat=2), floor.asked(
        floor_services.close_table, session=main
    )


def must_move_and_its_end(floor: Floor) -> tuple[Act, Act]:
    feeder = floor.linked(floor.table())
    sitting = floor.seated(feeder, 1)
    return floor.keyed(services.must_move, sitting=sitting, seat=2), floor.asked(
        floor_services.unlink_feeder, feeder=feeder
    )


def must_move_and_ban(floor: Floor) -> tuple[Act, Act]:
    sitting = floor.seated(floor.linked(floor.table()), 1)
    return floor.keyed(services.must_move, sitting=sitting, seat=2), floor.barring(sitting.player)


# -------------------------------------------------------------------------------------------------------------- seats


def seat_and_closing(floor: Floor) -> tuple[Act, Act]:
    session = floor.table()
    return floor.seat(floor.player(session), session, 1), floor.asked(floor_services.close_table, session=session)


def seat_and_ban(floor: Floor) -> tuple[Act, Act]:
    session = floor.table()
    player = floor.player(session)
    return floor.seat(player, session, 1), floor.barring(player)


def buy_in_and_ban(floor: Floor) -> tuple[Act, Act]:
    player, session = floor.desk.player(), floor.table()
    return partial(floor.desk.buy_in, player, 200_00, session=session), floor.barring(player)


def add_on_and_ban(floor: Floor) -> tuple[Act, Act]:
    sitting = floor.seated(floor.table(), 1)
    floor.desk.leave(sitting)
    floor.desk.buy_in(sitting.player, 50_00, session=sitting.session)
    sitting = floor.desk.seat(sitting.player, 1, 200_00, session=sitting.session)
    return floor.keyed(services.add_on, sitting=sitting, amount=50_00), floor.barring(sitting.player)


def separation_and_seat(floor: Floor) -> tuple[Act, Act]:
    session = floor.table()
    sitting, player = floor.seated(session, 1), floor.player(session)
    apart = {"room": floor.desk.room, "player": sitting.player, "other": str(player.pk), "reason": "they fight"}
    return floor.asked(services.keep_apart, **apart), floor.seat(player, session, 2)


def pick_up_and_coming_back(floor: Floor) -> tuple[Act, Act]:
    sitting = floor.seated(floor.table(), 1)
    services.go_away(sitting=sitting, **floor.facts())
    facts = floor.facts(after=timedelta(hours=1))
    counted = {"counted": 200_00, "witness": floor.desk.cashier, "rounds_missed": 0}
    return (
        floor.keyed(services.pick_up, sitting=sitting, **counted, **facts),
        floor.asked(services.come_back, sitting=sitting, **facts),
    )


def going_away_and_leaving(floor: Floor) -> tuple[Act, Act]:
    sitting = floor.seated(floor.table(), 1)
    return floor.asked(services.go_away, sitting=sitting), floor.keyed(services.leave_seat, sitting=sitting)


# ----------------------------------------------------------------------------------------------- lists, seat changes


def call_and_walk_in(floor: Floor) -> tuple[Act, Act]:
    session = floor.only()
    for seat in (1, 2):
        floor.seated(session, seat)
    walk_in = floor.seat(floor.player(session), session, 3, past_list="was here first")
    return floor.asked(services.call_player, entry=floor.waiting()), walk_in


def called_name_and_walk_in(floor: Floor) -> tuple[Act, Act]:
    session = floor.only()
    entry = floor.called(session, 1)
    return floor.seat(entry.player, session, 1), floor.seat(floor.player(session), session, 1)


def late_name_and_walk_in(floor: Floor) -> tuple[Act, Act]:
    session = floor.only()
    entry, walk_in = floor.called(session, 1), floor.player(session)
    late = floor.facts(after=ANSWER_WITHIN)
    return floor.seat(entry.player, session, 1, **late), floor.seat(walk_in, session, 1, **late)


def late_name_and_seat_change(floor: Floor) -> tuple[Act, Act]:
    session = floor.only()
    sitting = floor.seated(session, 2)
    entry = floor.called(session, 1)
    late = floor.facts(after=ANSWER_WITHIN)
    change = floor.keyed(services.change_seat, sitting=sitting, seat=1, **late)
    return floor.seat(entry.player, session, 1, **late), change


def call_and_seat_change(floor: Floor) -> tuple[Act, Act]:
    session = floor.only()
    _, second = (floor.seated(session, seat) for seat in (1, 2))
    return (
        floor.asked(services.call_player, entry=floor.waiting()),
        floor.keyed(services.change_seat, sitting=second, seat=3),
    )


def declining_and_sitting_down(floor: Floor) -> tuple[Act, Act]:
    session = floor.only()
    entry = floor.called(session, 1)
    return floor.asked(services.decline_seat, entry=entry), floor.seat(entry.player, session, 1)


def join_and_ban(floor: Floor) -> tuple[Act, Act]:
    player = floor.desk.player()
    join = floor.keyed(services.join_list, room=floor.desk.room, game=NLH_LIST, player=player)
    return join, floor.barring(player)


def call_and_ban(floor: Floor) -> tuple[Act, Act]:
    floor.only()
    entry = floor.waiting()
    return floor.asked(services.call_player, entry=entry), floor.barring(entry.player)


def seat_change_and_walk_in(floor: Floor) -> tuple[Act, Act]:
    session = floor.table()
    change = floor.keyed(services.change_seat, sitting=floor.seated(session, 1), seat=2)
    return change, floor.seat(floor.player(session), session, 2)


def seat_change_and_its_withdrawal(floor: Floor) -> tuple[Act, Act]:
    sitting = floor.seated(floor.table(), 1)
    asked = services.ask_for_seat(sitting=sitting, seat=2, **floor.facts())
    return floor.keyed(services.change_seat, sitting=sitting, seat=2), floor.asked(services.take_back, change=asked)


# ------------------------------------------------------------------------------------------------------------ dealers


def push_and_closing(floor: Floor) -> tuple[Act, Act]:
    session = floor.only()
    floor.dealer(session)
    return pushing(floor), floor.asked(floor_services.close_table, session=session)


def push_and_closing_without_a_dealer(floor: Floor) -> tuple[Act, Act]:
    floor.dealer(floor.only())
    empty = floor.table()
    return pushing(floor), floor.asked(floor_services.close_table, session=empty)


def putting_in_and_closing(floor: Floor) -> tuple[Act, Act]:
    session, dealer = floor.only(), floor.dealer()
    return (
        floor.asked(floor_services.put_in, session=session, dealer=dealer),
        floor.asked(floor_services.close_table, session=session),
    )


def one_dealer_put_in_twice(floor: Floor) -> tuple[Act, Act]:
    dealer, first, second = floor.dealer(), floor.table(), floor.table()
    return (
        floor.asked(floor_services.put_in, session=first, dealer=dealer),
        floor.asked(floor_services.put_in, session=second, dealer=dealer),
    )


def pushing(floor: Floor) -> Act:
    """That the line is pushed, as it is seen now, by a dealer who comes on for it."""
    floor.dealer()
    seen = [row.down.pk for row in line_up(floor.desk.room, floor.desk.now).line if row.down]
    return floor.asked(floor_services.push_line, room=floor.desk.room, start=None, seen=seen)


BOTH = ("", "")
RACES = {
    "a must-move and leaving": Race(must_move_and_leaving, ("", "already_left"), ("already_left", "")),
    "must-moves of two games to one seat": Race(must_moves_of_two_games, ("", "seat_taken"), ("seat_taken", "")),
    "a must-move and closing": Race(
        must_move_and_closing, ("", "players_seated"), ("table_closed", ""), ("feeds_nothing", "")
    ),
    "a must-move to a younger game and closing": Race(
        must_move_to_a_younger_game_and_closing, ("", "players_seated"), ("table_closed", ""), ("feeds_nothing", "")
    ),
    "a must-move and the end of must-moves": Race(must_move_and_its_end, BOTH, ("feeds_nothing", "")),
    "a must-move and a ban": Race(must_move_and_ban, BOTH, ("player_barred", "")),
    "a seat and closing": Race(seat_and_closing, ("", "players_seated"), ("table_closed", "")),
    "a seat and a ban": Race(seat_and_ban, BOTH, ("player_barred", "")),
    "a buy-in and a ban": Race(buy_in_and_ban, BOTH, ("player_barred", "")),
    "an add-on and a ban": Race(add_on_and_ban, BOTH, ("player_barred", "")),
    "a separation and a seat": Race(separation_and_seat, ("", "kept_apart"), BOTH),
    "a pick-up and coming back": Race(pick_up_and_coming_back, ("", "already_left"), ("not_away", "")),
    "going away and leaving": Race(going_away_and_leaving, BOTH, ("already_left", "")),
    "a call and a walk-in": Race(call_and_walk_in, ("", "seat_held"), ("no_seat_open", "")),
    "a called name and a walk-in": Race(called_name_and_walk_in, ("", "seat_taken"), ("", "seat_held")),
    "a late name and a walk-in": Race(late_name_and_walk_in, ("", "seat_taken"), ("seat_taken", "")),
    "a late name and a seat change": Race(late_name_and_seat_change, ("", "seat_taken"), ("seat_taken", "")),
    "a call and a seat change": Race(call_and_seat_change, ("", "seat_held"), BOTH),
    "declining and sitting down": Race(declining_and_sitting_down, BOTH, ("entry_changed", "")),
    "a name and a ban": Race(join_and_ban, BOTH, ("player_barred", "")),
    "a call and a ban": Race(call_and_ban, BOTH, ("player_barred", "")),
    "a seat change and a walk-in": Race(seat_change_and_walk_in, ("", "seat_taken"), ("seat_taken", "")),
    "a seat change and its withdrawal": Race(seat_change_and_its_withdrawal, ("", "seat_change_over"), BOTH),
    "a push and closing": Race(push_and_closing, BOTH, ("line_moved", "")),
    "a push and closing a table without a dealer": Race(push_and_closing_without_a_dealer, BOTH, BOTH),
    "putting a dealer in and closing": Race(putting_in_and_closing, BOTH, ("table_closed", "")),
    "one dealer put in twice": Race(one_dealer_put_in_twice, ("", "dealer_elsewhere"), ("dealer_elsewhere", "")),
}


def wrong() -> list[str]:
    """The faults that must never be, whoever was first: faults of the books, dealers at closed tables, bans that nobody
    sees."""
    faults = [f"{finding.check.title}: {fault}" for finding in audit() for fault in finding.faults]
    dealing = Down.objects.filter(ended_at=None).exclude(session__closed_at=None)
    faults += [f"{down} at a closed table" for down in dealing]
    for sitting in Sitting.objects.filter(left_at=None, player__bans__lifted_at=None, player__bans__isnull=False):
        alarms = SessionAlarm.objects.filter(session=sitting.session, kind="barred_seated", cleared_at=None)
        if not alarms.filter(subject=f"player {sitting.player_id}").exists():
            faults.append(f"{sitting} is barred, and no alarm stands there")
    return faults


@pytest.fixture
def floor() -> Floor:
    """A room of its own."""
    return Floor()


@pytest.mark.parametrize("race", RACES.values(), ids=RACES)
def test_whoever_is_first_has_it_and_the_other_is_told(floor: Floor, race: Race) -> None:
    with lanes() as people:
        assert told(people.in_turn(*race.arrange(floor))) == race.first
        assert wrong() == []
        ours, theirs = race.arrange(floor)
        assert told(reversed(people.in_turn(theirs, ours))) == race.second
        for _ in range(ROUNDS):
            assert told(people.at_once(*race.arrange(floor))) in (race.first, race.second, race.later)
        assert wrong() == []
