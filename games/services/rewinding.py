"""Going back in a hand that is being entered: to an action, or changing that action and keeping what followed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from config.errors import DomainError
from config.staff.models import User
from games.cases import cases
from games.models import HandDraft
from games.replay import hand_of, telling, write_action
from games.selectors.drafts import names_in
from games.services.void_watch import note_taken_back
from rules.cards.card import UNKNOWN
from rules.entry.dealing import asked_for, deal_unasked
from rules.entry.story import line_of
from rules.play.actions import Action
from rules.play.hand import Hand
from rules.text.violation import Violation

Step = dict[str, Any]
TURNS: Final = frozenset({"f", "cc", "cbr", "pb", "sd", "h", "st"})
"""The acts of a player in turn; cards, hands that are shown and incidents are none of it."""
MOST_NAMED: Final = 6
"""So many entries that were left out are named one by one."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An action as it was done: its index, on which street, and whether somebody entered it or the cards were dealt of
    themselves."""

    action: Action
    index: int
    street: int
    entered: bool


@dataclass(frozen=True, slots=True)
class Later:
    """The entries after an action that is being changed: the actions, and the draft as it was, for one undo.

    `was` is the whole hand as it was entered; the first of the `entries` is the one that is being changed.
    """

    was: Hand
    entries: Sequence[Entry]
    before: Step

    @property
    def changed(self) -> Action:
        """The action that is being changed."""
        return self.entries[0].action


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
    before = {"actions": list(draft.actions), "steps": list(draft.steps)}
    del draft.actions[index:]
    draft.steps = []
    return Later(hand, _entries(hand)[index:], before)


def put_back(draft: HandDraft, later: Later) -> None:
    """Do again what followed, each entry that still fits in its place; the last step says which did not, and undoes all
    of it.

    Refuses `ruled` where something that a ruling did to the hand would be lost.
    """
    hand = telling(draft)
    left_out, why = _do_again(hand, later.entries[1:])
    draft.actions = [write_action(action, draft.session.room) for action in hand.actions]
    draft.told = hand
    cases().refuse_to_lose_ruling(draft, later.before["actions"])
    names = names_in(draft)
    words = [_words(later.was, entry, names) for entry in left_out if entry.entered]
    step: Step = {"length": len(draft.actions), "was": {}, "before": later.before, "said": _said(words, why)}
    draft.steps = [*steps_of(hand), step]


def steps_of(hand: Hand) -> list[Step]:
    """One step for each action that somebody entered, so that undo goes back through the whole hand.

    Cards that are dealt unasked belong to the step before.
    """
    return [{"length": entry.index, "was": {}} for entry in _entries(hand) if entry.entered]


def _check(draft: HandDraft, index: int) -> None:
    if not 0 <= index < len(draft.actions):
        raise DomainError("nothing_to_undo", "No such action was entered: tap one of the log.")


def _entries(played: Hand) -> list[Entry]:
    """Every action as it was done; cards for which nobody was asked are dealt of themselves."""
    entries = []
    hand = Hand(played.setup, played.money)
    for index, action in enumerate(played.actions):
        entered = action.verb not in ("dh", "db") or asked_for(hand) is not None
        entries.append(Entry(action, index, hand.street, entered))
        hand.apply(action)
    return entries


def _words(was: Hand, entry: Entry, names: Mapping[int, str]) -> str:
    """An entry in the words of the log, as it was when it was entered: "4 Cruz raises to 12"."""
    action, hand = entry.action, Hand.replay(was.setup, was.actions[: entry.index], was.money)
    if line := line_of(hand, names, action):
        return f"{line.who} {line.did}"
    return (
        f"the {hand.street_name}" if action.verb == "db" else f"cards of seat {hand.setup.seats[action.position - 1]}"
    )


def _do_again(hand: Hand, entries: Sequence[Entry]) -> tuple[list[Entry], Violation | None]:
    """Do the entries again that fit; the others, and why the first of them may not be done.

    An entry of who is out of the turns by now is left out, and the others go on. Where one is left out that its player
    would still owe, the bets after it are too: on another street, or after it, the same word would be another act.
    Cards that were dealt of themselves are dealt of themselves again, whoever is owed them now.
    """
    left_out: list[Entry] = []
    why, still_owed = None, False
    for entry in entries:
        if _is_dealt_again(hand, entry):
            continue
        refused = _why_not(hand, entry)
        if refused is None and not (entry.action.verb in TURNS and (still_owed or hand.street != entry.street)):
            hand.apply(entry.action)
            continue
        left_out.append(entry)
        why = why or refused
        still_owed |= _owes(hand, entry.action)
    deal_unasked(hand)
    return left_out, why


def _is_dealt_again(hand: Hand, entry: Entry) -> bool:
    """Whether these are unknown cards that come of themselves, to whoever is owed them now."""
    unknown = not entry.entered and all(card == UNKNOWN for card in entry.action.cards)
    return unknown and not hand.can(entry.action)


def _why_not(hand: Hand, entry: Entry) -> Violation | None:
    """The rule by which an entry doesn't fit where it stood; cards that are due unasked before it are dealt."""
    if not hand.can(entry.action):
        deal_unasked(hand)
    return hand.refusal(entry.action)


def _owes(hand: Hand, action: Action) -> bool:
    """Whether who did this would still have to act in the hand as it is now."""
    player = action.position - 1
    return action.verb in TURNS and not hand.folded[player] and bool(hand.stacks[player])


def _said(left_out: Sequence[str], why: Violation | None) -> str:
    if not left_out:
        return "Changed. What followed stands as it was entered."
    more = f" and {len(left_out) - MOST_NAMED} more" if len(left_out) > MOST_NAMED else ""
    because = f" {why.message}" if why else ""
    return f"Changed. Left out, for it did not fit any more: {'; '.join(left_out[:MOST_NAMED])}{more}.{because}"
