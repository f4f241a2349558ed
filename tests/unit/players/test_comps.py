"""Comps: what hours earn once their day is locked, what is redeemed, by whom, up to what, and what nobody gets."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from config.audit.checks import CHECKS
from config.staff.models import StaffRole
from players.comps.lots import Lots
from players.comps.terms import RateLine
from players.comps.week import WeekHours, points_an_hour
from players.models import (
    Ban,
    CompDay,
    CompEntry,
    CompRules,
    HoursCorrection,
    IdentityDecision,
    Player,
    Transfer,
    TransferKind,
)
from players.persons import persons_at
from players.selectors.comps import account_of, qualified, redeemed_by, rules_on, unredeemed, used_on, why_not
from players.services import bar_player, decide_identity
from players.services.comp_expiry import expire_points
from players.services.comp_links import end_link, link_of, make_link, token_of
from rake.comps.hours import play_of_day
from rake.comps.told import AccountTold
from rake.comps.waiting import days_to_earn
from rake.figures.definitions import FIGURES, Chapter
from rake.figures.parts import By
from rake.figures.periods import Kind, period_of
from rake.figures.scopes import Scope
from rake.figures.sheets import figures_by, sheet
from rake.models import PlayHour
from rake.services import rebuild_day
from tables.services import post_plaque
from tests.support.arranged import arranged
from tests.support.comps import TERMS, Comps
from tests.support.desk import NLH, key, open_desk, person
from tests.support.refusals import refused
from tests.support.window import a_void, book

pytestmark = pytest.mark.django_db
FRIDAY_NIGHT = WeekHours((4,), 22, 2)


@arranged
def room() -> Comps:
    return Comps()


def no_faults() -> None:
    assert [fault for name, check in CHECKS.items() if name.startswith("I-25") for fault in check.faults()] == []


class TestHours:
    def test_they_are_seats_less_absences_to_the_second(self, room: Comps) -> None:
        """An hour and a half, of which twenty minutes and one second away."""
        sitting = room.sit()
        room.go_on(minutes=30)
        room.away(sitting, minutes=20, seconds=1)
        room.go_on(minutes=39, seconds=59)
        room.desk.leave(sitting)
        day = room.end_day()
        entry = CompEntry.objects.get()
        assert entry.seconds == 90 * 60 - 20 * 60 - 1
        assert entry.points == entry.seconds * 100 // 3600 == 116
        assert entry.for_day == day
        assert entry.gaming_day == room.today > day
        no_faults()

    def test_they_are_those_of_the_figures(self, room: Comps) -> None:
        """What players have is what the tables have: no second clock."""
        first, second = room.sit(seat=1), room.sit(seat=2)
        room.go_on(minutes=50)
        room.away(first, minutes=25)
        room.go_on(hours=3, seconds=17)
        room.desk.leave(second)
        day = room.today
        room.go_on(hours=9)
        rebuild_day(room=room.desk.room, gaming_day=day, at=room.desk.now)
        of_tables = sum(line.played_seconds for line in PlayHour.objects.all())
        of_players = sum(sum(play.values()) for play in play_of_day(room.desk.room, day, room.desk.now).values())
        assert of_players == of_tables > 0

    def test_who_sits_on_has_the_hours_of_each_day_in_it(self, room: Comps) -> None:
        sitting = room.sit()
        first = room.end_day()
        room.desk.leave(sitting)
        second = room.end_day()
        of_days = dict(CompEntry.objects.values_list("for_day", "seconds"))
        start = room.desk.room.start_of(second)
        assert of_days == {first: (start - sitting.seated_at).total_seconds(), second: 3600}


class TestRates:
    def test_the_last_line_that_speaks_of_an_hour_counts(self) -> None:
        lines = [[*WeekHours().to_json(), 100], [*FRIDAY_NIGHT.to_json(), 250]]
        friday = datetime(2025, 3, 7, tzinfo=UTC)
        at = {hour: points_an_hour(lines, friday + timedelta(hours=hour), "UTC") for hour in (21, 22, 25, 26)}
        assert at == {21: 100, 22: 250, 25: 250, 26: 100}

    def test_hours_are_those_of_the_room_s_clock(self) -> None:
        lines = [[*FRIDAY_NIGHT.to_json(), 250]]
        assert points_an_hour(lines, datetime(2025, 3, 8, 6, tzinfo=UTC), "America/Los_Angeles") == 250
        assert points_an_hour(lines, datetime(2025, 3, 7, 22, tzinfo=UTC), "America/Los_Angeles") == 0

    def test_a_plaque_has_its_own_rate_and_one_like_it_has_it_after(self, room: Comps) -> None:
        table = room.desk.session.table
        room.rate([RateLine(WeekHours(), 300)], plaque=room.desk.session.plaque)
        player = room.played(hours=1)
        post_plaque(table=table, plaque=replace(NLH, buy_in_max=400_00), by=room.desk.manager, at=room.desk.now)
        room.played(player=player, hours=1)
        post_plaque(table=table, plaque=replace(NLH, blinds=(200, 500)), by=room.desk.manager, at=room.desk.now)
        room.played(player=player, hours=1)
        room.end_day()
        assert CompEntry.objects.get().points == 300 + 300 + 100

    def test_a_rate_holds_from_its_day_on_and_changes_nothing_before(self, room: Comps) -> None:
        room.rate([RateLine(WeekHours(), 700)], before=0)
        player = room.played(hours=1)
        room.end_day()
        room.played(player=player, hours=1)
        room.end_day()
        assert list(CompEntry.objects.values_list("points", flat=True)) == [100, 700]

    def test_nobody_posts_for_a_day_that_has_begun(self, room: Comps) -> None:
        refused("comps_too_early", lambda: room.rate(from_day=room.today, before=0))
        refused("comps_too_early", lambda: room.post(from_day=room.today, before=0))
        rules = CompRules.objects.get()
        rules.pk, rules.number, rules.request_key, rules.made_on = None, 9, key(), rules.from_day
        with pytest.raises(DatabaseError), transaction.atomic():
            rules.save(force_insert=True)

    def test_two_people_of_different_roles_post(self, room: Comps) -> None:
        refused("second_needed", lambda: room.post(second=None))
        refused("second_is_first", lambda: room.rate(second=room.desk.manager))
        refused("same_role", lambda: room.rate(second=person(room.desk.room, "manager")))
        refused("second_may_not", lambda: room.post(second=room.desk.cashier))
        refused("source_missing", lambda: room.post(source=" "))
        refused("comps_uncountable", lambda: room.post(replace(TERMS, alone_points=10_001)))
        refused("comps_uncountable", lambda: room.post(replace(TERMS, point_value=0)))
        refused("rate_empty", lambda: room.rate(()))
        refused("hours_unreadable", lambda: room.rate([RateLine(WeekHours((), 3, 4), 1)]))
        refused("plaque_unknown", lambda: room.post(replace(TERMS, excluded_plaques=(2**40,))))

    def test_a_role_that_ended_is_no_common_department(self, room: Comps) -> None:
        """The manager was an auditor before: an auditor is of another department than theirs now."""
        manager, times = room.desk.manager, {"granted_at": room.desk.now, "ended_at": room.desk.now}
        held = StaffRole.objects.create(user=manager, room=room.desk.room, role="auditor", **times)
        assert room.rate().second == room.auditor
        StaffRole.objects.filter(pk=held.pk).update(ended_at=None)
        refused("same_role", room.rate)


class TestEarning:
    def test_a_day_is_given_once(self, room: Comps) -> None:
        room.played(hours=2)
        day = room.end_day()
        assert room.earn(day) == 1
        assert CompEntry.objects.get().points == 200
        assert CompDay.objects.get().players == 1

    def test_an_open_day_gives_nothing(self, room: Comps) -> None:
        player = room.played(hours=2)
        refused("day_not_locked", lambda: room.earn(room.today))
        assert room.points(player) == 0

    def test_a_day_that_was_forgotten_is_found(self, room: Comps) -> None:
        room.played(hours=1)
        day = room.end_day(with_points=False)
        assert days_to_earn(room.desk.room) == [day]
        room.earn(day)
        assert days_to_earn(room.desk.room) == []

    @pytest.mark.parametrize("what", ["day", "hour", "plaque"])
    def test_what_is_excluded_earns_nothing_and_says_why(self, room: Comps, what: str) -> None:
        hour = room.desk.now.astimezone(room.desk.room.zone).hour
        excluded: dict[str, dict[str, Any]] = {
            "day": {"excluded_days": [room.today]},
            "hour": {"excluded_hours": [WeekHours(since=hour, until=hour + 1)]},
            "plaque": {"excluded_plaques": [room.desk.session.plaque_id]},
        }
        room.post(replace(TERMS, **excluded[what]))
        room.played(hours=1)
        room.end_day()
        entry = CompEntry.objects.get()
        assert (entry.points, entry.seconds) == (0, 0)
        assert entry.what == f"the {what} is excluded"
        no_faults()

    @pytest.mark.parametrize("kind", [Ban.Kind.SELF_EXCLUDED, Ban.Kind.EXCLUDED, Ban.Kind.BARRED])
    def test_who_may_not_play_earns_nothing_and_the_entry_says_why(self, room: Comps, kind: Ban.Kind) -> None:
        player = room.played(hours=2)
        bar_player(room=room.desk.room, player=player, kind=kind, reason="asked for it", **room.desk.by())
        room.end_day()
        entry = CompEntry.objects.get()
        assert (entry.points, entry.seconds) == (0, 0)
        assert entry.what == f"{Ban.Kind(kind).label}: earns nothing"
        no_faults()

    def test_a_ban_after_the_lock_takes_nothing_that_was_earned(self, room: Comps) -> None:
        player = room.played(hours=2)
        room.end_day(with_points=False)
        facts = {"kind": Ban.Kind.BARRED, "reason": "late", "by": room.desk.manager}
        bar_player(room=room.desk.room, player=player, at=room.go_on(minutes=5), **facts)
        room.earn(room.today - timedelta(days=1))
        assert room.points(player) == 200
        no_faults()

    def test_comps_that_are_off_give_nothing(self, room: Comps) -> None:
        room.post(replace(TERMS, is_on=False))
        player = room.played(hours=2)
        day = room.end_day()
        assert not CompEntry.objects.exists()
        assert days_to_earn(room.desk.room) == []
        refused("comps_off", lambda: room.redeem(player, 1))
        refused("comps_off", lambda: room.correct(player, day, room.desk.room.start_of(day)))


class TestRedeeming:
    def test_points_leave_the_account_and_no_chip_moves(self, room: Comps) -> None:
        player = room.played(hours=5)
        room.end_day()
        transfers = Transfer.objects.count()
        entry = room.redeem(player, 300)
        assert (entry.points, entry.balance, entry.value, entry.what) == (-300, 200, -300, "dinner")
        assert Transfer.objects.count() == transfers
        assert unredeemed(room.desk.room, room.today) == 200

    def test_no_more_than_there_is(self, room: Comps) -> None:
        player = room.played(hours=1)
        room.end_day()
        refused("points_short", lambda: room.redeem(player, 101))
        refused("points_missing", lambda: room.redeem(player, 0))
        refused("what_missing", lambda: room.redeem(player, 1, what=" "))

    def test_above_the_limit_a_second_person_confirms_all_of_a_day_together(self, room: Comps) -> None:
        room.post(replace(TERMS, alone_points=150))
        first, second = room.played(hours=4), room.played(hours=4)
        room.end_day()
        room.redeem(first, 100)
        refused("second_needed", lambda: room.redeem(second, 51))
        refused("second_is_first", lambda: room.redeem(second, 51, second=room.desk.cashier))
        refused("second_may_not", lambda: room.redeem(second, 51, second=room.auditor))
        assert room.redeem(second, 51, second=room.floor).second == room.floor
        assert room.redeem(second, 50).second is None, "what was confirmed is none that was done alone"
        (use,) = used_on(room.desk.room, room.today)
        assert (use.points, use.alone, use.times, use.players) == (201, 150, 3, 2)

    def test_one_of_the_staff_redeems_so_much_a_day_whoever_confirms(self, room: Comps) -> None:
        """What a dishonest cashier can do in a night has an end, and taking back makes no room for more."""
        room.post(replace(TERMS, alone_points=150, cashier_day_points=200))
        player = room.played(hours=8)
        room.end_day()
        room.take_back(room.redeem(player, 150))
        refused("cashier_day_most", lambda: room.redeem(player, 51, second=room.floor))
        assert redeemed_by(room.desk.room, room.desk.cashier, room.today) == 150
        room.redeem(player, 50, second=room.floor)
        assert room.redeem(player, 51, by=room.floor)

    def test_a_person_redeems_so_much_a_day_by_all_their_records(self, room: Comps) -> None:
        room.post(replace(TERMS, player_day_points=120))
        player, other = room.played(hours=4), room.played(hours=4)
        room.end_day()
        Player.objects.filter(pk=other.pk).update(same_as=player, linked_at=room.desk.now)
        room.redeem(player, 100)
        refused("player_day_most", lambda: room.redeem(other, 21))
        room.redeem(other, 20)
        refused("player_day_used", lambda: room.redeem(player, 1))

    def test_who_has_not_played_enough_is_told_so(self, room: Comps) -> None:
        room.post(replace(TERMS, required_minutes=180, earning_days=2))
        player = room.played(hours=2)
        room.end_day()
        (reason,) = why_not(room.desk.room, player, room.desk.now)
        assert "asks for 3 h 00 min of play in the last 2 gaming days" in reason.message
        assert f"{player} has 2 h 00 min" in reason.message
        refused("hours_missing", lambda: room.redeem(player, 1))
        room.played(player=player, hours=3)
        room.end_day()
        assert qualified(room.desk.room, player, rules_on(room.desk.room, room.today), room.today).seconds == 3 * 3600
        room.redeem(player, 1)

    def test_so_many_redemptions_in_a_period(self, room: Comps) -> None:
        room.post(replace(TERMS, most_redemptions=2, earning_days=2))
        player = room.played(hours=9)
        room.end_day()
        taken = room.redeem(player, 1)
        room.redeem(player, 1)
        refused("redemptions_used", lambda: room.redeem(player, 1))
        room.take_back(taken)
        room.redeem(player, 1)
        room.end_day()
        room.end_day()
        room.redeem(player, 1)

    def test_who_may_not_play_redeems_nothing(self, room: Comps) -> None:
        player = room.played(hours=5)
        room.end_day()
        facts = {"kind": Ban.Kind.SELF_EXCLUDED, "reason": "asked for it"}
        bar_player(room=room.desk.room, player=player, **facts, **room.desk.by())
        said = refused("player_barred", lambda: room.redeem(player, 1))
        assert "self-excluded" in said.message


class TestLinkedRecords:
    def test_a_record_that_is_linked_later_changes_no_day_before(self, room: Comps) -> None:
        """Somebody barred turns out to be the same person a day later: it was earned by what was known then."""
        player, other = room.played(hours=2), room.desk.player()
        facts = {"kind": Ban.Kind.BARRED, "reason": "fought at table 3"}
        bar_player(room=room.desk.room, player=other, **facts, **room.desk.by())
        room.end_day()
        assert account_of(room.desk.room, player, room.today).balance == 200
        one_person(room, player, other)
        no_faults()

    def test_a_record_that_was_linked_before_the_lock_earns_nothing(self, room: Comps) -> None:
        player, other = room.played(hours=2), room.desk.player()
        facts = {"kind": Ban.Kind.BARRED, "reason": "fought at table 3"}
        one_person(room, player, other)
        bar_player(room=room.desk.room, player=other, **facts, **room.desk.by())
        room.end_day()
        assert account_of(room.desk.room, player, room.today).balance == 0
        no_faults()

    def test_persons_are_those_of_the_links_until_then(self, room: Comps) -> None:
        one, two, three = (room.desk.player() for _ in range(3))
        begin = room.desk.now
        one_person(room, three, two)
        between = room.desk.now
        one_person(room, three, one)
        known = [persons_at([one.pk], at) for at in (begin - timedelta(seconds=1), between, room.desk.now)]
        assert known[0] == {each.pk: each.pk for each in (one, two, three)}
        assert known[1] == {one.pk: one.pk, two.pk: two.pk, three.pk: two.pk}
        assert known[2] == dict.fromkeys((one.pk, two.pk, three.pk), one.pk)


def one_person(room: Comps, player: Player, other: Player) -> None:
    room.go_on(minutes=1)
    facts = {"outcome": IdentityDecision.Outcome.SAME, "reason": "the same passport"}
    decide_identity(room=room.desk.room, player=player, other=other, **facts, by=room.desk.manager, at=room.desk.at())


class TestTakingBack:
    def test_two_people_and_a_reason(self, room: Comps) -> None:
        player = room.played(hours=5)
        room.end_day()
        entry = room.redeem(player, 300)
        refused("second_needed", lambda: room.take_back(entry, second=None))
        refused("second_is_first", lambda: room.take_back(entry, second=room.desk.cashier))
        refused("reason_missing", lambda: room.take_back(entry, reason=" "))
        back = room.take_back(entry)
        assert (back.points, back.value, back.balance) == (300, 300, 500)
        refused("redemption_taken_back", lambda: room.take_back(entry))
        refused("not_a_redemption", lambda: room.take_back(back))

    def test_points_come_back_to_the_day_on_which_they_are_gone(self, room: Comps) -> None:
        """Redeeming and taking back makes no points younger."""
        room.post(replace(TERMS, expires_days=2))
        player = room.played(hours=5)
        room.end_day()
        gone = room.today + timedelta(days=2)
        room.take_back(room.redeem(player, 300))
        assert account_of(room.desk.room, player, gone - timedelta(days=1)).available == 500
        assert account_of(room.desk.room, player, gone).available == 0


class TestExpiry:
    def test_what_is_gone_is_taken_off_once(self, room: Comps) -> None:
        room.post(replace(TERMS, expires_days=2))
        player = room.played(hours=3)
        room.end_day()
        room.redeem(player, 100)
        room.played(player=player, hours=1)
        room.end_day()
        assert expire_points(room=room.desk.room, at=room.desk.now) == 0
        room.end_day()
        assert room.points(player) == 100
        assert expire_points(room=room.desk.room, at=room.desk.now) == 1
        assert expire_points(room=room.desk.room, at=room.desk.now) == 0
        assert account_of(room.desk.room, player, room.today).balance == 100
        assert CompEntry.objects.filter(kind="expired").get().points == -200

    def test_nobody_redeems_what_is_gone_before_it_is_taken_off(self, room: Comps) -> None:
        room.post(replace(TERMS, expires_days=1))
        player = room.played(hours=3)
        room.end_day()
        room.played(player=player, hours=1)
        room.end_day()
        refused("points_short", lambda: room.redeem(player, 101))
        assert AccountTold(room.desk.room, player, room.desk.now).value == 100 * TERMS.point_value
        room.redeem(player, 100)
        assert account_of(room.desk.room, player, room.today).balance == 0

    def test_what_goes_first_is_redeemed_first(self) -> None:
        first, second = date(2025, 3, 1), date(2025, 3, 2)
        lots = Lots()
        for pk, points, gone in ((1, 10, second), (2, 5, first), (3, -7, None)):
            lots.add(CompEntry(pk=pk, points=points, expires_on=gone))
        assert [(lot.expires_on, lot.points) for lot in lots.held] == [(second, 8)]
        assert [(lot.expires_on, lot.points) for lot in lots.taken[3]] == [(first, 5), (second, 2)]


class TestCorrections:
    def test_added_play_is_booked_today_and_names_its_day(self, room: Comps) -> None:
        room.sit(seat=2)
        room.go_on(minutes=1)
        since = room.desk.now
        player = room.played(hours=2)
        day = room.end_day()
        entry = room.correct(player, day, since + timedelta(hours=2, minutes=30))
        assert (entry.kind, entry.points, entry.seconds) == ("difference", 100, 3600)
        assert (entry.for_day, entry.gaming_day) == (day, room.today)
        assert HoursCorrection.objects.get().second == room.floor
        entry = room.correct(player, day, since, adds=False)
        assert (entry.points, entry.seconds, entry.balance) == (-100, -3600, 200)
        no_faults()

    def test_nobody_has_more_than_an_hour_in_an_hour_or_less_than_none(self, room: Comps) -> None:
        since = room.desk.now
        player = room.played(hours=2)
        day = room.end_day()
        refused("hours_impossible", lambda: room.correct(player, day, since))
        refused("hours_impossible", lambda: room.correct(player, day, since + timedelta(hours=3), adds=False))
        refused("span_out_of_day", lambda: room.correct(player, day, since - timedelta(days=1)))
        refused("plaque_not_in_play", lambda: room.correct(player, day, since - timedelta(hours=2)))

    def test_two_people_correct_a_locked_day(self, room: Comps) -> None:
        since = room.desk.now
        player = room.played(hours=1)
        late = since + timedelta(hours=4)
        refused("day_not_locked", lambda: room.correct(player, room.today, late))
        day = room.end_day(with_points=False)
        refused("comps_not_earned", lambda: room.correct(player, day, late))
        room.earn(day)
        refused("second_needed", lambda: room.correct(player, day, late, second=None))
        refused("second_is_first", lambda: room.correct(player, day, late, second=room.desk.manager))
        refused("reason_missing", lambda: room.correct(player, day, late, reason=""))

    def test_points_that_were_redeemed_are_not_corrected_away(self, room: Comps) -> None:
        since = room.desk.now
        player = room.played(hours=2)
        day = room.end_day()
        room.redeem(player, 150)
        refused("points_gone", lambda: room.correct(player, day, since, adds=False))
        assert not HoursCorrection.objects.exists()

    def test_an_excluded_person_is_given_no_hours(self, room: Comps) -> None:
        since = room.desk.now
        player = room.played(hours=1)
        day = room.end_day()
        facts = {"kind": Ban.Kind.EXCLUDED, "reason": "the list"}
        bar_player(room=room.desk.room, player=player, **facts, **room.desk.by())
        refused("player_barred", lambda: room.correct(player, day, since + timedelta(hours=2)))


class TestDatabase:
    """What a program that goes past the services is refused by the database."""

    @pytest.mark.parametrize(
        "changed",
        [
            {"number": 5},
            {"balance": 7},
            {"points": -900, "balance": -600},
            {"kind": "redeemed", "is_cash": True},
            {"value": 1},
            {"value": -9},
            {"kind": "earned", "points": 1, "balance": 301, "value": 1, "for_day": date(2020, 1, 1)},
            {"kind": "reversed", "points": 1, "balance": 301, "value": 1},
        ],
        ids="-".join,
    )
    def test_an_entry_follows_the_one_before_and_the_rules(self, room: Comps, changed: dict[str, Any]) -> None:
        player = room.played(hours=3)
        room.end_day()
        rules = CompRules.objects.get()
        facts = {"room": room.desk.room, "player": player, "number": 2, "kind": "redeemed", "points": -1}
        facts |= {"balance": 299, "value": -1, "rules": rules, "gaming_day": room.today, "at": room.desk.now}
        with transaction.atomic():
            CompEntry.objects.create(**facts, request_key=key())
            transaction.set_rollback(True)
        with pytest.raises(DatabaseError), transaction.atomic():
            CompEntry.objects.create(**(facts | changed), request_key=key())

    def test_entries_stay(self, room: Comps) -> None:
        room.played(hours=3)
        room.end_day()
        for change in (lambda: CompEntry.objects.update(points=9), lambda: CompEntry.objects.all().delete()):
            with pytest.raises(DatabaseError), transaction.atomic():
                change()


class TestLinks:
    def link(self, room: Comps, **facts: Any) -> Any:
        given = {"room": room.desk.room, "player": room.desk.player(), "days": 2, "key": key()}
        return make_link(**(given | room.desk.by() | facts))

    def test_an_address_opens_until_its_day_or_until_it_is_ended(self, room: Comps) -> None:
        link = self.link(room)
        token, ends = token_of(link), link.expires_at
        assert link_of(token, ends - timedelta(seconds=1)) == link
        assert link_of(token, ends) is None
        end_link(link=link, **room.desk.by())
        assert link_of(token, room.desk.now) is None
        refused("link_ended", lambda: end_link(link=link, **room.desk.by()))

    def test_a_nonce_without_its_signature_opens_nothing(self, room: Comps) -> None:
        link = self.link(room)
        assert link_of(link.nonce, room.desk.now) is None
        assert link_of(f"{link.nonce}:x", room.desk.now) is None

    def test_it_is_for_some_days_and_for_somebody(self, room: Comps) -> None:
        refused("days_out_of_bounds", lambda: self.link(room, days=91))
        refused("days_out_of_bounds", lambda: self.link(room, days=0))


class TestCash:
    """Points become cash by the window's closed list alone, and only where the room's rules say so."""

    def test_points_are_no_cash_where_the_rules_do_not_say_so(self, room: Comps) -> None:
        player = room.played(hours=5)
        room.end_day()
        refused("comp_is_no_cash", lambda: book(room.desk, TransferKind.COMP_PAID, 1_00, player))

    def test_a_comp_in_cash_takes_its_points_and_its_void_gives_them_back(self, room: Comps) -> None:
        room.post(replace(TERMS, cash_allowed=True, point_value=5))
        player = room.played(hours=5)
        room.end_day()
        refused("comp_uneven", lambda: book(room.desk, TransferKind.COMP_PAID, 1_01, player))
        refused("points_short", lambda: book(room.desk, TransferKind.COMP_PAID, 26_00, player))
        slip = book(room.desk, TransferKind.COMP_PAID, 5_00, player)
        entry = CompEntry.objects.get(is_cash=True)
        assert (entry.points, entry.value, entry.player) == (-100, -5_00, player)
        refused("redemption_in_cash", lambda: room.take_back(entry))
        (told, *_) = AccountTold(room.desk.room, player, room.desk.now).entries()
        assert (told.entry, told.is_open_to_reversal) == (entry, False), "nobody is offered what is refused"
        no_faults()
        refused("second_needed", lambda: a_void(room.desk, slip))
        a_void(room.desk, slip, second=room.floor)
        assert room.points(player) == 500
        no_faults()

    def test_comps_of_a_room_without_rules_are_as_they_were(self) -> None:
        desk = open_desk()
        assert book(desk, TransferKind.COMP_PAID, 1_00, desk.player()).amount == 1_00
        assert not CompEntry.objects.exists()


class TestFigures:
    def test_what_is_earned_redeemed_gone_and_owed(self, room: Comps) -> None:
        """By hand: 500 points earned, 100 + 50 redeemed of which 50 came back, 300 gone; 2.00 a point of 2."""
        room.post(replace(TERMS, point_value=2, expires_days=2))
        player = room.played(hours=4)
        room.end_day()
        room.redeem(player, 100)
        room.take_back(room.redeem(player, 50))
        room.played(player=player, hours=1)
        room.end_day()
        room.end_day()
        expire_points(room=room.desk.room, at=room.desk.now)
        days = period_of(Kind.DAYS, room.today - timedelta(days=5), until=room.today)
        figures = figures_by(Chapter.COMPS, By.WHOLE)
        read = sheet(Scope(room.desk.room, days, room.desk.now), figures)
        told = {figure.code: value for figure, value in zip(figures, read.total.values, strict=True)}
        assert told["points_earned"] == 500
        assert told["points_redeemed"] == 100
        assert told["points_expired"] == 300
        assert (told["comps_redeemed"], told["points_unredeemed"], told["comps_owed"]) == (200, 100, 200)
        before = Scope(room.desk.room, period_of(Kind.DAY, room.today - timedelta(days=2)), room.desk.now)
        assert sheet(before, [FIGURES["points_unredeemed"]]).total.values == (300,)
        after = Scope(room.desk.room, period_of(Kind.DAY, room.today - timedelta(days=1)), room.desk.now)
        assert sheet(after, [FIGURES["points_unredeemed"]]).total.values == (400,), "with those of the days before"

    def test_a_locked_day_whose_points_are_not_given_is_said(self, room: Comps) -> None:
        room.played(hours=1)
        day = room.end_day(with_points=False)
        scope = Scope(room.desk.room, period_of(Kind.DAY, day), room.desk.now)
        (lack,) = sheet(scope, [FIGURES["points_earned"]]).lacks
        assert "1 locked day has earned players no points yet" in lack.sentence
        other = Comps()
        other.played(hours=1)
        assert other.end_day() == day
        assert sheet(scope, [FIGURES["points_earned"]]).lacks == (lack,), "another room has given its own"
