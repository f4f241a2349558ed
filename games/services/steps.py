"""One step of the hand that is being entered: lines put after it, or a line put where another stood."""

from collections.abc import Callable, Sequence

from config.errors import DomainError
from games.models import HandDraft
from games.replay import telling, write_action
from rules.entry.dealing import deal_unasked
from rules.entry.story import TellingHand
from rules.play.actions import Action
from rules.play.hand import Hand
from rules.table.seats import Position
from rules.text.violation import Refused
from tables.services import refusal


def replayed(draft: HandDraft) -> TellingHand:
    """The hand that the draft holds; what it refuses is a refusal of the service."""
    try:
        return telling(draft)
    except Refused as refused:
        raise refusal(refused.violation) from refused


def take_step(draft: HandDraft, hand: Hand, step: Callable[[], None]) -> None:
    """Let `step` act on the hand, deal what follows of itself, and keep the lines as one step."""
    before = len(hand.actions)
    try:
        step()
        deal_unasked(hand)
    except Refused as refused:
        raise refusal(refused.violation) from refused
    draft.steps.append({"length": len(draft.actions), "was": {}})
    draft.actions += [write_action(action, draft.session.room) for action in hand.actions[before:]]
    draft.told = hand if isinstance(hand, TellingHand) else None


def rename(draft: HandDraft, hand: Hand, index: int, action: Action) -> None:
    """Put an action with named cards where the same one stood with unknown ones, if the whole hand allows it.

    What stands against a rule, as a card that came too early, goes on standing.
    """
    action = action._replace(why=hand.actions[index].why)
    rename_all(draft, hand, [*hand.actions[:index], action, *hand.actions[index + 1 :]])


def rename_all(draft: HandDraft, hand: Hand, renamed: Sequence[Action]) -> None:
    """Put these actions, which name other cards, where those of the hand stood, as one step."""
    try:
        draft.told = TellingHand.replay(hand.setup, renamed, hand.money)
    except Refused as refused:
        raise refusal(refused.violation) from refused
    pairs = enumerate(zip(hand.actions, renamed, strict=True))
    changed = {index: action for index, (was, action) in pairs if was != action}
    draft.steps.append({"length": len(draft.actions), "was": {str(index): draft.actions[index] for index in changed}})
    for index, action in changed.items():
        draft.actions[index] = write_action(action, draft.session.room)


def position_of(hand: Hand, seat: str) -> Position:
    """The position of a seat by its number. Refuses `seat_empty` where it was not dealt in."""
    seats = [str(number) for number in hand.setup.seats]
    if seat not in seats:
        raise DomainError("seat_empty", f"Seat {seat} was not dealt in: tap a seat that was.", field="place")
    return Position(seats.index(seat) + 1)
