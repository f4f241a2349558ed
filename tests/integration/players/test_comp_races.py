"""Two people redeem at once, and evenings in any order: the account of points is what a plain recomputation says."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

import pytest

from config.audit.books import audit
from config.audit.checks import CHECKS
from players.models import CompDay, CompEntry, Player, Sitting
from players.services.comp_redeeming import redeem_points, reverse_redemption
from rake.comps.services import earn_day
from tests.support.arranged import arranged
from tests.support.comps import TERMS, Comps
from tests.support.desk import Desk, key, open_desk, person
from tests.support.proofs import sized
from tests.support.races import codes, lanes

EVENINGS = sized(3, 8, 40)


@arranged
def room() -> Comps:
    """A room whose comps hold, with a player who has played five hours of a day that is locked, at 100 points each."""
    room = Comps()
    room.played(hours=5)
    room.end_day()
    return room


@pytest.mark.committed_db
class TestAtOnce:
    def act(self, room: Comps, **facts: Any) -> Any:
        given = {"room": room.desk.room, "player": Player.objects.order_by("pk")[0], "points": 300, "what": "dinner"}
        given |= {"by": room.desk.cashier, "at": room.desk.now, "key": key()} | facts
        return lambda: redeem_points(**given)

    def test_the_same_points_are_redeemed_once(self, room: Comps) -> None:
        acts = [self.act(room), self.act(room, by=person(room.desk.room, "cashier"))]
        with lanes() as people:
            assert codes(people.in_turn(*acts)) == ["points_short"]
        assert CompEntry.objects.filter(kind="redeemed").count() == 1
        assert [finding for finding in audit() if not finding.holds] == []

    def test_a_double_tap_redeems_once(self, room: Comps) -> None:
        first = key()
        with lanes() as people:
            assert (
                codes(people.at_once(self.act(room, key=first, points=200), self.act(room, key=first, points=200)))
                == []
            )
        assert CompEntry.objects.filter(kind="redeemed").count() == 1

    def test_two_are_not_both_the_last_below_what_one_redeems_alone(self, room: Comps) -> None:
        """For two players at once, by one cashier: the limit is the person's."""
        other = room.played(hours=5)
        room.end_day()
        first = Player.objects.exclude(pk=other.pk).get()
        room.post(replace(TERMS, alone_points=400))
        acts = [self.act(room, player=first), self.act(room, player=other)]
        with lanes() as people:
            assert codes(people.in_turn(*acts)) == ["second_needed"]

    def test_two_workers_give_the_points_of_a_day_once(self, room: Comps) -> None:
        room.played(player=Player.objects.get(), hours=1)
        day = room.end_day(with_points=False)
        facts = {"room": room.desk.room, "day": day, "at": room.desk.now}
        with lanes() as people:
            assert codes(people.in_turn(lambda: earn_day(**facts), lambda: earn_day(**facts))) == []
        assert CompEntry.objects.filter(for_day=day).count() == 1
        assert CompDay.objects.filter(for_day=day).count() == 1

    def test_a_redemption_is_taken_back_once(self, room: Comps) -> None:
        entry = room.redeem(Player.objects.get(), 300)
        facts = {"entry": entry, "reason": "closed", "second": room.floor, "by": room.desk.cashier}
        acts = [lambda: reverse_redemption(key=key(), at=room.desk.now, **facts) for _ in range(2)]
        with lanes() as people:
            assert codes(people.in_turn(*acts)) == ["redemption_taken_back"]
        assert room.points(Player.objects.get()) == 500


# ------------------------------------------------------------------------------------------------ evenings at random


class Plain:
    """The balance that each player must have: seconds written down as they happen, and points of them by hand."""

    def __init__(self) -> None:
        self.seconds: dict[tuple[int, date], set[datetime]] = {}
        self.taken: dict[int, int] = {}

    def sits(self, desk: Desk, player: int, since: datetime, until: datetime) -> None:
        """Every second of a span, by the gaming day that it lies in."""
        at = since
        while at < until:
            self.seconds.setdefault((player, desk.room.gaming_day(at)), set()).add(at)
            at += timedelta(seconds=1)

    def is_away(self, desk: Desk, player: int, since: datetime, until: datetime) -> None:
        at = since
        while at < until:
            self.seconds[player, desk.room.gaming_day(at)].discard(at)
            at += timedelta(seconds=1)

    def points(self, player: int, days: list[date]) -> int:
        """100 points an hour of each locked day, cut to whole ones by the day, less what was redeemed."""
        played = (len(self.seconds.get((player, day), ())) for day in days)
        return sum(seconds * 100 // 3600 for seconds in played) - self.taken.get(player, 0)


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(EVENINGS))
def test_evenings_in_any_order_come_to_a_plain_recomputation(seed: int) -> None:
    chance, comps, plain = Random(seed), Comps(open_desk()), Plain()
    desk, days = comps.desk, []
    players = [desk.player() for _ in range(3)]
    for _ in range(2):
        _an_evening(comps, chance, plain, players)
        days.append(comps.end_day())
        _afterwards(comps, chance, plain, players, days)
    for player in players:
        assert comps.points(player) == plain.points(player.pk, days)
        for day in days:
            counted = sum(CompEntry.objects.filter(player=player, for_day=day).values_list("seconds", flat=True))
            assert counted == len(plain.seconds.get((player.pk, day), ()))
    faults = [fault for name, check in CHECKS.items() if name.startswith("I-25") for fault in check.faults()]
    assert faults == []


def _an_evening(comps: Comps, chance: Random, plain: Plain, players: list[Player]) -> None:
    """Players sit down, wander off, come back and leave at odd seconds; some sit on into the next day."""
    desk, seated = comps.desk, {}
    for _ in range(8):
        comps.go_on(seconds=chance.randrange(1, 5000))
        seat = chance.randrange(3)
        player = players[seat]
        if player.pk not in seated:
            desk.buy_in(player, 200_00)
            seated[player.pk] = desk.seat(player, seat + 1, 200_00)
            continue
        sitting = seated[player.pk]
        if chance.random() < 0.5:
            since = desk.now
            comps.away(sitting, seconds=chance.randrange(1, 2000))
            plain.sits(desk, player.pk, sitting.seated_at, desk.now)
            AWAY.setdefault(sitting.pk, []).append((since, desk.now))
        else:
            _leaves(comps, plain, seated.pop(player.pk))
    for sitting in seated.values():
        comps.go_on(seconds=chance.randrange(1, 900))
        _leaves(comps, plain, sitting)


AWAY: dict[int, list[tuple[datetime, datetime]]] = {}
"""When each sitting was away."""


def _leaves(comps: Comps, plain: Plain, sitting: Sitting) -> None:
    comps.desk.leave(sitting)
    plain.sits(comps.desk, sitting.player_id, sitting.seated_at, comps.desk.now)
    for since, until in AWAY.pop(sitting.pk, ()):
        plain.is_away(comps.desk, sitting.player_id, since, until)


def _afterwards(comps: Comps, chance: Random, plain: Plain, players: list[Player], days: list[date]) -> None:
    """Hours of locked days are corrected, points are redeemed, and some come back."""
    desk = comps.desk
    for player in players:
        day = chance.choice(days)
        played = sorted(plain.seconds.get((player.pk, day), ()))
        if played and chance.random() < 0.7 and comps.points(player) > 120:
            since = chance.choice(played)
            until, known = since, set(played)
            while until in known and until < since + timedelta(minutes=20):
                until += timedelta(seconds=1)
            comps.correct(player, day, since, until=until, adds=False)
            plain.is_away(desk, player.pk, since, until)
        if chance.random() < 0.8 and (has := min(comps.points(player), 300)):
            points = chance.randrange(1, has + 1)
            entry = comps.redeem(player, points, by=person(desk.room, "cashier"))
            plain.taken[player.pk] = plain.taken.get(player.pk, 0) + points
            if chance.random() < 0.3:
                comps.take_back(entry)
                plain.taken[player.pk] -= points
