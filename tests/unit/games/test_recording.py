"""Recording: the money that a hand moves, exactly once, and the next hand's button."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import pairwise

import pytest

from config.audit.models import AuditEvent
from config.errors import DomainError, KeyReused
from config.jobs.models import Job
from games import services
from games.files import played_of
from games.models import Hand, HandDraft
from games.selectors.deals import last_places
from players.models import AccountKind, Transfer
from rules.house.house import LIVE
from rules.table.setup import Setup
from tests.support.desk import NLH, key
from tests.support.table import HandTable, open_hand_table

CHECKED_DOWN = ["c", "c", "c", "check"]


def test_an_uncontested_hand_moves_the_blinds_and_no_rake(table: HandTable) -> None:
    draft = table.act(table.deal(), "f", "f", "f")
    hand = table.record(draft)
    setup = played_of(hand).setup
    assert table.stack(setup.seat(1)) == 199_00
    assert table.stack(setup.seat(2)) == 201_00
    assert table.boxes() == (0, 0)
    assert hand.pot == 200
    assert hand.flop_dealt is False
    assert hand.winners == [setup.seat(2)]


def test_a_showdown_pays_the_winner_less_what_was_dropped(table: HandTable) -> None:
    draft = table.act(
        table.deal(), "r 20", "c", "f", "f", "flop Ah7d2c", "r 40", "c", "turn 9s", "c", "c", "river 3h", "c", "c"
    )
    winner, loser = (table.played(draft).setup.seat(position) for position in (3, 4))
    draft = table.name(draft, str(winner), "AcAd")
    draft = table.name(draft, str(loser), "KcKd")
    hand = table.record(draft)
    assert hand.rake_taken == 500
    assert table.stack(winner) == 200_00 + 64_00 - 5_00
    assert table.stack(loser) == 140_00
    assert table.boxes() == (500, 0)
    assert table.desk.held(AccountKind.POT) == 0
    assert table.on_table() == 800_00


def test_nothing_is_dropped_before_the_winner_is_paid(table: HandTable) -> None:
    """The rake lies in the pot until then, and drops last, the promo after the rake (R12, R18)."""
    draft = table.act(table.deal(), "r 20", "c", "f", "f", "flop Ah7d2c", "r 40", "f")
    hand = table.record(draft, rake=300, promo=100)
    moved = Transfer.objects.filter(hand_id=hand.pk).order_by("number").values_list("source__kind", "target__kind")
    ways = list(dict.fromkeys(moved))
    assert ways == [("seat", "pot"), ("pot", "seat"), ("pot", "rake_box"), ("pot", "promo_box")]


def test_what_was_dropped_is_a_fact_even_when_it_is_not_what_was_owed(table: HandTable) -> None:
    draft = table.act(table.deal(), "r 20", "c", "f", "f", "flop Ah7d2c", "r 40", "f")
    winner = table.played(draft).setup.seat(3)
    before = table.stack(winner)
    hand = table.record(draft, rake=300, promo=100)
    assert table.stack(winner) == before + 44_00 - 20_00 - 4_00
    assert table.boxes() == (300, 100)
    said = " ".join(step["text"] for step in hand.settlement["steps"])
    assert "Rake 3 and promo 1 were dropped where the plaque asks for 2 and 0" in said


@pytest.mark.parametrize(("rake", "promo", "code"), [(150, 0, "not_chip_multiple"), (60_00, 0, "takings_above_pot")])
def test_takings_that_can_not_be_are_refused(table: HandTable, rake: int, promo: int, code: str) -> None:
    draft = table.act(table.deal(), "f", "r 20", "f", "f")
    with pytest.raises(DomainError) as raised:
        table.record(draft, rake=rake, promo=promo)
    assert raised.value.code == code
    assert Hand.objects.count() == 0


def test_an_unfinished_hand_is_not_recorded(table: HandTable) -> None:
    draft = table.act(table.deal(), "c")
    with pytest.raises(DomainError) as raised:
        table.record(draft, rake=0)
    assert raised.value.code == "hand_not_complete"


def test_a_showdown_without_its_cards_is_not_recorded_and_says_what_is_missing(table: HandTable) -> None:
    draft = table.act(table.deal(), *CHECKED_DOWN, *["check"] * 12)
    with pytest.raises(DomainError) as raised:
        table.record(draft, rake=0)
    assert raised.value.code == "showdown_incomplete"
    assert "board" in raised.value.message


def test_the_same_key_records_once(table: HandTable) -> None:
    draft = table.act(table.deal(), "f", "f", "f")
    same = key()
    first = table.record(draft, rake=0, key=same)
    again = services.record_hand(draft=draft, version=draft.version, rake_taken=0, key=same, **table.by())
    assert first.pk == again.pk
    assert Hand.objects.count() == 1
    with pytest.raises(KeyReused):
        services.record_hand(draft=draft, version=draft.version, rake_taken=100, key=same, **table.by())


def test_a_recorded_draft_can_not_be_recorded_again(table: HandTable) -> None:
    draft = table.act(table.deal(), "f", "f", "f")
    table.record(draft)
    with pytest.raises(DomainError) as raised:
        services.record_hand(draft=draft, version=draft.version, rake_taken=0, key=key(), **table.by())
    assert raised.value.code == "draft_gone"


def test_a_recorded_hand_frees_the_table_asks_for_its_rating_and_is_audited(table: HandTable) -> None:
    hand = table.record(table.act(table.deal(), "f", "f", "f"))
    session = table.session
    assert (session.hand_open, session.hands_recorded) == (False, 1)
    assert HandDraft.objects.count() == 0
    assert Job.objects.filter(name="rake.rate_hand", arguments={"hand_id": hand.pk}).count() == 1
    event = AuditEvent.objects.get(verb="hand.recorded")
    assert (event.by, event.after["pot"]) == (table.floor, 200)


def test_the_button_moves_clockwise_and_the_next_deal_knows(table: HandTable) -> None:
    buttons = []
    for _ in range(4):
        draft = table.deal()
        buttons.append(table.played(draft).setup.button)
        table.record(table.act(draft, "f", "f", "f"))
    assert sorted(buttons) == [1, 2, 3, 4]
    assert all((later - earlier) % 4 == 1 for earlier, later in pairwise(buttons))


def test_who_busts_is_not_dealt_in_again(table: HandTable) -> None:
    draft = table.act(table.deal(), "all-in", "c", "f", "f", "flop Ah7d2c", "turn 9s", "river 3h")
    hand = table.played(draft)
    winner, loser = hand.setup.seat(3), hand.setup.seat(4)
    draft = table.name(table.name(draft, str(winner), "AcAd"), str(loser), "KcKd")
    table.record(draft)
    assert table.stack(loser) == 0
    assert loser not in table.suggested().stacks
    assert last_places(table.session) is not None


def test_a_stack_counted_at_the_deal_is_counted_in_the_books(table: HandTable) -> None:
    table.tick(500)
    deal = table.suggested()
    seat = next(iter(deal.stacks))
    counted = replace(deal, stacks={**deal.stacks, seat: 180_00}, count_reason="played")
    draft = table.act(table.deal(counted), "f", "f", "f")
    table.record(draft)
    assert table.on_table() == 800_00
    assert table.desk.held(AccountKind.FELT) == -500 + 20_00
    assert Transfer.objects.filter(kind="count").count() == 1


def test_a_short_all_in_makes_a_main_and_a_side_pot(table: HandTable) -> None:
    deal = table.suggested()
    first, *_, last = Setup.from_table(NLH, LIVE, deal.places.button, deal.stacks).seats
    counted = replace(deal, stacks={**deal.stacks, last: 50_00}, count_reason="recount")
    draft = table.deal(replace(counted, count_second=table.desk.second))
    draft = table.act(draft, "c", "all-in", "c", "c", "c", "flop Kh7d2s", "r 20", "c", "c")
    draft = table.act(draft, "turn 9s", "c", "c", "c", "river 2h", "c", "c", "c")
    for position, cards in enumerate(("KcKd", "QcQd", "JcJd", "AcAd"), start=1):
        draft = table.act(draft, f"p{position} sm {cards}")
    hand = table.record(draft)
    assert hand.called_pots == [4 * 50_00, 3 * 20_00]
    assert hand.winners == [first]
    assert table.stack(last) == 0
    assert table.stack(first) == 200_00 - 70_00 + 260_00 - 5_00
    assert table.on_table() == 800_00


def test_a_full_ring_takes_no_more_queries_than_four_players(
    db: None, django_assert_max_num_queries: Callable[..., AbstractContextManager[object]]
) -> None:
    counts = []
    for seats in (4, 9):
        table = open_hand_table(seats=tuple(range(1, seats + 1)))
        draft = table.act(table.deal(), *["f"] * (seats - 1))
        with django_assert_max_num_queries(60) as queries:
            table.record(draft, rake=0)
        counts.append(len(queries))  # type: ignore[arg-type]  # it counts them
    assert counts[1] <= counts[0] + 5, counts


def test_the_blinds_go_on_by_seat_when_somebody_leaves(table: HandTable) -> None:
    before = table.suggested().places
    table.record(table.act(table.deal(), "f", "f", "f"))
    table.desk.leave(table.sittings[before.sb])
    after = table.suggested().places
    assert (after.button, after.sb, after.dead_button) == (before.sb, before.bb, True)
    table.record(table.act(table.deal(), "f", "f"))
    assert table.session.button_seat == after.sb


def test_a_small_blind_that_left_is_dead_and_not_posted(table: HandTable) -> None:
    before = table.suggested().places
    table.record(table.act(table.deal(), "f", "f", "f"))
    table.desk.leave(table.sittings[before.bb])
    deal = table.suggested()
    assert not deal.places.sb_posted
    posts = deal.setup(table.session.plaque).posts
    assert [post.kind for post in posts] == ["bb"]
    assert table.played(table.deal(deal)).legal_actions().position == 2
