"""The seat that a name is called to: not one that is due to somebody else, and never one that the player would be
refused."""

from datetime import timedelta

from config.audit.models import AuditEvent
from players import services
from players.models import ListEntry, Sitting
from players.selectors.free_seats import empty_seats
from players.selectors.lists import game_lists, names_for
from players.services.lists import ANSWER_WITHIN
from tables import services as services_of_tables
from tables.models import TableSession
from tables.services import link_feeder
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk
from tests.support.lists import O8_LIST, Lists
from tests.support.refusals import refused


@arranged
def lists() -> Lists:
    """The lists of a room whose first table has one empty seat, number 9."""
    lists = Lists(open_desk())
    lists.fill(but=1)
    return lists


def _sit(desk: Desk, session: TableSession, name: str, seat: int) -> Sitting:
    player = desk.player(name)
    desk.buy_in(player, 200_00, session=session)
    return desk.seat(player, seat, 200_00, session=session)


def _feeder(lists: Lists) -> TableSession:
    """A must-move game of the first table, in which Ten sits in seat 1."""
    feeder = link_feeder(feeder=lists.desk.open_table(), main=lists.desk.session, **lists.desk.by())
    _sit(lists.desk, feeder, "Ten", 1)
    return feeder


class TestBehindMustMove:
    def test_who_is_called_gets_the_seat_at_the_feeder_and_may_take_it(self, lists: Lists) -> None:
        feeder, vic = _feeder(lists), lists.desk.player("Vic")
        entry = lists.call(lists.join(vic))
        assert (entry.called_session, entry.called_seat) == (feeder, 2)
        lists.desk.buy_in(vic, 200_00, session=feeder)
        assert lists.desk.seat(vic, 2, 200_00, session=feeder)

    def test_a_full_feeder_moves_somebody_first(self, lists: Lists) -> None:
        feeder = _feeder(lists)
        for seat in range(2, 10):
            _sit(lists.desk, feeder, f"Player {seat}", seat)
        entry = lists.join()
        refusal = refused("must_move_first", lambda: lists.call(entry))
        assert refusal.message.startswith(f"Ten at {feeder.table} moves to {lists.desk.session.table} first: move ")
        services.must_move(sitting=feeder.sittings.get(seat=1), seat=9, key=key(), **lists.desk.by())
        assert lists.call(entry).called_session == feeder

    def test_an_empty_feeder_keeps_no_seat(self, lists: Lists) -> None:
        feeder = _feeder(lists)
        lists.desk.leave(feeder.sittings.get(seat=1))
        assert lists.call(lists.join()).called_session == lists.desk.session

    def test_the_list_shows_who_moves_and_offers_only_the_feeders_seats(self, lists: Lists) -> None:
        feeder = _feeder(lists)
        lists.join()
        (game,) = game_lists(lists.desk.room, lists.desk.now)
        assert [(sitting.player.display_name, main, seat) for sitting, main, seat in game.moves] == [
            ("Ten", lists.desk.session, 9)
        ]
        assert {session for session, _ in game.seats_for_list} == {feeder}

    def test_nobody_of_the_list_is_next_for_the_main_game(self, lists: Lists) -> None:
        feeder, entry = _feeder(lists), lists.join()
        assert names_for(lists.desk.session, lists.desk.now) == []
        assert names_for(feeder, lists.desk.now) == [entry]

    def test_who_is_called_for_another_game_is_not_next(self, lists: Lists) -> None:
        ann = lists.desk.player("Ann")
        lists.join(ann)
        following = lists.join()
        lists.call(lists.join(ann, O8_LIST))
        assert names_for(lists.desk.session, lists.desk.now) == [following]


class TestKeptApart:
    def test_the_next_table_takes_them(self, lists: Lists) -> None:
        other, vic = lists.desk.open_table(), lists.desk.player("Vic")
        sits = lists.desk.session.sittings.get(seat=1).player
        services.keep_apart(room=lists.desk.room, player=vic, other=str(sits.pk), reason="a quarrel", **lists.desk.by())
        assert lists.call(lists.join(vic)).called_session == other

    def test_where_there_is_none_the_call_is_refused_and_says_why(self, lists: Lists) -> None:
        vic, sits = lists.desk.player("Vic"), lists.desk.session.sittings.get(seat=1).player
        services.keep_apart(room=lists.desk.room, player=vic, other=str(sits.pk), reason="a quarrel", **lists.desk.by())
        entry = lists.join(vic)
        refusal = refused("kept_apart", lambda: lists.call(entry))
        assert refusal.message.startswith(f"Vic and {sits} are kept apart")


class TestLapsed:
    def _late(self, lists: Lists) -> ListEntry:
        """A name whose time to come is over."""
        late = lists.call(lists.join(lists.desk.player("Late")))
        lists.desk.now += ANSWER_WITHIN + timedelta(minutes=1)
        return late

    def test_its_seat_is_empty_again(self, lists: Lists) -> None:
        late = self._late(lists)
        assert empty_seats(lists.desk.session, late.called_at) == []
        assert empty_seats(lists.desk.session, lists.desk.now) == [9]
        (game,) = game_lists(lists.desk.room, lists.desk.now)
        assert game.seats == [(lists.desk.session, 9)]

    def test_the_next_may_be_called_to_it_and_the_late_one_has_no_seat_left(self, lists: Lists) -> None:
        late, following = self._late(lists), lists.join()
        assert lists.call(following).called_seat == 9
        late.refresh_from_db()
        assert (late.state, late.called_session, late.called_seat) == ("called", None, None)
        assert AuditEvent.objects.filter(verb="list.seat_given_on", subject_id=str(late.pk)).exists()
        assert services.note_no_show(entry=late, **lists.desk.by()).state == "no_show"


class TestATableThatCloses:
    def test_who_was_called_there_waits_again_in_the_old_place(self, lists: Lists) -> None:
        desk = lists.desk
        other = desk.open_table()
        first, second = lists.join(), lists.join()
        called = [lists.call(first), lists.call(second)]
        assert {entry.called_session for entry in called} == {desk.session, other}
        gone = next(entry for entry in called if entry.called_session == other)
        services_of_tables.close_table(session=other, **desk.by())
        gone.refresh_from_db()
        assert (gone.state, gone.called_session, gone.called_seat, gone.called_until) == ("waiting", None, None, None)
        told = AuditEvent.objects.get(verb="list.resumed")
        assert (told.subject_id, told.reason) == (str(gone.pk), f"{other.table} closed")
        kept = next(entry for entry in called if entry.called_session == desk.session)
        kept.refresh_from_db()
        assert kept.state == "called"
        refused("no_seat_open", lambda: lists.call(gone))
