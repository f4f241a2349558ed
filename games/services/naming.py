"""Cards that are named: dealt where they are due, put where they lie unknown, shown, thrown away or taken."""

from collections.abc import Iterator, Mapping

from config.errors import DomainError
from games.models import HandDraft
from games.selectors.picker import DISCARD
from games.services.entering import still_early
from games.services.rewinding import Later
from games.services.steps import rename, rename_all, take_step
from rules.cards.card import UNKNOWN
from rules.entry.dealing import deal_up_cards, deal_without_cards, is_due, named, next_unnamed, unnamed_board
from rules.play.actions import Action, Verb, deal_board, deal_hole, show
from rules.play.hand import Hand
from rules.table.seats import DEALER, Position


def name_board(draft: HandDraft, hand: Hand, cards: tuple[int, ...], later: Later | None) -> None:
    """Name the board: the cards that lie there unknown, else those that are due; without `cards` they stay unknown."""
    index = unnamed_board(hand)
    if index is not None:
        rename(draft, hand, index, deal_board(cards))
    elif cards:
        take_step(draft, hand, lambda: hand.apply(still_early(hand, deal_board(cards), later)))
    else:
        take_step(draft, hand, lambda: deal_without_cards(hand))


def name_hole(
    draft: HandDraft, hand: Hand, position: Position, cards: tuple[int, ...], later: Later | None = None
) -> None:
    """Name a seat's cards: the up card that is due, the whole hand at the showdown, else those dealt to it first; where
    all are known, its down cards anew."""
    changed = later.changed if later else None
    if changed and (changed.verb, changed.position) == ("dh", position) and len(cards) < len(changed.cards):
        kept = changed.cards[: len(changed.cards) - len(cards)]
        take_step(draft, hand, lambda: hand.apply(deal_hole(position, (*kept, *cards))))
    elif is_due(hand, position):
        take_step(draft, hand, lambda: deal_up_cards(hand, position, cards) if cards else deal_without_cards(hand))
    elif anew := _named_anew(hand, position, cards):
        rename_all(draft, hand, anew)
    elif position in hand.legal_actions().may_show:
        held = hand.hole[position - 1]
        take_step(draft, hand, lambda: hand.apply(show(position, named(held, cards) if cards else ())))
    elif unnamed := next_unnamed(hand, position):
        index, dealt = unnamed
        rename(draft, hand, index, deal_hole(position, named(dealt.cards, cards)))
    else:
        message = "All these cards are known: type the seat with its down cards to name them anew, as in 4 AhKd."
        raise DomainError("cards_known", message, field="card")


def _named_anew(hand: Hand, position: Position, cards: tuple[int, ...]) -> list[Action] | None:
    """The hand with other down cards of a player, wherever those that were named lie; None where these were not named,
    or no deal had as many, and in games whose players change cards: there the first ones are not those that are held.
    """
    if len(set(cards)) < len(cards) or any(street.gives_cards_up for street in hand.sheet.streets):
        return None
    known = (down for down in _down_cards(hand, position) if len(down) == len(cards) and UNKNOWN not in down)
    was = next(known, ())
    wrong = [card for card in was if card not in cards]
    if not wrong:
        return None
    right = dict(zip(wrong, (card for card in cards if card not in was), strict=True))
    mine = {action: _with(action, right) for action in hand.actions if action.position == position}
    return [mine.get(action, action) for action in hand.actions]


def _down_cards(hand: Hand, position: Position) -> Iterator[tuple[int, ...]]:
    """The down cards of each deal to a player, then all that are held, those included that a showing named."""
    dealt = [action.cards for action in hand.actions if (action.verb, action.position) == ("dh", position)]
    up = [street.up for street in hand.sheet.streets if street.hole or street.up]
    shown = [*up, *[0] * len(dealt)]
    yield from filter(None, (cards[: len(cards) - open_] for cards, open_ in zip(dealt, shown, strict=False)))
    yield tuple(card for card in hand.hole[position - 1] if card not in hand.up[position - 1])


def _with(action: Action, right: Mapping[int, int]) -> Action:
    return action._replace(cards=tuple(right.get(card, card) for card in action.cards))


def name_dealt(draft: HandDraft, hand: Hand, dealt: Action) -> None:
    """Name the cards of the last deal of so many to a player that was made unknown; what is unknown still stays so."""
    alike = [
        index
        for index, action in enumerate(hand.actions)
        if (action.verb, action.position, len(action.cards)) == ("dh", dealt.position, len(dealt.cards))
        and UNKNOWN in action.cards
    ]
    if alike:
        rename(draft, hand, alike[-1], dealt)
    else:
        take_step(draft, hand, lambda: hand.apply(dealt))


def change_cards(draft: HandDraft, hand: Hand, place: str, cards: tuple[int, ...]) -> None:
    """Let who is to change or take cards do so with those that were picked."""
    position = hand.legal_actions().position or DEALER
    verb: Verb = "sd" if place == DISCARD else "h"
    take_step(draft, hand, lambda: hand.apply(Action(verb, position, 0, cards)))
