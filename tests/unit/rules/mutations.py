"""One thing changed in a legal hand: what is entered instead, and by which rule it must be refused, at that very entry.

Each mutation looks at the hand as it was before an entry and at the entry; it answers None where it has nothing to
change there.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from rules.cards.card import UNKNOWN
from rules.check.checker import Checker
from rules.phh.actions import Notation
from rules.phh.values import PhhHand
from rules.play.actions import Action, bet_or_raise_to, check_or_call, deal_board, deal_hole, fold
from rules.play.hand import Hand
from rules.play.legal import Betting
from tests.support.turns import betting, completing

BETTING = ("f", "cc", "cbr")
Change: TypeAlias = tuple[Action, str] | None
"""The entry instead, and the code of the refusal."""
Mutation: TypeAlias = Callable[[Hand, Action], Change]


class Mutant(NamedTuple):
    """A hand with one entry changed: which, how, and what the refusal must say."""

    name: str
    phh: PhhHand
    index: int
    code: str

    def require_refused(self, checker: Checker) -> None:
        """It is refused at this entry by this rule, as a file and as an action on the table."""
        violation = checker.check(self.phh).violation
        assert violation is not None, self
        assert (violation.code, violation.index) == (self.code, self.index), self


def mutants(phh: PhhHand, played: Hand) -> Iterator[Mutant]:
    """Every mutation at every entry of the hand where it applies."""
    before = Hand(played.setup, played.money)
    entries = [(index, entry.action) for index, entry in enumerate(phh.actions) if entry.action]
    for index, action in entries:
        for name, mutation in MUTATIONS.items():
            change = mutation(before, action)
            if change:
                yield Mutant(name, _changed(phh, index, change[0]), index, change[1])
        before.apply(action)


def _changed(phh: PhhHand, index: int, action: Action) -> PhhHand:
    return replace(phh, actions=(*phh.actions[:index], Notation(action), *phh.actions[index + 1 :]))


def _others(hand: Hand, action: Action, *, live: bool) -> list[int]:
    """Other positions whose hands are live, or folded."""
    return [
        player + 1 for player in range(hand.players) if player + 1 != action.position and hand.in_hand(player) is live
    ]


def _other_player(hand: Hand, action: Action) -> Change:
    others = _others(hand, action, live=True)
    if action.verb not in (*BETTING, "pb", "sd", "h", "st") or not others:
        return None
    code = "wrong_bring_in_seat" if action.verb == "pb" else "out_of_turn"
    return action._replace(position=others[0]), code


def _folded_player(hand: Hand, action: Action) -> Change:
    others = _others(hand, action, live=False)
    if action.verb not in (*BETTING, "sd", "h", "st") or not others:
        return None
    return action._replace(position=others[0]), "not_in_hand"


def _unit_more(hand: Hand, action: Action) -> Change:
    most = betting(hand).raising.most if action.verb == "cbr" else None
    if most is None:
        return None
    beyond = most + 1
    if beyond > hand.bets[hand.to_act] + hand.stacks[hand.to_act]:
        return action._replace(amount=beyond), "insufficient_chips"
    return action._replace(amount=beyond), hand.structure.too_large


def _unit_less(hand: Hand, action: Action) -> Change:
    if action.verb != "cbr":
        return None
    small = hand.structure.raise_too_small if hand.round.price else hand.structure.too_small
    return action._replace(amount=betting(hand).raising.least - 1), small


def _raise_too_many(hand: Hand, action: Action) -> Change:
    legal = hand.legal_actions()
    if action.verb not in BETTING or not isinstance(legal, Betting) or legal.raising.refusal != "raise_cap_reached":
        return None
    return bet_or_raise_to(legal.position, hand.structure.smallest(hand.round)), "raise_cap_reached"


def _card_twice(hand: Hand, action: Action) -> Change:
    held = [card for player, hole in enumerate(hand.hole) if hand.in_hand(player) for card in hole]
    known = [card for card in (*held, *hand.board) if card < UNKNOWN]
    if action.verb not in ("dh", "db", "h") or not known:
        return None
    return action._replace(cards=(*action.cards[:-1], known[0])), "duplicate_card"


def _card_more(_: Hand, action: Action) -> Change:
    if action.verb not in ("dh", "db", "h"):
        return None
    return action._replace(cards=(*action.cards, UNKNOWN)), "wrong_card_count"


def _card_less(_: Hand, action: Action) -> Change:
    if action.verb not in ("dh", "db") or len(action.cards) < 2:
        return None
    return action._replace(cards=action.cards[:-1]), "wrong_card_count"


def _card_of_no_deck(hand: Hand, action: Action) -> Change:
    if action.verb not in ("dh", "db") or not hand.sheet.lowest_rank:
        return None
    return action._replace(cards=(0, *action.cards[1:])), "card_not_in_deck"


def _street_too_early(hand: Hand, action: Action) -> Change:
    """Cards of the next street before the bets are answered."""
    if action.verb not in (*BETTING, "pb"):
        return None
    streets = hand.sheet.streets
    if hand.street + 1 < len(streets) and streets[hand.street + 1].board:
        return deal_board((UNKNOWN,) * streets[hand.street + 1].board), "round_not_complete"
    return deal_hole(_others(hand, action, live=True)[0], (UNKNOWN,)), "round_not_complete"


def _wrong_street(hand: Hand, action: Action) -> Change:
    """The board where hole cards are due, and a player's card where the board is."""
    if action.verb == "dh":
        return deal_board(action.cards), "wrong_card_count"
    live = next(player for player in range(hand.players) if hand.in_hand(player))
    return (deal_hole(live + 1, action.cards), "wrong_card_count") if action.verb == "db" else None


def _bet_before_the_cards(hand: Hand, action: Action) -> Change:
    if action.verb not in ("dh", "db"):
        return None
    live = next(player for player in range(hand.players) if hand.in_hand(player))
    over = action.verb == "db" or hand.draw_due
    return check_or_call(live + 1), "round_complete" if over else "out_of_turn"


def _bring_in_left_out(hand: Hand, action: Action) -> Change:
    if action.verb not in ("pb", "cbr") or not betting(hand).must_open:
        return None
    return fold(action.position), "bring_in_required"


def _bring_in_unpaid(hand: Hand, action: Action) -> Change:
    if action.verb not in ("pb", "cbr") or not betting(hand).bring_in:
        return None
    return check_or_call(action.position), "bring_in_required"


def _bring_in_twice(hand: Hand, action: Action) -> Change:
    posted = any(earlier.verb in ("pb", "cbr") for earlier in hand.actions)
    if action.verb not in BETTING or hand.sheet.has_button or hand.street or not posted:
        return None
    return Action("pb", action.position), "bring_in_posted"


def _discard_not_held(hand: Hand, action: Action) -> Change:
    held = hand.hole[action.position - 1]
    if action.verb != "sd" or UNKNOWN in held:
        return None
    strange = next(card for card in range(52) if card not in held)
    return action._replace(cards=(strange,)), "card_not_held"


def _discard_twice(hand: Hand, action: Action) -> Change:
    held = hand.hole[action.position - 1]
    if action.verb != "sd" or UNKNOWN in held:
        return None
    return action._replace(cards=(held[0], held[0])), "card_not_held"


def _draw_beyond_the_hand(hand: Hand, action: Action) -> Change:
    if action.verb != "sd":
        return None
    return action._replace(cards=(UNKNOWN,) * (hand.sheet.streets[hand.street].draw + 1)), "too_many_discards"


def _draw_too_many(hand: Hand, action: Action) -> Change:
    draws = any(street.draw for street in hand.sheet.streets)
    if action.verb not in BETTING or not draws or hand.street + 1 < len(hand.sheet.streets):
        return None
    return Action("sd", action.position), "no_draw_left"


def _draw_in_no_draw_game(hand: Hand, action: Action) -> Change:
    if action.verb not in BETTING or any(street.gives_cards_up for street in hand.sheet.streets):
        return None
    return Action("sd", action.position), "no_draw_left"


def _draw_before_the_bets(hand: Hand, action: Action) -> Change:
    draws = hand.street + 1 < len(hand.sheet.streets) and hand.sheet.streets[hand.street + 1].draw
    if action.verb not in BETTING or not draws:
        return None
    return Action("sd", action.position), "round_not_complete"


def _hit_after_busting(hand: Hand, action: Action) -> Change:
    if action.verb != "st" or completing(hand).may_hit:
        return None
    free = next(card for card in range(52) if not hand.seen >> card & 1)
    full = len(hand.hole[action.position - 1]) >= 7
    return Action("h", action.position, 0, (free,)), "too_many_cards" if full else "must_stand"


def _blackjack_elsewhere(hand: Hand, action: Action) -> Change:
    if action.verb not in BETTING or any(street.hits for street in hand.sheet.streets):
        return None
    return Action("st", action.position), "not_in_game"


MUTATIONS: Mapping[str, Mutation] = {
    "another player acts": _other_player,
    "a player acts who has folded": _folded_player,
    "a unit more than the most": _unit_more,
    "a unit less than the least": _unit_less,
    "a raise too many": _raise_too_many,
    "a card twice": _card_twice,
    "a card more": _card_more,
    "a card less": _card_less,
    "a card of no deck": _card_of_no_deck,
    "a street too early": _street_too_early,
    "another street": _wrong_street,
    "a bet before the cards": _bet_before_the_cards,
    "the bring-in left out": _bring_in_left_out,
    "the bring-in unpaid": _bring_in_unpaid,
    "the bring-in twice": _bring_in_twice,
    "a discard not held": _discard_not_held,
    "a discard twice": _discard_twice,
    "a draw beyond the hand": _draw_beyond_the_hand,
    "a draw too many": _draw_too_many,
    "a draw in a game without": _draw_in_no_draw_game,
    "a draw before the bets": _draw_before_the_bets,
    "a hit too many": _hit_after_busting,
    "a stand in another game": _blackjack_elsewhere,
}
