"""Cases about a hand that was voided: they read on, are told by the version that was played, and move nothing of it."""

from collections.abc import Iterator
from html import unescape

import pytest
from django.test import Client
from django.utils.html import strip_tags

from disputes.models import Dispute
from disputes.services import Decision
from games.models import Hand
from games.services import void_hand
from tests.support.arranged import arranged
from tests.support.desk import key
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.people import signed_in
from tests.support.refusals import refused


@arranged
def desk() -> DisputeTable:
    return open_dispute_table()


@pytest.fixture
def tablet(desk: DisputeTable) -> Client:
    return signed_in(desk.table.floor)


def voided(desk: DisputeTable, hand: Hand) -> Hand:
    return void_hand(hand=hand, reason="a fouled deck", second=desk.other, key=key(), **desk.by())


def acts(tablet: Client, hand: Hand) -> list[tuple[str, str]]:
    """The acts that a case about the hand may name, as its form sends them."""
    return list(tablet.get(f"/hands/{hand.pk}/dispute/").context["form"].fields["act"].choices)[1:]


def named(desk: DisputeTable, tablet: Client, hand: Hand, **fields: object) -> Dispute:
    """A case about the last act of the hand."""
    report = {"kind": "MISAWARDED_POT", "facts": "the pot was theirs", "key": key(), "act": acts(tablet, hand)[-1][0]}
    assert tablet.post(f"/hands/{hand.pk}/dispute/", report | fields).status_code == 303
    return Dispute.objects.latest("pk")


def shown(tablet: Client, address: str) -> str:
    answer = tablet.get(address)
    assert answer.status_code == 200, address
    return " ".join(unescape(strip_tags(answer.content.decode())).split())


def addresses(case: Dispute) -> Iterator[str]:
    yield from (f"/disputes/{case.pk}/", f"/disputes/{case.pk}/replay/", f"/disputes/{case.pk}/rule/")


@pytest.mark.parametrize("is_before", [True, False], ids=["opened before", "opened afterwards"])
def test_a_case_that_names_an_action_reads_on(desk: DisputeTable, tablet: Client, *, is_before: bool) -> None:
    hand = desk.showdown()
    if is_before:
        case, void = named(desk, tablet, hand), voided(desk, hand)
    else:
        void = voided(desk, hand)
        case = named(desk, tablet, void, seats=[str(desk.winner)])
        assert [party.seat for party in case.parties.all()] == [desk.winner]
    page, replay, _ = (shown(tablet, address) for address in addresses(case))
    assert "hand 1, version 2 void" in page
    assert case.act_words in page
    assert "undone since" not in page
    assert "the hand is void" in replay
    assert case.act_words in replay


def test_its_replay_offers_no_chips_to_move(desk: DisputeTable, tablet: Client) -> None:
    """Everything went back: what would have come otherwise is no difference to pay."""
    hand = desk.showdown()
    case = named(desk, tablet, hand)
    question = f"/disputes/{case.pk}/replay/?change=dead&seat={desk.winner}&step=9"
    assert "Rule so" in shown(tablet, question)
    voided(desk, hand)
    said = shown(tablet, question)
    assert "Rule so" not in said
    assert "It comes to the same" not in said


def test_the_seats_of_a_void_hand_may_be_named_by_who_has_left(desk: DisputeTable, tablet: Client) -> None:
    hand = desk.showdown()
    void = voided(desk, hand)
    desk.table.desk.leave(desk.sitting(desk.loser))
    case = named(desk, tablet, void, seats=[str(desk.loser)])
    assert [party.player for party in case.parties.all()] == [desk.sitting(desk.loser).player]


def test_a_misdeal_of_a_void_hand_is_ruled(desk: DisputeTable, tablet: Client) -> None:
    """A recorded hand with substantial action is no misdeal; a void one has nothing left to refuse."""
    hand = desk.showdown()
    case = desk.open(hand, "MISDEAL")
    decision = Decision(outcome="Misdeal", rule_code=case.sort.rule.code)
    refused("substantial_action", lambda: desk.rule(case, decision=decision))
    voided(desk, hand)
    desk.rule(case, decision=decision)
    assert "Misdeal" in shown(tablet, f"/disputes/{case.pk}/")


def test_no_pot_of_a_void_hand_is_held(desk: DisputeTable, tablet: Client) -> None:
    void = voided(desk, desk.showdown())
    refusal = refused("hold_unknown", lambda: desk.open(void, hold="whole"))
    assert refusal.message == "The hand is void: everything that it moved went back, and no pot is left to hold."
    assert not tablet.get(f"/hands/{void.pk}/dispute/").context["may_hold"]
    assert desk.impounded() == 0
