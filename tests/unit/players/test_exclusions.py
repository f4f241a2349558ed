"""Exclusions have a kind, an end or none, and rules of who lifts them and when; two people do."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.urls import reverse
from django.utils import timezone

from config.audit.models import AuditEvent
from config.rooms.models import Room
from config.staff.models import StaffRole
from config.staff.services import set_own_pin
from players.exclusion_rules import LEAST_SELF_EXCLUSION, RULES
from players.models import Ban
from players.services import Notice, bar_player, lift_ban
from tests.support.desk import Desk, person
from tests.support.people import signed_in
from tests.support.refusals import refused
from tests.support.words import text

KINDS = Ban.Kind
DAY = "%-d %b %Y"


def bar(desk: Desk, kind: Ban.Kind, **facts: Any) -> Ban:
    given = {"room": desk.room, "player": desk.player(), "kind": kind, "reason": "test"}
    return bar_player(**(given | {"by": desk.manager, "at": desk.at()} | facts))


def lift(desk: Desk, ban: Ban, **facts: Any) -> Ban:
    return lift_ban(**({"room": desk.room, "ban": ban, "reason": "served"} | desk.by_two() | facts))


def test_every_kind_has_its_rule() -> None:
    assert set(RULES) == set(KINDS)
    assert {rule.made_by for rule in RULES.values()} == {"house", "self", "state"}


@pytest.mark.parametrize("kind", [KINDS.BARRED, KINDS.SUSPENDED])
def test_the_house_lifts_its_own_by_two_people(desk: Desk, kind: Ban.Kind) -> None:
    ban = bar(desk, kind)
    refused("second_needed", lambda: lift(desk, ban, second=None))
    refused("second_is_first", lambda: lift(desk, ban, second=desk.manager))
    refused("second_may_not", lambda: lift(desk, ban, second=desk.cashier))
    refused("lift_not_yours", lambda: lift(desk, ban, by=person(desk.room, "floor")))
    lifted = lift(desk, ban)
    assert lifted.lifted_second != lifted.lifted_by == desk.manager
    assert AuditEvent.objects.get(verb="player.let_in").after == {"confirmed_by": lifted.lifted_second_id}
    refused("ban_lifted", lambda: lift(desk, ban))


def test_a_suspension_binds_until_its_very_end_and_no_longer(desk: Desk) -> None:
    ends = desk.now + timedelta(days=7)
    player = bar(desk, KINDS.SUSPENDED, ends_at=ends).player
    refused("player_barred", lambda: desk.buy_in(player, 200_00, at=ends - timedelta(microseconds=1)))
    assert desk.buy_in(player, 200_00, at=ends).player == player


class TestSelfExclusion:
    def test_is_not_lifted_before_its_end(self, desk: Desk) -> None:
        ban = bar(desk, KINDS.SELF_EXCLUDED, ends_at=desk.now + timedelta(days=30))
        refused("exclusion_irrevocable", lambda: lift(desk, ban))
        desk.now += timedelta(days=29)
        refused("exclusion_irrevocable", lambda: lift(desk, ban))
        refused("player_barred", lambda: desk.buy_in(ban.player, 200_00))
        desk.now += timedelta(days=1)
        desk.buy_in(ban.player, 200_00)

    def test_without_an_end_not_within_a_year(self, desk: Desk) -> None:
        ban = bar(desk, KINDS.SELF_EXCLUDED)
        desk.now = ban.starts_at + LEAST_SELF_EXCLUSION - timedelta(minutes=2)
        refused("exclusion_irrevocable", lambda: lift(desk, ban))
        desk.now += timedelta(minutes=1)
        lift(desk, ban)

    def test_the_database_holds_it_whoever_asks(self, desk: Desk) -> None:
        ban = bar(desk, KINDS.SELF_EXCLUDED)
        two = {"lifted_by": desk.manager, "lifted_second": desk.cashier, "lifted_at": desk.at()}
        with pytest.raises(IntegrityError, match="not lifted before its end"), transaction.atomic():
            Ban.objects.filter(pk=ban.pk).update(**two)


class TestTheState:
    def test_one_rooms_manager_lifts_it_only_where_that_is_the_whole_house(self, desk: Desk) -> None:
        ban = bar(desk, KINDS.EXCLUDED)
        other = Room.objects.create(name="Elsewhere", slug="elsewhere")
        refused("exclusion_elsewhere", lambda: lift(desk, ban))
        StaffRole.objects.create(user=desk.manager, room=other, role="manager")
        desk.manager.forget_postings()
        lift(desk, ban, notice=Notice("2026/14", desk.now.date()))

    def test_is_lifted_on_a_notice_that_is_kept_with_it(self, desk: Desk) -> None:
        ban, today = bar(desk, KINDS.EXCLUDED), desk.now.astimezone(desk.room.zone).date()
        for missing in (None, Notice(" ", today), Notice("2026/14", None)):
            refused("notice_missing", lambda missing=missing: lift(desk, ban, notice=missing))  # type: ignore[misc]
        for day in (today - timedelta(days=1), today + timedelta(days=1)):
            refused("notice_day", lambda day=day: lift(desk, ban, notice=Notice("2026/14", day)))  # type: ignore[misc]
        lifted = lift(desk, ban, notice=Notice(" 2026/14 ", today))
        assert (lifted.notice, lifted.notice_day) == ("2026/14", today)
        told = AuditEvent.objects.get(verb="player.let_in").after or {}
        assert (told["notice"], told["notice_day"]) == ("2026/14", today.isoformat())

    @pytest.mark.parametrize(
        ("kind", "notice", "said"),
        [
            (KINDS.EXCLUDED, {}, "lifted on a notice"),
            (KINDS.EXCLUDED, {"notice": "2026/14"}, "lifted on a notice"),
            (KINDS.BARRED, {"notice": "2026/14"}, "only the regulator gives notice"),
        ],
    )
    def test_the_database_asks_for_the_notice_too(
        self, desk: Desk, kind: Ban.Kind, notice: dict[str, str], said: str
    ) -> None:
        ban = bar(desk, kind)
        two = {"lifted_by": desk.manager, "lifted_second": desk.cashier, "lifted_at": desk.at()}
        with pytest.raises(IntegrityError, match=said), transaction.atomic():
            Ban.objects.filter(pk=ban.pk).update(**two, **notice)

    def test_the_page_asks_for_it_and_shows_it(self, desk: Desk) -> None:
        ban, manager = bar(desk, KINDS.EXCLUDED), signed_in(desk.manager)
        page, address = reverse("player", args=[ban.player_id]), reverse("ban_lift", args=[ban.player_id, ban.pk])
        second, today = person(desk.room, "floor"), timezone.localdate(timezone=desk.room.zone)
        set_own_pin(person=second, pin="4711", at=desk.now)
        assert 'name="notice_day"' in manager.get(page).content.decode()
        sent = {"reason": "served", "badge": second.badge_number, "pin": "4711"}
        assert "enter the reference of the notice" in text(manager.post(address, sent))
        assert manager.post(address, sent | {"notice": "2026/14", "notice_day": today.isoformat()}).status_code == 303
        assert f"on notice 2026/14 of {today:{DAY}}" in text(manager.get(page))


def test_a_supervisor_of_another_room_lifts_nothing(desk: Desk) -> None:
    ban = bar(desk, KINDS.BARRED)
    other = Room.objects.create(name="Elsewhere", slug="elsewhere")
    theirs = {"room": other, "by": person(other, "manager"), "second": person(other, "floor"), "at": desk.at()}
    refused("exclusion_elsewhere", lambda: lift(desk, ban, **theirs))
    refused("lift_not_yours", lambda: lift(desk, ban, by=theirs["by"]))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("set reason = 'y'", "stays as it was written"),
        ("set ends_at = now()", "stays as it was written"),
        ("set kind = 'suspended'", "stays as it was written"),
        ("set lifted_at = now()", "by two people"),
        ("set lifted_at = now(), lifted_by_id = {me}, lifted_second_id = {me}", "by two people"),
    ],
)
def test_the_database_keeps_an_exclusion_as_it_was_written(desk: Desk, change: str, said: str) -> None:
    ban = bar(desk, KINDS.BARRED)
    with pytest.raises(IntegrityError, match=said), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"update players_ban {change.format(me=desk.manager.pk)} where id = {ban.pk}")


def test_an_exclusion_is_never_deleted(desk: Desk) -> None:
    ban = bar(desk, KINDS.BARRED)
    with pytest.raises(Exception, match=r"never deleted|permission denied"), transaction.atomic():
        ban.delete()
