"""Barred is barred from the commit of the ban on (I-14): hundreds of bans against a seat, a name and a buy-in each.

Each is run for 24 rounds, 400 with PROOFS=whole. The one who is served says a later time than the one who
bars, so that only the locks can put them in order; who is let go first changes from round to round. What the ban
didn't find when it was committed must never come in afterwards.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.db.models import Q

from cage.models import BuyIn
from config.audit.books import audit
from players import services
from players.models import AccountKind, Ban, ListEntry, Player, Sitting
from tables.models import SessionAlarm
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk
from tests.support.lists import NLH_LIST
from tests.support.proofs import sized
from tests.support.races import Act, Lanes, codes, lanes

pytestmark = pytest.mark.committed_db

ROUNDS = sized(24, 24, 400)
SEATS = 9
HEAD_STARTS = 6
"""For so many empty requests at most, one of the two is let go before the other."""
AFTER = timedelta(microseconds=1)

Serve = Callable[[Player, int], Act]


@arranged
def desk() -> Desk:
    """A room with chips for everybody, whose acts all happen within a few seconds."""
    desk = open_desk(chips=ROUNDS * 200_00, cash=1_000_00)
    desk.step = timedelta(milliseconds=1)
    return desk


@dataclass(frozen=True)
class Rounds:
    """One ban and one act for each player, whoever is first; `found` is what the act leaves for the ban to find."""

    desk: Desk
    found: Callable[[Player], bool]
    serve: Serve

    def run(self) -> Counter[str]:
        """Count how often which came first; fails where an act came in after the ban."""
        players = [self.desk.player() for _ in range(ROUNDS)]
        if self.found is sits:
            give_chips(self.desk, players)
        with lanes() as people:
            return Counter(self._round(people, player, number) for number, player in enumerate(players))

    def _round(self, people: Lanes, player: Player, number: int) -> str:
        head_start = number % (2 * HEAD_STARTS) - HEAD_STARTS
        barring = late(max(0, -head_start), partial(self._bar, player, self.desk.at()))
        serving = late(max(0, head_start), self.serve(player, number))
        was_found, served = TURNS[number % len(TURNS)](people, barring, serving)
        refused = codes([was_found, served])
        assert refused in ([], ["player_barred"])
        assert was_found is not bool(refused), f"{player} was served after being barred"
        return "the ban" if refused else "the act"

    def _bar(self, player: Player, at: Any) -> bool:
        facts = {"room": self.desk.room, "player": player, "kind": Ban.Kind.BARRED, "reason": "cheats"}
        services.bar_player(**facts, by=self.desk.manager, at=at)
        return self.found(player)


def ban_first(people: Lanes, barring: Act, serving: Act) -> list[object]:
    """The ban is done and not committed when the act comes."""
    return people.in_turn(barring, serving)


def act_first(people: Lanes, barring: Act, serving: Act) -> list[object]:
    """The act is done and not committed when the ban comes."""
    return people.in_turn(serving, barring)[::-1]


TURNS = (ban_first, act_first, Lanes.at_once, Lanes.at_once)
"""Each of the two is first for certain, and then whoever is."""


def late(requests: int, act: Act) -> Act:
    """The act, after so many requests that ask for nothing."""

    def run() -> object:
        with connection.cursor() as cursor:
            for _ in range(requests):
                cursor.execute("select 1")
        return act()

    return run


def give_chips(desk: Desk, players: list[Player]) -> None:
    """200 in every rack."""
    for player in players:
        desk.buy_in(player, 200_00)


def sits(player: Player) -> bool:
    return Sitting.objects.filter(player=player).exists()


def stood_on_a_list(player: Player) -> bool:
    return ListEntry.objects.filter(player=player).exists()


def bought(player: Player) -> bool:
    return BuyIn.objects.filter(player=player).exists()


def both_came_first(first: Counter[str]) -> bool:
    return sum(first.values()) == Ban.objects.count() == ROUNDS and min(first["the ban"], first["the act"]) > 0


def test_a_ban_against_a_seat(desk: Desk) -> None:
    """A seat that came first has its alarm; one that comes later is refused."""
    tables = [desk.open_table() for _ in range(-(-ROUNDS // SEATS))]

    def serve(player: Player, number: int) -> Act:
        table, seat = divmod(number, SEATS)
        return partial(desk.seat, player, seat + 1, 200_00, session=tables[table], at=desk.now + AFTER)

    first = Rounds(desk, sits, serve).run()
    assert both_came_first(first)
    alarms = SessionAlarm.objects.filter(kind="barred_seated", cleared_at=None)
    assert Sitting.objects.count() == alarms.count() == first["the act"]
    assert books() == []


def test_a_ban_against_a_name_on_a_list(desk: Desk) -> None:
    """A name that came first is taken off the list; one that comes later is refused."""

    def serve(player: Player, number: int) -> Act:
        facts = {"room": desk.room, "game": NLH_LIST, "player": player, "by": desk.cashier}
        return partial(services.join_list, **facts, key=key(), at=desk.now + AFTER)

    first = Rounds(desk, stood_on_a_list, serve).run()
    assert both_came_first(first)
    assert ListEntry.objects.filter(state="removed", reason="barred").count() == first["the act"]
    assert not ListEntry.objects.filter(Q(state__in=ListEntry.LIVE)).exists()
    assert books() == []


def test_a_ban_against_a_buy_in(desk: Desk) -> None:
    """Chips that were sold first are theirs; afterwards none are sold."""

    def serve(player: Player, number: int) -> Act:
        return partial(desk.buy_in, player, 200_00, at=desk.now + AFTER)

    first = Rounds(desk, bought, serve).run()
    assert both_came_first(first)
    assert desk.held(AccountKind.RACK) == first["the act"] * 200_00
    assert books() == []


def books() -> list[str]:
    return [fault for finding in audit() for fault in finding.faults]
