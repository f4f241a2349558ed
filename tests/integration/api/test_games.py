"""Every game through the API: what one table recorded is checked and recorded at another, as text and as fields."""

import tomllib
from typing import Any

import pytest

from games.models import Hand
from rules.house.house import STANDARD
from rules.house.plaque import Plaque
from rules.house.variants import SHEETS
from tests.support.api import Caller, caller
from tests.support.console import Tablet
from tests.support.games import plaque_of, play_through
from tests.support.people import signed_in
from tests.support.table import O8_KILL, HandTable, open_hand_table

PLAYED = [key for key, sheet in SHEETS.items() if sheet.is_played]


def played(plaque: Plaque) -> Hand:
    """A hand of the game as a table of this house recorded it."""
    table = open_hand_table(plaque, house=STANDARD)
    play_through(Tablet(signed_in(table.floor), table))
    return Hand.objects.get(session=table.session)


def at_another_table(plaque: Plaque, hand: Hand) -> tuple[HandTable, Caller, str]:
    """A table with the same plaque, who calls for it, and the hand with the names of those who sit there."""
    table = open_hand_table(plaque, house=STANDARD)
    text = hand.phh
    for row in hand.seats.select_related("player"):
        text = text.replace(f"'{row.player.display_name}'", f"'{table.sittings[row.seat].player.display_name}'")
    return table, caller(table.floor), text


def fields(text: str) -> dict[str, Any]:
    """The same document as JSON."""
    read = tomllib.loads(text, parse_float=str)
    return {name: value.isoformat() if name == "time" else value for name, value in read.items()}


@pytest.mark.parametrize("game", PLAYED)
def test_a_hand_of_every_game_is_checked_and_recorded(db: None, game: str) -> None:
    plaque = plaque_of(game)
    hand = played(plaque)
    table, calls, text = at_another_table(plaque, hand)
    checked = calls.post("hands/check/", {"phh": text}, key="").json()
    assert (checked["legal"], checked["agrees"], checked["disagreements"]) == (True, True, [])
    answer = calls.post(f"table-sessions/{table.session.pk}/hands/", fields(text))
    assert answer.status_code == 201, answer.json()
    again = Hand.objects.get(session=table.session)
    assert (again.settlement, again.places, again.rake_taken) == (hand.settlement, hand.places, hand.rake_taken)
    assert table.on_table() == 800_00


class TestAKill:
    """The words of a feed about a kill are held to the hands before."""

    def kill_hand(self) -> tuple[str, Hand]:
        """A hand under the kill of seat 3."""
        table = open_hand_table(O8_KILL, house=STANDARD)
        table.tick(300, pot=60_00, winners=[3])
        play_through(Tablet(signed_in(table.floor), table))
        hand = Hand.objects.get(session=table.session, number=2)
        return hand.phh, hand

    def test_is_recorded_where_it_follows_from_the_hands_before(self, db: None) -> None:
        _, hand = self.kill_hand()
        table, calls, text = at_another_table(O8_KILL, hand)
        said = {"rake_taken": 3_00, "pot": 60_00, "winners": [3], "killer_seat": 0}
        assert calls.post(f"table-sessions/{table.session.pk}/ticks/", said).status_code == 201
        answer = calls.post(f"table-sessions/{table.session.pk}/hands/", fields(text))
        assert answer.status_code == 201, answer.json()
        assert answer.json()["killer_seat"] == 3

    def test_is_refused_with_its_rule_where_none_is_on(self, db: None) -> None:
        _, hand = self.kill_hand()
        table, calls, text = at_another_table(O8_KILL, hand)
        answer = calls.post(f"table-sessions/{table.session.pk}/hands/", {"phh": text})
        assert answer.status_code == 409
        assert answer.json()["code"] == "wrong_kill_limits"
        assert answer.json()["citation"]

    def test_of_a_tick_may_be_stated_and_is_then_checked(self, db: None) -> None:
        table = open_hand_table(O8_KILL, house=STANDARD)
        calls, ticks = caller(table.floor), f"table-sessions/{table.session.pk}/ticks/"
        said = {"rake_taken": 3_00, "pot": 60_00, "winners": [3]}
        assert calls.post(ticks, said).json()["killer_seat"] is None
        refused = calls.post(ticks, said | {"killer_seat": 0})
        assert (refused.status_code, refused.json()["allowed"]) == (409, {"killer_seat": 3})
        tied = calls.post(ticks, said | {"winners": [1, 2], "has_low": False, "killer_seat": 3}).json()
        assert (tied["killer_seat"], tied["has_low"]) == (3, False)
