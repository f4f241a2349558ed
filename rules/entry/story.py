"""A hand told street by street, in the words of the floor: who posted, bet, called and folded, for how much."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from rules.cards.card import UNKNOWN, print_cards
from rules.play.actions import INCIDENTS, Action
from rules.play.hand import Hand
from rules.play.irregular_words import incident_words
from rules.table.seats import Position, Seat
from rules.table.setup import Post, Setup
from rules.text.amounts import major
from rules.text.violation import Money


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that one player did, or several alike: "4 Cruz" "raises to 12". `is_loud` marks bets and raises.

    `acts` are those of whom it tells, each with the index of the action; empty for what was posted. A hand that is
    being played knows its players by their `seats`; who sits there is said at last.
    """

    seats: tuple[Seat, ...]
    did: str
    is_loud: bool = False
    cards: str = ""
    indices: tuple[int, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def who(self) -> str:
        """The players: "4 Cruz, 5 Kim"."""
        return ", ".join(self.names)

    @property
    def acts(self) -> tuple[tuple[str, int], ...]:
        """The acts of which it tells: whose each was, with its index."""
        return tuple(zip(self.names, self.indices, strict=False))

    def named(self, names: Mapping[int, str]) -> "Line":
        """The line with the players' names, which are by seat."""
        return replace(self, names=tuple(f"{seat} {names.get(seat, '')}".strip() for seat in self.seats))


@dataclass(slots=True)
class StreetStory:
    """One street: its name, the board cards that came with it, what was done, and the called pot when it began.

    `index` is that of the action that dealt the board.
    """

    name: str
    cards: str = ""
    pot: int = 0
    index: int | None = None
    lines: list[Line] = field(default_factory=list)

    @property
    def title(self) -> str:
        """The street as a heading: "Flop", "Before the flop", "Third street"."""
        return "Before the flop" if self.name == "pre-flop" else self.name.capitalize()


class TellingHand(Hand):
    """A hand that keeps its story while it is played, so that it needn't be played again to be told."""

    __slots__ = ("_teller",)

    def __init__(self, setup: Setup, money: Money = major) -> None:
        super().__init__(setup, money)
        self._teller = _Teller(self)

    def apply(self, action: Action) -> None:
        """Do `action` and note it. Raises Refused, and leaves everything as it was, when it is not legal."""
        self.verify(action)  # there are words for legal actions alone
        said = self._teller.before(action)
        super().apply(action)
        self._teller.after(action, said)

    def story(self, names: Mapping[int, str]) -> list[StreetStory]:
        """The hand so far, street by street; `names` are by seat."""
        return [replace(street, lines=[line.named(names) for line in street.lines]) for street in self._teller.streets]


def tell(
    setup: Setup, actions: Iterable[Action], names: Mapping[int, str], money: Money = major
) -> tuple[Hand, list[StreetStory]]:
    """The hand after these actions, and its story. `names` are by seat. Raises Refused at what is not legal."""
    hand = TellingHand.replay(setup, actions, money)
    return hand, hand.story(names)


def line_of(hand: Hand, names: Mapping[int, str], action: Action) -> Line | None:
    """The next action of `hand` in words, before it is done; None for cards."""
    line = _Teller(hand).before(action)
    return line.named(names) if line else None


class _Teller:
    """Keeps the story while the hand is played; what an action was called depends on the table before it."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.streets = [StreetStory(hand.street_name)]
        self.street = hand.street_name
        self.streets[0].lines += [self._post(post) for post in hand.setup.posts] if hand.setup.late is None else []

    def before(self, action: Action) -> Line | None:
        """The line of an action, worded by the table as it is before; None for cards that nobody is told of."""
        self.street = self.hand.street_name
        words = self._words(action)
        if not words:
            return None
        index = len(self.hand.actions)
        return Line(self._seats(action.position), words, action.verb == "cbr", self._cards(action), (index,))

    def _words(self, action: Action) -> str:
        """The act of the player, in words; nothing for what the dealer does unseen."""
        if action.verb in INCIDENTS:
            return incident_words(self.hand, action)
        words = self._acted(action)
        return f"{words}; it stands" if action.why and words else words

    def _acted(self, action: Action) -> str:
        match action.verb:
            case "cc":
                words = self._called(action.position)
            case "cbr":
                words = self._bet(action)
            case "pb":
                words = self._brought_in(action.position)
            case "sd":
                words = self._changed(action)
            case "dh":
                words = "is dealt" if self._cards(action) else ""
            case _:
                words = _PLAIN_WORDS.get(action.verb, "")
        return words

    def _cards(self, action: Action) -> str:
        """The cards that an action shows to everybody: an up card, and what is known of discards and cards taken."""
        street = self.hand.sheet.streets[min(self.hand.street, len(self.hand.sheet.streets) - 1)]
        if action.verb in INCIDENTS:
            return known_cards(action.cards)
        cards = action.cards[-street.up :] if action.verb == "dh" and street.up else action.cards
        told = action.verb in ("sd", "h") or (action.verb == "dh" and street.up)
        return known_cards(cards) if told else ""

    def after(self, action: Action, said: Line | None) -> None:
        """Put what happened where it belongs."""
        if action.verb in INCIDENTS and said:
            self.streets[-1].lines.append(said)
        elif action.verb == "db":
            name = self.hand.street_name if action.why else self.street
            index = len(self.hand.actions) - 1
            self.streets.append(StreetStory(name, print_cards(action.cards), self._called_pot(), index=index))
            self.streets[-1].lines += [Line((), "Dealt early; it stands")] if action.why else []
        elif action.verb == "sm":
            cards = print_cards(self.hand.hole[action.position - 1])
            index = len(self.hand.actions) - 1
            shown = Line(self._seats(action.position), "shows", cards=cards, indices=(index,))
            self._showdown().lines.append(shown)
        elif action.verb == "mk" and said:
            _append(self._showdown().lines, said)
        elif said:
            _append(self._street().lines, said)

    def _street(self) -> StreetStory:
        """The street of the last action; in games without a board it begins with what is done on it."""
        if self.streets[-1].name != self.street:
            self.streets.append(StreetStory(self.street, pot=self.hand.pot - sum(self.hand.bets)))
        return self.streets[-1]

    def _called_pot(self) -> int:
        """The chips that are played for: nobody called the rest of the highest bet, which goes back."""
        paid, folded = self.hand.paid, self.hand.folded
        highest = max(amount for player, amount in enumerate(paid) if not folded[player])
        return self.hand.pot - max(0, highest - sorted(paid)[-2])

    def _showdown(self) -> StreetStory:
        if self.streets[-1].name != "showdown":
            self.streets.append(StreetStory("showdown", pot=self._called_pot()))
        return self.streets[-1]

    def _seats(self, position: Position) -> tuple[Seat, ...]:
        """The seat of the player; none for what the dealer does."""
        return (self.hand.setup.seat(position),) if 1 <= position <= self.hand.players else ()

    def _called(self, position: Position) -> str:
        owed = self.hand.to_call(position - 1)
        if not owed:
            return "checks"
        return f"calls {self.hand.money(owed)}{self._all_in(position, owed)}"

    def _bet(self, action: Action) -> str:
        betting = self.hand.round
        completes = self.hand.bring_in_due or (betting.price and not betting.bets)
        verb = "completes to" if completes else "raises to" if betting.price else "bets"
        added = action.amount - self.hand.bets[action.position - 1]
        return f"{verb} {self.hand.money(action.amount)}{self._all_in(action.position, added)}"

    def _brought_in(self, position: Position) -> str:
        amount = min(self.hand.setup.plaque.bring_in_amount, self.hand.stacks[position - 1])
        return f"brings it in for {self.hand.money(amount)}{self._all_in(position, amount)}"

    def _changed(self, action: Action) -> str:
        """The number of cards that a player changes, or throws away for good."""
        count = len(action.cards)
        if not count:
            return "stands pat"
        gone = self.hand.sheet.streets[self.hand.street].discard if self.hand.stage == "draw" else 0
        return f"throws {count} away" if gone else f"draws {count}"

    def _all_in(self, position: Position, added: int) -> str:
        return ", all-in" if added == self.hand.stacks[position - 1] else ""

    def _post(self, post: Post) -> Line:
        return Line(self._seats(post.position), f"posts {_POSTS[post.kind]} {self.hand.money(post.amount)}")


_PLAIN_WORDS = {"f": "folds", "mk": "mucks", "h": "takes a card", "st": "stands"}
_TOGETHER = {"folds": "fold", "checks": "check", "mucks": "muck", "stands pat": "stand pat", "stands": "stand"}
"""A verb as one player does it, and as several do one after the other."""


def _append(lines: list[Line], said: Line) -> None:
    """Add a line; folds, checks and mucks in a row are one."""
    last = lines[-1] if lines else None
    if last and said.did in _TOGETHER and last.did in (said.did, _TOGETHER[said.did]):
        seats, indices = (*last.seats, *said.seats), (*last.indices, *said.indices)
        lines[-1] = Line(seats, _TOGETHER[said.did], indices=indices)
    else:
        lines.append(said)


_POSTS = {
    "sb": "the small blind",
    "bb": "the big blind",
    "ante": "the ante",
    "straddle": "the straddle",
    "kill": "the kill",
    "post": "to enter",
    "dead": "dead",
}


def known_cards(cards: Iterable[int]) -> str:
    """The cards in file notation, or nothing where one of them is unknown."""
    held = list(cards)
    return "" if UNKNOWN in held else print_cards(held)
