"""Records that were taken for one person's are taken apart, and everything follows the decision that holds."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from config.audit.books import audit
from config.audit.models import AuditEvent
from config.staff.models import User
from config.staff.services import set_own_pin
from players.models import IdentityDecision, Player
from players.persons import persons_at
from players.selectors.namesakes import questions
from players.services import part_record
from tests.support.desk import Desk, person
from tests.support.people import signed_in
from tests.support.refusals import refused
from tests.support.words import text
from tests.unit.players.test_identity import SAME, bar, decide

PARTED = IdentityDecision.Outcome.PARTED


def part(desk: Desk, player: Player, **facts: Any) -> list[IdentityDecision]:
    given = {"room": desk.room, "reason": "two passports", "by": desk.manager, "at": desk.at()}
    given |= {"second": person(desk.room, "floor")}
    return part_record(player=player, **(given | facts))


def with_pin(desk: Desk) -> User:
    """A supervisor whose PIN is 4711."""
    floor = person(desk.room, "floor")
    set_own_pin(person=floor, pin="4711", at=desk.now)
    return floor


def persons(*records: Player) -> list[int]:
    return [Player.objects.get(pk=record.pk).person_id for record in records]


@pytest.fixture
def three(desk: Desk) -> list[Player]:
    """Three records of one person."""
    records = [desk.player(name) for name in ("Ann Lee", "Zed Moss", "Bo Pratt")]
    decide(desk, records[1], records[0], SAME)
    decide(desk, records[2], records[1], SAME)
    return records


class TestPart:
    @pytest.mark.parametrize("number", [0, 1, 2])
    def test_any_record_leaves_and_the_others_stay_together(self, desk: Desk, three: list[Player], number: int) -> None:
        gone = three[number]
        stay = [record for record in three if record != gone]
        made = part(desk, gone)
        assert persons(gone) == [gone.pk]
        assert persons(*stay) == [stay[0].pk] * 2
        assert {(each.outcome, each.other(gone).pk) for each in made} == {(PARTED, record.pk) for record in stay}
        event = AuditEvent.objects.get(verb="player.parted")
        assert (event.subject_id, event.by, event.reason) == (str(gone.pk), desk.manager, "two passports")
        assert event.after["others"] == [record.pk for record in stay]

    def test_a_ban_of_the_others_binds_it_no_more_and_its_own_still_does(self, desk: Desk) -> None:
        one, other = desk.player("Ann Lee"), desk.player("Zed Moss")
        decide(desk, other, one, SAME)
        bar(desk, one)
        refused("player_barred", lambda: desk.buy_in(other, 200_00))
        part(desk, other)
        desk.buy_in(other, 200_00)
        refused("player_barred", lambda: desk.buy_in(one, 200_00))

    def test_who_was_told_apart_is_not_asked_for_again(self, desk: Desk) -> None:
        one, other = desk.player("Tess"), desk.player("Tess")
        decide(desk, other, one, SAME)
        bar(desk, one)
        part(desk, other)
        other = Player.objects.get(pk=other.pk)
        assert questions([other], room=desk.room, at=desk.now) == []
        desk.buy_in(other, 200_00)

    def test_the_cash_of_each_is_their_own(self, desk: Desk) -> None:
        from cage.selectors.currency import patron_day  # noqa: PLC0415 - of this test alone

        one, other = desk.player("Ann Lee"), desk.player("Zed Moss")
        desk.buy_in(one, 200_00)
        desk.buy_in(other, 300_00)
        day = desk.room.gaming_day(desk.now)
        decide(desk, other, one, SAME)
        assert patron_day(desk.room, one, day).currency_in == 500_00
        part(desk, one)
        assert patron_day(desk.room, one, day).currency_in == 200_00
        assert patron_day(desk.room, other, day).currency_in == 300_00

    def test_they_may_be_linked_again(self, desk: Desk) -> None:
        one, other = desk.player("Ann Lee"), desk.player("Zed Moss")
        decide(desk, other, one, SAME)
        part(desk, other)
        decide(desk, other, one, SAME)
        assert persons(one, other) == [one.pk, one.pk]

    def test_what_the_pair_paid_for_each_other_holds_in_the_books(self, desk: Desk, three: list[Player]) -> None:
        desk.seated(player=three[1], seat=2)
        part(desk, three[1])
        assert [fault for finding in audit() if not finding.holds for fault in finding.faults] == []


class TestWho:
    def test_two_people_with_the_right_and_a_reason(self, desk: Desk, three: list[Player]) -> None:
        refused("reason_missing", lambda: part(desk, three[1], reason=" "))
        refused("second_needed", lambda: part(desk, three[1], second=None))
        refused("second_is_first", lambda: part(desk, three[1], second=desk.manager))
        refused("second_may_not", lambda: part(desk, three[1], second=desk.cashier))
        assert persons(*three) == [three[0].pk] * 3

    def test_a_record_that_is_linked_to_none(self, desk: Desk) -> None:
        refused("not_linked", lambda: part(desk, desk.player("Ann Lee")))

    def test_the_database_keeps_a_link_that_nobody_ended(self, desk: Desk, three: list[Player]) -> None:
        part(desk, three[2])
        with pytest.raises(IntegrityError, match="stay linked"), transaction.atomic():
            Player.objects.filter(pk=three[1].pk).update(same_as=None, linked_at=None)

    def test_an_end_of_before_ends_no_later_link(self, desk: Desk) -> None:
        one, other = desk.player("Ann Lee"), desk.player("Zed Moss")
        decide(desk, other, one, SAME)
        part(desk, other)
        desk.now += timedelta(minutes=1)
        decide(desk, other, one, SAME)
        with pytest.raises(IntegrityError, match="stay linked"), transaction.atomic():
            Player.objects.filter(pk=other.pk).update(same_as=None, linked_at=None)

    def test_no_decision_about_two_records_parts_them(self, desk: Desk, three: list[Player]) -> None:
        with pytest.raises(ValueError, match="part_record"):
            decide(desk, three[0], desk.player("Cy"), PARTED)


class TestPersonsAt:
    """Records linked and parted later are known as they were then."""

    def test_every_instant_has_its_persons(self, desk: Desk, three: list[Player]) -> None:
        first, second, third = (record.pk for record in three)
        linked = desk.now
        desk.now += timedelta(minutes=1)
        part(desk, three[0])
        parted = desk.now
        before = linked - timedelta(days=1)
        for asked in ({first}, {second}, {first, second}):
            told = persons_at(asked, linked)
            assert {told[pk] for pk in (first, second, third)} == {first}
            told = persons_at(asked, parted)
            assert (told[first], told[second], told[third]) == (first, second, second)
            told = persons_at(asked, before)
            assert (told[first], told[second], told[third]) == (first, second, third)


class TestPages:
    def test_a_supervisor_links_two_records(self, desk: Desk) -> None:
        one, other = desk.player("Ann Lee"), desk.player("Ann Lee")
        floor = with_pin(desk)
        client, address = signed_in(desk.manager), reverse("player_link", args=[one.pk])
        assert f"player {other.pk}" in text(client.get(address))
        sent = {"other": other.pk, "reason": "one passport", "badge": floor.badge_number, "pin": "4711"}
        assert client.post(address, sent).status_code == 303
        assert persons(one, other) == [one.pk, one.pk]
        assert "Somebody else after all" in text(client.get(reverse("player", args=[one.pk])))

    def test_two_people_part_them(self, desk: Desk, three: list[Player]) -> None:
        floor = with_pin(desk)
        client, address = signed_in(desk.manager), reverse("player_part", args=[three[2].pk])
        assert "Ann Lee" in text(client.get(address))
        sent = {"reason": "two passports", "badge": floor.badge_number, "pin": "1174"}
        assert "That is not the PIN" in text(client.post(address, sent))
        assert client.post(address, sent | {"pin": "4711"}).status_code == 303
        assert persons(three[2]) == [three[2].pk]
        assert "Linked to no other record" in text(client.get(address))
