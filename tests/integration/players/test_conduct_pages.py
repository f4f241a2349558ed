"""Conduct on a player's page: warned, kept apart, let together; refusals in place."""

from typing import Any

import pytest

from players.models import Player, Separation
from tests.support.arranged import arranged
from tests.support.desk import Desk, open_desk
from tests.support.people import one_person, signed_in

pytestmark = pytest.mark.django_db


@arranged
def desk() -> Desk:
    """A room that is ready for play."""
    return open_desk()


def _post(desk: Desk, player: Player, what: str, **data: Any) -> Any:
    return signed_in(desk.manager).post(f"/players/{player.pk}/{what}/", data)


def test_a_player_is_warned_and_his_page_says_so(desk: Desk) -> None:
    ann = desk.player("Ann")
    assert _post(desk, ann, "warnings", text="splashed the pot", policy="no_splashing").status_code == 303
    shown = signed_in(desk.manager).get(f"/players/{ann.pk}/").content.decode()
    assert "splashed the pot" in shown
    assert "Put chips in front of you" in shown
    for wrong in ({"text": ""}, {"text": "shouted", "policy": "made_up"}):
        assert _post(desk, ann, "warnings", **wrong).status_code == 422


def test_two_are_kept_apart_and_let_together_again(desk: Desk) -> None:
    ann, ben = desk.player("Ann"), desk.player("Ben")
    assert _post(desk, ann, "apart", other="Ben", reason="they fought").status_code == 303
    for player, other in ((ann, ben), (ben, ann)):
        shown = signed_in(desk.manager).get(f"/players/{player.pk}/").content.decode()
        assert f'Kept apart from <a href="/players/{other.pk}/">{other}' in shown
    again = _post(desk, ann, "apart", other="Ben", reason="again")
    assert again.status_code == 422
    assert "kept apart already" in again.content.decode()
    separation = Separation.objects.get()
    stranger = desk.player("Cat")
    assert _post(desk, stranger, f"apart/{separation.pk}/end", reason="test").status_code == 404
    assert _post(desk, ben, f"apart/{separation.pk}/end", reason="").status_code == 422
    assert _post(desk, ben, f"apart/{separation.pk}/end", reason="made up").status_code == 303
    assert _post(desk, ben, f"apart/{separation.pk}/end", reason="made up").status_code == 422


def test_they_are_let_together_from_the_page_of_another_record_of_theirs(desk: Desk) -> None:
    """The page shows what was said of any record, and offers to end it there."""
    ann, annie = desk.player("Ann"), desk.player("Annie")
    ben = desk.player("Ben")
    one_person(desk.room, ann, annie, by=desk.manager, at=desk.at())
    _post(desk, ann, "apart", other="Ben", reason="they fought")
    there = f"apart/{Separation.objects.get().pk}/end"
    assert f"/players/{annie.pk}/{there}" in signed_in(desk.manager).get(f"/players/{annie.pk}/").content.decode()
    assert _post(desk, annie, there, reason="made up").status_code == 303
    assert (Separation.objects.get().first, Separation.objects.get().second) == (ann, ben)
    assert Separation.objects.get().ended_reason == "made up"
