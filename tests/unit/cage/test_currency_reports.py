"""Whose cash of a gaming day comes to what the room reports is decided by somebody, or carried on by name."""

from datetime import date
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from cage.models import CurrencyDecision, HeldCashOut
from cage.selectors.currency_reports import candidates, carried_on, changed_since_lock, undecided
from cage.services import decide_currency, decide_hold
from config.audit.models import AuditEvent
from config.days.selectors import open_items
from config.rooms.services import change_settings
from demo.simulation.currency import CurrencyReports
from players.models import Player, TransferKind
from tests.support.arranged import arranged
from tests.support.days import end_day, lock_day, locked_day, open_drawers, tie_out
from tests.support.desk import Desk, key, open_desk, person
from tests.support.refusals import refused
from tests.support.window import a_void, book, described
from tests.unit.players.test_identity import SAME
from tests.unit.players.test_identity import decide as link

pytestmark = pytest.mark.django_db
_O = CurrencyDecision.Outcome
IN, OUT = TransferKind.TOURNAMENT_ENTRY, TransferKind.TOURNAMENT_PAID


@arranged
def desk() -> Desk:
    """A room that logs from 200.00 and reports from 1,000.01."""
    return open_desk(log_from=200_00, report_from=1_000_01)


def today(desk: Desk) -> date:
    return desk.room.gaming_day(desk.now)


def came_to(desk: Desk, amount: int = 1_000_01) -> Player:
    """A patron whose cash in of today is so much."""
    patron = described(desk)
    book(desk, IN, amount, patron)
    return patron


def decide(desk: Desk, patron: Player, day: date | None = None, **facts: Any) -> CurrencyDecision:
    day = day or today(desk)
    patron.refresh_from_db()
    seen = {each.player.person_id: each.seen for each in candidates(desk.room, day)}.get(patron.person_id, "")
    given: dict[str, Any] = {"room": desk.room, "player": patron, "day": day, "outcome": _O.FILE, "words": "Kim Lee"}
    given |= {"seen": seen, "key": key(), "by": desk.manager, "at": desk.at()}
    return decide_currency(**(given | facts))


def codes(desk: Desk, day: date) -> set[str]:
    return {item.code for item in open_items(desk.room, day)}


class TestCandidates:
    @pytest.mark.parametrize(("amount", "found"), [(1_000_01, 1), (1_000_00, 0)])
    def test_from_the_amount_on_and_not_a_cent_below(self, desk: Desk, amount: int, found: int) -> None:
        came_to(desk, amount)
        assert len(candidates(desk.room, today(desk))) == found

    def test_in_and_out_are_neither_netted_nor_added(self, desk: Desk) -> None:
        patron, floor = came_to(desk, 600_00), person(desk.room, "floor")
        book(desk, OUT, 600_00, patron, second=floor)
        assert candidates(desk.room, today(desk)) == []
        book(desk, OUT, 400_01, patron, second=floor)
        (found,) = candidates(desk.room, today(desk))
        assert (found.currency_in, found.currency_out) == (600_00, 1_000_01)

    def test_linked_records_count_together(self, desk: Desk) -> None:
        one, other = came_to(desk, 600_00), came_to(desk, 600_00)
        link(desk, one, other, SAME)
        (found,) = candidates(desk.room, today(desk))
        assert (found.currency_in, found.player.person_id) == (1_200_00, Player.objects.get(pk=one.pk).person_id)

    def test_another_day_and_another_room_know_nothing_of_it(self, desk: Desk) -> None:
        came_to(desk)
        day, other = end_day(desk), open_desk(log_from=1, report_from=1)
        assert candidates(other.room, day) == []
        assert candidates(desk.room, today(desk)) == []

    def test_a_house_that_reports_none_has_none(self, desk: Desk) -> None:
        came_to(desk)
        desk.room.report_from = 0
        assert candidates(desk.room, today(desk)) == []
        assert undecided(desk.room, today(desk)) == []


class TestOpenItem:
    def test_it_keeps_the_day_open_until_it_is_decided(self, desk: Desk) -> None:
        patron = came_to(desk)
        day = end_day(desk)
        tie_out(desk, day)
        (item,) = open_items(desk.room, day)
        assert (item.code, item.href) == (
            "currency_undecided", f"/cage/currency-reports/?day={day.isoformat()}#patron-{patron.pk}",
        )  # fmt: skip
        assert str(patron) in item.sentence
        assert f"{desk.room.money(1_000_01)} in and {desk.room.money(0)} out" in item.sentence
        refused("day_open_items", lambda: lock_day(desk, day))
        decide(desk, patron, day)
        lock_day(desk, day)

    def test_what_is_carried_by_name_lets_it_lock_and_is_listed(self, desk: Desk) -> None:
        patron = came_to(desk)
        decide(desk, patron, outcome=_O.CARRIED, words="Kim Lee of the office")
        day = end_day(desk)
        assert "currency_undecided" not in codes(desk, day)
        assert [each.words for each in carried_on(desk.room)] == ["Kim Lee of the office"]
        decide(desk, patron, day, outcome=_O.NOT, words="two people, as the recording shows")
        assert carried_on(desk.room) == []

    def test_a_void_after_the_decision_asks_again(self, desk: Desk) -> None:
        patron = came_to(desk)
        slip = book(desk, IN, 5_00, patron)
        decide(desk, patron)
        a_void(desk, slip)
        day = today(desk)
        assert [each.currency_in for each in undecided(desk.room, day)] == [1_000_01]
        decide(desk, patron)
        assert not undecided(desk.room, day)
        assert [each.currency_in for each in CurrencyDecision.objects.all()] == [1_005_01, 1_000_01], "both are kept"
        book(desk, IN, 5_00, patron)
        assert not undecided(desk.room, day), "these sums were decided"

    def test_nothing_is_asked_where_a_void_leaves_less(self, desk: Desk) -> None:
        patron = came_to(desk, 900_00)
        slip = book(desk, IN, 200_00, patron)
        decide(desk, patron)
        a_void(desk, slip, second=desk.manager)
        assert not undecided(desk.room, today(desk))
        refused("not_reported", lambda: decide(desk, patron))

    def test_a_void_after_the_lock_leaves_the_day_as_it_was(self, desk: Desk) -> None:
        patron = came_to(desk, 900_00)
        slip = book(desk, IN, 200_00, patron)
        decide(desk, patron)
        day = locked_day(desk)
        a_void(desk, slip, second=desk.manager)
        assert not undecided(desk.room, day)
        assert not undecided(desk.room, today(desk))

    def test_the_simulated_manager_settles_it(self, desk: Desk) -> None:
        came_to(desk)

        class House:
            room = desk.room

        class Stage:
            house, now = House, desk.now

            def by(self, who: str) -> Any:
                return desk.manager

            def key(self, what: str) -> str:
                return key()

        stage: Any = Stage()
        CurrencyReports(stage).settlers()["currency_undecided"](today(desk))
        assert not undecided(desk.room, today(desk))


class TestAfterTheLock:
    @pytest.fixture
    def two(self, desk: Desk) -> tuple[list[Player], date]:
        """Two records of one person, each below, on a day that is locked; linked on the day after."""
        patrons = [came_to(desk, 600_00), came_to(desk, 600_00)]
        day = locked_day(desk)
        link(desk, *patrons, SAME)
        return patrons, day

    def test_a_link_asks_on_the_open_day(self, desk: Desk, two: tuple[list[Player], date]) -> None:
        (patron, _), day = two
        now = today(desk)
        (found,) = undecided(desk.room, now)
        assert (found.of_day, found.currency_in) == (day, 1_200_00)
        assert "currency_undecided" in codes(desk, now)
        made = decide(desk, patron, day)
        assert (made.of_day, desk.room.gaming_day(made.at)) == (day, now), "dated now"
        assert not undecided(desk.room, now)

    def test_a_decision_of_before_the_link_ends_nothing(self, desk: Desk) -> None:
        one, other = came_to(desk), came_to(desk, 50_00)
        decide(desk, one)
        day = end_day(desk)
        tie_out(desk, day)
        lock_day(desk, day)
        open_drawers(desk)
        link(desk, one, other, SAME)
        (found,) = changed_since_lock(desk.room, today(desk))
        assert found.currency_in == 1_050_01
        assert [each.currency_in for each in found.decisions] == [1_000_01]
        decide(desk, other, day)
        assert not changed_since_lock(desk.room, today(desk))

    def test_another_room_is_asked_nothing(self, desk: Desk, two: tuple[list[Player], date]) -> None:
        other = open_desk(log_from=1, report_from=1)
        other.now = desk.now
        assert undecided(other.room, today(other)) == []


class TestDecide:
    def test_it_keeps_the_sums_and_leaves_a_trail(self, desk: Desk) -> None:
        patron = came_to(desk)
        made = decide(desk, patron, words=" Kim Lee ")
        assert (made.player, made.words, made.currency_in, made.currency_out) == (patron, "Kim Lee", 1_000_01, 0)
        assert made.report_from == 1_000_01
        event = AuditEvent.objects.get(verb="currency.decided")
        assert event.after["currency_in"] == 1_000_01
        assert event.room == desk.room

    def test_not_by_whoever_served_the_patron(self, desk: Desk) -> None:
        patron = came_to(desk)
        refused("served_the_patron", lambda: decide(desk, patron, by=desk.cashier))

    def test_not_by_whoever_confirmed_a_payment(self, desk: Desk) -> None:
        patron = described(desk)
        book(desk, OUT, 1_000_01, patron, second=desk.manager)
        refused("served_the_patron", lambda: decide(desk, patron))
        decide(desk, patron, by=person(desk.room, "manager"))

    def test_not_by_whoever_let_a_held_payment_be_paid(self, desk: Desk) -> None:
        patron = described(desk)
        desk.room.identity_from = 500_00
        desk.room.save()
        paid = {"kind": OUT, "amount": 1_000_01, "patron": patron, "second": person(desk.room, "floor")}
        refused("cash_out_held", lambda: book(desk, **paid))
        facts = {"reason": "known", "key": key(), "by": desk.manager, "at": desk.at()}
        decide_hold(held=HeldCashOut.objects.get(), is_paid=True, **facts)
        book(desk, **paid)
        refused("served_the_patron", lambda: decide(desk, patron))
        decide(desk, patron, by=person(desk.room, "manager"))

    @pytest.mark.parametrize(
        ("outcome", "code"), [(_O.NOT, "reason_missing"), (_O.FILE, "name_missing"), (_O.CARRIED, "name_missing")]
    )
    def test_not_without_words(self, desk: Desk, outcome: str, code: str) -> None:
        patron = came_to(desk)
        refused(code, lambda: decide(desk, patron, outcome=outcome, words="–"))

    def test_not_under_other_sums_than_were_shown(self, desk: Desk) -> None:
        patron = came_to(desk)
        (shown,) = candidates(desk.room, today(desk))
        book(desk, IN, 5_00, patron)
        refused("sums_changed", lambda: decide(desk, patron, seen=shown.seen))

    def test_never_twice_about_the_same_sums(self, desk: Desk) -> None:
        patron = came_to(desk)
        decide(desk, patron, outcome=_O.CARRIED)
        refused("currency_decided", lambda: decide(desk, patron, outcome=_O.CARRIED, words="Jo Ray"))
        decide(desk, patron)
        for outcome in _O:
            refused("currency_decided", lambda outcome=outcome: decide(desk, patron, outcome=outcome))

    def test_one_request_is_one_decision(self, desk: Desk) -> None:
        patron, same = came_to(desk), key()
        assert decide(desk, patron, key=same) == decide(desk, patron, key=same)

    def test_not_of_another_room(self, desk: Desk) -> None:
        patron, other = came_to(desk), open_desk(log_from=1, report_from=1)
        refused("not_reported", lambda: decide(desk, patron, room=other.room, by=other.manager, seen="100001/0"))

    @pytest.mark.parametrize(
        ("changed", "name"),
        [
            ({}, "currency_decided_once"),
            ({"currency_in": 1, "report_from": 2}, "comes_to_something"),
            ({"currency_in": 9_999_99, "words": ""}, "has_words"),
            ({"currency_in": 9_999_99, "outcome": "both"}, "outcome_known"),
        ],
    )
    def test_the_database_holds_to_it(self, desk: Desk, changed: dict[str, Any], name: str) -> None:
        patron = came_to(desk)
        made = decide(desk, patron)
        facts = {
            each: getattr(made, each) for each in ("room", "player", "of_day", "currency_in", "currency_out", "by")
        }
        facts |= {"outcome": _O.NOT, "words": "no", "report_from": 1_000_01, "at": desk.now, "request_key": key()}
        with pytest.raises(IntegrityError, match=name), transaction.atomic():
            CurrencyDecision.objects.create(**(facts | changed))


class TestSetting:
    def test_reporting_none_or_from_more_takes_two(self, desk: Desk) -> None:
        room = desk.room
        names = (
            "name", "currency", "currency_symbol", "exponent", "smallest_chip", "time_zone", "gaming_day_start",
            "helpline", "identity_asked",
        )  # fmt: skip
        kept = {name: getattr(room, name) for name in names} | {"room": room, "by": desk.manager, "at": desk.at()}
        for looser in (0, 1_000_02):
            refused("second_needed", lambda looser=looser: change_settings(**kept, report_from=looser))
        refused("report_below_log", lambda: change_settings(**kept, report_from=199_99))
        assert change_settings(**kept, report_from=200_00).report_from == 200_00
        second = person(room, "administrator")
        assert change_settings(**kept, report_from=0, second=second).report_from == 0
