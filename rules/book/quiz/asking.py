"""The questions about cases, each with the function that has the engine answer it.

An answer comes with its neighbours: sentences of the same form that say something else, made of the same facts. Each
sentence says all that was asked, in one order, so that two that differ can't both be right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.book.examples.desk import chips, first_place, floor, places, second_person, substantial
from rules.book.examples.hands import hand
from rules.book.examples.kills import NO_KILL, kill_told, next_kill_of
from rules.book.examples.outcome import Outcome, listed, refused
from rules.book.examples.plaques import plaque_of
from rules.book.examples.supplies import METHODS, last_cards
from rules.book.quiz.case import CaseError
from rules.book.scenarios.situation import Situation, amount
from rules.book.scenarios.table import posts_to_come_in
from rules.house.plaque_check import buy_in_limits
from rules.play.hand import Hand
from rules.play.legal import Betting
from rules.play.settlement import Settlement
from rules.table.seats import Seat
from rules.text.amounts import major
from rules.text.violation import Refused


@dataclass(frozen=True, slots=True)
class Answer:
    """The engine's answer in one sentence, the outcome that it was read from, and sentences that say something else."""

    sentence: str
    outcome: Outcome
    near: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """One kind of question: its words, and the function that has it answered."""

    words: str
    answer: Callable[[Situation], Answer]


# ------------------------------------------------------------------------------------------------- the money of a hand


def _takes(case: Situation) -> Answer:
    outcome, settled = _settled(case)
    won = {seat: won for seat, won in zip(settled.seats, settled.won, strict=True) if won}
    return Answer(_taken(won, settled.rake), outcome, tuple(_otherwise_taken(settled, won)))


def _otherwise_taken(settled: Settlement, won: Mapping[Seat, int]) -> Iterator[str]:
    """The same money to others: to the next player round, all of it to one, in two halves, and with another rake."""
    shown = sorted(seat for seat, paid in zip(settled.seats, settled.put_in, strict=True) if paid)
    if len(shown) > 1:
        after = dict(zip(shown, [*shown[1:], shown[0]], strict=True))
        yield _taken({after.get(seat, seat): each for seat, each in won.items()}, settled.rake)
    total, most = sum(won.values()), max(won, key=lambda seat: won[seat])
    yield from (_taken({seat: total}, settled.rake) for seat in shown)
    if total % 200 == 0 and len(shown) > 1:
        yield _taken(dict.fromkeys(shown[:2], total // 2), settled.rake)
    if settled.rake:
        yield _taken({**won, most: won[most] + settled.rake}, 0)
    yield _taken({**won, most: won[most] - _CHIP}, settled.rake + _CHIP)


_CHIP: Final = 100


def _taken(won: Mapping[Seat, int], rake: int) -> str:
    """The sentence that says who takes what, by seat, and what the house takes."""
    told = [f"seat {seat} takes {major(won[seat])}" for seat in sorted(won)]
    return _sentence([*told, f"the house {major(rake)}"] if rake else told)


def _rake(case: Situation) -> Answer:
    outcome, settled = _settled(case)
    others = (settled.rake + _CHIP, settled.rake - _CHIP, settled.rake * 2, settled.rake + 2 * _CHIP)
    near = [_raked(other) for other in (0, *others) if other >= 0]
    return Answer(_raked(settled.rake), outcome, tuple(near))


def _raked(rake: int) -> str:
    return f"The house takes {major(rake)}." if rake else "The house takes nothing."


def _odd_chip(case: Situation) -> Answer:
    outcome, settled = _settled(case)
    odd = {award.seat: award.odd_chip for award in settled.awards if award.odd_chip}
    shown = sorted({seat for pot in settled.pots for seat in pot.eligible})
    near = (*(_odd({seat: _CHIP}) for seat in shown), _odd({}), "The odd chip stays for the next pot.")
    return Answer(_odd(odd), outcome, near)


def _odd(odd: Mapping[Seat, int]) -> str:
    """The sentence that says who has the odd chip; how much it is differs between houses and isn't asked."""
    if not odd:
        return "Nobody: the pot is split to the last cent."
    return _sentence([f"seat {seat} gets the odd chip" for seat in sorted(odd)])


def _settled(case: Situation) -> tuple[Outcome, Settlement]:
    outcome = hand(case)
    if outcome.hand is None or not outcome.hand.is_complete:
        raise CaseError(f"The hand doesn't end: {outcome.sentence}")
    return outcome, outcome.hand.settlement()


# ----------------------------------------------------------------------------------------------------- whoever is next


def _least_raise(case: Situation) -> Answer:
    outcome, played, legal = _betting(case)
    bet, least = max(played.bets), legal.raising.least
    others = (2 * bet, least + _CHIP, least - _CHIP, bet + 2 * _CHIP, least + bet)
    near = tuple(_at_least(legal.seat, other) for other in others if other > bet)
    if not legal.may_raise:
        return Answer(_may_not_raise(legal.seat), outcome, near)
    return Answer(_at_least(legal.seat, least), outcome, (*near, _may_not_raise(legal.seat)))


def _at_least(seat: Seat, least: int) -> str:
    return f"Seat {seat} makes it {major(least)} or more."


def _may_not_raise(seat: Seat) -> str:
    return f"Seat {seat} may not raise."


def _most_raise(case: Situation) -> Answer:
    outcome, played, legal = _betting(case)
    most = legal.raising.most or 0
    others = (most + legal.call, played.pot, played.pot + legal.call, 2 * played.pot, most - legal.call)
    near = tuple(_at_most(legal.seat, other) for other in others if other > max(played.bets))
    return Answer(_at_most(legal.seat, most), outcome, near)


def _at_most(seat: Seat, most: int) -> str:
    return f"Seat {seat} makes it {major(most)} at most."


def _acts(case: Situation) -> Answer:
    outcome, played, legal = _betting(case)
    near = tuple(f"Seat {seat}." for seat in sorted(played.setup.seats) if seat != legal.seat)
    return Answer(f"Seat {legal.seat}.", outcome, near)


def _betting(case: Situation) -> tuple[Outcome, Hand, Betting]:
    outcome = hand(case)
    legal = outcome.hand.legal_actions() if outcome.hand else None
    if outcome.hand is None or not isinstance(legal, Betting):
        raise CaseError(f"Nobody is to bet: {outcome.sentence}")
    return outcome, outcome.hand, legal


# -------------------------------------------------------------------------------------------- between and beside hands


def _next_places(case: Situation) -> Answer:
    outcome = places(case)
    active = sorted(case.given["active"])
    shifts = [active[place:] + active[:place] for place in range(len(active))]
    near = tuple(_placed(*shift[:3]) for shift in shifts if len(shift) > 2)
    return Answer(outcome.sentence, outcome, near)


def _placed(button: int, small: int, big: int) -> str:
    return f"Next hand the button is at seat {button}, seat {small} posts the small blind and seat {big} the big blind."


def _posts(case: Situation) -> Answer:
    seat, small, big = case.given["player"], amount(case.given["sb"]), amount(case.given["bb"])
    near = (
        _posted(seat, {"post": big}), _posted(seat, {"post": big, "dead": small}), _posted(seat, {"dead": small}),
        _posted(seat, {}), _waits(seat),
    )  # fmt: skip
    try:
        due = dict(posts_to_come_in(case))
    except Refused as problem:
        return Answer(_waits(seat), refused(problem.violation), near)
    return Answer(_posted(seat, due), Outcome("accepted", f"Seat {seat} is dealt in."), near)


def _posted(seat: int, due: Mapping[str, int]) -> str:
    """The sentence that says what the player of a seat posts to come in: live money and dead money."""
    told = {"post": "live", "dead": "dead"}
    parts = [f"{major(due[kind])} {word}" for kind, word in told.items() if due.get(kind)]
    return f"Seat {seat} posts {listed(parts)}." if parts else f"Seat {seat} is dealt in and posts nothing besides."


def _waits(seat: int) -> str:
    return f"Seat {seat} is not dealt in yet."


def _kill(case: Situation) -> Answer:
    outcome, plaque = next_kill_of(case), plaque_of(case)
    result = case.given["result"]
    winners = dict.fromkeys([*result.get("high", ()), *result.get("low", ()), case.given.get("other", 1)])
    near = (NO_KILL, *(kill_told(plaque, case.house, Seat(winner)) for winner in winners))
    return Answer(outcome.sentence, outcome, near)


def _least_buy_in(case: Situation) -> Answer:
    plaque = plaque_of(case)
    least = buy_in_limits(plaque, case.house).least
    others = (plaque.buy_in_min, 10 * (plaque.small_bet or plaque.blinds[-1]), least * 2, least // 2)
    sentence = _bought(least)
    return Answer(sentence, Outcome("accepted", sentence), tuple(map(_bought, filter(None, others))))


def _bought(least: int) -> str:
    return f"A newcomer buys {major(least)} or more." if least else "A newcomer buys what they like."


def _button(case: Situation) -> Answer:
    outcome = first_place(case)
    seats = [str(player).removeprefix("p") for player in case.given["cards"]]
    near = (*(f"Seat {seat} has the button." for seat in seats), _drawn(seats))
    return Answer(outcome.sentence, outcome, near)


def _drawn(seats: Sequence[str]) -> str:
    return f"One of seats {', '.join(seats)} is drawn at random."


def _last_cards(case: Situation) -> Answer:
    outcome = last_cards(case)
    return Answer(METHODS[outcome.effect], outcome, tuple(METHODS.values()))  # type: ignore[index]  # one of the methods


# ----------------------------------------------------------------------------------------------------------- yes or no


def _verdict(play: Callable[[Situation], Outcome]) -> Callable[[Situation], Answer]:
    """Whether the engine lets it pass."""

    def answer(case: Situation) -> Answer:
        outcome = play(case)
        return Answer(NO if outcome.violation else YES, outcome, (YES, NO))

    return answer


def _is(effect: str, play: Callable[[Situation], Outcome]) -> Callable[[Situation], Answer]:
    """Whether what the engine says comes to that, in its shortest words."""

    def answer(case: Situation) -> Answer:
        outcome = play(case)
        return Answer(YES if outcome.effect == effect else NO, outcome, (YES, NO))

    return answer


YES, NO = "Yes.", "No."

ASKS: Final[Mapping[str, Ask]] = {
    "takes": Ask("Who takes how much?", _takes),
    "rake": Ask("How much does the house take?", _rake),
    "odd_chip": Ask("Who gets the odd chip?", _odd_chip),
    "least_raise": Ask("What is the least raise?", _least_raise),
    "most_raise": Ask("What is the most that the player may make it?", _most_raise),
    "acts": Ask("Whose turn is it?", _acts),
    "legal": Ask("May the last of them do that?", _verdict(hand)),
    "places": Ask("Who has the button, and who posts?", _next_places),
    "posts": Ask("What does the player post to be dealt in now?", _posts),
    "kill": Ask("Is the next hand a kill?", _kill),
    "least_buy_in": Ask("What is the least buy-in of a newcomer?", _least_buy_in),
    "chips": Ask("May the player do that?", _verdict(chips)),
    "button": Ask("Who has the button first?", _button),
    "last_cards": Ask("How is the last card dealt?", _last_cards),
    "floor": Ask("Does the floor do that here?", _verdict(floor)),
    "substantial": Ask("Is that substantial action?", _is("substantial", substantial)),
    "second_person": Ask("Does the supervisor rule alone?", _is("one", second_person)),
}
"""The questions by the word that cases ask them by."""


def _sentence(parts: Sequence[str]) -> str:
    text = listed(parts)
    return f"{text[:1].upper()}{text[1:]}."
