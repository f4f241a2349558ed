"""A hand of a table that was closed: it is not changed any more, and the words lead to what moves its chips."""

import pytest
from django.test import Client
from django.urls import reverse

from disputes.services import Payment
from games.models import Hand
from games.services import reopen_hand, supersede_tick, void_hand
from tables.services import close_table
from tests.support.arranged import arranged
from tests.support.desk import key, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.refusals import refused
from tests.support.words import text

pytestmark = pytest.mark.django_db
WORDS = "Open a dispute on this hand instead: a ruling moves the chips, also of those who have left"


@arranged
def at() -> DisputeTable:
    """A table that was closed once everybody had left; its last two hands are a quick and a full one."""
    table = open_dispute_table()
    table.table.tick(3_00)
    table.showdown()
    first, *others = table.table.sittings.values()
    desk = table.table.desk
    desk.now = table.table.later(60)
    desk.leave(first, **desk.counted(desk.stack(first) - 3_00))
    for sitting in others:
        desk.leave(sitting)
    close_table(session=desk.session, by=desk.manager, at=desk.at())
    return table


def hand_of(at: DisputeTable, tier: Hand.Tier) -> Hand:
    return Hand.objects.select_related("session__table", "session__room", "room").get(
        room=at.table.desk.room, tier=tier
    )


def test_what_can_be_done_instead_is_said(at: DisputeTable, client: Client) -> None:
    full, tick, desk = hand_of(at, Hand.Tier.FULL), hand_of(at, Hand.Tier.TICK), at.table.desk
    facts = {"reason": "miskeyed", "key": key(), "by": at.other, "at": desk.at()}
    acts = (
        lambda: void_hand(hand=full, second=desk.manager, **facts),
        lambda: reopen_hand(hand=full, **facts),
        lambda: supersede_tick(tick=tick, rake_taken=4_00, **facts),
    )
    for act in acts:
        assert WORDS in refused("table_closed", act).message
    client.force_login(at.other)
    for name in ("correct_hand", "void_hand"):
        assert WORDS in text(client.get(reverse(name, args=[full.pk])))
    shown = client.get(reverse("hand", args=[full.pk])).content.decode()
    assert reverse("correct_hand", args=[full.pk]) not in shown


def test_the_page_of_the_hand_leads_there(at: DisputeTable, client: Client) -> None:
    full = hand_of(at, Hand.Tier.FULL)
    client.force_login(person(at.table.desk.room, "floor"))
    shown = client.get(reverse("hand", args=[full.pk])).content.decode()
    assert f'<a href="{reverse("dispute_hand", args=[full.pk])}">Open a dispute on it</a>' in shown
    assert client.get(reverse("dispute_hand", args=[full.pk])).status_code == 200


def test_a_ruling_moves_the_chips_of_those_who_have_left(at: DisputeTable) -> None:
    """What the words promise."""
    desk, full = at.table.desk, hand_of(at, Hand.Tier.FULL)
    winner, loser = at.sitting(at.winner).player, at.sitting(at.loser).player
    before = desk.rack(winner), desk.rack(loser)
    case = at.open(full)
    at.rule(case, Payment(at.sitting(at.winner), at.sitting(at.loser), 20_00))
    assert (desk.rack(winner), desk.rack(loser)) == (before[0] - 20_00, before[1] + 20_00)
