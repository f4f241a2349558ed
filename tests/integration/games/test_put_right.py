"""The ways in which a case is put right: what its pages say can be done is offered and works, and nothing else is."""

import pytest
from django.test import Client
from django.urls import reverse

from disputes.models import Dispute, Place
from disputes.services import Decision, Payment
from games.models import Hand
from players.models import MoneyAct
from tables.services import close_table
from tests.support.arranged import arranged
from tests.support.desk import key, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.refusals import refused
from tests.support.words import text

pytestmark = pytest.mark.django_db
KEYED = "RECORD_ERROR"


@arranged
def at() -> DisputeTable:
    """A table with a full hand, and a quick one after it."""
    table = open_dispute_table()
    table.showdown()
    table.table.tick(3_00)
    return table


def close(at: DisputeTable) -> None:
    """Everybody leaves, and the table is closed."""
    desk = at.table.desk
    desk.now = at.table.later(60)
    first, *others = at.table.sittings.values()
    desk.leave(first, **desk.counted(desk.stack(first) - 3_00))
    for sitting in others:
        desk.leave(sitting)
    close_table(session=desk.session, by=desk.manager, at=desk.at())


def the_hand(at: DisputeTable) -> Hand:
    return Hand.objects.select_related("session__table", "session__room", "room").get(
        room=at.table.desk.room, tier=Hand.Tier.FULL
    )


def pays(at: DisputeTable, amount: int = 20_00) -> Payment:
    return Payment(at.sitting(at.winner), at.sitting(at.loser), amount)


def adjusted(at: DisputeTable, case: Dispute, amount: int = 20_00, **facts: object) -> object:
    rule = Decision(outcome="Adjusted between players", rule_code="record_error", payments=(pays(at, amount),))
    return at.rule(case, decision=rule, **facts)


class TestHandKeyedWrongly:
    def test_at_a_closed_table_two_people_adjust_it_at_any_time(self, at: DisputeTable) -> None:
        close(at)
        desk, players = at.table.desk, [at.sitting(seat).player for seat in (at.winner, at.loser)]
        before = [desk.rack(player) for player in players]
        case = at.open(the_hand(at), KEYED)
        assert not case.is_timely
        said = refused("second_needed", lambda: adjusted(at, case))
        assert "The table is closed" in said.message
        adjusted(at, case, second=at.other)
        assert [desk.rack(player) for player in players] == [before[0] - 20_00, before[1] + 20_00]
        act = MoneyAct.objects.get(act="ruling")
        assert (act.by, act.second, act.amount) == (at.table.floor, at.other, 20_00)

    def test_and_no_more_of_it_than_the_hand_gave(self, at: DisputeTable) -> None:
        close(at)
        case = at.open(the_hand(at), KEYED)
        refused("remedy_above_hand", lambda: adjusted(at, case, 120_00, second=at.other))

    def test_the_house_gives_back_what_it_took_by_it(self, at: DisputeTable) -> None:
        close(at)
        case = at.open(the_hand(at), KEYED)
        back = Decision(
            outcome="Adjusted between players",
            rule_code="record_error",
            payments=(Payment(Place.RAKE, at.sitting(at.loser), 5_00), pays(at)),
        )
        assert at.rule(case, decision=back, second=at.other).moved == 25_00

    def test_at_an_open_table_the_hand_is_corrected(self, at: DisputeTable) -> None:
        case = at.open(the_hand(at), KEYED)
        said = refused("not_reversible", lambda: adjusted(at, case, second=at.other))
        assert "Correct the hand: that books the difference" in said.message

    @pytest.mark.parametrize("is_closed", [True, False])
    def test_the_pages_say_and_offer_what_works(self, at: DisputeTable, client: Client, is_closed: bool) -> None:
        if is_closed:
            close(at)
        case = at.open(the_hand(at), KEYED)
        client.force_login(at.table.floor)
        shown, ruling = (client.get(reverse(name, args=[case.pk])) for name in ("dispute", "rule_dispute"))
        says = "by a ruling of two people, at any time" if is_closed else "Correct the hand"
        assert says in text(shown)
        words = text(ruling)
        assert ("Adjusted between players" in words, "Superseded by" in words) == (is_closed, not is_closed)
        assert ("Correct the hand" in words) is not is_closed

    def test_the_refusal_of_a_void_leads_there_and_it_works_to_the_end(self, at: DisputeTable, client: Client) -> None:
        close(at)
        hand, floor = the_hand(at), person(at.table.desk.room, "floor")
        at.other.set_pin("2580")
        at.other.save()
        client.force_login(floor)
        assert "“Hand keyed wrongly” does at any time, by two people" in text(
            client.get(reverse("void_hand", args=[hand.pk]))
        )
        sent = {"kind": KEYED, "facts": "the pot went to seat 4", "key": key()}
        assert client.post(reverse("dispute_hand", args=[hand.pk]), sent).status_code == 303
        case = Dispute.objects.get(kind=KEYED)
        asked = {"outcome": "Adjusted between players", "rule_code": "record_error", "key": key()}
        asked |= {"from_1": f"seat-{at.winner}", "to_1": f"seat-{at.loser}", "amount_1": "20"}
        address = reverse("rule_dispute", args=[case.pk])
        assert "A second person confirms this" in text(client.post(address, asked))
        asked |= {"badge": at.other.badge_number, "pin": "2580", "key": key()}
        assert client.post(address, asked).status_code == 303
        assert case.rulings.get().moved == 20_00


class TestPotAwardedWrongly:
    def test_once_the_next_hand_was_dealt_no_page_offers_chips(self, at: DisputeTable, client: Client) -> None:
        case = at.open(the_hand(at))
        said = refused("ruling_too_late", lambda: at.rule(case, pays(at))).message
        assert "The supervisor who rules answers for it." in said
        assert "open a case “Hand keyed wrongly” on it" in said
        client.force_login(at.table.floor)
        shown = client.get(reverse("dispute", args=[case.pk]))
        assert said in text(shown)
        assert reverse("dispute_hand", args=[the_hand(at).pk]) in shown.content.decode()
        ruling = client.get(reverse("rule_dispute", args=[case.pk]))
        words = text(ruling)
        assert said in words
        assert ("Award stands" in words, "Pulled back" in words, "Adjusted" in words) == (True, False, False)

    def test_in_time_they_are_offered(self, at: DisputeTable, client: Client) -> None:
        hand = at.showdown()
        case = at.open(hand)
        client.force_login(at.table.floor)
        words = text(client.get(reverse("rule_dispute", args=[case.pk])))
        assert ("Pulled back" in words, "Adjusted between players" in words) == (True, True)
        assert "until the next deal" in text(client.get(reverse("dispute", args=[case.pk])))
        at.rule(case, pays(at))


@pytest.mark.parametrize(
    ("kind", "way"),
    [
        ("INSURANCE_DEAL", "The result stands. The supervisor who rules answers for it"),
        ("SHORT_BUY", "It is put right at any time, by an add-on"),
        ("STRING_BET", "The result stands. The supervisor who rules answers for it"),
        ("WRONG_RAKE", "It is put right at any time, by chips of the house"),
    ],
)
def test_what_moves_no_chips_between_players_says_who_answers_or_how(at: DisputeTable, kind: str, way: str) -> None:
    case = at.open(the_hand(at), kind)
    assert way in refused("not_reversible", lambda: at.rule(case, pays(at))).message
