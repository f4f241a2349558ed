"""The words typed in stud, draw games and Hold'em Blackjack; and which cards are asked for in them."""

from functools import partial

import pytest

from games.selectors.picker import pick_cards
from games.typed import typed_amount
from rules.cards.card import UNKNOWN, parse_cards, print_cards
from rules.entry.dealing import asked_for, deal_unasked, deal_up_cards, deal_without_cards
from rules.entry.notation import TheRest, example, read_action, suggestions
from rules.house.house import STANDARD
from rules.play.actions import Action, MalformedAction, bet_or_raise_to, bring_in, check_or_call, deal_hole, show
from rules.play.hand import Hand
from rules.table.seats import Seat
from rules.table.setup import Setup
from tests.support.games import plaque_of

AMOUNT = partial(typed_amount, exponent=2)


def dealt(game: str, players: int = 4) -> Hand:
    """A hand with what is dealt unasked."""
    seats = range(1, players + 1)
    hand = Hand(Setup.from_table(plaque_of(game), STANDARD, players, dict.fromkeys(seats, 200_00)))
    deal_unasked(hand)
    return hand


def stud() -> Hand:
    """Third street of stud: the third player brings it in."""
    hand = dealt("stud")
    for position, card in enumerate(("Kd", "9h", "2c", "Js"), start=1):
        deal_up_cards(hand, position, parse_cards(card))
    return hand


def drawing(game: str = "27td") -> Hand:
    """The first exchange of a game: everybody has called."""
    hand = dealt(game)
    while hand.stage == "betting":
        hand.apply(check_or_call(hand.to_act + 1))
        deal_unasked(hand)
    return hand


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("bring", bring_in(3)),
        ("bring in", bring_in(3)),
        ("complete", bet_or_raise_to(3, 4_00)),
        ("complete to 4", bet_or_raise_to(3, 4_00)),
        ("p3 pb", bring_in(3)),
    ],
)
def test_opening_stud(text: str, action: Action) -> None:
    assert read_action(text, stud(), AMOUNT) == action


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("pat", ""),
        ("stand pat", ""),
        ("draw 2", "????"),
        ("draw 7c2d", "7c2d"),
        ("discard 7c 2d", "7c2d"),
    ],
)
def test_draws(text: str, cards: str) -> None:
    assert read_action(text, drawing(), AMOUNT) == Action("sd", 1, 0, parse_cards(cards))


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("hit", Action("h", 1, 0, (UNKNOWN,))),
        ("hit 9s", Action("h", 1, 0, parse_cards("9s"))),
        ("stand", Action("st", 1)),
    ],
)
def test_hitting_and_standing(text: str, action: Action) -> None:
    hand = dealt("holdem_blackjack")
    while hand.stage == "betting":
        hand.apply(check_or_call(hand.to_act + 1))
        deal_unasked(hand)
    assert read_action(text, hand, AMOUNT) == action


def test_an_up_card_is_typed_for_who_is_next() -> None:
    assert read_action("up Kd", dealt("stud"), AMOUNT) == deal_hole(1, (UNKNOWN, UNKNOWN, *parse_cards("Kd")))


@pytest.mark.parametrize("text", ["draw", "draw seven"])
def test_a_draw_that_says_nothing_is_explained(text: str) -> None:
    with pytest.raises(MalformedAction, match=r"draw|card"):
        read_action(text, drawing(), AMOUNT)


def test_only_what_is_legal_is_suggested() -> None:
    assert list(suggestions(stud())) == ["bring", "complete 4"]
    assert list(suggestions(drawing())) == ["pat", "draw 1", "draw 2", "draw 3", "draw 4", "draw 5", "draw "]
    assert list(suggestions(dealt("stud"))) == ["up "]
    assert example(drawing().legal_actions(), ()) == "draw 2, or pat"


def test_up_cards_are_asked_for_while_they_say_who_opens() -> None:
    hand = dealt("stud")
    assert [due.seat for due in [asked_for(hand)] if due] == [1]
    deal_without_cards(hand)
    assert asked_for(hand) is None
    assert hand.stage == "betting"
    assert asked_for(dealt("27td")) is None
    assert asked_for(dealt("holdem_blackjack")) is None


def test_the_picker_shows_the_deck_of_the_game_and_what_is_free() -> None:
    hand = dealt("stud")
    picker = pick_cards(hand, {})
    assert picker
    assert (picker.place, picker.count, picker.may_skip) == ("1", 1, True)
    deal_up_cards(hand, 1, parse_cards("Kd"))
    picker = pick_cards(hand, {})
    assert picker
    taken = [card.text for row in picker.rows for card in row if card.is_taken]
    assert taken == ["Kd"]


def test_cards_that_folded_in_stud_do_not_come_again() -> None:
    hand = dealt("stud", players=8)
    for position, card in enumerate(("Kd", "9h", "2c", "Js", "5d", "6d", "7d", "8d"), start=1):
        deal_up_cards(hand, position, parse_cards(card))
    hand.apply(bring_in(3))
    hand.apply(Action("f", 4))
    for position in (5, 6, 7, 8, 1, 2):
        hand.apply(check_or_call(position))
    picker = pick_cards(hand, {})
    assert picker
    assert "Js" in {card.text for row in picker.rows for card in row if card.is_taken}


def shown_down() -> Hand:
    """The showdown of stud, with up cards that are known and three down cards each that aren't."""
    hand, cards = stud(), iter("3d4d5d6d3s4s5s6s3h4h5h6h")
    while not hand.betting_is_over:
        if due := asked_for(hand):
            deal_up_cards(hand, due.position or 0, parse_cards(next(cards) + next(cards)))
        else:
            opens = hand.street == 0 and hand.actions[-1].verb == "dh"
            hand.apply(bring_in(3) if opens else check_or_call(hand.to_act + 1))
        deal_unasked(hand)
    return hand


@pytest.mark.parametrize("words", ["{seat} show QdTh9s", "show QdTh9s"])
def test_the_cards_that_the_picker_asks_for_are_shown_as_they_are_typed(words: str) -> None:
    """Its up cards lie there: as where the picker's own cards are entered, nobody types them again."""
    hand = shown_down()
    picker = pick_cards(hand, {})
    assert picker
    assert picker.title.endswith("three cards")
    seat = int(picker.place)
    position = hand.setup.position(Seat(seat))
    up = hand.up[position - 1]
    hand.apply(read_action(words.format(seat=seat), hand, AMOUNT))
    assert [*hand.hole[position - 1]] == [*parse_cards("QdTh9s"), *up]


def test_all_seven_may_be_typed_and_no_other_number() -> None:
    hand = shown_down()
    picker = pick_cards(hand, {})
    assert picker
    first = hand.setup.position(Seat(int(picker.place)))
    up = print_cards(hand.up[first - 1])
    assert read_action(f"show QdTh9s{up}", hand, AMOUNT) == show(first, parse_cards(f"QdTh9s{up}"))
    assert read_action("show QdTh", hand, AMOUNT) == show(first, parse_cards("QdTh"))
    assert not hand.can(show(first, parse_cards("QdTh")))


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("27td", "all check", "Nobody bets now, cards are changed: type all pat."),
        ("27td", "all call", "Nobody bets now, cards are changed: type all pat."),
        ("27td", "2 all fold", "Nobody bets now, cards are changed: type all pat."),
        ("27td", "all quiet", "Say what the others do: type all pat."),
        ("holdem_blackjack", "all check", "Nobody bets now, cards are taken: type all stand."),
    ],
)
def test_nobody_bets_all_round_while_cards_are_exchanged(game: str, text: str, said: str) -> None:
    with pytest.raises(MalformedAction) as refused:
        read_action(text, drawing(game), AMOUNT)
    assert str(refused.value) == said


def test_nobody_stands_pat_all_round_at_a_bet() -> None:
    bet, checked = dealt("27td"), drawing()
    while checked.stage == "draw":
        checked.apply(Action("sd", checked.draw_due[0] + 1))
    for hand, text, said in (
        (bet, "all pat", "No cards are changed now: type all call or all fold."),
        (bet, "all stand", "No cards are taken now: type all call or all fold."),
        (bet, "all check", "A bet is owed: type all call or all fold."),
        (checked, "all pat", "No cards are changed now: type all check."),
        (checked, "all fold", "Nothing is owed: type all check."),
        (stud(), "all check", "A bet is owed: type all call or all fold."),
    ):
        with pytest.raises(MalformedAction) as refused:
            read_action(text, hand, AMOUNT)
        assert str(refused.value) == said


def test_all_round_they_do_what_fits_the_moment() -> None:
    for hand, text, calls in (
        (dealt("27td"), "all call", True),
        (dealt("27td"), "all fold", False),
        (drawing(), "all pat", False),
        (drawing(), "all stand pat", False),
        (drawing("holdem_blackjack"), "all stand", False),
        (stud(), "all call", True),
    ):
        assert read_action(text, hand, AMOUNT) == TheRest(hand.legal_actions().position, calls=calls)
