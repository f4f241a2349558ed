"""The games as data: one sheet each, which says what is dealt when, who opens and how hands are read.

The engine plays any sheet whose words it knows; a new game of the same kind is a new sheet and no new code.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import accumulate
from types import MappingProxyType
from typing import Literal, TypeAlias

from rules.cards.openers import BoardOpener

Structure: TypeAlias = Literal["no_limit", "pot_limit", "fixed_limit", "spread"]
Opener: TypeAlias = Literal["left_of_blinds", "left_of_button"] | BoardOpener
Tier: TypeAlias = Literal["small", "big"]
HighEvaluator: TypeAlias = Literal["high", "high_exactly_two", "high_short_deck", "blackjack"]
LowEvaluator: TypeAlias = Literal["low8", "low8_exactly_two", "ace_to_five", "deuce_seven", "badugi"]
Evaluator: TypeAlias = HighEvaluator | LowEvaluator

STRUCTURES: Mapping[Structure, str] = {
    "no_limit": "no limit",
    "pot_limit": "pot limit",
    "fixed_limit": "fixed limit",
    "spread": "spread limit",
}
"""The betting structures, in the words of the plaque."""


@dataclass(frozen=True, slots=True)
class Street:
    """One betting round and the cards that come before it.

    `hole` cards go face down to each player and `up` cards face up after them, `board` cards to the middle. `tier` is
    the limit of its bets in fixed limit, `opener` who acts first. `open_pair` marks the street on which an open pair
    offers the big bet, `may_run_short` the one for which the deck may not reach. Before it players may change up to
    `draw` cards, or, where it `hits`, complete their hands card by card. Where there is a `discard` everybody throws so
    many cards away for good: after those of the street, or before them where the `discard_comes_first`. `stake` is the
    range of its bets in opening bets, where that is the game's and not the plaque's to say.

    Said by these: each player is `dealt` so many cards, and `gives_cards_up` where they change or throw some away.
    """

    name: str
    hole: int = 0
    up: int = 0
    board: int = 0
    tier: Tier = "small"
    opener: Opener = "left_of_button"
    open_pair: bool = False
    may_run_short: bool = False
    draw: int = 0
    hits: bool = False
    discard: int = 0
    discard_comes_first: bool = False
    stake: tuple[int, int] | None = None
    dealt: int = field(init=False, repr=False, compare=False)
    gives_cards_up: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "dealt", self.hole + self.up)
        object.__setattr__(self, "gives_cards_up", bool(self.draw or self.discard))
        if (self.draw and (self.dealt or self.discard)) or (self.dealt and self.discard_comes_first):
            raise ValueError(f"The {self.name} can't deal hole cards after others were given up: make it two streets.")


@dataclass(frozen=True, slots=True)
class GameSheet:
    """A game: its names, its letters in PHH variant codes, its streets, and how its hands are read.

    `letter` follows NL or PL in the short name ("NLH"). `low` names the evaluator of the low half in a split game.
    `lowest_rank` is the lowest rank of the deck, 0 for the twos.
    A sheet without streets is a game that is known by name only: a plaque may post it, hands of it are refused.

    Said by these: at the showdown players hold `hole_cards` and `board_cards` lie in the middle, the deck has
    `deck_size` cards and reaches for `most_players`; in stud its last street may run short. `held` is how many cards
    a player holds when the bets of each street are made.
    """

    key: str
    name: str
    short: str
    seats_max: int
    citation: str
    letter: str = ""
    seats_min: int = 2
    opened_by: Literal["blinds", "bring_in"] = "blinds"
    streets: tuple[Street, ...] = ()
    high: Evaluator = "high"
    low: Evaluator | None = None
    phh_letters: str = ""
    structures: tuple[Structure, ...] = ("no_limit", "pot_limit", "fixed_limit", "spread")
    house_banked: bool = False
    lowest_rank: int = 0
    held: tuple[int, ...] = field(init=False, repr=False, compare=False)
    hole_cards: int = field(init=False, repr=False, compare=False)
    board_cards: int = field(init=False, repr=False, compare=False)
    deck_size: int = field(init=False, repr=False, compare=False)
    most_players: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        held = tuple(accumulate(street.dealt - street.discard for street in self.streets))
        board = sum(street.board for street in self.streets)
        deck = 52 - 4 * self.lowest_rank
        needed = sum(street.dealt for street in self.streets if not street.may_run_short)
        object.__setattr__(self, "held", held)
        object.__setattr__(self, "hole_cards", held[-1] if held else 0)
        object.__setattr__(self, "board_cards", board)
        object.__setattr__(self, "deck_size", deck)
        object.__setattr__(self, "most_players", (deck - board) // needed if needed else 0)

    @property
    def is_played(self) -> bool:
        """Whether the engine can play and settle hands of this game."""
        return bool(self.streets)

    @property
    def sets_its_stakes(self) -> bool:
        """Whether the sizes of its bets follow from the opening bet alone."""
        return any(street.stake for street in self.streets)

    @property
    def has_button(self) -> bool:
        """Whether a button says who is last; in stud the seats count from the dealer's left."""
        return self.opened_by == "blinds"


def _board_game(hole: int) -> tuple[Street, ...]:
    """The four streets of hold'em and its family."""
    return (
        Street("pre-flop", hole=hole, opener="left_of_blinds"),
        Street("flop", board=3),
        Street("turn", board=1, tier="big"),
        Street("river", board=1, tier="big"),
    )


def _stud(bring_in: BoardOpener, opener: BoardOpener, *, open_pair: bool = False) -> tuple[Street, ...]:
    """The five streets of seven-card stud and its family."""
    return (
        Street("third street", hole=2, up=1, opener=bring_in),
        Street("fourth street", up=1, opener=opener, open_pair=open_pair),
        Street("fifth street", up=1, tier="big", opener=opener),
        Street("sixth street", up=1, tier="big", opener=opener),
        Street("seventh street", hole=1, tier="big", opener=opener, may_run_short=True),
    )


def _draw_game(hole: int, draws: Sequence[str]) -> tuple[Street, ...]:
    """A round before the first draw and one after each; in limit the second half of a triple draw is at the big bet."""
    return (
        Street("before the draw", hole=hole, opener="left_of_blinds"),
        *(Street(name, draw=hole, tier="big" if number else "small") for number, name in enumerate(draws)),
    )


_TRIPLE = ("first draw", "second draw", "third draw")
_LIMIT: tuple[Structure, ...] = ("fixed_limit", "spread")

_PLAYED = (
    GameSheet(
        key="holdem",
        name="Texas Hold'em",
        short="Hold'em",
        letter="H",
        seats_max=10,
        citation="000:L5-21 · 001:L38-104 · 002:L12-127 · 003:L250-329 · 004:L70-100",
        streets=_board_game(hole=2),
        phh_letters="T",
    ),
    GameSheet(
        key="omaha",
        name="Omaha",
        short="Omaha",
        letter="O",
        seats_max=10,
        citation="000:L23-26 · 002:L128-135 · 003:L49-141 · 004:L102-130",
        streets=_board_game(hole=4),
        high="high_exactly_two",
        phh_letters="O",
    ),
    GameSheet(
        key="omaha8",
        name="Omaha hi-lo eight or better",
        short="O8",
        letter="O8",
        seats_max=10,
        citation="001:L105-183 · 002:L136-159 · 003:L143-248 · 004:L264, L282",
        streets=_board_game(hole=4),
        high="high_exactly_two",
        low="low8_exactly_two",
        phh_letters="O/8",
    ),
    GameSheet(
        key="stud",
        name="Seven-card stud",
        short="Stud",
        seats_max=8,
        citation="001:L184-241 · 003:L2-47 · 004:L132-148",
        opened_by="bring_in",
        streets=_stud("low_card", "high_board", open_pair=True),
        phh_letters="7S",
        structures=_LIMIT,
    ),
    GameSheet(
        key="stud8",
        name="Seven-card stud hi-lo eight or better",
        short="Stud8",
        seats_max=8,
        citation="RRoP Stud hi-lo",
        opened_by="bring_in",
        streets=_stud("low_card", "high_board"),
        low="low8",
        phh_letters="7S/8",
        structures=_LIMIT,
    ),
    GameSheet(
        key="razz",
        name="Razz",
        short="Razz",
        seats_max=8,
        citation="004:L332 · RRoP Razz",
        opened_by="bring_in",
        streets=_stud("high_card", "low_board"),
        high="ace_to_five",
        phh_letters="R",
        structures=_LIMIT,
    ),
    GameSheet(
        key="badugi",
        name="Badugi",
        short="Badugi",
        seats_max=8,
        citation="000:L28-40 · 004:L150-170",
        streets=_draw_game(4, _TRIPLE),
        high="badugi",
        phh_letters="B",
    ),
    GameSheet(
        key="27td",
        name="2-7 triple draw",
        short="2-7 TD",
        seats_max=6,
        citation="004:L172-198",
        streets=_draw_game(5, _TRIPLE),
        high="deuce_seven",
        phh_letters="2L3D",
    ),
    GameSheet(
        key="27sd",
        name="2-7 single draw",
        short="2-7 SD",
        seats_max=6,
        citation="004:L172-198",
        streets=_draw_game(5, ("the draw",)),
        high="deuce_seven",
        phh_letters="2L1D",
        structures=("no_limit",),
    ),
    GameSheet(
        key="a5td",
        name="A-5 triple draw",
        short="A-5 TD",
        seats_max=6,
        citation="004:L342 · RRoP Lowball",
        streets=_draw_game(5, _TRIPLE),
        high="ace_to_five",
        phh_letters="A5L3D",
    ),
    GameSheet(
        key="shortdeck",
        name="Short-deck hold'em",
        short="6+",
        letter="6+",
        seats_max=10,
        citation="PHH NS",
        streets=_board_game(hole=2),
        high="high_short_deck",
        phh_letters="S",
        lowest_rank=4,
    ),
    GameSheet(
        key="omaha5",
        name="Five-card Omaha",
        short="O5",
        letter="O5",
        seats_max=9,
        citation="house, after 003:L53",
        streets=_board_game(hole=5),
        high="high_exactly_two",
        phh_letters="O5",
    ),
    GameSheet(
        key="holdem_blackjack",
        name="Hold'em Blackjack",
        short="HBJ",
        seats_max=6,
        citation="003:L331-353",
        streets=(
            Street("first round", hole=1, opener="left_of_blinds", stake=(1, 1)),
            Street("second round", up=1, stake=(2, 2)),
            Street("completion", hits=True, stake=(2, 10)),
        ),
        high="blackjack",
        phh_letters="BJ",
        structures=("spread",),
    ),
)

_KNOWN_BY_NAME = (GameSheet("spanish21", "Spanish 21", "SP21", 7, "004:L17", structures=(), house_banked=True),)

_sheets = {sheet.key: sheet for sheet in (*_PLAYED, *_KNOWN_BY_NAME)}

SHEETS: Mapping[str, GameSheet] = MappingProxyType(_sheets)
"""Every game that a rulebook or a hand history names, by key."""


@contextmanager
def with_sheet(sheet: GameSheet) -> Iterator[GameSheet]:
    """Make one more game known as long as this lasts, to try its sheet out: plaques may name it and hands be played.

    Hand histories have no code for it; a game that is to stay stands among those above. Raises ValueError for the key
    of a game that is known already.
    """
    if sheet.key in _sheets:
        raise ValueError(f"There is a game “{sheet.key}” already: {_sheets[sheet.key].name}.")
    _sheets[sheet.key] = sheet
    try:
        yield sheet
    finally:
        del _sheets[sheet.key]
