"""The hand console as the page shows it: everything worked out here, so that the template only writes it down."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from config.rooms.models import Room
from config.web.felt import FeltSeat
from games.dealing import asked_for
from games.kill_words import kill_marker, who_posts
from games.models import HandDraft
from games.notation import example, suggestions
from games.replay import read_actions
from games.rules.cards import UNKNOWN, print_cards
from games.rules.explanation import Step
from games.rules.hand import Hand
from games.rules.kill import KillState
from games.rules.phh_amounts import major_text
from games.rules.settlement import Settlement
from games.rules.setup import Setup
from games.selectors.drafts import names_in
from games.selectors.kill import killer_of
from games.selectors.outlook import Outlook, look_ahead
from games.selectors.picker import BOARD, Picker, pick_cards
from games.selectors.turns import Turn, turn_of
from games.story import StreetStory, tell


@dataclass(frozen=True, slots=True)
class Ending:
    """What the hand comes to: who wins how much, what goes back, and every step with its source.

    `rake` and `promo` are what the schedule owes, in minor units: the likely amounts in the box.
    """

    winners: tuple[tuple[str, str], ...]
    returned: tuple[tuple[str, str], ...]
    steps: tuple[Step, ...]
    rake: int
    promo: int


@dataclass(slots=True)
class Console:
    """One hand on the console. `stage` says which panel the page shows: act, cards or record."""

    draft: HandDraft
    room: Room
    hand: Hand
    stage: str
    seats: list[FeltSeat]
    streets: list[StreetStory]
    outlook: Outlook
    turn: Turn | None = None
    picker: Picker | None = None
    ending: Ending | None = None
    completions: list[str] = field(default_factory=list)

    @property
    def board(self) -> str:
        """The board in file notation."""
        return print_cards(self.hand.board)

    @property
    def board_places(self) -> int:
        """How many cards the board will have."""
        return self.hand.sheet.board_cards

    @property
    def cards_place(self) -> str:
        """Whose cards are named first when somebody asks to: a board left unknown, else those of who is to act."""
        return BOARD if UNKNOWN in self.hand.board or self.turn is None else str(self.turn.seat)

    @property
    def prompt(self) -> str:
        """What the field for notation says while it is empty."""
        if self.picker is not None:
            return f"{self.picker.title} · tap, or type"
        typed = example(self.hand.legal_actions(), self.completions)
        return f"type: {typed}" if typed else "nothing is left to type"

    @property
    def examples(self) -> str:
        """What may be typed, for who can't see the field's hint."""
        return ", ".join(filter(None, [example(self.hand.legal_actions(), self.completions), "f, c, to 7"]))

    @property
    def keypad_corner(self) -> str:
        """The key beside the 0: a decimal point where chips are that small, else two zeros at once."""
        return "." if self.room.smallest_chip % 10**self.room.exponent else "00"

    @property
    def kill(self) -> str:
        """The kill that the hand is played under, and who posts how much for it; nothing where none is on."""
        setup = self.hand.setup
        kill = KillState(killer_of(setup))
        if not kill.active:
            return ""
        posts = who_posts(setup.plaque, setup.house, kill, self.room.money)
        return f"{kill_marker(setup.plaque, KillState(0), self.room.money)}, {posts}"

    @property
    def pot(self) -> str:
        """What lies in the middle and before the players."""
        return f"Pot {self.hand.money(self.hand.pot)}"

    @property
    def note(self) -> str:
        """A few words under the pot: rake so far, and the street."""
        return f"{self.outlook.note} · {self.hand.street_name}"


def console_of(draft: HandDraft, *, wanted: str = "") -> Console:
    """The console of a draft; `wanted` asks for the card picker of a place (`board`, or a seat). Raises Refused."""
    room, names = draft.session.room, names_in(draft)
    setup = Setup.from_json(draft.setup)
    hand, streets = tell(setup, read_actions(draft.actions, room), names, room.money)
    plain = partial(major_text, exponent=room.exponent)
    missing = hand.missing()
    picker = pick_cards(hand, names, wanted)
    seats = _seats(hand, names, "cards" if picker else "to")
    console = Console(draft, room, hand, "act", seats, list(reversed(streets)), look_ahead(hand), picker=picker)
    console.completions = list(suggestions(hand, plain))
    if console.picker is not None:
        console.stage = "cards"
    elif not missing:
        settlement = hand.settlement()
        console.stage, console.ending = "record", _ending(settlement, names, room)
        console.seats = _with_winners(seats, settlement)
    else:
        console.turn = turn_of(hand, names, plain)
    return console


# ----------------------------------------------------------------------------------------------------------- the felt


def _seats(hand: Hand, names: Mapping[int, str], press: str) -> list[FeltSeat]:
    """Every seat of the table; pressing one asks for its cards (`press` is "cards") or lets the others pass ("to")."""
    count = max(hand.setup.plaque.seats, *hand.setup.seats, 2)
    dealt = {seat: player for player, seat in enumerate(hand.setup.seats)}
    drawn = [FeltSeat(seat, state="open") for seat in range(1, count + 1)]
    for seat, player in dealt.items():
        drawn[seat - 1] = _seat(hand, player, names.get(seat, ""), press)
    button = hand.setup.button
    if 1 <= button <= count and button not in dealt and hand.sheet.has_button:
        drawn[button - 1] = FeltSeat(button, state="open", has_button=True)
    return drawn


def _seat(hand: Hand, player: int, name: str, press: str) -> FeltSeat:
    setup = hand.setup
    seat, bet = setup.seats[player], hand.bets[player]
    out = hand.folded[player] or player in hand.mucked
    is_turn = _has_turn(hand, seat)
    return FeltSeat(
        number=seat,
        name=name,
        stack_text="?" if setup.stacks[player] is None else hand.money(hand.stacks[player]),
        bet_text=hand.money(bet) if bet else "",
        state="folded" if out else "in" if hand.stacks[player] else "all-in",
        is_turn=is_turn,
        has_button=hand.sheet.has_button and seat == setup.button,
        cards=_shown_cards(hand, player),
        badge=next((_BADGES[p.kind] for p in setup.posts if p.position == player + 1 and p.kind in _BADGES), ""),
        href="" if out or (is_turn and press == "to") else f"?{press}={seat}",
    )


_BADGES = {"straddle": "STRADDLE", "kill": "KILL"}


def _has_turn(hand: Hand, seat: int) -> bool:
    """Whether the seat acts next, or is dealt the card that is asked for."""
    due = asked_for(hand)
    return seat == (due.seat if due else hand.legal_actions().seat)


def _with_winners(seats: list[FeltSeat], settlement: Settlement) -> list[FeltSeat]:
    won = {seat for seat, amount in zip(settlement.seats, settlement.won, strict=True) if amount}
    return [replace(seat, badge="WINS") if seat.number in won else seat for seat in seats]


def _shown_cards(hand: Hand, player: int) -> str:
    """His cards where one of them is known; nobody's backs are drawn, because everybody has them."""
    cards = hand.hole[player]
    return "" if hand.folded[player] or all(card == UNKNOWN for card in cards) else print_cards(cards)


# ------------------------------------------------------------------------------------------------------- how it ends


def _ending(settlement: Settlement, names: Mapping[int, str], room: Room) -> Ending:
    won = [(seat, amount) for seat, amount in zip(settlement.seats, settlement.won, strict=True) if amount]
    back = [(seat, amount) for seat, amount in zip(settlement.seats, settlement.returned, strict=True) if amount]
    return Ending(
        winners=tuple((f"{seat} {names.get(seat, '')}".strip(), room.money(amount)) for seat, amount in won),
        returned=tuple((f"{seat} {names.get(seat, '')}".strip(), room.money(amount)) for seat, amount in back),
        steps=settlement.steps,
        rake=settlement.rake,
        promo=settlement.promo,
    )
