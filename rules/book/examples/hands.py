"""Examples that are hands: the actions are stated, the dealer deals alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.book.examples.example import ExampleError
from rules.book.examples.outcome import Outcome, listed, refused
from rules.book.examples.plaques import plaque_of
from rules.book.scenarios.hands import read_action, read_posts, set_up
from rules.book.scenarios.situation import Given, Situation, amount
from rules.cards.card import UNKNOWN, parse_cards
from rules.play.actions import Action, dead, deal_board, deal_hole
from rules.play.hand import Hand
from rules.play.legal import Betting, Completing, Dealing, Drawing, Due
from rules.play.rulings import void_hand
from rules.play.settlement import Settlement
from rules.table.seats import Seat
from rules.table.setup import Setup
from rules.text.amounts import major
from rules.text.violation import Refused


def hand(example: Situation) -> Outcome:
    """The hand as far as it is legal, and what comes of it.

    `stacks` are by seat from seat 1, the last seat has the button unless `button` names another. `cards` are by seat,
    in the order in which they come, `board` those of the middle; what isn't stated is dealt face down. `play` holds the
    actions, in a PHH file's words; one that begins with "!" comes before the cards that are due. `settle` asks for the
    settlement early, `void` and `dead` are the supervisor's rulings.
    """
    given = example.given
    try:
        played = Hand(setup_of(example))
    except Refused as problem:
        return refused(problem.violation)
    dealer = _Dealer(given)
    for line in filter(None, given.get("play", "").split(", ")):
        action = read_action(line.removeprefix("!"), played.setup)
        if not line.startswith("!") and action.verb not in ("dh", "db"):
            dealer.deal_what_is_due(played)
        violation = played.refusal(action)
        if violation:
            return refused(violation, played)
        played.apply(action)
    if not given.get("settle") and "void" not in given and not played.voided:
        dealer.deal_what_is_due(played)
    return _ruled(played, given)


def setup_of(example: Situation) -> Setup:
    """The table as the example puts it before the first card."""
    stacks = {Seat(number): amount(stack) for number, stack in enumerate(example.given["stacks"], 1)}
    return set_up(example, plaque_of(example), stacks, read_posts(example.given.get("posts", ())))


class _Dealer:
    """Deals what is due, from the cards that the example states."""

    def __init__(self, given: Given) -> None:
        self.cards = {int(seat): _pairs(cards) for seat, cards in given.get("cards", {}).items()}
        self.board = _pairs(given.get("board", ""))

    def deal_what_is_due(self, played: Hand) -> None:
        while isinstance(legal := played.legal_actions(), Dealing):
            played.apply(self._deal(legal.due))

    def _deal(self, due: Due) -> Action:
        stated = self.board if due.seat is None else self.cards.get(due.seat, iter(()))
        cards = tuple(next(stated, UNKNOWN) for _ in range(due.cards))
        return deal_board(cards) if due.position is None else deal_hole(due.position, cards)


def _pairs(notation: str) -> Iterator[int]:
    return (card for at in range(0, len(notation), 2) for card in parse_cards(notation[at : at + 2]))


# -------------------------------------------------------------------------------------------------------------- endings


def _ruled(played: Hand, given: Given) -> Outcome:
    """The hand after the supervisor's ruling, where the example has one: the hand is `void`, or one of them `dead`."""
    if "void" in given:
        try:
            return _settled(played, void_hand(played, given["void"]))
        except Refused as problem:
            return refused(problem.violation, played)
    if "dead" not in given:
        return _ending(played, given)
    ruling = given["dead"]
    played.apply(dead(played.setup.position(ruling["seat"]), ruling["cause"]))
    return _ending(played, given)


def _ending(played: Hand, given: Given) -> Outcome:
    if not played.is_complete and not given.get("settle"):
        return _goes_on(played)
    try:
        return _settled(played, played.settlement())
    except Refused as problem:
        return refused(problem.violation, played)


def _settled(played: Hand, settled: Settlement) -> Outcome:
    won = {seat: amount for seat, amount in zip(settled.seats, settled.won, strict=True) if amount}
    back = {seat: amount for seat, amount in zip(settled.seats, settled.returned, strict=True) if amount}
    words = [f"won {_by_seat(won)}" if won else "void"]
    words += [f"back {_by_seat(back)}"] if back else []
    words += [f"rake {major(settled.rake)}"] if settled.rake else []
    words += ["noted must_show"] if any(step.rule == "must_show" for step in settled.steps) else []
    told = [f"seat {seat} takes {major(amount)}" for seat, amount in won.items()]
    told += [f"seat {seat} gets {major(amount)} back" for seat, amount in back.items()]
    told += [f"the house takes {major(settled.rake)}"] if settled.rake else []
    steps = settled.steps
    return Outcome(" · ".join(words), f"{_capital(listed(told))}.", steps=steps, hand=played)


def _by_seat(amounts: Mapping[Seat, int]) -> str:
    return " ".join(f"{seat}={major(amount)}" for seat, amount in amounts.items())


def _goes_on(played: Hand) -> Outcome:
    legal = played.legal_actions()
    if isinstance(legal, Drawing | Completing):
        may = "hit or stand" if isinstance(legal, Completing) else f"change {legal.most_discards} cards at most"
        return Outcome(f"seat {legal.seat} may {may}", f"Seat {legal.seat} may {may}.", hand=played)
    if not isinstance(legal, Betting):
        raise ExampleError("The hand waits for nobody to act: ask for its settlement.")
    pot = major(played.pot)
    effect = f"seat {legal.seat}: call {major(legal.call)} · {_raise_in_short(legal)} · pot {pot}"
    return Outcome(effect, f"Seat {legal.seat} is to act and {_may(legal)}. The pot is {pot}.", hand=played)


def _raise_in_short(legal: Betting) -> str:
    if not legal.may_raise:
        return f"no raise, {legal.raising.refusal}"
    most = "" if legal.raising.most in (None, legal.raising.least) else f"-{major(legal.raising.most or 0)}"
    return f"raise {major(legal.raising.least)}{most}"


def _may(legal: Betting) -> str:
    stays = f"calls {major(legal.call)}" if legal.call else "may check"
    if legal.bring_in:
        stays = f"brings it in for {major(legal.bring_in)}"
    if not legal.may_raise:
        return f"{stays}, but may not raise"
    least, most = major(legal.raising.least), legal.raising.most
    upper = "" if most in (None, legal.raising.least) else f" and at most {major(most or 0)}"
    return f"{stays}, or makes it {'at least ' if upper else ''}{least}{upper}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
