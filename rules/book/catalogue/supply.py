"""Cases of stud's first to act and of decks that run short: `first_to_act`, `stud_supply`."""

from rules.book.conformance import Answer, Case, kind
from rules.cards.card import UNKNOWN, parse_cards
from rules.cards.openers import first_on_board
from rules.house.house import HOUSES
from rules.house.variants import SHEETS
from rules.table.supply import Stock, stud_supply

_THIRD_STREET = 3
_DEALT_ON_THIRD = 3


@kind("first_to_act", given={"street", "upcards", "all_in"}, expect={"first"})
def first_to_act(case: Case) -> Answer:
    """The opener of the street: the board that is named, or who is next to it with chips (WSOP 240)."""
    given = case.given
    players = list(given["upcards"])
    boards = [parse_cards(cards) for cards in given["upcards"].values()]
    street = SHEETS[case.game].streets[given["street"] - _THIRD_STREET]
    by_suit = HOUSES[case.house].with_answers(**case.house_answers).answers.stud_tie_first == "suit"
    first = first_on_board(street.opener, boards, ties_by_suit=by_suit)
    in_turn = players[first:] + players[:first]
    return {"first": next(player for player in in_turn if player not in given.get("all_in", ()))}


@kind(
    "draw_supply",
    given={"players", "hole", "burn_before_draw", "folded_before", "draws"},
    expect={"reshuffle", "draw", "drawer", "cards_before", "stock", "stub_left"},
)
def draws(case: Case) -> Answer:
    """The draw in which the stock runs out, or what is left of it."""
    given = case.given
    stock = Stock(SHEETS[case.game].deck_size - given["players"] * given["hole"])
    for number, (folded, asked) in enumerate(zip(given["folded_before"], given["draws"], strict=True), 1):
        stock.muck += [UNKNOWN] * (folded * given["hole"])
        stock.open(burn=given["burn_before_draw"])
        for drawer, count in enumerate(asked, 1):
            if stock.is_short(count, more=any(asked[drawer:])):
                place = {"draw": number, "drawer": drawer, "cards_before": stock.before(count)}
                return {"reshuffle": True, **place, "stock": stock.reshuffle(count)}
            stock.cards -= count
            stock.discards += [UNKNOWN] * count
    return {"reshuffle": False, "stub_left": stock.cards}


@kind("stud_supply", given={"players_dealt", "remaining", "burns"}, expect={"stub", "needed", "method"})
def last_street(case: Case) -> Answer:
    """The way the last street of stud is dealt, given how many saw each street before it."""
    given = case.given
    house = HOUSES[case.house].with_answers(**{"burn_cards": given["burns"], **case.house_answers})
    third, *later = given["players_dealt"]
    burned = len(later) if given["burns"] else 0
    stub = SHEETS[case.game].deck_size - _DEALT_ON_THIRD * third - sum(later) - burned
    return dict(stud_supply(stub, burned, given["remaining"], house)._asdict())
