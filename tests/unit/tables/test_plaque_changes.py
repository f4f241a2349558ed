"""The floor changes limits and game: only to a plaque that was posted here, and only with somebody who may post."""

from dataclasses import replace
from datetime import timedelta

import pytest

from config.audit.models import AuditEvent
from players.services import leave_seat
from rules.house.house import STANDARD
from tables.imported import post_imported_plaque
from tables.models import Table
from tables.selectors import approved_plaques
from tables.services import change_plaque, newest_plaque, post_plaque
from tests.support.desk import NLH, Desk, key, open_desk, person
from tests.support.lists import O8
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db


def test_the_plaque_of_another_table_is_posted_and_who_answers_for_it_is_kept() -> None:
    desk = open_desk()
    other, floor = desk.open_table(O8), person(desk.room, "floor")
    table = desk.session.table
    version = change_plaque(table=table, like=other.plaque, second=desk.manager, by=floor, at=desk.at())
    standing = newest_plaque(table, desk.at())
    assert standing == version
    assert (version.short_name, version.posted_by) == (other.plaque.short_name, floor)
    assert AuditEvent.objects.get(verb="plaque.approved").by == desk.manager


def test_whoever_may_not_post_plaques_answers_for_none() -> None:
    desk = open_desk()
    other, floor = desk.open_table(O8), person(desk.room, "floor")
    for second in (floor, desk.cashier, open_desk().manager):
        facts = {"table": desk.session.table, "like": other.plaque, "by": floor, "at": desk.at()}
        refused("second_may_not", lambda second=second, facts=facts: change_plaque(second=second, **facts))


def test_a_plaque_of_another_room_is_none_of_this_one() -> None:
    desk, elsewhere = open_desk(), open_desk(plaque=O8)
    facts = {"second": desk.manager, "by": desk.manager, "at": desk.at()}
    refused("plaque_unknown", lambda: change_plaque(table=desk.session.table, like=elsewhere.session.plaque, **facts))


def test_nor_is_one_that_a_file_states() -> None:
    desk = open_desk()
    table, facts = desk.session.table, {"by": desk.manager, "at": desk.at()}
    stated = post_imported_plaque(table=table, plaque=replace(NLH, blinds=(5, 10)), house=STANDARD, **facts)
    refused("plaque_unknown", lambda: change_plaque(table=table, like=stated, second=desk.manager, **facts))


def test_signs_are_offered_once_with_what_they_change() -> None:
    desk = open_desk()
    desk.open_table(O8), desk.open_table(O8), desk.open_table(NLH)
    offered = approved_plaques(desk.session.table, desk.at())
    assert [plaque.version.short_name for plaque in offered] == [desk.open_table(O8).plaque.short_name]
    assert {line.label for line in offered[0].changes} >= {"Game", "Limits", "Buy-in"}


def test_a_plaque_has_no_more_seats_than_the_table() -> None:
    desk = open_desk()
    big = desk.open_table(replace(NLH, blinds=(200, 500), seats=9))
    small = _six_handed(desk)
    (offered,) = [plaque for plaque in approved_plaques(small, desk.at()) if plaque.version == big.plaque]
    assert offered.plaque.seats == 6
    assert change_plaque(table=small, like=big.plaque, second=desk.manager, by=None, at=desk.at()).plaque.seats == 6


def test_a_plaque_without_the_seat_of_a_player_is_not_posted() -> None:
    desk = open_desk()
    sitting = desk.seated(200_00, seat=7)
    small, facts = replace(NLH, seats=6), {"table": desk.session.table, "by": desk.manager, "at": desk.at()}
    message = refused("seat_outside_sign", lambda: post_plaque(plaque=small, **facts)).message
    assert f"{sitting.player} in seat 7 sits outside it" in message
    later = desk.at() + timedelta(hours=1)
    assert post_plaque(plaque=small, effective_at=later, **facts).plaque.seats == 6
    leave_seat(sitting=sitting, key=key(), counted=200_00, by=desk.manager, at=desk.at())
    assert post_plaque(plaque=replace(small, unit=100), **facts).plaque.seats == 6


def _six_handed(desk: Desk) -> Table:
    return desk.open_table(replace(NLH, seats=6), seats=6).table
