"""The felt while a hand is entered: who is in, who is asked, what lies before whom, and who won what."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from config.web.felt import FeltPot, FeltSeat, SeatState
from games.selectors.outlook import name_of_pot
from rules.cards.card import UNKNOWN, print_cards
from rules.entry.dealing import asked_for, may_open
from rules.play.hand import Hand
from rules.play.pots import Pot
from rules.play.settlement import Settlement
from rules.table.seats import Seat


@dataclass(frozen=True, slots=True)
class Pressed:
    """The effect of pressing a seat: its cards are asked for ("cards"), the others pass ("to"), or it opens ("opens").

    `asked` is the seat whose cards are asked for now, `index` of the action that is being changed.
    """

    does: str
    asked: str = ""
    index: int | None = None

    def address(self, seat: int) -> str:
        """The address that a press of the seat leads to."""
        kept = "" if self.index is None else f"&instead_of={self.index}"
        return f"?{self.does}={seat}{kept}"


@dataclass(frozen=True, slots=True)
class Sitting:
    """The players at the table: names by seat of those who play the hand, and of those who wait for the next."""

    playing: Mapping[int, str]
    waiting: Mapping[int, str] = field(default_factory=dict)


def felt_of(hand: Hand, sitting: Sitting, pressed: Pressed, returned: Mapping[Seat, int]) -> list[FeltSeat]:
    """Every seat of the table. `returned` is what nobody called, by seat, once the bets are over."""
    count = max(hand.setup.plaque.seats, *hand.setup.seats, *sitting.waiting, 2)
    dealt = {seat: player for player, seat in enumerate(hand.setup.seats)}
    button = hand.setup.button if hand.setup.has_button else 0
    return [
        _seat(hand, dealt[seat], sitting.playing.get(seat, ""), pressed, returned.get(seat, 0))
        if seat in dealt
        else _beside(seat, sitting.waiting.get(seat, ""), has_button=seat == button)
        for seat in map(Seat, range(1, count + 1))
    ]


def _beside(seat: int, name: str, *, has_button: bool) -> FeltSeat:
    """A seat that is not dealt in: empty, or its player waits for the next hand."""
    return FeltSeat(seat, name=name, state="waits" if name else "open", has_button=has_button)


def _seat(hand: Hand, player: int, name: str, pressed: Pressed, back: int) -> FeltSeat:
    setup = hand.setup
    seat, bet = setup.seats[player], hand.bets[player]
    shows = hand.is_complete and str(seat) == pressed.asked
    return FeltSeat(
        number=seat,
        name=name,
        stack_text="?" if setup.stacks[player] is None else hand.money(hand.stacks[player]),
        bet_text=hand.money(bet) if bet else "",
        back_text=hand.money(back) if back else "",
        state=_state(hand, player),
        is_turn=pressed.does != "opens" and (shows or _has_turn(hand, seat)),
        has_button=hand.setup.has_button and seat == setup.button,
        cards=_shown_cards(hand, player),
        badge="SHOWS" if shows else _posted(hand, player),
        href=pressed.address(seat) if _takes_press(hand, player, pressed) else "",
    )


def _state(hand: Hand, player: int) -> SeatState:
    """Whether the player is in the hand, and how they left it."""
    if player in hand.mucked:
        return "mucked"
    if not hand.in_hand(player):
        return "folded"
    return "in" if hand.stacks[player] else "all-in"


_BADGES = {"straddle": "STRADDLE", "kill": "KILL"}


def _posted(hand: Hand, player: int) -> str:
    """The post of the player besides the blinds, as the felt says it."""
    kinds = (post.kind for post in hand.setup.posts if post.position == player + 1)
    return next((_BADGES[kind] for kind in kinds if kind in _BADGES), "")


def _takes_press(hand: Hand, player: int, pressed: Pressed) -> bool:
    """Whether something comes of pressing the seat."""
    seat = hand.setup.seats[player]
    if pressed.does == "opens":
        return seat in may_open(hand)
    return hand.in_hand(player) and not (pressed.does == "to" and _has_turn(hand, seat))


def _has_turn(hand: Hand, seat: int) -> bool:
    """Whether the seat acts next, or is dealt the card that is asked for."""
    due = asked_for(hand)
    return seat == (due.seat if due else hand.legal_actions().seat)


def _shown_cards(hand: Hand, player: int) -> str:
    """The player's cards where one of them is known; nobody's backs are drawn, because everybody has them."""
    cards = hand.hole[player]
    return "" if hand.folded[player] or all(card == UNKNOWN for card in cards) else print_cards(cards)


def with_winners(seats: Sequence[FeltSeat], hand: Hand, settlement: Settlement) -> list[FeltSeat]:
    """The seats with what each won before them, and which half of a split pot: HI, LO, or both."""
    won: dict[int, int] = dict(zip(settlement.seats, settlement.won, strict=True))
    halves: dict[int, set[str]] = {}
    for award in settlement.awards:
        halves.setdefault(award.seat, set()).add({"high": "HI", "low": "LO"}.get(award.half, ""))
    is_split = any("LO" in each for each in halves.values())
    return [
        _winner(seat, hand.money(won[seat.number]), halves[seat.number] if is_split else set())
        if won.get(seat.number)
        else seat
        for seat in seats
    ]


_HALVES = {"HI": " with the high hand", "LO": " with the low hand", "HI+LO": " with the high and the low hand"}


def _winner(seat: FeltSeat, amount: str, halves: set[str]) -> FeltSeat:
    """A seat that won so much, with what it won it by where the pot was split."""
    badge = "+".join(sorted(filter(None, halves)))
    return replace(seat, badge=badge or "WINS", bet_text=amount, won=f"wins {amount}{_HALVES.get(badge, '')}")


def pots_of(hand: Hand, pots: Sequence[Pot]) -> list[FeltPot]:
    """Each of the pots with its amount and the seats that may win it."""
    names = (name_of_pot(place, len(pots)).replace(" pot", "") for place in range(len(pots)))
    return [
        FeltPot(name, hand.money(pot.amount), " ".join(map(str, pot.eligible)))
        for name, pot in zip(names, pots, strict=True)
    ]
