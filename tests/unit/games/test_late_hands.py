"""A hand that began to be recorded on a later street: booked where each chip has its owner, else refused by name."""

import pytest

from config.errors import DomainError
from games import services
from games.models import Hand
from games.phh_json import phh_text
from players.models import AccountKind
from tests.support.desk import key
from tests.support.table import HandTable

FIELDS = {
    "variant": "NT",
    "antes": [0, 0, 0, 0],
    "blinds_or_straddles": [1, 3, 0, 0],
    "min_bet": 3,
    "starting_stacks": [200, 200, 200, 200],
    "seats": [1, 2, 3, 4],
    "_from_street": "turn",
    "_board": "Ah7d2c9s",
    "_folded": ["p1", "p2"],
    "actions": ["p3 cbr 20", "p4 cc", "d db 3h", "p3 cc", "p4 cc", "p3 sm AcAd", "p4 sm KcKd"],
}


def record(table: HandTable, **fields: object) -> Hand:
    names = [table.sittings[seat].player.display_name for seat in (1, 2, 3, 4)]
    text = phh_text({**FIELDS, "players": names, **fields})
    return services.record_phh(session=table.session, phh_text=text, key=key(), **table.by())


def test_a_hand_from_the_turn_on_is_booked_to_the_chip(table: HandTable) -> None:
    hand = record(table, _paid=[1, 3, 20, 20])
    assert hand.pot == 84_00
    assert table.on_table() == 800_00
    assert table.boxes() == (4_00, 0)
    assert table.desk.held(AccountKind.POT) == 0
    assert "_from_street = 'turn'" in hand.phh
    assert "_paid = [1, 3, 20, 20]" in hand.phh


def test_a_known_pot_alone_books_nobodys_chips(table: HandTable) -> None:
    with pytest.raises(DomainError) as refused:
        record(table, _pot=44)
    assert refused.value.code == "contributions_unknown"
    assert "_paid" in refused.value.message
    assert Hand.objects.count() == 0
