"""The hand console as the page shows it: everything worked out here, so that the template only writes it down."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from config.rooms.models import Room
from config.web.felt import FeltPot, FeltSeat
from games.models import HandDraft
from games.replay import telling
from games.selectors.drafts import names_in, waiting_in
from games.selectors.felt_of_hand import Pressed, Sitting, felt_of, pots_of, with_winners
from games.selectors.kill import killer_of
from games.selectors.outlook import Outlook, look_ahead
from games.selectors.picker import BOARD, Picker, Place, pick_cards
from games.selectors.turns import Turn, turn_of
from rules.cards.card import UNKNOWN, print_cards
from rules.entry.dealing import may_open
from rules.entry.notation import example, suggestions
from rules.entry.story import StreetStory, line_of
from rules.play.actions import Action
from rules.play.explanation import Step
from rules.play.hand import Hand
from rules.play.settlement import Settlement
from rules.table.kill import KillState
from rules.table.kill_words import kill_marker, who_posts
from rules.table.seats import NO_SEAT, Seat
from rules.table.setup import Setup
from rules.text.amounts import major_text


@dataclass(frozen=True, slots=True)
class Ending:
    """The result of the hand: who wins how much, what goes back, and every step with its source.

    `rake` and `promo` are what the schedule owes, in minor units: the likely amounts in the box.
    """

    winners: tuple[tuple[str, str], ...]
    returned: tuple[tuple[str, str], ...]
    steps: tuple[Step, ...]
    rake: int
    promo: int


@dataclass(slots=True)
class Console:
    """One hand on the console. `stage` says which panel the page shows: act, cards or record.

    `openers` are the seats of which one opens the street, where nobody knows which: it is asked before anybody acts.
    `instead_of` is the index of an action that is being changed, `changed` what it was: hand, felt and buttons are as
    they were then, the street log is whole.
    """

    draft: HandDraft
    room: Room
    hand: Hand
    stage: str
    seats: list[FeltSeat]
    streets: list[StreetStory]
    outlook: Outlook
    turn: Turn | None = None
    openers: tuple[Place, ...] = ()
    instead_of: int | None = None
    changed: str = ""
    picker: Picker | None = None
    ending: Ending | None = None
    completions: list[str] = field(default_factory=list)

    @property
    def query(self) -> str:
        """The query that the address of a page carries on while an earlier action is being changed."""
        return "" if self.instead_of is None else f"&instead_of={self.instead_of}"

    @property
    def said(self) -> str:
        """The result of changing an earlier action, while that is the last thing that was done."""
        steps = self.draft.steps
        return str(steps[-1].get("said", "")) if steps and self.instead_of is None else ""

    @property
    def board(self) -> str:
        """The board in file notation."""
        return print_cards(self.hand.board)

    @property
    def board_places(self) -> int:
        """The number of cards that the board will have."""
        return self.hand.sheet.board_cards

    @property
    def cards_place(self) -> str:
        """The place whose cards are named first when somebody asks to, or types cards alone: what the picker asks for,
        a board left unknown, else those of who is to act."""
        if self.picker is not None:
            return self.picker.place
        return BOARD if UNKNOWN in self.hand.board or self.turn is None else str(self.turn.seat)

    @property
    def prompt(self) -> str:
        """The words of the field for notation while it is empty."""
        if self.picker is not None:
            return f"{self.picker.title} · tap, or type"
        typed = example(self.hand.legal_actions(), self.completions)
        return f"type: {typed}" if typed else "nothing is left to type"

    @property
    def examples(self) -> str:
        """Examples of what may be typed, for who can't see the field's hint."""
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
        return f"{kill_marker(setup.plaque, KillState(NO_SEAT), self.room.money)}, {posts}"

    @property
    def pot(self) -> str:
        """The chips that lie in the middle and before the players; what nobody called lies apart once the bets are
        over."""
        return f"Pot {self.hand.money(self.hand.pot - sum(_apart(self.hand, self.outlook).values()))}"

    @property
    def pots(self) -> list[FeltPot]:
        """Each of the pots, where there are several."""
        return pots_of(self.hand, self.outlook.pots)

    @property
    def note(self) -> str:
        """A few words under the pot: rake so far, and the street."""
        return f"{self.outlook.note} · {self.hand.street_name}"


def console_of(draft: HandDraft, *, cards: str = "", opens: str = "", instead_of: str = "") -> Console:
    """The console of a draft; `cards` asks for the card picker of a place (`board`, or a seat), `opens` says who
    opens a street whose up cards are unknown, `instead_of` which action is to be changed. Raises Refused."""
    room, names = draft.session.room, names_in(draft)
    told = draft.told or telling(draft)
    hand: Hand = told
    setup, actions, streets = told.setup, told.actions, told.story(names)
    index = int(instead_of) if instead_of.isdecimal() and int(instead_of) < len(actions) else None
    changed = ""
    if index is not None:
        hand = Hand.replay(setup, actions[:index], room.money)
        changed = _told(hand, names, actions[index])
    plain = partial(major_text, exponent=room.exponent)
    missing = hand.missing()
    early = index is not None and actions[index].verb == "db" and bool(actions[index].why)
    if early:
        picker = _name_early(setup, actions[: (index or 0) + 1], names)
    else:
        picker = pick_cards(hand, names, cards, asks_noted=draft.supersedes_id is None)
    asked = _asked_who_opens(hand, names, opens)
    pressed = Pressed("cards" if picker else "opens" if asked else "to", picker.place if picker else "", index)
    outlook = look_ahead(hand)
    seats = felt_of(hand, Sitting(names, waiting_in(draft)), pressed, _apart(hand, outlook))
    console = Console(draft, room, hand, "act", seats, streets, outlook, picker=picker)
    console.instead_of, console.changed = index, changed
    console.completions = list(suggestions(hand, plain))
    if console.picker is not None:
        console.stage = "cards"
    elif not missing and index is None:
        settlement = hand.settlement()
        console.stage, console.ending = "record", _ending(settlement, names, room)
        console.seats = with_winners(seats, hand, settlement)
    elif asked:
        console.openers = asked
    else:
        console.turn = turn_of(hand, names, plain)
    return console


def _name_early(setup: Setup, actions: Sequence[Action], names: Mapping[int, str]) -> Picker | None:
    """The picker for the last of these actions, a street of the board that came too early and stands."""
    *before, early = actions
    unnamed = early._replace(cards=(UNKNOWN,) * len(early.cards))
    return pick_cards(Hand.replay(setup, [*before, unnamed]), names, BOARD)


def read_of(draft: HandDraft) -> Console:
    """The console of a draft for somebody who enters nothing: no seat of it leads anywhere."""
    console = console_of(draft)
    console.seats = [replace(seat, href="") for seat in console.seats]
    return console


def _apart(hand: Hand, outlook: Outlook) -> Mapping[Seat, int]:
    """The chips that nobody called, minor units by seat; nothing while somebody may still call it."""
    return outlook.returned if hand.betting_is_over else {}


def _told(hand: Hand, names: Mapping[int, str], action: Action) -> str:
    """The next action in words: "4 Cruz raises to 12", "The flop"."""
    line = line_of(hand, names, action)
    if line is not None:
        return f"{line.who} {line.did}"
    return f"the {hand.street_name}" if action.verb == "db" else "the hand that was shown"


def _asked_who_opens(hand: Hand, names: Mapping[int, str], opener: str) -> tuple[Place, ...]:
    """The seats that may open; none where it is known, or said by `opener`, whose turn it is then."""
    seats = may_open(hand)
    if opener in map(str, seats):
        hand.to_act = hand.setup.position(Seat(int(opener))) - 1
        return ()
    return tuple(Place(str(seat), f"{seat} {names.get(seat, '')}".strip()) for seat in seats)


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
