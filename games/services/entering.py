"""The entry of what was typed or tapped into a hand: one action, or the same of several players."""

from config.errors import DomainError
from games.services.rewinding import Later
from games.services.steps import position_of
from rules.entry.dealing import asked_for, deal_without_cards, may_open
from rules.entry.irregular_notation import is_incident, read_entry
from rules.entry.notation import Amount, PassTo, TakesIt, TheRest, is_about_cards, names_its_player
from rules.play.actions import Action, MalformedAction, bring_in, check_or_call, fold, muck
from rules.play.hand import Hand
from rules.play.legal import Acting, Betting, Completing, Drawing
from rules.play.showing import face_up, hands_down, sharing_a_side_pot
from rules.table.seats import DEALER, Position, Seat


def enter_words(hand: Hand, text: str, amount: Amount, later: Later | None = None) -> None:
    """Do what was typed or tapped; cards that nobody named lie there unknown once somebody acts."""
    if asked_for(hand) and not hand.betting_is_over and not is_about_cards(text) and not is_incident(text):
        deal_without_cards(hand)
    if not is_incident(text):
        _refuse_unknown_opener(hand, text)
    try:
        read = read_entry(text, hand, amount)
    except MalformedAction as error:
        raise DomainError("notation_unreadable", str(error), field="action") from error
    if isinstance(read, PassTo):
        _pass_to(hand, read.seat)
    elif isinstance(read, TheRest):
        _let_the_rest(hand, read)
    elif isinstance(read, TakesIt):
        _muck_all_but(hand, read.position)
    else:
        hand.apply(still_early(hand, read, later))


def still_early(hand: Hand, action: Action, later: Later | None) -> Action:
    """The action; where it names anew cards that were dealt too early and stand, they still do."""
    if later is None or later.changed.verb != action.verb or action.verb not in ("db", "dh"):
        return action
    early = action._replace(why=later.changed.why)
    return early if hand.can(early) else action


def _pass_to(hand: Hand, seat: Seat) -> None:
    """Let everyone before `seat` do as little as they may; that seat acts next, or takes the pot alone."""
    street = hand.street
    while isinstance(legal := hand.legal_actions(), Acting) and legal.seat != seat and hand.street == street:
        hand.apply(_least(legal, legal.position))
    takes_it = hand.stage == "uncontested" and hand.in_hand(position_of(hand, str(seat)) - 1)
    if hand.legal_actions().seat != seat and not takes_it:
        raise DomainError("out_of_turn", f"Seat {seat} does not act any more on this street: tap another seat.")


def _let_the_rest(hand: Hand, rest: TheRest) -> None:
    """The player and all who then owe an answer in this round call, or do as little as they may."""
    street, stage, position = hand.street, hand.stage, rest.position
    while (hand.street, hand.stage) == (street, stage) and isinstance(legal := hand.legal_actions(), Acting):
        calls = rest.calls and isinstance(legal, Betting) and legal.may_fold
        hand.apply(check_or_call(position) if calls else _least(legal, position))
        position = hand.legal_actions().position or DEALER


def _refuse_unknown_opener(hand: Hand, text: str) -> None:
    """Refuse words that don't say who acts, where up cards are unknown and nobody knows who does."""
    if may_open(hand) and not names_its_player(text):
        message = "With up cards unknown nobody knows who opens: tap the seat that did, then enter what it did."
        raise DomainError("opener_unknown", message, field="action")


def _muck_all_but(hand: Hand, position: Position) -> None:
    """Muck the hands that are still down, but for one, in the order in which they would be shown; one hand is left.

    Those whose cards were noted before the showdown are among them. Refused (`hand_tabled`) where somebody else's hand
    lies open: it isn't mucked by what is said of another; (`side_pot_open`) where a side pot lies between these: it
    would go to the last of them, whoever has it.
    """
    winner = None if position == DEALER else hand.setup.seat(position)
    down = hands_down(hand, but=winner)
    if winner is not None:
        _refuse_against_open_hands(hand, winner)
    if not 0 < len(down) < hand.contenders:
        raise DomainError("notation_unreadable", "Say who takes it, or show a hand first: cards speak.", field="action")
    if sharing := sharing_a_side_pot(hand, down):
        message = (
            f"Seats {' and '.join(map(str, sharing))} have put in more: a side pot lies between them. Show or muck "
            "their hands one by one first."
        )
        raise DomainError("side_pot_open", message, allowed={"seats": list(sharing)}, field="action")
    for seat in down:
        hand.apply(muck(hand.setup.position(seat)))


def _refuse_against_open_hands(hand: Hand, winner: Seat) -> None:
    """Refuse (`hand_tabled`) to say who wins where another hand lies open: cards speak."""
    others = [seat for seat in face_up(hand) if seat != winner]
    if not others:
        return
    plural = len(others) > 1
    message = (
        f"Seat{'s' if plural else ''} {' and '.join(map(str, others))} {'have' if plural else 'has'} turned the cards "
        f"over, and cards speak: show or muck seat {winner}’s hand, or type all muck."
    )
    raise DomainError("hand_tabled", message, allowed={"seats": list(others)}, field="action")


def _least(legal: Acting, position: Position) -> Action:
    """The least that a player may do: stand pat, stand, bring in what they must, check, or fold."""
    if isinstance(legal, Drawing):
        return Action("sd", position)
    if isinstance(legal, Completing):
        return Action("st", position)
    if legal.must_open:
        return bring_in(position)
    return check_or_call(position) if legal.may_check else fold(position)
