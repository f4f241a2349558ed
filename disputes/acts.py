"""The disputed action itself, whatever its number: by all that was done up to it, cards aside.

A number points at another action as soon as one before it is undone. What was done up to the disputed action is the
same in the draft, in the recorded hand and in its next version, even where cards are named later; where it isn't, the
action was undone.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from config.errors import DomainError
from disputes.models import Dispute
from games.files import played_of
from games.models import Hand, HandDraft
from games.replay import hand_of as drafted
from games.selectors.drafts import names_in
from rules.entry.story import line_of
from rules.play.actions import Action
from rules.play.hand import Hand as Played


@dataclass(frozen=True, slots=True)
class Chosen:
    """An action as a form names it: its place, counted from 0, and a `mark` that only this action has there."""

    index: int
    mark: str
    words: str


def path_to(actions: Sequence[Action], index: int) -> list[str]:
    """The acts up to and including one action; the cards themselves aside, which may be named later."""
    return [f"{each.verb} {each.position} {each.amount} {len(each.cards)}" for each in actions[: index + 1]]


def index_of(dispute: Dispute, actions: Sequence[Action]) -> int | None:
    """The place of the disputed action among these; None where it was undone, or no action is disputed.

    A case from before actions were kept has only their number.
    """
    index = dispute.action_index
    if index is None or not dispute.acts:
        return index
    return index if path_to(actions, index) == dispute.acts else None


def acts_of(about: Hand | HandDraft) -> Iterator[Chosen]:
    """The acts of players in a hand, in order; nothing of a quick hand."""
    read = _read(about)
    if read is None:
        return
    played, names = read
    hand = Played(played.setup, played.money)
    for index, action in enumerate(played.actions):
        if line := line_of(hand, names, action):
            yield Chosen(index, _mark(path_to(played.actions, index)), f"{line.who} {line.did}"[:160])
        hand.apply(action)


def bound(about: Hand | HandDraft | None, index: int | None, mark: str) -> dict[str, object]:
    """The facts that a case keeps of the action that it is about. The caller holds the session.

    Refusals: `no_such_action`, `action_gone` where another one stands there than was chosen (`mark`).
    """
    if index is None or about is None:
        return {}
    read = _read(about)
    if read is None or index >= len(read[0].actions):
        raise DomainError("no_such_action", "The hand has no such action: choose one, or leave it out.", field="act")
    acts = path_to(read[0].actions, index)
    if mark and mark != _mark(acts):
        raise DomainError("action_gone", "That action was undone meanwhile: choose it again.", field="act")
    words = next((each.words for each in acts_of(about) if each.index == index), "")
    return {"acts": acts, "act_words": words}


def _read(about: Hand | HandDraft) -> tuple[Played, Mapping[int, str]] | None:
    if isinstance(about, HandDraft):
        draft = HandDraft.objects.select_related("session__room").get(pk=about.pk)
        return drafted(draft), names_in(draft)
    if about.tier != Hand.Tier.FULL:
        return None
    told = about.as_played
    return played_of(told), {row.seat: row.player.display_name for row in told.seats.select_related("player")}


def _mark(path: Sequence[str]) -> str:
    return sha256(json.dumps(path).encode()).hexdigest()[:12]
