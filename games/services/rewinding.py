"""Going back in a hand that is being entered: to an action, or changing that action and keeping what followed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from config.errors import DomainError
from config.staff.models import User
from games.dealing import asked_for, deal_unasked
from games.disputes.on_the_hand import refuse_to_lose_ruling
from games.models import HandDraft
from games.replay import hand_of, write_action
from games.rules.actions import Action
from games.rules.cards import UNKNOWN
from games.rules.hand import Hand
from games.rules.violation import Violation
from games.services.void_watch import note_taken_back

Step = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Later:
    """What was entered after an action that is being changed: the actions, and the draft as it was, for one undo.

    `entered` says of each action whether somebody entered it, or it was dealt of itself; `changed` is the one that is
    being changed.
    """

    changed: Action
    actions: Sequence[Action]
    entered: Sequence[bool]
    before: Step


def go_back(draft: HandDraft, index: int) -> None:
    """Forget the action at `index` and all after it; cards that were named of earlier deals stay known.

    Refuses `nothing_to_undo` where no such action was entered.
    """
    _check(draft, index)
    del draft.actions[index:]
    draft.steps = steps_of(hand_of(draft))


def set_aside(draft: HandDraft, index: int, *, by: User | None, at: datetime) -> Later:
    """Take the action at `index` and all after it off the draft, to be changed and put back by `put_back`."""
    hand = hand_of(draft)
    _check(draft, index)
    note_taken_back(draft, hand, by=by, at=at)
    entered = _entered(hand)
    before = {"actions": list(draft.actions), "steps": list(draft.steps)}
    del draft.actions[index:]
    draft.steps = []
    return Later(hand.actions[index], hand.actions[index + 1 :], entered[index + 1 :], before)


def put_back(draft: HandDraft, later: Later) -> None:
    """Do again what followed, as long as it is legal; the last step says how far that went, and undoes all of it.

    Refuses `ruled` where something that a ruling did to the hand would be lost.
    """
    hand = hand_of(draft)
    kept, refused = _do_again(hand, later)
    draft.actions = [write_action(action, draft.session.room) for action in hand.actions]
    refuse_to_lose_ruling(draft, later.before["actions"])
    lost = sum(later.entered[kept:])
    step: Step = {"length": len(draft.actions), "was": {}, "before": later.before, "said": _said(refused, lost)}
    draft.steps = [*steps_of(hand), step]


def steps_of(hand: Hand) -> list[Step]:
    """One step for each action that somebody entered, so that undo goes back through the whole hand.

    Cards that are dealt unasked belong to the step before.
    """
    return [{"length": index, "was": {}} for index, entered in enumerate(_entered(hand)) if entered]


def _check(draft: HandDraft, index: int) -> None:
    if not 0 <= index < len(draft.actions):
        raise DomainError("nothing_to_undo", "No such action was entered: tap one of the log.")


def _entered(played: Hand) -> list[bool]:
    """Of each action whether somebody entered it; cards for which nobody was asked are dealt of themselves."""
    entered = []
    hand = Hand(played.setup, played.money)
    for action in played.actions:
        entered.append(action.verb not in ("dh", "db") or asked_for(hand) is not None)
        hand.apply(action)
    return entered


def _do_again(hand: Hand, later: Later) -> tuple[int, Violation | None]:
    """How many of the actions were done again, and why the next one may not be; None where all were.

    Cards that were dealt of themselves are dealt of themselves again, whoever is owed them now.
    """
    for index, (action, entered) in enumerate(zip(later.actions, later.entered, strict=True)):
        if not hand.can(action) and not entered and all(card == UNKNOWN for card in action.cards):
            continue
        if not hand.can(action):
            deal_unasked(hand)
        if refused := hand.refusal(action):
            return index, refused
        hand.apply(action)
    deal_unasked(hand)
    return len(later.actions), None


def _said(refused: Violation | None, lost: int) -> str:
    if refused is None:
        return "Changed. What followed stands as it was entered."
    entries = "one entry" if lost == 1 else f"{lost} entries"
    return f"Changed. What followed stands up to here: {refused.message} {entries.capitalize()} did not fit any more."
