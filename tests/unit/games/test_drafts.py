"""The draft: what a tap changes, what is refused, and that a second tablet can't overwrite the first."""

from dataclasses import replace

import pytest

from config.audit.models import AuditEvent
from config.errors import DomainError
from games import services
from games.models import HandDraft
from games.selectors.deals import Deal, suggest_places
from games.selectors.drafts import draft_of
from games.selectors.picker import pick_cards
from players.models import AccountKind
from rules.cards.card import UNKNOWN
from rules.house.house import STANDARD
from tables.services import post_plaque
from tests.support.desk import NLH, key, open_desk
from tests.support.games import plaque_of
from tests.support.table import HandTable, open_hand_table


def refused(action: object, code: str) -> DomainError:
    with pytest.raises(DomainError) as raised:
        action()  # type: ignore[operator]
    assert raised.value.code == code, raised.value.message
    return raised.value


def test_a_deal_takes_everyone_seated_with_chips_and_claims_the_table(table: HandTable) -> None:
    draft = table.deal()
    hand = table.played(draft)
    assert hand.setup.seats == (1, 2, 3, 4)[hand.setup.button % 4 :] + (1, 2, 3, 4)[: hand.setup.button % 4]
    assert hand.legal_actions().seat is not None
    assert table.session.hand_open
    assert draft.number == 1


def test_a_second_hand_at_the_same_table_is_refused(table: HandTable) -> None:
    table.deal()
    refused(table.deal, "hand_open")


def test_the_same_key_deals_once(table: HandTable) -> None:
    same = key()
    deal = table.suggested()
    assert table.deal(deal, key=same).pk == table.deal(deal, key=same).pk


def test_the_plaque_is_frozen_at_the_deal(table: HandTable) -> None:
    draft = table.deal()
    post_plaque(
        table=table.session.table,
        plaque=replace(NLH, blinds=(200, 500)),
        by=table.desk.manager,
        at=table.desk.at(),
    )
    assert table.played(draft).setup.plaque.blinds == (100, 300)
    services.abandon(draft=draft, version=draft.version, **table.by())
    assert table.played(table.deal()).setup.plaque.blinds == (200, 500)


def test_an_action_out_of_turn_is_refused_with_rule_citation_and_what_is_allowed(table: HandTable) -> None:
    draft = table.deal()
    turn = table.played(draft).legal_actions()
    other = turn.position % 4 + 1
    error = refused(lambda: table.act(draft, f"p{other} f"), "out_of_turn")
    assert error.rule
    assert error.citation
    assert error.allowed["call"] == turn.call


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("r 4", "below_min_raise"),
        ("r 500", "insufficient_chips"),
        ("r 7.50", "not_chip_multiple"),
        ("flop Ah7d2c", "round_not_complete"),
        ("show AhKd", "notation_unreadable"),
        ("p9 f", "not_in_hand"),
        ("hit me", "notation_unreadable"),
        ("", "notation_unreadable"),
        ("r", "notation_unreadable"),
        ("r 1e3", "notation_unreadable"),
        ("p1 sd", "no_draw_left"),
    ],
)
def test_a_refused_action_changes_nothing(table: HandTable, action: str, code: str) -> None:
    draft = table.deal()
    refused(lambda: table.act(draft, action), code)
    after = HandDraft.objects.get()
    assert (after.version, after.actions) == (draft.version, draft.actions)


def test_another_tablet_is_told_that_it_was_overtaken(table: HandTable) -> None:
    draft = table.deal()
    seen = draft.version
    table.act(draft, "f")
    late = {"draft": draft, "version": seen, "action": "c"}
    error = refused(lambda: services.act(**late, by=table.desk.manager, at=table.later()), "draft_moved_on")
    assert table.floor.display_name in error.message
    error = refused(lambda: services.act(**late, **table.by()), "draft_moved_on")
    assert "on another tab by you" in error.message


def test_all_who_are_still_to_act_do_the_same_in_one_tap_and_one_undo(table: HandTable) -> None:
    draft = table.act(table.deal(), "r 9", "all call")
    assert [line[3:] for line in draft.actions[-4:]] == ["cbr 9", "cc", "cc", "cc"]
    draft = table.act(draft, "flop Ah7d2c", "all check", "turn 9s", "check", "b 10", "all fold")
    hand = table.played(draft)
    assert (hand.stage, hand.street_name) == ("uncontested", "turn")
    draft = services.undo(draft=draft, version=draft.version, **table.by())
    assert table.played(draft).contenders == 4


def test_nobody_checks_through_a_bet(table: HandTable) -> None:
    refused(lambda: table.act(table.deal(), "all check"), "notation_unreadable")


def test_the_others_muck_to_the_winner_and_no_card_is_made_up(table: HandTable) -> None:
    draft = table.act(table.deal(), "all call", *["all check"] * 3)
    hand = table.played(draft)
    winner = hand.setup.seat(3)
    draft = table.act(draft, f"{winner} wins")
    hand = table.played(draft)
    assert hand.settlement().won[2] > 0
    assert all(card == UNKNOWN for held in hand.hole for card in held)
    assert UNKNOWN in hand.board


def with_a_side_pot() -> tuple[HandTable, HandDraft]:
    """Seat 1 is all-in for 100, seats 2 and 3 have put in 150 each, and nobody has shown a hand."""
    desk = open_desk()
    table = HandTable(
        desk, {seat: desk.seated(amount, seat=seat) for seat, amount in ((1, 100_00), (2, 300_00), (3, 300_00))}
    )
    draft = table.act(table.deal(), "r 100", "all call", "flop Ah7d2c", "b 50", "all call")
    return table, table.act(draft, "turn 9s", "all check", "river 3h", "all check")


def test_a_side_pot_is_not_given_away_with_the_main_pot(db: None) -> None:
    """Whoever is all-in for less takes no more of anybody: the side pot would go to whoever mucks last."""
    table, draft = with_a_side_pot()
    wins = {seat: pick_cards(table.played(draft), {}, str(seat)).wins for seat in (1, 2, 3)}  # type: ignore[union-attr]
    assert wins == {1: "", 2: "2 wins", 3: "3 wins"}
    error = refused(lambda: table.act(draft, "1 wins"), "side_pot_open")
    assert sorted(error.allowed["seats"]) == [2, 3]
    assert "have put in more: a side pot lies between them" in error.message
    draft = table.name(draft, "1", "AcAd")
    assert pick_cards(table.played(draft), {}, "2").wins == ""  # type: ignore[union-attr]
    refused(lambda: table.act(draft, "all muck"), "side_pot_open")
    draft = table.name(draft, "2", "KcKd")
    draft = table.act(draft, "3 muck")
    assert dict(zip(table.played(draft).setup.seats, table.played(draft).settlement().won, strict=True))[3] == 0


def test_who_is_in_every_pot_takes_them_all(db: None) -> None:
    table, draft = with_a_side_pot()
    hand = table.played(table.act(draft, "3 wins"))
    assert [seat for seat, won in zip(hand.setup.seats, hand.settlement().won, strict=True) if won] == [3]


def test_everyone_before_a_seat_folds_in_one_tap_and_one_undo(table: HandTable) -> None:
    draft = table.deal()
    hand = table.played(draft)
    big_blind = hand.setup.seat(2)
    draft = table.act(draft, f"to {big_blind}")
    after = table.played(draft)
    assert after.stage == "uncontested"
    assert after.in_hand(1)
    draft = services.undo(draft=draft, version=draft.version, **table.by())
    assert table.played(draft).contenders == 4


def test_everyone_before_a_seat_checks_where_nothing_was_bet(table: HandTable) -> None:
    draft = table.act(table.deal(), "c", "c", "c", "c", "board Ah7d2c")
    last = table.played(draft).setup.seat(4)
    hand = table.played(table.act(draft, f"to {last}"))
    assert hand.contenders == 4
    assert hand.legal_actions().seat == last


def test_a_seat_that_does_not_act_any_more_can_not_be_passed_to(table: HandTable) -> None:
    draft = table.act(table.deal(), "f")
    folded = table.played(draft).setup.seat(3)
    refused(lambda: table.act(draft, f"to {folded}"), "out_of_turn")


def test_a_street_left_unknown_is_dealt_by_the_next_action_and_so_are_the_streets_after_it(table: HandTable) -> None:
    draft = table.act(table.deal(), "c", "c", "c", "c")
    assert table.played(draft).stage == "board"
    draft = table.act(draft, "check", "check", "check", "check")
    hand = table.played(draft)
    assert hand.street_name == "turn"
    assert hand.stage == "betting"
    assert len(hand.board) == 4


def test_cards_left_unknown_may_be_named_later_and_unnamed_by_undo(table: HandTable) -> None:
    draft = table.act(table.deal(), "c", "c", "c", "c", "check")
    draft = table.name(draft, "board", "Ah7d2c")
    assert "d db Ah7d2c" in draft.actions
    draft = services.undo(draft=draft, version=draft.version, **table.by())
    assert "d db ??????" in draft.actions
    assert table.played(draft).legal_actions().position == 2


def test_a_wrongly_named_down_card_of_stud_is_named_anew_and_undone(db: None) -> None:
    table = open_hand_table(plaque_of("stud"), house=STANDARD)
    draft = table.act(table.deal(), "up Kd", "up 9h", "up 2c", "up Js", "bring")
    seat = str(table.played(draft).setup.seat(1))
    draft = table.name(draft, seat, "AhAc")
    draft = table.name(draft, seat, "AhAs")
    assert draft.actions[0] == "d dh p1 AhAsKd"
    refused(lambda: table.name(draft, seat, "AhJs"), "duplicate_card")
    draft = services.undo(draft=draft, version=draft.version, **table.by())
    assert draft.actions[0] == "d dh p1 AhAcKd"


def test_an_up_card_that_is_changed_leaves_the_down_cards_named(db: None) -> None:
    table = open_hand_table(plaque_of("stud"), house=STANDARD)
    draft = table.act(table.deal(), "up Kd", "up 9h", "up 2c", "up Js", "bring")
    draft = table.name(draft, str(table.played(draft).setup.seat(1)), "AhAc")
    given = {"place": str(table.played(draft).setup.seat(1)), "cards": "Qd", "instead_of": 0}
    draft = services.name_cards(draft=draft, version=draft.version, **given, **table.by())
    assert draft.actions[0] == "d dh p1 AhAcQd"
    assert draft.actions[-1].endswith("pb")


def test_a_hand_that_was_named_and_shown_wrong_is_named_anew_in_both_places(table: HandTable) -> None:
    draft = table.act(table.deal(), "a", "a", "f", "f", "flop Ah7d2c", "turn 9s", "river 3h")
    seat = str(table.played(draft).setup.seat(3))
    draft = table.name(draft, seat, "KcKd")
    draft = table.act(draft, f"{table.played(draft).setup.seat(4)} show QcQd")
    draft = table.name(draft, seat, "KcJd")
    assert "KcKd" not in " ".join(draft.actions)
    assert table.played(draft).missing() == ()


def test_a_card_that_lies_on_the_board_can_not_be_shown(table: HandTable) -> None:
    draft = table.act(table.deal(), "c", "c", "c", "c", "board Ah7d2c", *["check"] * 4, "turn 9s", *["check"] * 4)
    draft = table.act(draft, "river 2h", *["check"] * 4)
    seat = str(table.played(draft).setup.seat(1))
    refused(lambda: table.name(draft, seat, "AhKd"), "duplicate_card")
    draft = table.name(draft, seat, "KhKd")
    assert draft.actions[-1] == "p1 sm KhKd"


def test_undo_takes_back_tap_by_tap_down_to_the_deal(table: HandTable) -> None:
    draft = table.deal()
    first = list(draft.actions)
    draft = table.act(draft, "f", "r 9", "c")
    for _ in range(3):
        draft = services.undo(draft=draft, version=draft.version, **table.by())
    assert draft.actions == first
    refused(lambda: services.undo(draft=draft, version=draft.version, **table.by()), "nothing_to_undo")


def test_a_deal_may_be_changed_until_somebody_acts(table: HandTable) -> None:
    draft = table.deal()
    places = suggest_places(table.session, {1, 2, 4}, button=4)
    assert places is not None
    deal = Deal(places, {1: 200_00, 2: 150_00, 4: 200_00}, posts=(("post", 4, 300),), count_reason="recount")
    draft = services.change_deal(draft=draft, version=draft.version, deal=deal, **table.by())
    setup = table.played(draft).setup
    assert setup.seats == (1, 2, 4)
    assert ("post", 3, 300) in setup.posts
    draft = table.act(draft, "f")
    refused(lambda: services.change_deal(draft=draft, version=draft.version, deal=deal, **table.by()), "hand_under_way")


def test_a_seat_without_player_or_chips_is_not_dealt_in(table: HandTable) -> None:
    places = table.suggested().places
    refused(lambda: table.deal(Deal(places, {1: 200_00, 7: 200_00})), "seat_empty")
    refused(lambda: table.deal(Deal(places, {1: 200_00, 2: 0})), "seat_empty")
    assert not table.session.hand_open


def test_an_abandoned_hand_books_nothing_and_leaves_a_trace(table: HandTable) -> None:
    draft = table.act(table.deal(), "r 9")
    services.abandon(draft=draft, version=draft.version, reason="other table", **table.by())
    assert draft_of(table.session) is None
    assert not table.session.hand_open
    assert table.session.hands_recorded == 0
    assert table.desk.held(AccountKind.POT) == 0
    event = AuditEvent.objects.get(verb="hand.abandoned")
    assert event.reason == "other table"
    assert any("cbr 9" in line for line in event.before["actions"])


def test_a_stack_that_nobody_brought_to_the_table_is_not_dealt_in(table: HandTable) -> None:
    deal = table.suggested()
    error = refused(lambda: table.deal(replace(deal, stacks={**deal.stacks, 1: 900_00})), "table_short")
    assert error.allowed == {"most": 800_00}
    table.tick(500)
    table.act(table.deal(), "f")
