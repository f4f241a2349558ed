"""Cases of stud's first to act and of decks that run short: `first_to_act`, `draw_supply`, `stud_supply`."""

from rules.book.conformance import Answer, kind
from rules.book.scenarios.situation import Situation
from rules.book.scenarios.table import draw_all
from rules.cards.card import parse_cards
from rules.cards.openers import first_on_board
from rules.house.variants import SHEETS
from rules.table.supply import Stock, stud_supply

_THIRD_STREET = 3
_DEALT_ON_THIRD = 3


@kind("first_to_act", given={"street", "upcards", "all_in"}, expect={"first"})
def first_to_act(case: Situation) -> Answer:
    """The opener of the street: the board that is named, or who is next to it with chips (WSOP 240)."""
    given = case.given
    players = list(given["upcards"])
    boards = [parse_cards(cards) for cards in given["upcards"].values()]
    street = SHEETS[case.game].streets[given["street"] - _THIRD_STREET]
    by_suit = case.house.answers.stud_tie_first == "suit"
    first = first_on_board(street.opener, boards, ties_by_suit=by_suit)
    in_turn = players[first:] + players[:first]
    return {"first": next(player for player in in_turn if player not in given.get("all_in", ()))}


@kind(
    "draw_supply",
    given={"players", "hole", "burn_before_draw", "folded_before", "draws"},
    expect={"reshuffle", "draw", "drawer", "cards_before", "stock", "stub_left"},
)
def draws(case: Situation) -> Answer:
    """The draw in which the stock runs out, or what is left of it."""
    given = case.given
    stock = Stock(SHEETS[case.game].deck_size - given["players"] * given["hole"])
    shortage = draw_all(stock, case, given["hole"])
    if shortage is None:
        return {"reshuffle": False, "stub_left": stock.cards}
    return {"reshuffle": True, **shortage._asdict()}


@kind("stud_supply", given={"players_dealt", "remaining", "burns"}, expect={"stub", "needed", "method"})
def last_street(case: Situation) -> Answer:
    """The way the last street of stud is dealt, given how many saw each street before it."""
    given = case.given
    house = case.house if "burn_cards" in given.get("knobs", {}) else case.house.with_answers(burn_cards=given["burns"])
    third, *later = given["players_dealt"]
    burned = len(later) if given["burns"] else 0
    stub = SHEETS[case.game].deck_size - _DEALT_ON_THIRD * third - sum(later) - burned
    return dict(stud_supply(stub, burned, given["remaining"], house)._asdict())
