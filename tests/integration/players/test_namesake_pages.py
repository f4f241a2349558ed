"""A guest's name on the page of a list: whoever he may be is shown, and how he is told apart is asked."""

import pytest
import time_machine
from django.urls import reverse

from players.models import Ban, ListEntry
from players.services import bar_player
from tests.support.desk import Desk, key, open_desk, person
from tests.support.lists import NLH_LIST
from tests.support.people import signed_in

pytestmark = pytest.mark.django_db
ADD = reverse("list_add", args=[NLH_LIST.key])


@pytest.fixture
def desk() -> Desk:
    """A room where Jo Delacroix is barred."""
    desk = open_desk()
    facts = {"room": desk.room, "player": desk.player("Jo Delacroix"), "kind": Ban.Kind.BARRED, "reason": "x"}
    bar_player(**facts, by=desk.manager, at=desk.at())
    return desk


def test_whoever_he_may_be_is_shown_with_what_speaks_against_him(desk: Desk) -> None:
    floor = signed_in(person(desk.room, "floor"))
    said = floor.get(ADD, {"guest": "Jo Delacroi"}).content.decode()
    assert "barred by the house" in said
    assert 'name="another_person"' in said
    assert 'name="another_person"' not in floor.get(ADD, {"guest": "Walter"}).content.decode()


def test_without_a_word_it_is_refused_and_with_it_he_is_on_the_list(desk: Desk) -> None:
    floor = signed_in(person(desk.room, "floor"))
    data = {"key": key(), "guest": "Jo Delacroi", "source": "walk_in"}
    with time_machine.travel(desk.at(), tick=False):
        answer = floor.post(ADD, data)
        assert answer.status_code == 422
        assert "may be Jo Delacroix, who is barred by the house" in answer.content.decode()
        assert floor.post(ADD, data | {"another_person": "his passport says so"}).status_code == 303
    assert ListEntry.objects.get().player.display_name == "Jo Delacroi"
