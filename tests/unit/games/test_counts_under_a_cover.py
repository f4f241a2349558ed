"""Chips of a player who is played over: no hand that another was dealt in their seat moves or holds them."""

from typing import Any

import pytest
from django.db import transaction

from config.audit.books import audit
from config.requests.services import claim
from games.services.drafts import abandon
from players.models import Sitting
from players.services import agree_to_be_played_over, go_away, leave_seat, move_player, pick_up, play_over
from players.services.counting import count_together
from players.services.table_money import count_stack
from players.services.whole_table import Goes, Plan, settle_table
from tests.support.arranged import arranged
from tests.support.desk import key, person
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table

SEAT = 3
UNMOVED = "no quick hand moved it, for this player came after them or was away in all of them"


@arranged
def table() -> HandTable:
    """Four players at no-limit hold'em, seats 1 to 4."""
    return open_hand_table()


@pytest.fixture
def ann(table: HandTable) -> Sitting:
    """Seat 3 with 200, who is away and has agreed to be played over."""
    go_away(sitting=table.sittings[SEAT], agrees=True, **table.by())
    return table.sittings[SEAT]


@pytest.fixture
def over(table: HandTable, ann: Sitting) -> Sitting:
    """Bo, who plays over in seat 3 with 150."""
    return sits_over(table, ann)


def sits_over(table: HandTable, absent: Sitting, name: str = "Bo") -> Sitting:
    player = table.desk.player(name)
    table.desk.buy_in(player, 150_00)
    return play_over(sitting=absent, player=player, amount=150_00, key=key(), **table.by())


def sound() -> None:
    assert [finding for finding in audit() if not finding.holds] == []


class TestCounts:
    @pytest.mark.parametrize("hands", [1, 3])
    def test_quick_hands_of_another_take_nothing_from_under_the_cover(
        self, table: HandTable, ann: Sitting, over: Sitting, hands: int
    ) -> None:
        for _ in range(hands):
            table.tick(5_00)
        facts = {"sitting": ann, "counted": 196_00, "reason": "ticks", "key": key()}
        assert UNMOVED in refused("count_above_ticks", lambda: count_stack(**facts, **table.by())).message
        assert UNMOVED in refused("count_above_ticks", lambda: leave_seat(**facts, **table.by())).message
        count_stack(sitting=over, counted=146_00, reason="ticks", key=key(), **table.by())
        assert (table.desk.stack(ann), table.desk.stack(over)) == (200_00, 146_00)
        sound()

    def test_what_they_played_before_is_counted(self, table: HandTable) -> None:
        """Of the first hand after somebody is noted as away they may have been; until somebody has their seat."""
        ann = table.sittings[SEAT]
        table.tick(5_00)
        go_away(sitting=ann, agrees=True, **table.by())
        table.tick(5_00)
        sits_over(table, ann)
        table.tick(5_00)
        count_stack(sitting=ann, counted=190_00, reason="ticks", key=key(), **table.by())
        facts = {"sitting": ann, "counted": 188_00, "reason": "ticks", "key": key()}
        assert UNMOVED in refused("count_above_ticks", lambda: count_stack(**facts, **table.by())).message

    def test_both_stacks_of_a_seat_are_held_to_their_own_figures(self, table: HandTable) -> None:
        """Counted together, each is bounded by what lay there itself, not by the other one of its seat."""
        ann = table.sittings[SEAT]
        table.tick(5_00)
        go_away(sitting=ann, agrees=True, **table.by())
        over = sits_over(table, ann)
        count_stack(sitting=over, key=key(), **table.desk.counted(10_00, "left_lying"))
        table.tick(5_00)
        asked, by = key(), table.by()
        counts = {over: 95_00, ann: 190_00, table.sittings[1]: 115_00}
        with transaction.atomic():
            claim(asked, "count", {}, **by)
            act = {"counts": counts, "reason": "ticks", "key": asked}
            error = refused("count_above_ticks", lambda: count_together(table.session, **act, **by))
        assert "1 quick hand since can have made 90 of it at most" in error.message

    def test_who_plays_over_has_their_own_hands_not_the_absent_ones(self, table: HandTable, ann: Sitting) -> None:
        """The absent one came before the hands; who plays over came after them."""
        for _ in range(2):
            table.tick(5_00)
        over = sits_over(table, ann)
        facts = {"sitting": over, "counted": 146_00, "reason": "ticks", "key": key()}
        assert UNMOVED in refused("count_above_ticks", lambda: count_stack(**facts, **table.by())).message
        count_stack(sitting=ann, counted=196_00, reason="ticks", key=key(), **table.by())

    def test_a_whole_table_is_counted_with_both(self, table: HandTable, ann: Sitting, over: Sitting) -> None:
        table.tick(5_00)
        table.tick(5_00)

        def plans(under: int, first: int) -> dict[str, Any]:
            stacks = {table.sittings[1]: first, ann: under, over: 150_00}
            stacks |= {table.sittings[2]: 200_00, table.sittings[4]: 200_00}
            told = [Plan(sitting=each.pk, counted=stack, goes=Goes.STAYS) for each, stack in stacks.items()]
            return {"session": table.session, "plans": told, "key": key()}

        taken = refused("count_above_ticks", lambda: settle_table(**plans(190_00, 200_00), **table.by()))
        assert UNMOVED in taken.message
        settle_table(**plans(200_00, 190_00), **table.by())
        assert (table.desk.stack(ann), table.stack(1)) == (200_00, 190_00)
        sound()


class TestLeaving:
    def test_who_was_dealt_into_no_quick_hand_leaves_with_the_books_figure(
        self, table: HandTable, ann: Sitting, over: Sitting
    ) -> None:
        table.tick(5_00)
        refused("count_missing", lambda: leave_seat(sitting=over, key=key(), **table.by()))
        assert leave_seat(sitting=ann, key=key(), **table.by()).left_with == 200_00
        sound()

    def test_and_moves_with_it(self, table: HandTable, ann: Sitting, over: Sitting) -> None:
        table.tick(5_00)
        moved = move_player(sitting=ann, session=table.desk.open_table(), seat=1, key=key(), **table.by())
        assert table.desk.stack(moved) == 200_00
        sound()

    def test_who_may_have_been_in_one_is_counted(self, table: HandTable, ann: Sitting) -> None:
        table.tick(5_00)
        sits_over(table, ann)
        table.tick(5_00)
        message = refused("count_missing", lambda: leave_seat(sitting=ann, key=key(), **table.by())).message
        assert "was counted a quick hand was recorded" in message


class TestWhileAHandIsPlayed:
    @pytest.mark.parametrize("how", ["leaves", "moves", "picked up"])
    def test_who_is_not_in_it_goes(self, table: HandTable, ann: Sitting, over: Sitting, how: str) -> None:
        draft = table.deal()
        self._goes(table, ann, how)
        over.refresh_from_db()
        ann.refresh_from_db()
        assert (over.kept_at, ann.left_with) == (ann.left_at, 200_00)
        table.record(table.act(draft, *["f"] * 3))
        assert table.session.hand_open is False
        sound()

    @pytest.mark.parametrize("how", ["leaves", "moves", "picked up"])
    def test_who_was_dealt_in_and_is_played_over_meanwhile_waits(self, table: HandTable, how: str) -> None:
        ann, draft = table.sittings[SEAT], table.deal()
        go_away(sitting=ann, **table.by())
        agree_to_be_played_over(sitting=ann, **table.by())
        sits_over(table, ann)
        refused("mid_hand", lambda: self._goes(table, ann, how))
        table.record(table.act(draft, *["f"] * 3))
        sound()

    def test_nobody_else_goes(self, table: HandTable, over: Sitting) -> None:
        go_away(sitting=table.sittings[2], **table.by())
        table.deal()
        for sitting in (over, table.sittings[1], table.sittings[2]):
            refused("mid_hand", lambda at=sitting: leave_seat(sitting=at, key=key(), **table.by()))

    def test_chips_are_counted_off_the_books_after_it(self, table: HandTable, ann: Sitting, over: Sitting) -> None:
        """What the felt holds may be needed by the stacks that were counted for this hand."""
        draft = table.deal()
        facts = {"sitting": ann, "counted": 195_00, "reason": "left_lying", "key": key()}
        said = refused("mid_hand", lambda: leave_seat(**facts, **table.by())).message
        assert "200 by the books" in said
        assert leave_seat(**(facts | {"counted": 200_00}), **table.by()).left_with == 200_00
        abandon(draft=draft, version=draft.version, **table.by())

    def _goes(self, table: HandTable, ann: Sitting, how: str) -> None:
        if how == "leaves":
            leave_seat(sitting=ann, key=key(), **table.by())
        elif how == "moves":
            move_player(sitting=ann, session=table.desk.open_table(), seat=1, key=key(), **table.by())
        else:
            witness = person(table.desk.room, "cashier")
            facts = {"counted": 200_00, "witness": witness, "rounds_missed": 2, "key": key()}
            pick_up(sitting=ann, **facts, **table.by())
