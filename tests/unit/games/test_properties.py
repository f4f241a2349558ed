"""Whatever legal hand is entered, the chips stay: seats, felt, pot and boxes hold what was brought to the table."""

from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from config.audit.checks import CHECKS
from games.files import played_of
from games.models import Hand
from players.models import AccountKind
from rules.cards.card import UNKNOWN
from rules.entry.notation import suggestions
from rules.house.plaque import Plaque
from rules.play.hand import Hand as Played
from rules.play.legal import Betting, Dealing, Raise
from rules.play.settling import settle_taken
from tests.support.desk import NLH
from tests.support.table import HandTable, open_hand_table

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
O8 = Plaque(
    game="omaha8",
    structure="fixed_limit",
    blinds=(200, 400),
    small_bet=400,
    big_bet=800,
    unit=100,
    buy_in_min=40_00,
    fee=NLH.fee,
)
PLO = Plaque(game="omaha", structure="pot_limit", blinds=(200, 500), unit=100, buy_in_min=100_00, fee=NLH.fee)


def play(table: HandTable, chance: Random) -> Hand:
    """A random legal hand from the deal to the record, with what was dropped at random too."""
    deck = chance.sample(CARDS, len(CARDS))
    draft = table.deal()
    while (hand := table.played(draft)).missing():
        draft = table.act(draft, next_action(hand, deck, chance))
    pot = hand.settlement().called_pot
    return table.record(draft, rake=min(chance.choice([0, 100, 500]), pot // 100 * 100))


def next_action(hand: Played, deck: list[str], chance: Random) -> str:
    """One legal action; folds are rarer than at a table, so that hands get somewhere."""
    legal = hand.legal_actions()
    if isinstance(legal, Dealing):
        return "board " + "".join(deck.pop() for _ in range(legal.due.cards))
    if legal.position is None:
        hidden = next(position for position in legal.may_show if UNKNOWN in hand.hole[position - 1])
        return f"p{hidden} sm " + "".join(deck.pop() for _ in range(hand.sheet.hole_cards))
    choices = ["call", "call", "fold"]
    least, most, refusal = legal.raising if isinstance(legal, Betting) else Raise(refusal="round_complete")
    if refusal is None and most:
        chips = chance.randint(least // 100, most // 100)
        choices += [f"raise {min(max(chips * 100, least), most) // 100}"]
        choices += sorted({"all-in", "pot"} & set(suggestions(hand)))
    return chance.choice(choices)


@pytest.mark.parametrize("plaque", [NLH, O8, PLO], ids=["nlh", "o8", "plo"])
@settings(
    max_examples=6,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(seed=st.integers(0, 2**32))
def test_every_chip_is_somewhere(db: None, plaque: Plaque, seed: int) -> None:
    chance = Random(seed)
    table = open_hand_table(plaque, seats=tuple(range(1, chance.randint(2, 6) + 1)))
    brought = table.on_table()
    for _ in range(2):
        if sum(stack > 0 for stack in table.stacks().values()) < 2:
            break
        hand = play(table, chance)
        assert table.desk.held(AccountKind.POT) == 0
        assert min(table.stacks().values()) >= 0
        table.tick(100)
        assert table.on_table() == brought
        again = settle_taken(played_of(hand), rake=hand.rake_taken, promo=hand.promo_taken)
        assert [seat.took_out for seat in hand.seats.order_by("position")] == list(again.won)
    faults = [fault for check in CHECKS.values() if check.code in ("I-3", "I-8", "I-17") for fault in check.faults()]
    assert not faults
