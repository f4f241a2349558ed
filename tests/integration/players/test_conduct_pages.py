"""Conduct on a player's page: warned, kept apart, let together; refusals in place."""

from typing import Any

import pytest
from django.urls import reverse

from players.models import Ban, IdentityDecision, Player, Separation
from players.services import bar_player, keep_apart
from tests.support.arranged import arranged
from tests.support.desk import Desk, open_desk
from tests.support.people import one_person, signed_in
from tests.support.words import text

pytestmark = pytest.mark.django_db


@arranged
def desk() -> Desk:
    """A room that is ready for play."""
    return open_desk()


def _post(desk: Desk, player: Player, what: str, **data: Any) -> Any:
    return signed_in(desk.manager).post(f"/players/{player.pk}/{what}/", data)


def test_a_player_is_warned_and_their_page_says_so(desk: Desk) -> None:
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


def _theirs(desk: Desk, elsewhere: Desk) -> Separation:
    """Two whom both rooms know, kept apart in the other one."""
    ann, ben = elsewhere.player("Ann"), elsewhere.player("Ben")
    for player in (ann, ben):
        desk.buy_in(player, 200_00)
    reason = "they fought"
    return keep_apart(room=elsewhere.room, player=ann, other=str(ben.pk), reason=reason, **elsewhere.by())


def test_another_room_shows_it_and_does_not_end_it(desk: Desk) -> None:
    elsewhere = open_desk()
    made = _theirs(desk, elsewhere)
    there = reverse("player_together", args=[made.first_id, made.pk])
    page = signed_in(desk.manager).get(reverse("player", args=[made.first_id]))
    assert f"At the tables of {elsewhere.room}: a supervisor there ends it." in text(page)
    assert there not in page.content.decode()
    refused = signed_in(desk.manager).post(there, {"reason": "made up"})
    assert refused.status_code == 422
    assert f"{elsewhere.room} keeps them apart, at its own tables" in text(refused)
    assert Separation.objects.get().ended_at is None
    own = signed_in(elsewhere.manager)
    assert there in own.get(reverse("player", args=[made.first_id])).content.decode()
    assert own.post(there, {"reason": "made up"}).status_code == 303


def test_a_ban_of_another_room_has_a_sentence_and_no_form(desk: Desk) -> None:
    elsewhere, ann = open_desk(), desk.player("Ann")
    facts = {"kind": Ban.Kind.BARRED, "reason": "stole a card", "at": desk.at()}
    theirs = bar_player(room=elsewhere.room, player=ann, by=elsewhere.manager, **facts)
    ours = bar_player(room=desk.room, player=ann, by=desk.manager, **facts)
    page = signed_in(desk.manager).get(reverse("player", args=[ann.pk]))
    assert f"{elsewhere.room} made this exclusion: ask somebody who may lift it in every room" in text(page)
    assert f"{desk.room} made this exclusion" not in text(page)
    shown = page.content.decode()
    lifts = [reverse("ban_lift", args=[ann.pk, ban.pk]) in shown for ban in (ours, theirs)]
    assert lifts == [True, False]


def test_a_namesake_of_somebody_kept_apart_is_warned_of_nowhere_and_decided_on_their_page(desk: Desk) -> None:
    tess, again = desk.player("Tess"), desk.player("Tess")
    keep_apart(room=desk.room, player=tess, other=str(desk.player("Ben").pk), reason="they fought", **desk.by())
    manager = signed_in(desk.manager)
    for place in ("player", "cage_player"):
        assert "until somebody decides" not in text(manager.get(reverse(place, args=[again.pk])))
    who = reverse("player_who", args=[again.pk])
    assert "takes no seat at a table where whoever that player is kept apart from sits" in text(manager.get(who))
    sent = {"other": tess.pk, "outcome": "another", "reason": "showed a passport"}
    assert manager.post(who, sent).status_code == 303
    assert IdentityDecision.objects.get().outcome == IdentityDecision.Outcome.ANOTHER
    assert f"player {tess.pk}" not in text(manager.get(who))
