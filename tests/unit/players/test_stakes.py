"""Chips that leave a table: little for incidentals, by what the house has posted; and a stake that comes back with its
player, at whichever table of the same kind of game they sit down."""

from dataclasses import replace
from datetime import timedelta

import pytest

from players import services
from players.models import IdentityDecision, Player, Sitting
from players.selectors.plaque_rules import incidentals_allowed
from players.services.must_move import must_move
from players.services.seat_changes import change_seat
from players.services.whole_table import Goes, Plan, settle_table
from rules.house.house import LIVE, STANDARD
from rules.house.plaque import Plaque
from tables.models import TableSession
from tables.services import close_table, link_feeder, open_table
from tests.support.desk import NLH, Desk, key, open_desk
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db


def takes(desk: Desk, sitting: Sitting, amount: int) -> Sitting:
    return services.take_incidental(sitting=sitting, amount=amount, reason="dinner", key=key(), **desk.by())


class TestIncidentals:
    def test_more_than_is_posted_for_a_sitting_is_refused_with_what_is_left(self, desk: Desk) -> None:
        sitting = desk.seated(300_00)
        takes(desk, sitting, 15_00)
        error = refused("above_incidentals", lambda: takes(desk, sitting, 6_00), amount=5_00)
        assert error.message == (
            "6 after the 15 of today is more than is posted for incidentals: at most 5 may leave the table while the "
            "player stays."
        )
        assert (desk.stack(sitting), error.field) == (285_00, "amount")
        takes(desk, sitting, 5_00)
        refused("above_incidentals", lambda: takes(desk, sitting, 1_00), amount=0)

    def test_half_the_stack_is_not_little(self, desk: Desk) -> None:
        refused("above_incidentals", lambda: takes(desk, desk.seated(300_00), 199_00), amount=20_00)

    def test_another_seat_is_the_same_sitting(self, desk: Desk) -> None:
        sitting = desk.seated(300_00)
        takes(desk, sitting, 20_00)
        moved = change_seat(sitting=sitting, seat=2, key=key(), **desk.by())
        refused("above_incidentals", lambda: takes(desk, moved, 1_00), amount=0)

    def test_another_sitting_begins_anew_within_what_is_posted_for_the_day(self, desk: Desk) -> None:
        sitting = desk.seated(300_00)
        takes(desk, sitting, 20_00)
        again = _sits_elsewhere(desk, sitting, replace(NLH, blinds=(200, 500)))
        takes(desk, again, 15_00)
        third = _sits_elsewhere(desk, again, replace(NLH, blinds=(500, 500)))
        refused("above_incidentals", lambda: takes(desk, third, 6_00), amount=5_00)
        takes(desk, third, 5_00)

    def test_the_next_gaming_day_begins_anew(self, desk: Desk) -> None:
        sitting = desk.seated(300_00)
        takes(desk, sitting, 20_00)
        again = _sits_elsewhere(desk, sitting, replace(NLH, blinds=(200, 500)))
        takes(desk, again, 20_00)
        desk.leave(again)
        desk.now += timedelta(days=1)
        desk.session = desk.open_table()
        takes(desk, desk.seated(300_00, player=sitting.player), 20_00)

    def test_another_player_took_nothing(self, desk: Desk) -> None:
        takes(desk, desk.seated(300_00, seat=1), 20_00)
        other = desk.seated(300_00, seat=2)
        assert incidentals_allowed(other, at=desk.now) == 20_00
        takes(desk, other, 20_00)

    def test_two_records_of_one_person_took_it_together(self, desk: Desk) -> None:
        sitting = desk.seated(300_00)
        takes(desk, sitting, 20_00)
        twin = _linked(desk, sitting.player)
        again = _sits_elsewhere(desk, sitting, replace(NLH, blinds=(200, 500)), player=twin)
        takes(desk, again, 15_00)
        desk.leave(again)
        assert incidentals_allowed(sitting, at=desk.now) == 0
        desk.session = desk.open_table(replace(NLH, blinds=(500, 500)))
        refused("above_incidentals", lambda: takes(desk, desk.seated(300_00, player=twin), 6_00), amount=5_00)

    def test_where_nothing_is_posted_nothing_leaves(self) -> None:
        desk = open_desk(house=STANDARD.with_answers(incidentals_a_sitting=None, incidentals_a_day=None))
        sitting = desk.seated(300_00)
        assert incidentals_allowed(sitting, at=desk.now) == 0
        refused("above_incidentals", lambda: takes(desk, sitting, 1_00), amount=0)

    def test_again_and_again_is_no_way_round_what_is_posted(self) -> None:
        """At one table, at another one, and on the same day after leaving: under the rules that a new room begins
        with."""
        desk = open_desk(house=STANDARD)
        sitting = desk.seated(300_00)
        takes(desk, sitting, 20_00)
        refused("above_incidentals", lambda: takes(desk, sitting, 1_00), amount=0)
        again = _sits_elsewhere(desk, sitting, replace(NLH, blinds=(200, 500)))
        takes(desk, again, 20_00)
        third = _sits_elsewhere(desk, again, replace(NLH, blinds=(500, 500)))
        refused("above_incidentals", lambda: takes(desk, third, 1_00), amount=0)

    def test_a_retry_takes_it_once(self, desk: Desk) -> None:
        sitting, again = desk.seated(300_00), key()
        for _ in range(2):
            services.take_incidental(
                sitting=sitting, amount=20_00, reason="test", key=again, by=desk.cashier, at=desk.now
            )
        assert desk.stack(sitting) == 280_00


def _linked(desk: Desk, player: Player) -> Player:
    """Another record of the same person."""
    twin, facts = desk.player(), {"room": desk.room, "by": desk.manager, "at": desk.at()}
    services.decide_identity(
        player=twin, other=player, outcome=IdentityDecision.Outcome.SAME, reason="showed a passport", **facts
    )
    return twin


def _sits_elsewhere(desk: Desk, sitting: Sitting, plaque: Plaque, *, player: Player | None = None) -> Sitting:
    """The player leaves and sits down at a new table under another plaque."""
    desk.leave(sitting)
    desk.session = desk.open_table(plaque)
    player = player or sitting.player
    desk.cash_out(sitting.player, desk.rack(sitting.player))
    return desk.seated(300_00, player=player)


class TestGoingSouth:
    def test_the_stake_comes_back_at_whichever_table_of_the_kind(self, desk: Desk) -> None:
        sitting = desk.leave(desk.seated(300_00))
        other = desk.open_table(replace(NLH, seats=6, buy_in_min=50_00))
        sit = lambda amount: desk.seat(sitting.player, 1, amount, session=other)  # noqa: E731
        error = refused("going_south", lambda: sit(100_00), least=300_00)
        assert "left this kind of game with 300" in error.message
        assert sit(300_00)

    def test_the_cage_asks_for_it_too(self, desk: Desk) -> None:
        sitting = desk.leave(desk.seated(300_00))
        desk.cash_out(sitting.player, 300_00)
        other = desk.open_table()
        refused("going_south", lambda: desk.buy_in(sitting.player, 100_00, session=other), least=300_00)

    @pytest.mark.parametrize(
        "plaque", [replace(NLH, blinds=(200, 500)), replace(NLH, structure="pot_limit"), replace(NLH, game="omaha")]
    )
    def test_another_game_is_another_stake(self, desk: Desk, plaque: Plaque) -> None:
        sitting = desk.leave(desk.seated(300_00))
        assert desk.seat(sitting.player, 1, 100_00, session=desk.open_table(plaque))

    def test_the_game_is_remembered_over_another_one(self, desk: Desk) -> None:
        sitting = desk.leave(desk.seated(300_00))
        other = desk.open_table(replace(NLH, blinds=(200, 500)))
        desk.leave(desk.seat(sitting.player, 1, 100_00, session=other))
        refused("going_south", lambda: desk.seat(sitting.player, 1, 100_00), least=300_00)

    def test_after_the_window_they_are_new(self, desk: Desk) -> None:
        sitting = desk.leave(desk.seated(300_00))
        other = desk.open_table()
        desk.now = (sitting.left_at or desk.now) + timedelta(minutes=59)
        assert desk.seat(sitting.player, 1, 100_00, session=other)

    def test_a_minute_before_they_are_not(self, desk: Desk) -> None:
        sitting = desk.leave(desk.seated(300_00))
        other = desk.open_table()
        desk.now = (sitting.left_at or desk.now) + timedelta(minutes=58)
        refused("going_south", lambda: desk.seat(sitting.player, 1, 100_00, session=other))

    def test_the_newest_departure_counts(self, desk: Desk) -> None:
        sitting = desk.leave(desk.seated(300_00))
        again = desk.seat(sitting.player, 1, 300_00, session=desk.open_table())
        desk.leave(again, **desk.counted(120_00))
        assert desk.seat(sitting.player, 1, 120_00, session=desk.open_table())

    def test_who_moves_with_everything_brings_everything(self, desk: Desk) -> None:
        """A departure before the sitting that ends with the move is none of this one's."""
        sitting = desk.leave(desk.seated(300_00))
        again = desk.seat(sitting.player, 1, 300_00)
        to = {"session": desk.open_table(), "seat": 1, "key": key()}
        assert services.move_player(sitting=again, **to, **desk.counted(120_00))

    def test_another_record_of_the_person_brings_it_too(self, desk: Desk) -> None:
        sitting = desk.leave(desk.seated(300_00))
        twin = _linked(desk, sitting.player)
        refused("going_south", lambda: desk.buy_in(twin, 100_00, session=desk.open_table()), least=300_00)

    def test_who_was_sent_on_from_a_broken_game_left_of_nobodys_will(self, desk: Desk) -> None:
        sitting = desk.seated(300_00)
        plan = Plan(sitting=sitting.pk, goes=Goes.RACK)
        settle_table(session=desk.session, plans=[plan], key=key(), **desk.by())
        assert desk.seat(sitting.player, 1, 100_00, session=desk.open_table())

    def test_who_left_before_the_table_closed_did(self, desk: Desk) -> None:
        sitting = desk.leave(desk.seated(300_00))
        close_table(session=desk.session, by=desk.manager, at=desk.at())
        refused("going_south", lambda: desk.seat(sitting.player, 1, 100_00, session=_reopened(desk)), least=300_00)

    def test_a_must_move_is_no_departure(self, desk: Desk) -> None:
        main = desk.open_table()
        sitting = desk.seated(300_00)
        link_feeder(feeder=desk.session, main=main, by=desk.manager, at=desk.at())
        moved = must_move(sitting=sitting, seat=1, key=key(), **desk.counted(120_00))
        assert services.move_player(sitting=moved, session=desk.open_table(), seat=1, key=key(), **desk.by())

    def test_a_house_without_a_window_asks_nobody(self) -> None:
        desk = open_desk(house=LIVE.with_answers(return_window_minutes=None))
        sitting = desk.leave(desk.seated(300_00))
        assert desk.seat(sitting.player, 1, 100_00, session=desk.open_table())


def _reopened(desk: Desk) -> TableSession:
    return open_table(table=desk.session.table, by=desk.manager, at=desk.at())
