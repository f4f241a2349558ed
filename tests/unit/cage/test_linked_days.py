"""The cash of two records that are found to be of one person is added up for every gaming day, and told once."""

from datetime import date
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from cage.checks.cash_slips import unidentified_beyond
from cage.models import LinkedDay
from cage.services import answer_linked_day
from config.audit.models import AuditEvent
from config.days.selectors import open_items
from players.models import Player, TransferKind
from tests.support.days import end_day
from tests.support.desk import Desk, person
from tests.support.people import signed_in
from tests.support.refusals import refused
from tests.support.window import book, described, identified
from tests.support.words import text
from tests.unit.players.test_identity import SAME, decide


@pytest.fixture
def two(desk: Desk) -> list[Player]:
    """Two patrons without a document who have moved 1,900.00 each, in a room that logs from 3,000.00."""
    desk.room.identity_from = 3_500_00
    desk.room.save(update_fields=["identity_from"])
    patrons = [described(desk), described(desk, hair="red")]
    for patron in patrons:
        book(desk, TransferKind.TOURNAMENT_ENTRY, 1_900_00, patron)
    return patrons


def link(desk: Desk, one: Player, other: Player, **facts: Any) -> Any:
    return decide(desk, one, other, SAME, **facts)


def answer(desk: Desk, alert: LinkedDay, **facts: Any) -> Any:
    given = {"reason": "reported as number 7", "by": person(desk.room, "manager"), "at": desk.at()}
    return answer_linked_day(alert=alert, **(given | facts))


class TestTold:
    def test_a_day_of_before_is_told_when_they_are_linked(self, desk: Desk, two: list[Player]) -> None:
        day = end_day(desk)
        desk.now = desk.at()
        made = link(desk, *two)
        (alert,) = LinkedDay.objects.all()
        assert (alert.decision, alert.room, alert.of_day, alert.at) == (made, desk.room, day, made.decided_at)
        assert (alert.currency_in, alert.currency_out, alert.is_above) == (3_800_00, 0, True)
        event = AuditEvent.objects.get(verb="currency.linked")
        assert {event.after["first"], event.after["second"]} == {patron.pk for patron in two}
        assert list(unidentified_beyond()) == []

    def test_what_comes_to_the_log_alone_is_told_too(self, desk: Desk, two: list[Player]) -> None:
        desk.room.identity_from = 10_000_00
        desk.room.save(update_fields=["identity_from"])
        link(desk, *two)
        assert not LinkedDay.objects.get().is_above

    def test_nothing_is_told_of_less(self, desk: Desk) -> None:
        patrons = [described(desk), described(desk)]
        for patron in patrons:
            book(desk, TransferKind.TOURNAMENT_ENTRY, 1_499_00, patron)
        link(desk, *patrons)
        assert not LinkedDay.objects.exists()

    def test_nor_of_cash_in_with_cash_out(self, desk: Desk) -> None:
        """They are never netted, and never added."""
        patrons = [described(desk), described(desk)]
        book(desk, TransferKind.TOURNAMENT_ENTRY, 1_900_00, patrons[0])
        book(desk, TransferKind.TOURNAMENT_PAID, 1_900_00, patrons[1], second=person(desk.room, "floor"))
        link(desk, *patrons)
        assert not LinkedDay.objects.exists()

    def test_nor_of_what_one_of_them_came_to_alone(self, desk: Desk) -> None:
        ann, again = identified(desk), described(desk)
        book(desk, TransferKind.TOURNAMENT_ENTRY, 3_000_00, ann)
        book(desk, TransferKind.TOURNAMENT_ENTRY, 1_00, again)
        link(desk, ann, again)
        assert not LinkedDay.objects.exists()

    def test_what_is_done_together_later_is_not_told_again(self, desk: Desk, two: list[Player]) -> None:
        link(desk, *two)
        third = described(desk)
        book(desk, TransferKind.TOURNAMENT_ENTRY, 1_00, third)
        link(desk, third, two[0])
        assert LinkedDay.objects.count() == 1


class TestAnswered:
    @pytest.fixture
    def alert(self, desk: Desk, two: list[Player]) -> LinkedDay:
        link(desk, *two)
        return LinkedDay.objects.get()

    def test_it_keeps_its_day_open_until_somebody_answers(self, desk: Desk, alert: LinkedDay) -> None:
        day = end_day(desk)
        assert "linked_day_open" in {item.code for item in open_items(desk.room, day)}
        answer(desk, alert)
        assert "linked_day_open" not in {item.code for item in open_items(desk.room, day)}

    def test_not_by_who_linked_them_nor_without_words_nor_twice(self, desk: Desk, alert: LinkedDay) -> None:
        refused("not_your_alarm", lambda: answer(desk, alert, by=desk.manager))
        refused("reason_missing", lambda: answer(desk, alert, reason=" "))
        answer(desk, alert)
        refused("alarm_answered", lambda: answer(desk, alert))

    def test_the_log_shows_it_and_takes_the_answer(self, desk: Desk, alert: LinkedDay) -> None:
        client, page = signed_in(person(desk.room, "manager")), reverse("transaction_log")
        shown = text(client.get(page))
        assert "under two records" in shown
        assert f"more than the {desk.room.money(3_500_00)}" in shown
        address = reverse("linked_day_answer", args=[alert.pk])
        assert client.post(address, {"reason": ""}).status_code == 422
        assert client.post(address, {"reason": "reported as number 7"}).status_code == 303
        shown = text(client.get(page))
        assert "under two records" not in shown
        assert "reported as number 7" in shown

    def test_the_database_takes_no_day_of_nothing(self, desk: Desk, alert: LinkedDay) -> None:
        facts = {"room": desk.room, "decision": alert.decision, "log_from": 1, "identity_from": 1, "at": desk.now}
        with pytest.raises(IntegrityError, match="comes_to_something"), transaction.atomic():
            LinkedDay.objects.create(of_day=date(2026, 1, 1), currency_in=0, currency_out=0, **facts)
