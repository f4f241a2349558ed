"""The page of currency reports: the candidates of a day, what was decided, and the form that decides."""

from datetime import date
from typing import Any
from unittest.mock import patch

import pytest
from django.urls import reverse

from cage.models import CurrencyDecision
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from players.models import Player, TransferKind
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk_now, person
from tests.support.people import signed_in
from tests.support.window import a_void, book, described
from tests.support.words import text

pytestmark = pytest.mark.django_db
PAGE = "/cage/currency-reports/"


@arranged
def desk() -> Desk:
    """A room that logs from 200.00 and reports from 1,000.01, at play now."""
    return open_desk_now(log_from=200_00, report_from=1_000_01)


def today(desk: Desk) -> date:
    return desk.room.gaming_day(desk.now)


def came_to(desk: Desk, amount: int = 1_000_01) -> Player:
    patron = described(desk)
    book(desk, TransferKind.TOURNAMENT_ENTRY, amount, patron)
    return patron


def body(desk: Desk, **facts: Any) -> dict[str, Any]:
    given = {"day": today(desk).isoformat(), "seen": "100001/0", "outcome": "file", "words": "Kim Lee", "key": key()}
    return given | facts


def address(patron: Player) -> str:
    return reverse("currency_decide", args=[patron.pk])


def test_a_candidate_is_decided_on_it(desk: Desk) -> None:
    patron = came_to(desk)
    client = signed_in(desk.manager)
    assert "Currency reports" in text(client.get("/cage/log/"))
    shown = text(client.get(PAGE))
    assert f"{patron} in 1,000.01 out 0" in shown.replace("$", "")
    assert "undecided" in shown
    answer = client.post(address(patron), body(desk))
    assert (answer.status_code, answer["location"]) == (303, f"{PAGE}?day={today(desk).isoformat()}")
    shown = text(client.get(answer["location"]))
    assert "a report is filed, Kim Lee" in shown
    assert "undecided" not in shown
    assert CurrencyDecision.objects.get().by == desk.manager


def test_what_is_carried_stands_there_until_it_is_decided(desk: Desk) -> None:
    patron = came_to(desk)
    client = signed_in(desk.manager)
    assert client.post(address(patron), body(desk, outcome="carried")).status_code == 303
    shown = text(client.get(PAGE, {"day": "2025-03-07"}))
    assert "Carried on, to be decided" in shown
    assert client.post(address(patron), body(desk, outcome="not", words="two people")).status_code == 303
    assert "Carried on, to be decided" not in text(client.get(PAGE))


def test_what_came_to_less_since_keeps_its_decision(desk: Desk) -> None:
    patron = came_to(desk, 900_00)
    slip = book(desk, TransferKind.TOURNAMENT_ENTRY, 200_00, patron)
    client = signed_in(desk.manager)
    assert client.post(address(patron), body(desk, seen="110000/0")).status_code == 303
    a_void(desk, slip, second=desk.manager)
    shown = text(client.get(PAGE))
    assert "Decided, and less by now" in shown
    assert "a report is filed, Kim Lee" in shown


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"words": ""}, "This field is required"),
        ({"outcome": "not", "words": "–"}, "Say why no report is due"),
        ({"outcome": "both"}, "Currency report"),
        ({"seen": "1/0"}, "another than this page showed"),
        ({"day": "2025-03-07"}, "there is nothing to decide"),
        ({"day": "yesterday"}, "Currency reports"),
    ],
)
def test_a_crafted_or_empty_decision_is_refused(desk: Desk, changed: dict[str, Any], said: str) -> None:
    patron = came_to(desk)
    answer = signed_in(desk.manager).post(address(patron), body(desk, **changed))
    assert answer.status_code == 422
    assert said in text(answer)
    assert not CurrencyDecision.objects.exists()


def test_it_is_for_whoever_may_see_the_log(desk: Desk) -> None:
    patron = came_to(desk)
    for role in ("cashier", "floor"):
        client = signed_in(person(desk.room, role))
        assert client.get(PAGE).status_code == 403
        assert client.post(address(patron), body(desk)).status_code == 403
    auditor = signed_in(person(desk.room, "auditor"))
    shown = text(auditor.get(PAGE))
    assert str(patron) in shown
    assert "Who, or why" not in shown, "an auditor reads"
    assert auditor.post(address(patron), body(desk)).status_code == 403


def test_who_decides_may_see_the_log_too(desk: Desk) -> None:
    """Where a role is given the one permission without the other, a refusal would show the page."""
    patron, client = came_to(desk), signed_in(desk.manager)
    may = User.may
    with patch.object(User, "may", lambda self, it, room: it != Permission.REPORT_VIEW and may(self, it, room)):
        assert client.post(address(patron), body(desk)).status_code == 403
    assert not CurrencyDecision.objects.exists()


def test_a_patron_of_another_room_is_nobody_here(desk: Desk) -> None:
    patron, other = came_to(desk), open_desk_now(log_from=1, report_from=1)
    client = signed_in(other.manager)
    assert str(patron) not in text(client.get(PAGE))
    assert client.post(address(patron), body(other)).status_code == 404
    assert not CurrencyDecision.objects.exists()


def test_the_room_says_from_which_amount_on(desk: Desk) -> None:
    client = signed_in(person(desk.room, "administrator"))
    assert "Currency reports from" in text(client.get("/room/"))
    Room.objects.filter(pk=desk.room.pk).update(report_from=0)
    assert "the house reports none" in text(signed_in(desk.manager).get(PAGE))
