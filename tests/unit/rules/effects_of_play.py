"""For each house rule of play a small scene whose outcome depends on the house's answer: what the house rule is for."""

from collections.abc import Callable
from dataclasses import replace

from rules.cards.card import parse_cards
from rules.house.house import House
from rules.house.plaque import Plaque, Straddle
from rules.house.plaque_check import check_plaque
from rules.house.plaque_of_house import check_of_house
from rules.play.hand import Hand
from rules.play.pots import OddChips, Pot, Showdown, award_pots
from rules.table.button import Places, first_button, first_places, next_places
from rules.table.setup import Setup
from rules.table.supply import stud_supply
from rules.text.amounts import major
from tests.support.turns import betting
from tests.unit.rules.playing import play

Scene = Callable[[House], object]
NLH = Plaque("holdem", "no_limit", (100, 200))
PLO = Plaque("omaha", "pot_limit", (100, 200))
LIMIT = Plaque("holdem", "fixed_limit", (100, 200), 200, 400)
SPREAD = Plaque("holdem", "spread", (100, 200), spread_min=100, spread_max=500)
STUD = Plaque("stud", "fixed_limit", small_bet=500, big_bet=1_000, ante=100, bring_in=200)
BADUGI = Plaque("badugi", "fixed_limit", (100, 200), 200, 400)
BLACKJACK = Plaque("holdem_blackjack", "spread", (100, 200), spread_min=200, ante=50)
THIRD = "d dh p1 ????7h, d dh p2 ????2d, d dh p3 ????Kc, p2 pb, p3 cc, p1 cc"


def sit(house: House, plaque: Plaque, *stacks: int, straddle: int | None = None) -> Hand:
    """A hand at seats 1, 2, 3 …, the button in the last; stacks of 90.00 where none are given."""
    seats = dict(enumerate(stacks or (9_000,) * 3, 1))
    return Hand(Setup.from_table(plaque, house, len(seats), seats, straddle_seat=straddle))


def unseen(hand: Hand, cards: int = 2) -> Hand:
    """The hand with unknown cards dealt to everybody."""
    return play(hand, *(f"d dh p{position} {'??' * cards}" for position in range(1, hand.players + 1)))


def codes(plaque: Plaque, house: House) -> tuple[str, ...]:
    """The house's objection to the plaque."""
    return tuple(refused.code for refused in check_of_house(plaque, house, major))


def _straddles(house: House) -> object:
    offers: tuple[Straddle, ...] = ("none", "utg", "button")
    return [codes(replace(NLH, straddle=offered), house) for offered in offers]


def _straddle_raise(house: House) -> object:
    hand = unseen(sit(house, replace(NLH, straddle="utg"), *[9_000] * 4, straddle=3))
    return betting(hand).raising.least


def _ante_trimming(house: House) -> object:
    hand = play(sit(house, replace(NLH, ante=50), 2_000, 2_000, 20), "d dh p1 2c3d, d dh p2 4c5d, d dh p3 AcAd")
    play(hand, "p1 cc, p2 cc, d db KsQs9h, p1 cc, p2 cc, d db 8h, p1 cc, p2 cc, d db 2h, p1 cc, p2 cc")
    return [pot.amount for pot in hand.settlement().pots]


def _raises(house: House, *, heads_up: bool = False) -> int:
    """How often it is raised before the flop until nobody may; five times at most."""
    hand = unseen(sit(house, LIMIT, *[9_000] * (2 if heads_up else 3)))
    for number in range(5):
        legal = betting(hand)
        if not legal.may_raise:
            return number
        play(hand, f"p{legal.position} cbr {legal.raising.least // 100}")
    return 5


def _short_allin(house: House) -> object:
    hand = unseen(sit(house, LIMIT, 350, 2_000, 2_000))
    play(hand, "p3 cc, p1 cc, p2 cc, d db 2c7dJh, p1 cbr 1.50")
    return betting(hand).raising.least


def _bring_in(house: House) -> object:
    return [
        [refused.code for refused in check_plaque(replace(STUD, bring_in=amount), house) if "bring" in refused.code]
        for amount in (None, 200)
    ]


def _fourth_street(house: House) -> object:
    sizes = []
    for card in ("7d", "8d"):
        legal = betting(play(sit(house, STUD), THIRD, f"d dh p1 {card}, d dh p2 9s, d dh p3 Jc"))
        sizes.append((legal.raising.least, legal.raising.most))
    return sizes


def _stud_tie(house: House) -> object:
    hand = play(sit(house, STUD), "d dh p1 ????7h, d dh p2 ????2d, d dh p3 ????7s, p2 pb, p3 cc, p1 cc")
    return play(hand, "d dh p1 Kc, d dh p2 9s, d dh p3 Kh").legal_actions().position


def _burned_before_draws(house: House) -> object:
    hand = unseen(sit(house, BADUGI), 4)
    play(hand, "p3 cc, p1 cc, p2 cc, p1 sd, p2 sd, p3 sd, p1 cc, p2 cc, p3 cc")
    return hand.stock.burned


def _no_badugi(house: House) -> object:
    hand = play(sit(house, BADUGI, 200, 200), "d dh p1 Ac2d3hKh, d dh p2 4c5d6hQh, p2 cc")
    for _ in range(3):
        play(hand, "p1 sd, p2 sd")
    return hand.settlement().won


def _charlies(house: House) -> object:
    hand = play(sit(house, BLACKJACK, 250, 250), "d dh p1 2c, d dh p2 As, p2 cc, d dh p1 2d, d dh p2 Ah")
    play(hand, *(f"p1 h {card}" for card in ("2h", "2s", "3c", "3d", "3h")), "p1 st")
    return play(hand, *(f"p2 h {card}" for card in ("Ad", "Ac", "3s", "4c", "4d")), "p2 st").settlement().won


def _odd_unit(house: House) -> object:
    showdown = Showdown(order=(1, 2), high={1: 5, 2: 5})
    return [award.amount for award in award_pots([Pot(1_135, (1, 2))], showdown, OddChips.of(house, 25))]


def _tied_straights(house: House, extras: str = "2d 3c") -> object:
    """Stud, an odd ante from seat 3: seats 1 and 2 tie; the nine of diamonds is in seat 2, other cards are `extras`."""
    one, other = extras.split()
    hand = play(sit(house, replace(STUD, ante=101), 701, 701, 701), "d dh p1 5c6d2s, d dh p2 5d6h3s, d dh p3 ????Tc")
    play(hand, "p1 pb, p2 cbr 5, p3 f, p1 cbr 6, p2 cc, d dh p1 7h, d dh p2 7s, d dh p1 8s, d dh p2 8c")
    play(hand, f"d dh p1 9c, d dh p2 9d, d dh p1 {one}, d dh p2 {other}")
    return [award.seat for award in hand.settlement().awards if award.odd_chip]


def _odd_chip_tie(house: House) -> object:
    hand = play(sit(house, replace(NLH, ante=51), 251, 251, 251), "d dh p1 Ac3d, d dh p2 Ad3s, d dh p3 ????")
    play(hand, "p3 f, p1 cc, d db KsQsJh, d db Th, d db 2c")
    return _tied_straights(house), [award.seat for award in hand.settlement().awards if award.odd_chip]


def _odd_chip_hilo(house: House) -> object:
    showdown = Showdown(order=(1, 2), high={1: 1, 2: 2}, low={1: 2, 2: 1})
    return [award.amount for award in award_pots([Pot(101, (1, 2))], showdown, OddChips.of(house, 1))]


def _muck(house: House) -> object:
    hand = unseen(sit(house, NLH, 2_000, 2_000))
    play(hand, "p2 cbr 20, p1 cc, d db Kc7d2s, d db 9h, d db 3h, p1 sm")
    busted = play(sit(house, replace(BLACKJACK, ante=0), 2_000, 2_000), "d dh p1 Kh, d dh p2 9h, p2 cc, p1 cc")
    play(busted, "d dh p1 Qd, d dh p2 Ad, p1 cc, p2 cc, p1 h Jc, p1 st, p2 st, p1 cc, p2 cc, p1 sm")
    return [[step.rule for step in each.settlement().steps] for each in (hand, busted)]


def _odd_chip_basis(house: House) -> object:
    return _tied_straights(house.with_answers(odd_chip_tie="high_card_suit"), "As Kd")


def _community(house: House) -> object:
    return stud_supply(4, 3, 5, house.with_answers(stud_shortage="community"))


_ACE, _TWO = parse_cards("As2c")
_BEFORE = Places(button=3, sb=4, bb=5)

PLAY: dict[str, Scene] = {
    "button_move": lambda house: next_places(_BEFORE, range(1, 7), house),
    "button_rule": lambda house: next_places(_BEFORE, (1, 2, 3, 5, 6), house),
    "heads_up_blinds": lambda house: first_places((1, 2), 1, house),
    "button_draw": lambda house: first_button((1, 2), house, cards={1: _ACE, 2: _TWO}, choose=max),
    "small_blind": lambda house: codes(Plaque("holdem", "no_limit", (100, 500)), house),
    "bj_small_blind": lambda house: [
        codes(replace(BLACKJACK, blinds=(small, 200)), house) for small in (100, 200, 150)
    ],
    "bj_ante": lambda house: [codes(replace(BLACKJACK, ante=ante), house) for ante in (50, 0, 30)],
    "straddle": _straddles,
    "straddle_raise": _straddle_raise,
    "ante_trimming": _ante_trimming,
    "raise_cap": _raises,
    "raise_cap_on_sign": lambda house: codes(replace(LIMIT, raise_cap=5), house),
    "heads_up_uncapped": lambda house: _raises(house, heads_up=True),
    "short_allin_limit": _short_allin,
    "spread_raise_min": lambda house: betting(play(unseen(sit(house, SPREAD)), "p3 cbr 7")).raising.least,
    "pl_sb_rounds_up": lambda house: betting(unseen(sit(house, PLO, *[9_000] * 4), 4)).raising.most,
    "bring_in": _bring_in,
    "stud_ante": lambda house: [codes(replace(STUD, ante=ante, bring_in=None), house) for ante in (0, 100, 300)],
    "fourth_street_pair": _fourth_street,
    "stud_button": lambda house: Setup.from_table(STUD, house, 1, {1: 9_000, 2: 9_000, 3: 9_000}).seats,
    "stud_tie_first": _stud_tie,
    "stud_shortage": lambda house: stud_supply(4, 3, 5, house),
    "stud_community_when": _community,
    "stud_last_card_playable": lambda house: stud_supply(6, 3, 5, house),
    "stud_last_burn": lambda house: stud_supply(4, 3, 7, house),
    "burn_cards": lambda house: stud_supply(6, 3, 6, house),
    "burn_before_draw": _burned_before_draws,
    "badugi_fallback": _no_badugi,
    "charlie_ties": _charlies,
    "odd_chip_unit": _odd_unit,
    "odd_chip_tie": _odd_chip_tie,
    "odd_chip_suit_basis": _odd_chip_basis,
    "odd_chip_hilo": _odd_chip_hilo,
    "showdown_muck": _muck,
}
"""The scene of each house rule of play."""
