"""A whole table in one act: counted, broken, closed; all of it or nothing."""

from collections.abc import Iterable

import pytest

from config.audit.models import AuditEvent
from config.audit.words import MONEY
from config.errors import KeyReused
from players import services
from players.checks.books import broken_groups
from players.models import AccountKind, HouseException, ListEntry, Sitting
from players.services.whole_table import Goes, Place, Plan, settle_table
from tables.models import TableSession
from tables.residuals import residuals_at
from tables.services import link_feeder
from tests.support.arranged import arranged
from tests.support.desk import Desk, key
from tests.support.lists import NLH_LIST, O8, Lists
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.django_db


@arranged
def table() -> HandTable:
    """Three players with 200 each in seats 1, 2 and 3."""
    return open_hand_table(seats=(1, 2, 3))


def _settle(table: HandTable, plans: Iterable[Plan], **facts: object) -> TableSession:
    given = {"session": table.session, "plans": list(plans), "key": key(), "shuffle": _in_order}
    given["second"] = table.desk.second
    return settle_table(**(given | table.by() | facts))  # type: ignore[arg-type]


def _all(
    table: HandTable, goes: Goes, counted: Iterable[int | None] = (None, None, None), at: int | None = None
) -> list[Plan]:
    pairs = zip(table.sittings.values(), counted, strict=True)
    return [Plan(sitting=sitting.pk, goes=goes, counted=each, table=at) for sitting, each in pairs]


def test_who_was_counted_with_the_whole_table_is_known_until_the_next_hand(table: HandTable) -> None:
    """Every stack is what the books say: nothing moves, and nobody is asked to count them again a moment later."""
    table.tick(0)
    _settle(table, _all(table, Goes.STAYS, (200_00, 200_00, 200_00)))
    ticked = table.tick(0)
    refused("count_missing", lambda: _settle(table, _all(table, Goes.RACK)))
    _settle(table, _all(table, Goes.STAYS, (200_00, 200_00, 200_00)))
    assert ticked.number == 2
    _settle(table, _all(table, Goes.RACK))
    assert not table.session.is_open


def test_hands_of_before_a_whole_count_explain_no_later_one(table: HandTable) -> None:
    table.tick(5_00)
    _settle(table, _all(table, Goes.STAYS, (200_00, 200_00, 195_00)))
    error = refused(
        "count_above_ticks", lambda: _settle(table, _all(table, Goes.STAYS, (350_00, 50_00, 195_00)), reason="ticks")
    )
    assert "0 quick hands since can have made 200 of it at most" in error.message


def _in_order(lots: list[Place | None]) -> None:
    """No chance in a test: the free seats as they come."""


def _full_but(desk: Desk, free: Iterable[int]) -> TableSession:
    """Another table of the same game with these seats free."""
    other = desk.open_table()
    for seat in set(range(1, 10)) - set(free):
        player = desk.player()
        desk.buy_in(player, 200_00, session=other)
        desk.seat(player, seat, 200_00, session=other)
    return other


def _where(table: HandTable) -> list[tuple[int, int] | None]:
    """Table session and seat of each of the three now; None where somebody sits nowhere."""
    players = [sitting.player for sitting in table.sittings.values()]
    now = {sitting.player_id: sitting for sitting in Sitting.objects.filter(player__in=players, left_at=None)}
    return [(now[p.pk].session_id, now[p.pk].seat) if p.pk in now else None for p in players]


class TestCounting:
    def test_what_ticks_moved_needs_no_reason_where_the_sum_agrees(self, table: HandTable) -> None:
        table.tick(rake=300)
        _settle(table, _all(table, Goes.STAYS, (500_00, 90_00, 7_00)))
        assert table.stacks() == {1: 500_00, 2: 90_00, 3: 7_00}
        assert table.desk.held(AccountKind.FELT) == 0
        assert table.session.is_open

    def test_a_sum_that_does_not_agree_says_why_and_keeps_the_rest_on_the_felt(self, table: HandTable) -> None:
        table.tick(rake=300)
        plans = _all(table, Goes.STAYS, (500_00, 90_00, 5_00))
        refused("count_reason_missing", lambda: _settle(table, plans))
        assert table.stacks() == {1: 200_00, 2: 200_00, 3: 200_00}
        _settle(table, plans, reason="a chip fell")
        assert table.desk.held(AccountKind.FELT) == 2_00

    def test_stacks_that_changed_hands_without_a_tick_say_why(self, table: HandTable) -> None:
        refused("count_reason_missing", lambda: _settle(table, _all(table, Goes.STAYS, (250_00, 150_00, 200_00))))

    def test_without_ticks_the_books_are_right(self, table: HandTable) -> None:
        _settle(table, _all(table, Goes.RACK))
        assert [table.desk.rack(sitting.player) for sitting in table.sittings.values()] == [200_00] * 3

    @pytest.mark.parametrize("rake", [300, 0])
    def test_after_ticks_nobody_leaves_uncounted(self, table: HandTable, rake: int) -> None:
        table.tick(rake=rake)
        refused("count_missing", lambda: _settle(table, _all(table, Goes.RACK, (397_00, None, 0))))


class TestClosing:
    def test_everybody_leaves_with_what_was_counted_and_the_table_is_closed(self, table: HandTable) -> None:
        table.tick(rake=300)
        closed = _settle(table, _all(table, Goes.RACK, (500_00, 97_00, 0)))
        assert not closed.is_open
        assert [table.desk.rack(sitting.player) for sitting in table.sittings.values()] == [500_00, 97_00, 0]
        assert list(broken_groups()) == []
        event = AuditEvent.objects.get(verb="table.settled", room=table.desk.room)
        assert event.after["stacks"] == 3
        assert "stacks" not in MONEY, "a number of stacks is no money"

    def test_it_stays_open_while_somebody_sits(self, table: HandTable) -> None:
        rack, *stay = _all(table, Goes.STAYS)
        assert _settle(table, [Plan(sitting=rack.sitting, goes=Goes.RACK), *stay]).is_open

    def test_who_is_sent_on_alone_keeps_the_order_of_the_must_move(self, table: HandTable) -> None:
        """A table that is broken sends everybody; one player of a table that goes on passes nobody."""
        main = table.desk.open_table()
        link_feeder(feeder=table.session, main=main, **table.by())
        first, second, third = _all(table, Goes.STAYS)
        goes = Plan(sitting=second.sitting, goes=Goes.SEAT, table=main.pk, seat=1)
        refused("must_move_first", lambda: _settle(table, [first, goes, third]))
        goes = Plan(sitting=first.sitting, goes=Goes.SEAT, table=main.pk, seat=1)
        assert _settle(table, [goes, second, third]).is_open

    def test_all_or_nothing(self, table: HandTable) -> None:
        plans = _all(table, Goes.RACK)
        plans[2] = Plan(sitting=plans[2].sitting, goes=Goes.SEAT, table=table.desk.open_table().pk, seat=77)
        refused("seat_unknown", lambda: _settle(table, plans))
        assert Sitting.objects.filter(left_at=None).count() == 3

    def test_the_same_request_twice_happens_once_and_another_body_is_refused(self, table: HandTable) -> None:
        own, plans = key(), _all(table, Goes.RACK)
        _settle(table, plans, key=own)
        assert not _settle(table, plans, key=own).is_open
        assert table.desk.rack(table.sittings[1].player) == 200_00
        with pytest.raises(KeyReused):
            _settle(table, plans[:2], key=own)

    def test_a_page_that_is_older_than_a_newcomer_is_refused(self, table: HandTable) -> None:
        plans = _all(table, Goes.RACK)
        table.desk.seated(200_00, seat=4)
        refused("table_changed", lambda: _settle(table, plans))

    def test_not_in_the_middle_of_a_hand(self, table: HandTable) -> None:
        table.deal()
        refused("mid_hand", lambda: _settle(table, _all(table, Goes.RACK)))

    def test_who_is_away_and_who_plays_over_leave_as_well(self, table: HandTable) -> None:
        absent = table.sittings[1]
        services.go_away(sitting=absent, agrees=True, **table.by())
        over = table.desk.player()
        table.desk.buy_in(over, 200_00)
        facts = {"sitting": absent, "player": over, "amount": 200_00, "key": key()}
        sitting = services.play_over(**facts, **table.by())
        plans = [*_all(table, Goes.RACK), Plan(sitting=sitting.pk, goes=Goes.RACK)]
        assert not _settle(table, plans).is_open
        assert table.desk.rack(over) == table.desk.rack(absent.player) == 200_00


class TestBreaking:
    def test_seats_are_drawn_and_who_draws_none_is_on_top_of_the_list_in_order(self, table: HandTable) -> None:
        other = _full_but(table.desk, free=(4,))
        lists = Lists(table.desk)
        lists.join(table.desk.player("Waits"))
        _settle(table, _all(table, Goes.DRAWN))
        assert _where(table) == [(other.pk, 4), None, None]
        _, second, third = (sitting.player.display_name for sitting in table.sittings.values())
        assert lists.order() == [second, third, "Waits"]

    def test_the_lot_is_drawn_among_seats_and_blanks(self, table: HandTable) -> None:
        other = _full_but(table.desk, free=(4,))
        _settle(table, _all(table, Goes.DRAWN), shuffle=lambda lots: lots.reverse())
        assert _where(table) == [None, None, (other.pk, 4)]

    def test_the_limits_of_the_plaque_do_not_bind_the_house_s_transfer(self, table: HandTable) -> None:
        table.tick(rake=0)
        other = _full_but(table.desk, free=(4, 5, 6))
        _settle(table, _all(table, Goes.DRAWN, (597_00, 3_00, 0)), reason="counted after ticks")
        assert _where(table) == [(other.pk, 4), (other.pk, 5), (other.pk, 6)]
        told = AuditEvent.objects.filter(verb="player.moved").values_list("after__exception", flat=True)
        assert set(told) == {HouseException.BROKEN_GAME}

    def test_a_seat_that_somebody_was_called_to_is_not_drawn(self, table: HandTable) -> None:
        other = _full_but(table.desk, free=(4, 5))
        lists = Lists(table.desk)
        for seat in range(4, 10):
            table.desk.seated(seat=seat)
        called = lists.call(lists.join())
        assert (called.called_session, called.called_seat) == (other, 4)
        sitting = table.sittings[1]
        plans = [Plan(sitting=each.pk) for each in table.session.sittings.filter(left_at=None) if each != sitting]
        _settle(table, [Plan(sitting=sitting.pk, goes=Goes.DRAWN), *plans])
        assert _where(table)[0] == (other.pk, 5)

    def test_a_named_seat_is_taken_before_the_others_are_drawn(self, table: HandTable) -> None:
        other = _full_but(table.desk, free=(4, 5))
        plans = _all(table, Goes.DRAWN, at=other.pk)
        plans[2] = Plan(sitting=plans[2].sitting, goes=Goes.SEAT, table=other.pk, seat=4)
        _settle(table, plans)
        assert _where(table) == [(other.pk, 5), None, (other.pk, 4)]

    def test_another_game_holds_them_to_its_plaque(self, table: HandTable) -> None:
        other = table.desk.open_table(O8)
        plans = _all(table, Goes.RACK)
        table.tick(rake=0)
        plans[0] = Plan(sitting=plans[0].sitting, goes=Goes.SEAT, table=other.pk, seat=1, counted=30_00)
        plans[1] = Plan(sitting=plans[1].sitting, goes=Goes.RACK, counted=370_00)
        plans[2] = Plan(sitting=plans[2].sitting, goes=Goes.RACK, counted=200_00)
        refused("short_buy", lambda: _settle(table, plans, reason="ticks"))

    def test_to_the_list_in_the_order_in_which_they_came(self, table: HandTable) -> None:
        _settle(table, _all(table, Goes.LIST))
        assert Lists(table.desk).order() == [sitting.player.display_name for sitting in table.sittings.values()]
        assert ListEntry.objects.filter(waiting_list__key=NLH_LIST.key, state="waiting").count() == 3


class TestFelts:
    """What the floor board says of the felt of a table that was counted whole."""

    def off(self, table: HandTable) -> tuple[int | None, object]:
        """The residual of the felt, minor units, and when it was counted."""
        session = table.session
        felt = next(each for each in residuals_at([session])[session.pk] if each.name == "felt")
        return felt.amount, felt.at

    def test_a_table_that_was_counted_as_the_books_say_is_counted_and_off_by_nothing(self, table: HandTable) -> None:
        assert self.off(table) == (None, None)
        at = table.desk.at()
        _settle(table, _all(table, Goes.STAYS, (200_00, 200_00, 200_00)), at=at)
        assert self.off(table) == (0, at)

    def test_some_of_the_stacks_are_not_the_table(self, table: HandTable) -> None:
        _settle(table, _all(table, Goes.STAYS, (200_00, 200_00, None)))
        assert self.off(table) == (None, None)

    def test_what_comes_to_the_felt_later_leaves_the_count_as_it_was(self, table: HandTable) -> None:
        at = table.desk.at()
        _settle(table, _all(table, Goes.STAYS, (200_00, 200_00, 200_00)), at=at)
        table.tick(3_00)
        assert self.off(table) == (0, at)
        again = table.desk.at()
        _settle(table, _all(table, Goes.STAYS, (200_00, 200_00, 197_00)), at=again)
        assert self.off(table) == (0, again)

    def test_stacks_that_hold_more_than_lies_there_by_the_books_are_off(self, table: HandTable) -> None:
        table.tick(3_00)
        at = table.desk.at()
        _settle(table, _all(table, Goes.STAYS, (200_00, 200_00, 200_00)), at=at, reason="nobody paid the rake")
        assert self.off(table) == (3_00, at)
