"""Opening a case: what it keeps, when it is timely, and what of the pot it holds."""

from datetime import timedelta

import pytest
from django.urls import reverse

from config.audit.models import AuditEvent
from config.errors import DomainError
from disputes import services
from disputes.models import Dispute
from disputes.places import hand_of
from disputes.selectors.dealing import who_dealt
from disputes.selectors.who_sat import sitting_now, who_sat
from disputes.services import Payment
from players.models import Account, AccountKind, Transfer
from players.services import agree_to_be_played_over, go_away, play_over
from players.table_places import at_tables
from tables.models import Down, SessionAlarm, Table
from tables.services import tap_out
from tests.support.desk import key
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.people import signed_in
from tests.support.refusals import refused


def test_a_case_keeps_what_was_reported_and_raises_its_alarm(desk: DisputeTable) -> None:
    hand = desk.showdown()
    dealer = desk.dealer("D7")
    case = desk.open(
        hand, seats=(4, 3), dealer_id=dealer.pk, cards="AcAd", chips=24_00, street="river", cameras_asked=True
    )
    assert (case.hand, case.hand_number, case.kind, case.sort.term) == (
        hand,
        1,
        "MISAWARDED_POT",
        "Pot awarded wrongly",
    )
    assert [party.seat for party in case.parties.all()] == [3, 4]
    assert (case.dealer, case.dealer_name) == (dealer, "D7 Dora")
    assert (case.plaque, case.house_rules) == (hand.plaque, hand.house_rules)
    assert case.reported_at == case.opened_at
    alarm = SessionAlarm.objects.get(kind="dispute", cleared_at=None)
    assert alarm.text == f"Case {case.pk}: Pot awarded wrongly, hand 1, seat 4, 3. Rule before the next deal."
    event = AuditEvent.objects.get(verb="dispute.opened")
    assert (event.by, event.after["kind"], event.after["hand"]) == (desk.table.floor, "MISAWARDED_POT", 1)


def test_a_case_about_the_table_needs_no_hand(desk: DisputeTable) -> None:
    case = desk.open(None, "SEATING", seats=(2,))
    assert (case.hand_number, case.is_timely, hand_of(case)) == (None, True, None)


def test_a_case_about_a_hand_in_play_finds_it_when_it_is_recorded(desk: DisputeTable) -> None:
    draft = desk.table.act(desk.table.deal(), "r 20")
    case = desk.open(draft, "STRING_BET", action_index=1)
    assert (case.hand, case.hand_number, case.was_in_play, hand_of(case)) == (None, 1, True, None)
    hand = desk.table.record(desk.table.act(draft, "f", "f", "f"))
    assert hand_of(case) == hand


def test_a_hand_that_was_abandoned_is_not_taken_for_the_next_of_that_number(desk: DisputeTable) -> None:
    draft = desk.table.deal()
    case = desk.open(draft, "MISDEAL")
    desk.table.act(draft, "f")
    draft.refresh_from_db()
    refused("case_open", lambda: services_abandon(desk, draft))
    desk.rule(case)
    services_abandon(desk, draft)
    again = desk.table.record(desk.table.act(desk.table.deal(), "f", "f", "f"))
    assert again.number == case.hand_number
    assert hand_of(case) is None
    refused("draft_gone", lambda: desk.open(draft, "MISDEAL"))


def services_abandon(desk: DisputeTable, draft: object) -> None:
    from games.services import abandon  # noqa: PLC0415 - only here

    abandon(draft=draft, version=draft.version, **desk.table.by())  # type: ignore[attr-defined,arg-type]


def test_a_hand_that_is_being_corrected_is_recorded_all_the_same(desk: DisputeTable) -> None:
    """What is put right while a hand is played is no matter of a hand that is over, though it lies on the console."""
    from games.services import reopen_hand  # noqa: PLC0415 - only here

    hand = desk.showdown()
    draft = reopen_hand(hand=hand, reason="mis-keyed", key=key(), **desk.table.by())
    case = desk.open(draft, "STRING_BET")
    assert (case.hand, case.was_in_play) == (hand, False)
    services_abandon(desk, draft)
    pay = Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), 1_00)
    refused("not_reversible", lambda: desk.rule(case, pay))


class TestTimeliness:
    """The next deal ends it (RRoP 2 #5, WSOP 51); what counts is when it was reported."""

    def test_before_the_next_deal_it_is_timely(self, desk: DisputeTable) -> None:
        assert desk.open(desk.showdown()).is_timely

    def test_after_the_next_deal_it_is_late_and_the_alarm_asks_for_no_hurry(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        desk.table.deal()
        case = desk.open(hand)
        assert not case.is_timely
        assert "Rule before" not in SessionAlarm.objects.get(kind="dispute").text

    def test_a_tick_is_a_deal_too(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        desk.table.tick()
        assert not desk.open(hand).is_timely

    def test_what_is_reported_as_the_next_hand_is_dealt_comes_too_late(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        deal = desk.table.tick().started_at
        assert not desk.open(hand, reported_at=deal).is_timely

    def test_a_correction_of_the_hand_itself_is_none(self, desk: DisputeTable) -> None:
        from games.services import reopen_hand  # noqa: PLC0415 - only here

        hand = desk.showdown()
        reopen_hand(hand=hand, reason="mis-keyed", key=key(), **desk.table.by())
        assert desk.open(hand, "RECORD_ERROR").is_timely

    def test_a_stated_time_before_the_deal_makes_it_timely_and_says_so(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        before = desk.table.later(0)
        desk.table.deal()
        case = desk.open(hand, reported_at=before)
        assert case.is_timely
        assert case.rests_on_a_statement

    @pytest.mark.parametrize("minutes", [-600, 600])
    def test_a_time_that_can_not_be_is_refused(self, desk: DisputeTable, minutes: int) -> None:
        hand = desk.showdown()
        when = desk.table.later(0) + timedelta(minutes=minutes)
        refused("time_unlikely", lambda: desk.open(hand, reported_at=when))


class TestHolding:
    """The pot may be held while a ruling is pending (WSOP 53): out of the winner's seat, through the pot."""

    def test_the_whole_award_of_a_recorded_hand(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        assert desk.table.stack(desk.winner) == 259_00
        case = desk.open(hand, hold="whole")
        assert (desk.table.stack(desk.winner), desk.impounded()) == (140_00, 119_00)
        assert desk.table.desk.held(AccountKind.POT) == 0
        assert [(held.sitting.seat, held.amount) for held in case.holdings.all()] == [(desk.winner, 119_00)]
        of_the_table = at_tables(Table.objects.filter(pk=desk.table.session.table_id))
        assert Account.objects.get(kind=AccountKind.IMPOUND) in Account.objects.filter(of_the_table)

    def test_part_of_it(self, desk: DisputeTable) -> None:
        desk.open(desk.showdown(), hold="part", hold_amount=24_00)
        assert (desk.table.stack(desk.winner), desk.impounded()) == (235_00, 24_00)

    def test_the_pot_of_a_hand_in_play_when_it_is_recorded(self, desk: DisputeTable) -> None:
        draft = desk.table.act(desk.table.deal(), "r 20")
        desk.open(draft, "STRING_BET", hold="whole")
        assert desk.impounded() == 0
        desk.table.record(desk.table.act(draft, "c", "f", "f", "flop Ah7d2c", "r 40", "f"))
        assert desk.impounded() == 44_00 - 2_00
        assert desk.table.on_table() + desk.impounded() == 800_00

    def test_two_cases_do_not_hold_the_same_chips_twice(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        desk.open(hand, hold="part", hold_amount=100_00)
        second = desk.open(hand, hold="whole")
        assert desk.impounded() == 119_00
        assert second.holdings.get().amount == 19_00

    def test_what_a_ruled_case_held_may_be_held_again_as_far_as_it_went_back(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        desk.rule(desk.open(hand, hold="whole"), Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), 19_00))
        desk.open(hand, hold="whole")
        assert desk.impounded() == 100_00

    def test_no_more_than_the_winner_still_has(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        desk.table.desk.leave(desk.sitting(desk.winner))
        player = desk.sitting(desk.winner).player
        desk.table.desk.cash_out(player, 200_00)
        desk.open(hand, hold="whole")
        assert (desk.impounded(), desk.table.desk.rack(player)) == (59_00, 0)

    @pytest.mark.parametrize("about", ["late", "tick", "table"])
    def test_not_where_there_is_nothing_to_hold(self, desk: DisputeTable, about: str) -> None:
        hand = desk.table.tick() if about == "tick" else desk.showdown()
        if about == "late":
            desk.table.tick()
        code = {"late": "ruling_too_late", "tick": "hold_unknown", "table": "hold_unknown"}[about]
        refused(code, lambda: desk.open(None if about == "table" else hand, hold="whole"))
        assert Dispute.objects.count() == 0


@pytest.mark.parametrize(
    ("stated", "code"),
    [
        ({"kind": "NOTHING"}, "unknown_dispute"),
        ({"facts": "  "}, "facts_missing"),
        ({"seats": (9,)}, "seat_empty"),
        ({"dealer_id": 0x7FFFFFFF}, "dealer_unknown"),
    ],
)
def test_what_can_not_be_a_case_is_refused(desk: DisputeTable, stated: dict[str, object], code: str) -> None:
    refused(code, lambda: desk.open(None, **stated))  # type: ignore[arg-type]


def test_the_same_key_opens_once(desk: DisputeTable) -> None:
    hand, same = desk.showdown(), key()
    report = services.Report(kind="WRONG_RAKE", facts="5 taken", hold="whole")
    given = {"session": desk.table.session, "about": hand, "report": report, "key": same}
    first = services.open_dispute(**given, **desk.by())
    assert services.open_dispute(**given, **desk.by()) == first
    assert Transfer.objects.filter(kind="ruling").count() == 2


def test_who_dealt_is_whose_down_covers_the_deal(desk: DisputeTable) -> None:
    """The second dealer comes on while the hand is played: the first one dealt it. A push belongs to who comes."""
    early = desk.table.later(0)
    first = desk.dealer("D7")
    draft = desk.table.deal()
    second = desk.dealer("D8", "Dan")
    session, pushed = desk.table.session, session_downs(desk)[1].started_at
    assert who_dealt(session, early) is None
    assert who_dealt(session, draft.started_at) == first
    assert who_dealt(session, pushed) == second
    assert who_dealt(session, desk.table.later()) == second
    tap_out(session=session, **desk.table.by())
    assert who_dealt(session, desk.table.later()) is None


def session_downs(desk: DisputeTable) -> list[Down]:
    return list(desk.table.session.downs.order_by("started_at"))


def test_a_dealer_of_another_room_is_none(desk: DisputeTable) -> None:
    elsewhere = open_dispute_table().dealer("D7")
    refused("dealer_unknown", lambda: desk.open(None, dealer_id=elsewhere.pk))


def test_whoever_left_after_a_quick_hand_is_named_in_its_case(desk: DisputeTable) -> None:
    """A quick hand names no players: whoever sat there then is whom it can be about, not who took the seat since."""
    table = desk.table
    tick = table.tick()
    seat, left = next(iter(table.sittings.items()))
    table.desk.leave(left)
    taken = table.desk.seated(seat=seat)
    assert who_sat(tick)[seat] == left
    (party,) = desk.open(tick, seats=(seat,)).parties.all()
    assert (party.sitting, party.player) == (left, left.player)
    assert sitting_now(table.session)[seat] == taken
    with pytest.raises(DomainError, match="Nobody sits in seat 9"):
        desk.open(tick, seats=(9,))


def test_the_page_of_a_new_case_lists_whoever_sat_in_the_quick_hand(desk: DisputeTable) -> None:
    table = desk.table
    table.tick()
    left = next(iter(table.sittings.values()))
    table.desk.leave(left)
    page = signed_in(table.floor).get(reverse("dispute_at_table", args=[table.session.table_id])).text
    assert left.player.display_name in page


def test_whoever_sat_down_after_a_quick_hand_was_not_in_it(desk: DisputeTable) -> None:
    table = desk.table
    tick = table.tick()
    table.desk.seated(seat=9)
    assert who_sat(tick).keys() == table.sittings.keys()
    assert sitting_now(table.session).keys() == {*table.sittings, 9}


def test_whoever_played_over_an_absent_player_is_named_and_not_who_was_away(desk: DisputeTable) -> None:
    """Also once they have given the seat back: it is about who played then."""
    table = desk.table
    seat, absent = next(iter(table.sittings.items()))
    go_away(sitting=absent, **table.by())
    agree_to_be_played_over(sitting=absent, **table.by())
    player = table.desk.player()
    table.desk.buy_in(player, 150_00)
    over = play_over(sitting=absent, player=player, amount=150_00, key=key(), **table.by())
    tick = table.tick()
    table.desk.leave(over)
    assert who_sat(tick)[seat] == over
