"""Hours that two people correct: under the plaque that stood there then, and each second held against the books; and
redemptions that go back to whoever made them."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction

from config.audit.checks import CHECKS
from config.days.selectors import notes_of
from config.staff.models import User
from players.models import CompEntry, Employment, HoursCorrection, Player
from players.services import note_works_here, note_works_here_no_more
from tables.models import Dealer
from tables.services import close_table, end_shift, post_plaque, register_dealer, start_shift
from tests.support.arranged import arranged
from tests.support.comps import EVERY_HOUR, Comps
from tests.support.desk import NLH, key, person
from tests.support.drawers import close_exactly, opened
from tests.support.people import one_person
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db


@arranged
def room() -> Comps:
    return Comps()


def faults() -> list[str]:
    return [fault for name, check in CHECKS.items() if name.startswith("I-25") for fault in check.faults()]


def test_hours_are_of_the_plaque_that_stood_there_then(room: Comps) -> None:
    """The one before earned at another rate."""
    old = room.desk.session.plaque
    room.sit(seat=2)
    room.go_on(minutes=10)
    table = room.desk.session.table
    new = post_plaque(table=table, plaque=replace(NLH, buy_in_max=400_00), by=room.desk.manager, at=room.desk.now)
    room.go_on(hours=3)
    late, player = room.desk.now - timedelta(hours=1), room.desk.player()
    day = room.end_day()
    refused("plaque_not_in_play", lambda: room.correct(player, day, late, plaque=old))
    assert room.correct(player, day, late, plaque=new).points == 100


def test_hours_end_where_another_plaque_begins(room: Comps) -> None:
    """Each plaque's hours are corrected by themselves, at its own rate."""
    old, player, since = room.desk.session.plaque, room.desk.player(), room.desk.now
    room.sit(seat=2)
    room.go_on(hours=1)
    changed, table = room.desk.now, room.desk.session.table
    post_plaque(table=table, plaque=replace(NLH, buy_in_max=400_00), by=room.desk.manager, at=changed)
    room.go_on(hours=3)
    day = room.end_day()
    later = changed + timedelta(hours=1)
    error = refused("plaque_not_in_play", lambda: room.correct(player, day, since, plaque=old, until=later))
    assert "correct the time of another plaque by itself" in error.message
    assert room.correct(player, day, since, plaque=old, until=changed).points == 100


def test_hours_are_of_a_table_that_was_open_to_their_end(room: Comps) -> None:
    session, since, player = room.desk.open_table(), room.desk.now, room.desk.player()
    room.sit(seat=2)
    closed = room.go_on(hours=2)
    close_table(session=session, by=room.desk.manager, at=closed)
    room.go_on(hours=3)
    day = room.end_day()
    late = closed - timedelta(minutes=30)
    refused("plaque_not_in_play", lambda: room.correct(player, day, late, plaque=session.plaque))
    assert room.correct(player, day, since, plaque=session.plaque, until=closed).points == 200


def test_an_hour_at_two_tables_is_one_hour(room: Comps) -> None:
    other, since = room.desk.open_table(), room.desk.now
    player = room.played(hours=1)
    room.sit(seat=2)
    room.go_on(hours=2)
    day = room.end_day()
    for adds in (True, False):
        facts = {"plaque": other.plaque, "adds": adds}
        refused("hours_impossible", lambda facts=facts: room.correct(player, day, since, **facts))  # type: ignore[misc]


def test_all_that_somebody_has_may_go(room: Comps) -> None:
    since, player = room.desk.now, room.played(hours=1)
    room.sit(seat=2)
    room.go_on(hours=2)
    day = room.end_day()
    assert (room.correct(player, day, since, adds=False).points, room.points(player)) == (-100, 0)


def test_points_of_corrected_hours_are_gone_as_long_after_they_are_booked(room: Comps) -> None:
    room.sit(seat=2)
    since = room.go_on(hours=1)
    room.go_on(hours=2)
    day = room.end_day()
    room.go_on(days=3)
    entry = room.correct(room.desk.player(), day, since)
    assert entry.expires_on == room.today + timedelta(days=entry.rules.expires_days)


def test_what_another_room_gave_for_the_day_is_its_own(room: Comps) -> None:
    elsewhere, since = Comps(), room.desk.now
    player = elsewhere.played(hours=2)
    room.sit(seat=2)
    room.go_on(hours=3)
    day = room.end_day()
    assert elsewhere.end_day() == day
    entry = room.correct(player, day, since)
    assert (entry.points, entry.seconds) == (100, 3600)


def test_seconds_without_points_are_held_against_the_hours_too(room: Comps) -> None:
    """Half a minute earns nothing, and counts for what players qualify by."""
    player = room.played(hours=1)
    day = room.end_day()
    assert faults() == []
    given = CompEntry.objects.get(player=player)
    since = room.desk.room.start_of(day) + timedelta(hours=15)
    HoursCorrection.objects.create(
        room=room.desk.room, player=player, for_day=day, plaque=room.desk.session.plaque, adds=True,
        began_at=since, until=since + timedelta(seconds=20), reason="by hand", by=room.desk.manager,
        second=room.floor, at=room.desk.now, gaming_day=room.today, request_key=key(),
    )  # fmt: skip
    (fault,) = faults()
    assert f"for {given.seconds} seconds" in fault
    assert f"for {given.seconds + 20}" in fault


def test_a_redemption_goes_back_to_whoever_made_it(room: Comps) -> None:
    player, other = room.played(hours=3), room.played(hours=3, seat=2)
    room.end_day()
    entry = room.redeem(player, 100)
    facts = {"room": room.desk.room, "kind": "reversed", "points": 100, "value": 100, "reverses": entry}
    facts |= {"rules": entry.rules, "gaming_day": room.today, "at": room.desk.now, "reason": "the wrong plate"}
    facts |= {"by": room.desk.cashier, "second": room.floor, "request_key": key()}
    with pytest.raises(DatabaseError, match="does not mirror a redemption"), transaction.atomic():
        CompEntry.objects.create(player=other, number=2, balance=400, **facts)
    CompEntry.objects.create(player=player, number=3, balance=300, **facts)


def works(room: Comps, player: Player, who: User | Dealer) -> Employment:
    """The player is noted as one of the staff."""
    return note_works_here(room=room.desk.room, player=player, who=who, by=room.floor, at=room.desk.now, key=key())


class TestWhoWorksHere:
    """Hours of somebody who works here are played off duty, or not at all."""

    def test_has_no_hours_while_a_drawer_is_theirs(self, room: Comps) -> None:
        player, cashier = room.desk.player(), person(room.desk.room, "cashier")
        works(room, player, cashier)
        room.sit(seat=2)
        began = room.go_on(hours=2)
        drawer = opened(room.desk.room, "Window 4", cashier=cashier, by=room.desk.manager, at=began)
        ended = room.go_on(hours=3)
        close_exactly(drawer, by=cashier, second=room.desk.second, at=ended)
        room.go_on(hours=3)
        day, hour = room.end_day(), timedelta(hours=1)
        around = timedelta(minutes=room.desk.room.at_work_minutes)
        for since, until in ((began + hour, began + 2 * hour), (began - hour, ended + hour), (ended - hour, ended)):
            error = refused("on_duty", lambda s=since, u=until: room.correct(player, day, s, until=u))  # type: ignore[misc]
        assert f"{player} is {cashier}, badge {cashier.badge_number}, who worked Window 4 from " in error.message
        zone = room.desk.room.zone
        assert f"from {began.astimezone(zone):%H:%M} to {ended.astimezone(zone):%H:%M}:" in error.message
        assert not HoursCorrection.objects.exists()
        late = ended + around + timedelta(minutes=1)
        assert room.correct(player, day, began - around - hour).points
        assert room.correct(player, day, late).points

    def test_nor_by_another_record_or_on_a_dealer_s_shift(self, room: Comps) -> None:
        player, other = room.desk.player(), room.desk.player()
        dora = register_dealer(room=room.desk.room, badge_number="D7", display_name="Dora", **room.desk.by())
        works(room, player, dora)
        one_person(room.desk.room, player, other, by=room.desk.manager, at=room.desk.now)
        room.sit(seat=2)
        room.go_on(hours=2)
        start_shift(dealer=dora, **room.desk.by())
        began, ended = room.desk.now, room.go_on(hours=2)
        end_shift(dealer=dora, **room.desk.by())
        room.go_on(hours=3)
        day, hour = room.end_day(), timedelta(hours=1)
        error = refused("on_duty", lambda: room.correct(other, day, began - hour, until=began + hour))
        assert "who was on a shift from" in error.message
        assert room.correct(other, day, began - hour).points
        assert room.correct(other, day, ended).points

    def test_nor_around_an_act_of_theirs(self, room: Comps) -> None:
        player, host = room.desk.player(), person(room.desk.room, "host")
        room.sit(seat=2)
        acted = room.go_on(hours=3)
        note = {"room": room.desk.room, "player": room.desk.player(), "who": room.floor, "by": host, "key": key()}
        note_works_here(at=acted, **note)
        room.go_on(hours=3)
        works(room, player, host)
        day = room.end_day()
        since = acted - timedelta(minutes=30)
        error = refused("on_duty", lambda: room.correct(player, day, since))
        assert f"was at work at {acted.astimezone(room.desk.room.zone):%H:%M}" in error.message

    def test_hours_are_taken_off_whoever_they_are(self, room: Comps) -> None:
        """And who worked here by mistake of the desk only has hours."""
        player, cashier = room.desk.player(), person(room.desk.room, "cashier")
        since = room.desk.now
        row = works(room, player, cashier)
        opened(room.desk.room, "Window 4", cashier=cashier, by=room.desk.manager, at=room.desk.now)
        room.played(hours=2, player=player)
        room.sit(seat=2)
        room.go_on(hours=3)
        day = room.end_day()
        assert room.correct(player, day, since, adds=False).points == -100
        refused("on_duty", lambda: room.correct(player, day, since))
        note_works_here_no_more(employment=row, was_wrong=True, by=room.floor, at=room.desk.now, key=key())
        assert room.correct(player, day, since).points == 100

    def test_nobody_corrects_their_own(self, room: Comps) -> None:
        since, player = room.desk.now, room.played(hours=1)
        other = note_works_here(
            room=room.desk.room, player=player, who=room.floor, by=room.desk.manager, at=room.desk.now, key=key()
        )
        room.sit(seat=2)
        room.go_on(hours=3)
        day = room.end_day()
        for adds in (True, False):
            refused("serves_oneself", lambda a=adds: room.correct(player, day, since, adds=a))  # type: ignore[misc]
        assert other.user == room.floor


class TestNotes:
    """The day on which somebody wrote hours or rules by hand says so."""

    def notes(self, room: Comps, place: str) -> list[str]:
        return [note.sentence for note in notes_of(room.desk.room, room.today) if note.place == place]

    def test_hours_by_hand_stand_with_both_names(self, room: Comps) -> None:
        room.sit(seat=2)
        since = room.desk.now
        player = room.played(hours=2)
        room.go_on(hours=3)
        day = room.end_day()
        assert self.notes(room, "player_comps") == []
        room.correct(player, day, since + timedelta(hours=3), until=since + timedelta(hours=4, minutes=30))
        room.correct(player, day, since, adds=False, reason="left early")
        two, zone = f"{room.desk.manager} and {room.floor}", room.desk.room.zone
        table, first = room.desk.session.table, since.astimezone(zone)
        times = [f"{first + timedelta(minutes=each):%H:%M}" for each in (0, 60, 180, 270)]
        on = f"of play at {table} on {day:%-d %B %Y}"
        assert self.notes(room, "player_comps") == [
            f"{two} gave {player} 1 h 30 min {on}, {times[2]} to {times[3]}, by hand: seen on camera.",
            f"{two} took off {player} 1 h 00 min {on}, {times[0]} to {times[1]}, by hand: left early.",
        ]
        room.go_on(days=1)
        assert self.notes(room, "player_comps") == []

    def test_other_rules_and_rates_stand_on_the_day_they_are_posted(self, room: Comps) -> None:
        assert self.notes(room, "comps") == []
        room.post(before=0, reason="spring")
        room.rate(before=0)
        plaque = room.desk.session.plaque
        room.rate(EVERY_HOUR, before=0, plaque=plaque, reason="a slow game")
        since = f"from {room.today + timedelta(days=1):%-d %B %Y} on, approved by {room.auditor}"
        who = room.desk.manager
        assert self.notes(room, "comps") == [
            f"{who} posted rules 2 of comps {since}: spring.",
            f"{who} posted what an hour of play earns (rate 2) {since}: for a test.",
            f"{who} posted what an hour of play at {plaque.table} earns (rate 3) {since}: a slow game.",
        ]
