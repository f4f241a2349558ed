"""The facts that a room must know of a player before it sells chips are a setting of the room."""

from datetime import date, timedelta
from typing import Any

import pytest

from config.rooms.models import Room
from tests.support.desk import Desk
from tests.support.refusals import refused

KINDS = Room.IdentityAsked
KNOWN: dict[str, Any] = {"legal_name": "Ann Example", "date_of_birth": date(1980, 3, 14)}


def asks(desk: Desk, asked: str) -> None:
    """From now on the room asks for that."""
    desk.room.identity_asked = asked
    desk.room.save()


def test_a_name_is_enough_where_no_more_is_asked(desk: Desk) -> None:
    desk.buy_in(desk.player(), 200_00)


def test_a_room_sells_against_what_it_asks_for(desk: Desk) -> None:
    bare, born = desk.player(), desk.player(**KNOWN)
    asks(desk, KINDS.BIRTH)
    assert "legal name and date of birth" in refused("identity_missing", lambda: desk.buy_in(bare, 200_00)).message
    desk.buy_in(born, 200_00)
    asks(desk, KINDS.DOCUMENT)
    refused("identity_missing", lambda: desk.buy_in(bare, 200_00), player=bare.pk)
    refused("document_missing", lambda: desk.buy_in(born, 200_00), player=born.pk)


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Pacific/Kiritimati"])
def test_a_document_is_valid_through_the_gaming_day_on_which_it_expires(desk: Desk, zone: str) -> None:
    desk.room.time_zone = zone
    asks(desk, KINDS.DOCUMENT)
    last = desk.room.gaming_day(desk.now)
    known = {"document_kind": "passport", "document_number": "P1", "document_expires_on": last}
    ann = desk.player(**KNOWN, **known)
    desk.buy_in(ann, 200_00)
    desk.now += timedelta(days=1)
    said = refused("document_expired", lambda: desk.buy_in(ann, 100_00)).message
    assert "ask for one that is valid" in said
    desk.cash_out(ann, 200_00)
