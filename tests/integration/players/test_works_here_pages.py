"""Who of the players works here, on the player's page: noted, ended, and told to everybody at the desk."""

import pytest
from django.test import Client

from players.models import Employment
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk_now, person
from tests.support.people import one_person, signed_in
from tests.support.words import text

pytestmark = pytest.mark.django_db


@arranged
def desk() -> Desk:
    return open_desk_now()


@pytest.fixture
def manager(desk: Desk) -> Client:
    return signed_in(desk.manager)


def test_it_is_noted_and_told_and_ended(desk: Desk, manager: Client) -> None:
    ann, again = desk.player("Ann"), desk.player("Annie")
    one_person(desk.room, ann, again, by=desk.manager, at=desk.at())
    page = f"/players/{ann.pk}/"
    shown = manager.get(page).content.decode()
    assert f'<option value="u{desk.cashier.pk}">' in shown
    assert f'<option value="u{desk.manager.pk}">' not in shown, "somebody else notes it of the manager"
    answer = manager.post(f"{page}works-here/", {"key": key(), "who": f"u{desk.cashier.pk}"})
    assert (answer.status_code, answer.headers["Location"]) == (303, page)
    row = Employment.objects.get()
    assert (row.player, row.user, row.noted_by) == (ann, desk.cashier, desk.manager)
    host = signed_in(person(desk.room, "host"))
    for record in (ann, again):
        told = text(host.get(f"/players/{record.pk}/"))
        assert "Works here: cashier" in told
        assert f"by {desk.manager}" in told
        assert "Works here no more" not in told
    ending = f"/players/{again.pk}/works-here/{row.pk}/end/"
    assert manager.post(ending, {"key": key(), "was_wrong": "on"}).status_code == 303
    row.refresh_from_db()
    assert (row.ended_by, row.was_wrong) == (desk.manager, True)
    assert "Works here:" not in text(host.get(page))
    late = manager.post(ending, {"key": key()})
    assert late.status_code == 422
    assert "That was ended already" in text(late)


def test_what_is_refused_stands_on_the_page(desk: Desk, manager: Client) -> None:
    ann, bob = desk.player("Ann"), desk.player("Bob")
    for who in ("", "u0", f"u{desk.manager.pk}", "x"):
        answer = manager.post(f"/players/{ann.pk}/works-here/", {"key": key(), "who": who})
        assert answer.status_code == 422
        assert "choice" in text(answer) or "required" in text(answer)
    manager.post(f"/players/{ann.pk}/works-here/", {"key": key(), "who": f"u{desk.cashier.pk}"})
    other = person(desk.room, "floor")
    again = manager.post(f"/players/{ann.pk}/works-here/", {"key": key(), "who": f"u{other.pk}"})
    assert again.status_code == 422
    assert f"It is noted that Ann, player {ann.pk}, is {desk.cashier}" in text(again)
    row = Employment.objects.get()
    assert manager.post(f"/players/{bob.pk}/works-here/{row.pk}/end/", {"key": key()}).status_code == 404


def test_only_a_manager_notes_it_and_not_of_themselves(desk: Desk) -> None:
    ann = desk.player("Ann")
    for role in ("floor", "host", "cashier"):
        client = signed_in(person(desk.room, role))
        assert "Works here" not in text(client.get(f"/players/{ann.pk}/"))
        asked = {"key": key(), "who": f"u{desk.cashier.pk}"}
        assert client.post(f"/players/{ann.pk}/works-here/", asked).status_code == 403
    other = signed_in(person(desk.room, "manager"))
    other.post(f"/players/{ann.pk}/works-here/", {"key": key(), "who": f"u{desk.manager.pk}"})
    mine = signed_in(desk.manager)
    assert "Works here no more" not in text(mine.get(f"/players/{ann.pk}/"))
    refused = mine.post(f"/players/{ann.pk}/works-here/{Employment.objects.get().pk}/end/", {"key": key()})
    assert "That is about yourself" in text(refused)
