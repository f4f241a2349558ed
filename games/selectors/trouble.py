"""The troubles that may have come up at the table now, as the console's drawer offers them: nothing that isn't
possible."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from config.web.text import begun
from rules.cards.card import RANKS, SUITS, UNKNOWN, parse_cards
from rules.entry.irregular_notation import CAUSES, SEEN, was_shown
from rules.play.actions import (
    bet_or_raise_to,
    bring_in,
    card_seen,
    check_or_call,
    clock,
    dead,
    deal_board,
    show_all,
    void,
)
from rules.play.hand import Hand
from rules.play.irregularities import may_run_out
from rules.play.legal import Betting
from rules.play.misdeals import VOIDS
from rules.play.rulings import back_if_dead, why_not_void
from rules.table.seats import DEALER, NO_SEAT, Position, Seat
from rules.text.rulebook import RULES

Names = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Tap:
    """One button: the words that it enters, or what is asked next; `card` where it is a card to be named. `amount`
    completes the words, in minor units, and says that the action stands."""

    label: str
    action: str = ""
    ask: str = ""
    card: str = ""
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that may have gone wrong: what will happen, in a sentence, the buttons, and where it stands.

    `amount` is what begins an action that is completed by an amount; nothing where none is asked for.
    """

    title: str
    sentence: str
    taps: tuple[Tap, ...]
    citation: str = ""
    rule: str = ""
    amount: str = ""


def troubles(hand: Hand, names: Names, ask: str = "", not_void: str = "") -> list[Trouble]:
    """The troubles that may have come up now; or, where somebody was asked something (`ask`, "dead-4"), the choices
    left.

    `not_void` says why the hand may not end as a misdeal now, whatever happened.
    """
    asked, _, seat = ask.partition("-")
    if asked in _ASKED and (not seat or _is_dealt_in(hand, seat)):
        return list(_ASKED[asked](hand, names, asked, Seat(int(seat or NO_SEAT))))
    groups = (_stands, _out_of_turn, _dead_hands, _clock, _cards, _shown)
    found = [trouble for group in groups for trouble in group(hand, names)]
    return [*found, Trouble("Misdeal", not_void, ())] if not_void else [*found, *_void(hand)]


# ------------------------------------------------------------------------------------------------------ first choices


def _stands(hand: Hand, names: Names) -> Iterator[Trouble]:
    """A bet of another size, a raise too many, a flop too early: acted on, so it stands."""
    legal = hand.legal_actions()
    if not isinstance(legal, Betting) or legal.bring_in:
        return
    who, position = _named(names, legal.seat), legal.position
    raising = tuple(_late_raise(hand, position))
    sentence = f"{who} bet an amount that was wrong, and it was acted on: it stands, and play goes on from there."
    taps = (*raising, *_early_board(hand))
    amount = f"{legal.seat} r" if hand.stacks[position - 1] > legal.call else ""
    if amount or taps:
        yield Trouble("It was acted on, and stands", sentence, taps, *_cited(hand, "irregularity_stands"), amount)


def _late_raise(hand: Hand, position: Position) -> Iterator[Tap]:
    to = hand.structure.smallest(hand.round)
    if hand.can(bet_or_raise_to(position, to)._replace(why="raise_cap_reached")):
        yield Tap(f"Raised to {hand.money(to)}, one raise too many", amount=to, action=f"{_seat(hand, position)} r")


def _early_board(hand: Hand) -> Iterator[Tap]:
    later = hand.sheet.streets[hand.street + 1 : hand.street + 2]
    if later and later[0].board:
        action = deal_board((UNKNOWN,) * later[0].board)._replace(why="round_not_complete")
        if hand.can(action):
            yield Tap(f"The {later[0].name} came too early", f"board {'??' * later[0].board} stands")


def _out_of_turn(hand: Hand, names: Names) -> Iterator[Trouble]:
    """Offer who acted out of turn and was followed, or brought it in with another's card."""
    if hand.stage != "betting":
        return
    if hand.bring_in_due:
        wrong = [p for p in _live(hand) if hand.can(bring_in(p)._replace(why="wrong_bring_in_seat"))]
        taps = tuple(Tap(_named(names, _seat(hand, p)), f"{_seat(hand, p)} bring stands") for p in wrong)
        sentence = "Who brought it in although another seat had the card, and was called: it goes on from there."
        title, code = "Brought in by another seat", "wrong_bring_in_seat"
    else:
        early = [p for p in _live(hand) if hand.can(check_or_call(p)._replace(why="out_of_turn"))]
        taps = tuple(Tap(_named(names, _seat(hand, p)), ask=f"turn-{_seat(hand, p)}") for p in early)
        sentence = "Who acted before their turn, and was followed: it stands, and the turn goes on from there."
        title, code = "Acted out of turn", "out_of_turn"
    if taps:
        yield Trouble(title, sentence, taps, *_cited(hand, code))


def _dead_hands(hand: Hand, names: Names) -> Iterator[Trouble]:
    live = [p for p in _live(hand) if hand.can(dead(p, "dead_hand"))]
    if live:
        taps = tuple(Tap(_named(names, _seat(hand, p)), ask=f"dead-{_seat(hand, p)}") for p in live)
        sentence = "The hand is out, in turn or not; what it put in stays in the pot."
        yield Trouble("A hand is dead", sentence, taps, *_cited(hand, "dead_hand"))


def _clock(hand: Hand, names: Names) -> Iterator[Trouble]:
    for position in _live(hand):
        if not hand.can(clock(position)):
            continue
        who, seat = _named(names, _seat(hand, position)), _seat(hand, position)
        if may_run_out(hand, position - 1):
            taps = (Tap("The time is up", f"dead {seat} clock"),)
            yield Trouble("Clock", f"{who} faces a bet: the hand is dead.", taps, *_cited(hand, "clock"))
        elif not (hand.actions and hand.actions[-1].verb == "clock"):
            sentence = f"The clock runs for {who}: who faces a bet when it runs out has a dead hand."
            yield Trouble("Clock", sentence, (Tap("Call the clock", "clock"),), *_cited(hand, "clock"))


def _cards(hand: Hand, names: Names) -> Iterator[Trouble]:
    """Cards that nobody was to see: whose they were, then which one."""
    if hand.is_complete:
        return
    live = [(_seat(hand, p), _named(names, _seat(hand, p))) for p in _live(hand)]
    for word, title, sentence in _OF_SEATS:
        taps = tuple(Tap(who, ask=f"{word}-{seat}") for seat, who in live)
        yield Trouble(title, sentence, taps, *_cited(hand, SEEN[word]))
    taps = tuple(Tap(title, ask=word) for word, title, _ in _OF_NOBODY)
    yield Trouble("A card of the deck", "It is noted; nothing else changes.", taps, *_cited(hand, "random_card"))


_OF_SEATS = (
    ("exposed", "The dealer exposed a card of", "It is replaced and becomes the burn card; play goes on."),
    ("flashed", "A player showed a card", "It plays, and everybody knows it."),
)
_OF_NOBODY = (
    ("boxed", "Boxed", "It is out of play: the next one takes its place."),
    ("burn", "Burned and seen", "It stays out of play."),
    (
        "early",
        "Dealt early, goes back",
        "It goes back and the stub is shuffled; no other card is burned.",
    ),
)


def _shown(hand: Hand, names: Names) -> Iterator[Trouble]:
    """Hands that were shown to one player and are over."""
    over = [p for p in map(Position, range(1, hand.players + 1)) if hand.can(show_all(p)) and not was_shown(hand, p)]
    over = [] if hand.voided else over
    taps = tuple(Tap(_named(names, _seat(hand, p)), f"showall {_seat(hand, p)}") for p in over)
    if taps:
        sentence = "The hand is turned over for everybody; who wins stays as it is."
        yield Trouble("Show one, show all", sentence, taps, *_cited(hand, "show_one_show_all"))


def _void(hand: Hand) -> Iterator[Trouble]:
    """A hand that ends with every chip back; where it is too late for a misdeal, why."""
    back = hand.money(sum(hand.paid) + sum(hand.dead_paid))
    ends = f"The hand ends here: {back} in all goes back, nothing is raked; button, blinds and kill stay."
    late = None if hand.voided else why_not_void(hand, "misdeal")
    for title, cause in (("Misdeal", "misdeal"), ("Fouled deck", "fouled_deck")):
        kinds = [kind for kind in VOIDS.values() if kind.cause == cause and kind.code != cause]
        taps = tuple(Tap(begun(kind.words), f"void {kind.code}") for kind in kinds if hand.can(void(kind.code)))
        if taps:
            yield Trouble(title, ends, taps, *_cited(hand, cause))
        elif late and cause == "misdeal":
            yield Trouble(title, late.message, (), late.citation, late.code)


# ------------------------------------------------------------------------------------------------------ what is asked


def _ask_why_dead(hand: Hand, names: Names, asked: str, seat: Seat) -> Iterator[Trouble]:
    position, who = hand.setup.position(seat), _named(names, seat)
    if not hand.can(dead(position, "dead_hand")):
        return
    back = back_if_dead(hand, seat)
    sentence = f"The hand of {who} is out, what it put in stays in the pot"
    sentence += f"; {hand.money(back)} that nobody called goes back." if back else "."
    causes = [word for word, code in CAUSES.items() if hand.can(dead(position, code))]
    taps = tuple(Tap(_WHY_DEAD[word], f"dead {seat} {word}".strip()) for word in causes)
    yield Trouble(f"Why is the hand of {who} dead?", sentence, taps, *_cited(hand, "dead_hand"))


_WHY_DEAD = {
    "": "In the muck, or thrown away",
    "fouled": "Fouled: wrong number, or mixed with others",
    "unprotected": "Unprotected, and taken in",
    "turn": "Thrown away out of turn",
    "clock": "The time ran out",
    "debt": "Looked without posting a blind",
}


def _ask_what_early(hand: Hand, names: Names, asked: str, seat: Seat) -> Iterator[Trouble]:
    position, who = hand.setup.position(seat), _named(names, seat)
    if not hand.can(check_or_call(position)._replace(why="out_of_turn")):
        return
    owed = hand.to_call(position - 1)
    word = f"Called {hand.money(owed)}" if owed else "Checked"
    taps = (Tap(word, f"{seat} {'call' if owed else 'check'} stands"), Tap("Folded", f"dead {seat} turn"))
    sentence = (
        f"{who} acted out of turn and was followed: it stands. Who was passed over acts when the turn comes round."
    )
    yield Trouble(f"What did {who} do?", sentence, taps, *_cited(hand, "out_of_turn"), f"{seat} r")


def _ask_card(hand: Hand, names: Names, asked: str, seat: Seat) -> Iterator[Trouble]:
    """The deck, to name the card; a card that lies on the table already can't be it."""
    position = hand.setup.position(seat) if seat else DEALER
    words = " ".join(filter(None, [asked, str(seat or "")]))
    title = next(title for word, title, _ in (*_OF_SEATS, *_OF_NOBODY) if word == asked)
    sentence = next(sentence for word, _, sentence in (*_OF_SEATS, *_OF_NOBODY) if word == asked)
    taps = tuple(
        Tap(card, f"{words} {card}", card=card)
        for card in (rank + suit for suit in reversed(SUITS) for rank in reversed(RANKS))
        if hand.can(card_seen(SEEN[asked], parse_cards(card), position))
    )
    unread = Tap("Nobody could read it", words)
    shown = f"{title} {_named(names, seat)}" if asked == "exposed" else title
    yield Trouble(f"{shown}: which card?", sentence, (unread, *taps), *_cited(hand, SEEN[asked]))


_ASKED: Mapping[str, Callable[[Hand, Names, str, Seat], Iterator[Trouble]]] = {
    "dead": _ask_why_dead,
    "turn": _ask_what_early,
    **dict.fromkeys(SEEN, _ask_card),
}


def _is_dealt_in(hand: Hand, seat: str) -> bool:
    return seat.isdecimal() and int(seat) in hand.setup.seats


def _live(hand: Hand) -> Iterator[Position]:
    """The positions of the hands that are still in."""
    return (position for position in map(Position, range(1, hand.players + 1)) if hand.in_hand(position - 1))


def _seat(hand: Hand, position: Position) -> Seat:
    return hand.setup.seat(position)


def _named(names: Names, seat: Seat | None) -> str:
    return f"{seat} {names.get(seat or 0, '')}".strip()


def _cited(hand: Hand, code: str) -> tuple[str, str]:
    """The place where the rule stands for the house, and its code."""
    return RULES[code].cite(hand.setup.house.name, hand.setup.plaque.game), code
