"""The house's exceptions from the plaque's limits: on record they are taken at their word, otherwise two people make
them."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from cage.models import BuyIn
from config.audit.models import AuditEvent
from players.models import HouseException, Player, Sitting, Transfer
from players.services.whole_table import Goes, Plan, settle_table
from tables.services import close_table, open_table
from tests.support.desk import Desk, key, person
from tests.support.refusals import refused

BROKEN: dict[str, Any] = {"exception": HouseException.BROKEN_GAME}
EXCEPTIONS = [exception for exception in HouseException if exception]


def _from_a_broken_game(desk: Desk, left_with: int = 60_00, goes: Goes = Goes.RACK) -> Player:
    """A player whose table was just broken, with so much; a new one is open."""
    sitting = desk.seated(200_00)
    plan = Plan(sitting=sitting.pk, goes=goes, counted=left_with)
    two = {"by": desk.manager, "second": desk.second, "at": desk.at()}
    settle_table(
        session=desk.session,
        plans=[plan],
        key=key(),
        reason="lost it",
        confirmed=("residual",),
        close_reason="lost it",
        **two,
    )
    assert not Sitting.objects.filter(left_at=None).exists()
    desk.session = desk.open_table()
    return sitting.player


class TestAtTheWindow:
    @pytest.mark.parametrize("exception", EXCEPTIONS)
    @pytest.mark.parametrize("amount", [5_00, 5_000_00])
    def test_a_newcomer_is_nobody_s_exception(self, desk: Desk, exception: HouseException, amount: int) -> None:
        player = desk.player()
        error = refused("exception_unfounded", lambda: desk.buy_in(player, amount, exception=exception))
        assert error.field == "badge"
        assert BuyIn.objects.count() == 0

    def test_who_comes_from_a_broken_game_may_be_as_short_as_it_left_them(self, desk: Desk) -> None:
        player = _from_a_broken_game(desk)
        desk.cash_out(player, 60_00)
        refused("short_buy", lambda: desk.buy_in(player, 60_00))
        refused("short_buy", lambda: desk.buy_in(player, 59_00, **BROKEN), least=60_00, most=300_00)
        bought = desk.buy_in(player, 60_00, **BROKEN)
        assert (bought.exception, bought.approver) == ("broken_game", None)
        assert "broken game" in Transfer.objects.filter(request_key=bought.request_key)[0].reason

    def test_and_as_deep_but_no_deeper(self, desk: Desk) -> None:
        desk.seated(300_00, seat=2)
        deep, other = desk.seated(300_00), desk.session.sittings.get(seat=2)
        plans = [
            Plan(sitting=deep.pk, goes=Goes.RACK, counted=500_00),
            Plan(sitting=other.pk, goes=Goes.RACK, counted=100_00),
        ]
        two = {"by": desk.manager, "second": desk.second, "at": desk.at()}
        settle_table(session=desk.session, plans=plans, key=key(), reason="played", **two)
        desk.session = desk.open_table()
        desk.cash_out(deep.player, 500_00)
        refused("above_max_buyin", lambda: desk.buy_in(deep.player, 501_00, **BROKEN), most=500_00)
        assert desk.buy_in(deep.player, 500_00, **BROKEN)

    def test_the_same_counts_when_they_sit_down(self, desk: Desk) -> None:
        player = _from_a_broken_game(desk)
        refused("short_buy", lambda: desk.seat(player, 1, 59_00, **BROKEN))
        assert desk.stack(desk.seat(player, 1, 60_00, **BROKEN)) == 60_00

    def test_who_left_by_themselves_before_comes_from_no_broken_game(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        desk.leave(sitting)
        close_table(session=desk.session, by=desk.manager, at=desk.at())
        desk.session = desk.open_table()
        refused("exception_unfounded", lambda: desk.buy_in(sitting.player, 5_00, **BROKEN))

    def test_who_has_sat_since_comes_from_there(self, desk: Desk) -> None:
        player = _from_a_broken_game(desk)
        desk.buy_in(player, 100_00)
        sitting = desk.seat(player, 1, 160_00)
        refused("exception_unfounded", lambda: desk.buy_in(player, 5_000_00, session=desk.open_table(), **BROKEN))
        desk.leave(sitting)
        refused("exception_unfounded", lambda: desk.buy_in(player, 5_00, **BROKEN))

    def test_it_ends_with_the_gaming_day(self, desk: Desk) -> None:
        player = _from_a_broken_game(desk)
        close_table(session=desk.session, by=desk.manager, at=desk.at())
        desk.now += timedelta(hours=23)
        desk.session = open_table(table=desk.session.table, by=desk.manager, at=desk.at())
        refused("exception_unfounded", lambda: desk.buy_in(player, 5_00, **BROKEN))

    @pytest.mark.parametrize("exception", EXCEPTIONS)
    def test_a_supervisor_s_word_does_and_stays_on_the_slip(self, desk: Desk, exception: HouseException) -> None:
        bought = desk.buy_in(desk.player(), 60_00, exception=exception, approver=desk.second)
        assert (bought.exception, bought.approver) == (exception, desk.second)
        event = AuditEvent.objects.get(verb="buy_in.taken", subject_id=str(bought.pk))
        assert event.after["confirmed_by"] == desk.second.pk

    def test_but_neither_a_cashier_s_nor_one_s_own(self, desk: Desk) -> None:
        player, other = desk.player(), person(desk.room, "cashier")
        refused("second_may_not", lambda: desk.buy_in(player, 60_00, **BROKEN, approver=other))
        refused("second_is_first", lambda: desk.buy_in(player, 60_00, **BROKEN, approver=desk.cashier))

    def test_nobody_confirms_where_the_plaque_binds(self, desk: Desk) -> None:
        refused("approver_unneeded", lambda: desk.buy_in(desk.player(), 200_00, approver=desk.second))

    def test_the_database_holds_the_slip_to_two_people(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 200_00)
        for approver, exception in ((desk.second, ""), (desk.cashier, "related")):
            bought.pk, bought.receipt, bought.request_key = None, bought.receipt + 1, key()
            bought.approver, bought.exception = approver, exception
            with pytest.raises(IntegrityError, match="buy_in_exception_approved_by_another"), transaction.atomic():
                bought.save(force_insert=True)


class TestAtTheSeat:
    @pytest.mark.parametrize("exception", EXCEPTIONS)
    def test_whoever_seats_makes_no_exception_alone(self, desk: Desk, exception: HouseException) -> None:
        player = desk.player()
        desk.buy_in(player, 200_00)
        refused("exception_unfounded", lambda: desk.seat(player, 1, 50_00, exception=exception))
        assert desk.seat(player, 1, 50_00, exception=exception, approver=desk.second)
        event = AuditEvent.objects.get(verb="player.seated")
        assert (event.after["exception"], event.after["confirmed_by"]) == (exception, desk.second.pk)
