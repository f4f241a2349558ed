"""Twenty tables on one screen, both ways of holding it: alarms first, then what is to be done, nothing left out."""

import os

import pytest
from django.urls import reverse
from django.utils import timezone

from games.services import record_tick
from players.services import go_away
from tables.models import TableSession
from tables.services import put_in, raise_alarm, register_dealer, start_shift
from tests.support.browser import Drawer
from tests.support.desk import NLH, Desk, key, open_desk_now, person
from tests.support.lists import Lists
from tests.support.table import O8_KILL

SCREENS = {"landscape": (1180, 820), "portrait": (820, 1180)}
ORDER = "[...document.querySelectorAll('.tile h2')].map((each) => each.textContent.trim())"
LOWEST = "Math.max(...[...document.querySelectorAll('.tile')].map((each) => each.getBoundingClientRect().bottom))"


def _full(desk: Desk, count: int) -> list[TableSession]:
    """So many tables, played at: most of them with a dealer."""
    sessions = [desk.session, *(desk.open_table(O8_KILL if number % 3 == 0 else NLH) for number in range(1, count))]
    for number, session in enumerate(sessions):
        for seat in range(1, 4 + number % 4):
            player = desk.player()
            desk.buy_in(player, 200_00, session=session)
            desk.seat(player, seat, 200_00, session=session)
        if not session.posted.kill:
            record_tick(session=session, rake_taken=300, key=key(), **desk.by())
        dealer = register_dealer(
            room=desk.room, badge_number=f"D{number}", display_name=f"Dealer {number}", **desk.by()
        )
        start_shift(dealer=dealer, **desk.by())
        put_in(session=session, dealer=dealer, **desk.by())
    return sessions


@pytest.mark.parametrize("size", SCREENS.values(), ids=SCREENS)
def test_twenty_tables_fill_one_screen(tablets: Drawer, size: tuple[int, int]) -> None:
    desk = open_desk_now(chips=500_000_00, cash=500_000_00)
    sessions = _full(desk, 20)
    go_away(sitting=sessions[4].sittings.first(), **desk.by())
    Lists(desk).join()
    texts = (
        "Rake taken is 12 over what is owed, in 3 hands",
        "Case 7: Misread hand or mispushed pot, hand 131, seat 3",
    )
    for session in (sessions[12], sessions[17]):
        for kind, text in zip(("takings_off", "dispute"), texts, strict=True):
            raise_alarm(session=session, kind=kind, subject="7", text=text, at=timezone.now())
    tablet = tablets.take(person(desk.room, "floor"), size=size)
    tablet.go(reverse("floor"))
    if folder := os.environ.get("LOOK"):
        tablet.page.screenshot(path=f"{folder}/floor-{size[0]}.png")
    named = tablet.page.evaluate(ORDER)
    assert named[:2] == [str(sessions[12].table), str(sessions[17].table)]
    assert named[2] == str(sessions[0].table)
    assert [named.index(str(session.table)) for session in sessions[3:6:2]] == sorted(
        named.index(str(session.table)) for session in sessions[3:6:2]
    )[::-1]
    assert len(named) == 20
    assert tablet.page.evaluate(LOWEST) <= size[1] - (
        60 if size[0] < size[1] else 0
    )  # below the bar, where it lies at the foot
    tablet.look()
