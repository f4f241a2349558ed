"""Going back in a hand: to an action, or changing it and keeping what followed."""

import pytest

from config.errors import DomainError
from games import services
from games.models import HandDraft
from tests.support.table import HandTable

FLOP = ("r 9", "c", "f", "f", "flop Ah7d2c", "r 20", "c")


def lines(draft: HandDraft) -> list[str]:
    """The lines that were entered, without the cards that were dealt of themselves."""
    return [line for line in draft.actions if not line.startswith("d dh")]


def instead(table: HandTable, draft: HandDraft, line: str, action: str) -> HandDraft:
    given = {"instead_of": draft.actions.index(line), "action": action, "version": draft.version}
    return services.act(draft=draft, **given, **table.by())


def test_a_changed_action_keeps_what_followed_and_is_undone_at_once(table: HandTable) -> None:
    draft = table.act(table.deal(), *FLOP)
    was = list(draft.actions)
    draft = instead(table, draft, "p3 cbr 9", "r 12")
    assert lines(draft) == ["p3 cbr 12", "p4 cc", "p1 f", "p2 f", "d db Ah7d2c", "p3 cbr 20", "p4 cc"]
    assert draft.steps[-1]["said"] == "Changed. What followed stands as it was entered."
    draft = services.undo(draft=draft, version=draft.version, **table.by())
    assert draft.actions == was
    draft = services.undo(draft=draft, version=draft.version, **table.by())
    assert lines(draft)[-1] == "p3 cbr 20"


def test_what_no_longer_fits_is_dropped_and_named(table: HandTable) -> None:
    draft = table.act(table.deal(), *FLOP)
    draft = instead(table, draft, "p1 f", "c")
    assert lines(draft) == ["p3 cbr 9", "p4 cc", "p1 cc", "p2 f", "d db Ah7d2c"]
    said = draft.steps[-1]["said"]
    assert "Left out, for it did not fit any more: " in said
    assert (said.count("bets 20"), said.count("calls 20")) == (1, 1), "the bet and the call of it are named"
    hand = table.played(draft)
    assert hand.legal_actions().position == 1
    draft = services.undo(draft=draft, version=draft.version, **table.by())
    assert lines(draft)[-1] == "p4 cc"


def test_who_is_out_by_now_is_left_out_and_the_others_go_on(table: HandTable) -> None:
    draft = table.act(table.deal(), "r 9", "c", "c", "f", "flop Ah7d2c", "check", "check", "check", "turn 9s", "check")
    draft = instead(table, draft, "p4 cc", "f")
    assert lines(draft) == ["p3 cbr 9", "p4 f", "p1 cc", "p2 f", "d db Ah7d2c", "p1 cc", "p3 cc", "d db 9s", "p1 cc"]
    assert draft.steps[-1]["said"].count("checks") == 1


def test_the_hand_that_was_shown_stays_shown_where_another_lays_down_less(table: HandTable) -> None:
    draft = table.act(table.deal(), "a", "f", "a", "f", "flop Ah7d2c", "turn 9s", "river 3h")
    shown = table.act(draft, "1 show KcKd")
    draft = instead(table, shown, "p4 f", "a")
    assert lines(draft)[-1] == lines(shown)[-1]
    assert draft.steps[-1]["said"] == "Changed. What followed stands as it was entered."


def test_a_check_of_another_street_is_no_call_of_this_one(table: HandTable) -> None:
    draft = table.act(table.deal(), "r 9", "c", "f", "f", "flop Ah7d2c", "check", "check", "turn 9s", "check", "check")
    draft = instead(table, draft, "p4 cc", "r 30")
    assert lines(draft) == ["p3 cbr 9", "p4 cbr 30", "p1 f", "p2 f"]
    assert table.played(draft).legal_actions().position == 3


def test_a_change_that_is_refused_changes_nothing(table: HandTable) -> None:
    draft = table.act(table.deal(), *FLOP)
    with pytest.raises(DomainError) as refused:
        instead(table, draft, "p3 cbr 9", "r 4")
    assert refused.value.code == "below_min_raise"
    after = HandDraft.objects.get()
    assert (after.version, lines(after)[0]) == (draft.version, "p3 cbr 9")


def test_a_card_of_the_board_is_changed_in_its_place(table: HandTable) -> None:
    draft = table.act(table.deal(), *FLOP, "turn 9s")
    given = {"instead_of": draft.actions.index("d db Ah7d2c"), "version": draft.version}
    draft = services.name_cards(draft=draft, place="board", cards="Ah7d2s", **given, **table.by())
    assert lines(draft)[-4:] == ["d db Ah7d2s", "p3 cbr 20", "p4 cc", "d db 9s"]
    given = {"instead_of": draft.actions.index("d db Ah7d2s"), "version": draft.version}
    draft = services.name_cards(draft=draft, place="board", cards="Ah7d9s", **given, **table.by())
    assert lines(draft)[-1] == "p4 cc"


def test_undo_goes_back_to_an_action_and_keeps_cards_that_are_known(table: HandTable) -> None:
    draft = table.act(table.deal(), "r 9", "to 1", "f", "f")
    seat = table.played(draft).setup.seat(1)
    draft = table.name(draft, str(seat), "KcKd")
    given = {"version": draft.version, "to": draft.actions.index("p4 f")}
    draft = services.undo(draft=draft, **given, **table.by())
    assert lines(draft) == ["p3 cbr 9"]
    assert "d dh p1 KcKd" in draft.actions
    draft = services.undo(draft=draft, version=draft.version, **table.by())
    assert lines(draft) == []


def test_an_action_that_was_not_entered_can_not_be_gone_back_to(table: HandTable) -> None:
    draft = table.act(table.deal(), "f")
    with pytest.raises(DomainError) as refused:
        services.undo(draft=draft, version=draft.version, to=99, **table.by())
    assert refused.value.code == "nothing_to_undo"
