"""Cases and rulings stand where the hand and the player are read: what was ruled, what moved, what is still held."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from disputes.selectors.cases import cases_with
from disputes.services import Payment
from games.models import Hand
from games.services import void_hand
from tests.support.arranged import arranged
from tests.support.desk import key, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.people import signed_in

FILE = Path(__file__).parents[2] / "data" / "hands" / "evening" / "2.phh"
Counting = Callable[[int], AbstractContextManager[object]]


@arranged
def desk() -> DisputeTable:
    return open_dispute_table()


@pytest.fixture
def tablet(desk: DisputeTable) -> Client:
    return signed_in(desk.table.floor)


def seen(tablet: Client, address: str) -> str:
    return " ".join(tablet.get(address).content.decode().replace("<b>", "").replace("</b>", "").split())


def test_a_hand_tells_its_open_case_and_what_it_holds(desk: DisputeTable, tablet: Client) -> None:
    hand = desk.showdown()
    case = desk.open(hand, hold="part", hold_amount=24_00)
    page = seen(tablet, f"/hands/{hand.pk}/")
    assert f'href="/disputes/{case.pk}/"' in page
    assert page.count("24 held") == 2
    assert f"for {desk.sitting(desk.winner).player}, seat {desk.winner}" in page
    assert f">case {case.pk}</a>" in seen(tablet, f"/tables/{desk.table.session.table_id}/")
    assert f">case {case.pk}</a>" in seen(tablet, f"/hands/?session={desk.table.session.pk}")


def test_a_case_from_before_the_record_belongs_to_the_hand(desk: DisputeTable, tablet: Client) -> None:
    draft = desk.table.act(desk.table.deal(), "r 20")
    case = desk.open(draft, "STRING_BET")
    hand = desk.table.record(desk.table.act(draft, "f", "f", "f"))
    assert f'href="/disputes/{case.pk}/"' in seen(tablet, f"/hands/{hand.pk}/")


def test_hand_and_player_tell_the_ruling_and_what_moved(desk: DisputeTable, tablet: Client) -> None:
    hand = desk.showdown()
    winner, loser = desk.sitting(desk.winner), desk.sitting(desk.loser)
    desk.rule(desk.open(hand, hold="whole"), Payment(winner, loser, 50_00))
    for address in (f"/hands/{hand.pk}/", f"/players/{winner.player_id}/cases/", f"/players/{loser.player_id}/cases/"):
        page = seen(tablet, address)
        assert "Adjusted between players" in page
        assert f"50 from seat {desk.winner} {winner.player} to seat {desk.loser} {loser.player}" in page
        assert "held" not in page
        assert page.count("<h1") == 1
    assert "None in" in seen(tablet, f"/players/{desk.sitting(1).player_id}/cases/")


def test_a_player_whose_chips_a_case_holds_finds_it_though_nobody_named_them(desk: DisputeTable) -> None:
    case = desk.open(desk.showdown(), hold="whole")
    assert not case.parties.exists()
    told = cases_with(desk.sitting(desk.winner).player, desk.table.desk.room)
    assert [line.row.dispute for line in told] == [case]


def test_a_ruling_whose_chips_follow_a_later_version_says_so(desk: DisputeTable, tablet: Client) -> None:
    hand = desk.showdown()
    winner, loser = desk.sitting(desk.winner), desk.sitting(desk.loser)
    case = desk.open(hand, hold="whole")
    desk.rule(case, Payment(winner, loser, 20_00), second=desk.other)
    pages = (f"/disputes/{case.pk}/", f"/players/{winner.player_id}/cases/")
    said = f"Version 2 of hand {hand.number} counts this: since then the chips follow that version."
    assert not any(said in seen(tablet, page) for page in pages)
    second = void_hand(hand=hand, reason="a fouled deck", second=desk.other, key=key(), **desk.by())
    assert all(said in seen(tablet, page) for page in (*pages, f"/hands/{second.pk}/"))


def test_the_players_page_leads_there_for_who_reads_hands(desk: DisputeTable, tablet: Client) -> None:
    player = desk.sitting(desk.showdown().seats.first().seat).player  # type: ignore[union-attr]  # it has seats
    address = f"/players/{player.pk}/cases/"
    assert f'href="{address}"' in seen(tablet, f"/players/{player.pk}/")
    cashier = signed_in(person(desk.table.desk.room, "cashier"))
    assert address not in seen(cashier, f"/players/{player.pk}/")
    assert cashier.get(address).status_code == 403
    part = tablet.get(address, headers={"HX-Request": "true", "HX-Target": "cases"}).content.decode()
    assert part.strip().startswith("<section")


def test_many_cases_take_the_same_queries(desk: DisputeTable, django_assert_num_queries: Counting) -> None:
    hand = desk.showdown()
    player, room = desk.sitting(desk.winner).player, desk.table.desk.room
    for rounds in (1, 4):
        for _ in range(rounds):
            pay = Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), 1_00)
            desk.rule(desk.open(hand, hold="part", hold_amount=1_00), pay)
        with django_assert_num_queries(6):
            cases_with(player, room)


class TestAHandFromAFile:
    """Its chips are nobody's in this room: no case is offered, and what it asks for instead is said."""

    @pytest.fixture
    def own(self, desk: DisputeTable) -> Hand:
        return desk.showdown()

    @pytest.fixture
    def hand(self, desk: DisputeTable, own: Hand) -> Hand:
        call_command("import_hands", str(FILE), table="Archive", room=desk.table.desk.room.slug, stdout=StringIO())
        return Hand.objects.get(session__source="import")

    def test_offers_no_case_and_says_why(self, hand: Hand, tablet: Client) -> None:
        page = seen(tablet, f"/hands/{hand.pk}/")
        assert f"/hands/{hand.pk}/dispute/" not in page
        assert "no case is opened about it here" in page

    def test_answers_the_typed_address_with_what_to_do(self, hand: Hand, tablet: Client) -> None:
        answer = tablet.get(f"/hands/{hand.pk}/dispute/")
        assert answer.status_code == 422
        assert "Take it up where it was played" in answer.content.decode()

    def test_is_marked_in_the_list(self, hand: Hand, own: Hand, tablet: Client) -> None:
        assert '<span class="chip">imported</span>' in seen(tablet, f"/hands/?session={hand.session_id}")
        assert "imported" not in seen(tablet, f"/hands/?session={own.session_id}")
        assert f"/hands/{own.pk}/dispute/" in seen(tablet, f"/hands/{own.pk}/")
