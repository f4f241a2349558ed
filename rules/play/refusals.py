"""Why an action is refused: one function for each verb, which answers with a `Violation` or with nothing.

The usual case, a legal action, must cost next to nothing; sentences and allowed amounts are made only for a refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.cards.card import UNKNOWN, bits_of, could_be, name_of, print_cards, without_room
from rules.cards.half_known import has_halves, left_after, told_together
from rules.play.actions import INCIDENTS, Action, Verb
from rules.play.legal import due, may_show_or_muck, raise_range, why_no_hit, why_no_raise
from rules.play.refusal_parts import counted, refusal, twice, what_is_next, who
from rules.play.state import NOBODY, State
from rules.play.turns import may_act_first, must_open
from rules.text.violation import Violation


def why_not(state: State, action: Action) -> Violation | None:
    """Why `action` may not happen now; None when it may."""
    return REFUSALS[action.verb](state, action)


# ------------------------------------------------------------------------------------------------------------- dealing


def _why_not_hole(state: State, action: Action) -> Violation | None:
    if not state.hole_due:
        return _not_dealing(state, action)
    player = state.hole_due[0]
    if action.position == player + 1:
        return _why_not_cards(state, action, state.cards_due(player))
    if not state.in_hand(action.position - 1):
        return refusal(state, action, "not_in_hand", f"{who(state, action)} has no hand to be dealt to.")
    return refusal(state, action, "out_of_turn", f"Seat {state.setup.seats[player]} is dealt to next.")


def _why_not_board(state: State, action: Action) -> Violation | None:
    if state.stage != "board":
        return _not_dealing(state, action)
    return _why_not_cards(state, action, state.board_due)


def _why_not_cards(state: State, action: Action, count: int) -> Violation | None:
    cards = action.cards
    if len(cards) == count:
        return None if _are_new(state, cards) else why_not_seen(state, action, cards)
    street = state.sheet.streets[state.street].name
    whom = f"{who(state, action)} is dealt" if action.position else f"The {street} is"
    due_now = f"{whom} {counted(count)}"
    sentence = f"{due_now}, not {len(cards)}."
    return refusal(state, action, "wrong_card_count", sentence)


def _why_not_strange(state: State, action: Action) -> Violation | None:
    """A card that the deck of the game doesn't have."""
    missing = range(4 * state.sheet.lowest_rank)
    for card in action.cards:
        if all(card in missing for card in could_be(card)):
            sentence = f"The {name_of(card)} is not in the deck of {state.sheet.name}."
            return refusal(state, action, "card_not_in_deck", sentence)
    return None


def _are_new(state: State, cards: tuple[int, ...]) -> bool:
    """Whether nothing speaks against these cards in any game: each is known or not, and of those known none was seen.
    What is left open is for `why_not_seen`; most cards needn't be looked at one by one."""
    known, is_plain = bits_of(cards)
    return is_plain and not (known & state.seen or state.has_halves or state.sheet.lowest_rank)


def why_not_seen(state: State, action: Action, cards: Sequence[int]) -> Violation | None:
    """A card that the deck of the game doesn't have, or that lies on the table already."""
    if state.sheet.lowest_rank and (strange := _why_not_strange(state, action)):
        return strange
    seen, halves = state.seen, state.has_halves
    if action.verb == "dh" and state.street:
        for card in state.may_come_again(len(cards)):
            seen &= ~(1 << card)
    if action.verb in ("sd", "sm"):
        seen &= ~state.lost[action.position - 1]
    for card in cards:
        if card < UNKNOWN:
            if seen >> card & 1:
                sentence = f"The {name_of(card)} is on the table already: check the cards."
                return refusal(state, action, "duplicate_card", sentence)
            seen |= 1 << card
        elif card > UNKNOWN:
            halves = True
    return _why_not_crowded(state, action, cards, seen) if halves else None


def _why_not_crowded(state: State, action: Action, cards: Sequence[int], seen: int) -> Violation | None:
    """Half-known cards that can be none of those left: “A?” beside four aces."""
    hands = action.verb in ("sm", "sd")
    if action.verb == "dh" and state.may_come_again(len(cards)):
        return None
    halves = [*state.halves_out(action.position - 1 if hands else NOBODY), *(card for card in cards if card > UNKNOWN)]
    out = (seen & ~state.seen) | state.known_out() | (1 << 4 * state.sheet.lowest_rank) - 1
    without = without_room(halves, out)
    if without is None:
        return None
    sentence = f"A {name_of(without)} can be no card that is left: check the cards."
    return refusal(state, action, "duplicate_card", sentence)


def _not_dealing(state: State, action: Action) -> Violation:
    if state.stage == "betting":
        sentence = f"No card is dealt yet: seat {state.setup.seats[state.to_act]} has to act first."
        return refusal(state, action, "round_not_complete", sentence)
    if state.stage == "draw" and not state.hole_due:
        sentence = f"No card is dealt yet: {what_is_next(state)}"
        return refusal(state, action, "wrong_card_count", sentence)
    if state.stage in ("showdown", "uncontested", "void"):
        return refusal(state, action, "hand_complete", "The hand is over: no card is dealt any more.")
    expected = due(state)
    whom = "the board" if expected.position is None else f"seat {expected.seat}"
    return refusal(state, action, "wrong_card_count", f"The dealer owes {counted(expected.cards)} to {whom} first.")


# ------------------------------------------------------------------------------------------------------------- betting


def _why_not_turn(state: State, action: Action) -> Violation | None:
    if state.stage == "betting" and (action.position == state.to_act + 1 or _has_the_turn(state, action)):
        return None
    player = action.position - 1
    if not state.in_hand(player):
        return refusal(state, action, "not_in_hand", f"{who(state, action)} is not in the hand.")
    if state.stage == "betting":
        turn = state.setup.seats[state.to_act]
        why = " That seat is all-in and has nothing left to decide." if not state.stacks[player] else ""
        return refusal(state, action, "out_of_turn", f"It is seat {turn}'s turn, not {who(state, action)}'s.{why}")
    if state.stage == "hole":
        return refusal(state, action, "out_of_turn", "The cards are still being dealt: nobody acts yet.")
    return refusal(state, action, "round_complete", f"The betting round is closed. {what_is_next(state)}")


def _has_the_turn(state: State, action: Action) -> bool:
    """Whether it is the player's turn or, where unknown up cards leave it open who begins, may be."""
    return action.position == state.to_act + 1 or may_act_first(state, action.position - 1)


def _why_not_check_or_call(state: State, action: Action) -> Violation | None:
    if state.stage == "betting" and action.position == state.to_act + 1 and not state.bring_in_due:
        return None
    return _why_not_turn(state, action) or (_why_not_unopened(state, action) if state.bring_in_due else None)


def _why_not_fold(state: State, action: Action) -> Violation | None:
    if state.stage == "betting" and action.position == state.to_act + 1 and not state.bring_in_due:
        return None
    refused = _why_not_turn(state, action)
    if refused or not state.bring_in_due:
        return refused
    return _why_not_unopened(state, action) if must_open(state, action.position - 1) else None


def _why_not_unopened(state: State, action: Action) -> Violation:
    amount = state.money(min(state.setup.plaque.bring_in_amount, state.stacks[action.position - 1]))
    sentence = f"{who(state, action)} opens third street: bring it in for {amount}, or complete the bet."
    return refusal(state, action, "bring_in_required", sentence)


def _why_not_bring_in(state: State, action: Action) -> Violation | None:
    if state.sheet.opened_by != "bring_in":
        return _why_not_unknown(state, action)
    if not state.bring_in_due or state.stage != "betting":
        refused = _why_not_turn(state, action)
        return refused or refusal(state, action, "bring_in_posted", "The bring-in has been posted: call it, or raise.")
    if not _has_the_turn(state, action) and state.in_hand(action.position - 1):
        sentence = (
            f"Seat {state.setup.seats[state.to_act]} brings it in, not {who(state, action)}: that seat has the card."
        )
        return refusal(state, action, "wrong_bring_in_seat", sentence)
    return _why_not_turn(state, action)


def _why_not_bet(state: State, action: Action) -> Violation | None:
    is_in_turn = state.stage == "betting" and action.position == state.to_act + 1
    if not is_in_turn and (refused := _why_not_turn(state, action)):
        return refused
    player, to = action.position - 1, action.amount
    code = why_no_raise(state, player) or wrong_amount(state, player, to)
    return _why_not_amount(state, action, code) if code else None


def wrong_amount(state: State, player: int, to: int) -> str | None:
    """The rule that an amount breaks in the hands of a player who may raise."""
    structure, betting = state.structure, state.round
    all_in = state.bets[player] + state.stacks[player]
    if to > all_in:
        return "insufficient_chips"
    if to > structure.largest(betting, state, player):
        return structure.too_large
    if to == all_in:
        return None
    if to < structure.smallest(betting):
        code = structure.raise_too_small if betting.price else structure.too_small
        return None if state.is_all_that_counts(player, to) else code
    if not structure.allows(betting, to):
        return structure.raise_too_small
    return "not_chip_multiple" if to % state.setup.plaque.unit and not structure.is_fixed else None


_AMOUNTS: Mapping[str, str] = {
    "below_min_bet": "{seat} can't bet {to}: the smallest bet is {least}.",
    "below_min_raise": "{seat} can't make it {to}: the smallest raise is to {least}.",
    "above_pot_limit": "{seat} can't make it {to}: the pot allows {most}.",
    "wrong_bet_size": "{seat} can't make it {to}: in this round it is {sizes}.",
    "below_spread_min": "{seat} can't make it {to}: the least is {least}.",
    "above_spread_max": "{seat} can't make it {to}: the most is {most}.",
    "insufficient_chips": "{seat} can't make it {to}: there is {all_in} in all on this street.",
    "not_chip_multiple": "{seat} can't make it {to}: chips smaller than {unit} are not wagered.",
    "raise_cap_reached": "{seat} can't raise: the bet and its raises are used up. Call {call} or fold.",
    "betting_not_reopened": "{seat} can't raise: they have acted, and the all-in since was less than a full raise. "
    "Call {call} or fold.",
    "no_opponent_can_call": "{seat} can't raise: no opponent has the chips to call more. Call {call} or fold.",
}


def _why_not_amount(state: State, action: Action, code: str) -> Violation:
    player, money = action.position - 1, state.money
    raising = raise_range(state, player)
    sentence = _AMOUNTS[code].format(
        seat=who(state, action),
        to=money(action.amount),
        least=money(raising.least),
        most=money(raising.most or 0),
        sizes=" or ".join(dict.fromkeys(money(amount) for amount in (raising.least, raising.most or 0))),
        all_in=money(state.bets[player] + state.stacks[player]),
        unit=money(state.setup.plaque.unit),
        call=money(state.to_call(player)),
    )
    return refusal(state, action, code, sentence)


# ------------------------------------------------------------------------------------------------------------ showdown


def _why_not_show(state: State, action: Action) -> Violation | None:
    refused = _why_not_showdown(state, action)
    if refused or not action.cards:
        return refused
    held = state.hole[action.position - 1]
    if _is_plain_show(state, held, action.cards):
        return None
    if len(action.cards) != len(held):
        sentence = f"{who(state, action)} holds {counted(len(held))}, not {len(action.cards)}."
        return refusal(state, action, "wrong_card_count", sentence)
    if has_halves([*held, *action.cards]):
        return _why_not_half_shown(state, action, held)
    known = [card for card in action.cards if card != UNKNOWN]
    recorded = {card for card in held if card != UNKNOWN}
    if len(recorded.union(known)) > len(held):
        missing = ", ".join(name_of(card) for card in sorted(recorded.difference(known)))
        return refusal(state, action, "card_not_held", f"{who(state, action)} was dealt the {missing}.")
    shown = [*twice(known), *(card for card in known if card not in recorded)]
    return why_not_seen(state, action, shown)


def _is_plain_show(state: State, held: Sequence[int], cards: tuple[int, ...]) -> bool:
    """Whether the cards are shown as they were dealt, and verified then, or are new ones of a hand that nobody saw."""
    if cards == tuple(held):
        return not has_halves(held)
    return held.count(UNKNOWN) == len(held) == len(cards) and _are_new(state, cards)


def _why_not_half_shown(state: State, action: Action, held: Sequence[int]) -> Violation | None:
    """A shown hand that isn't the one that was recorded, where of either only a half of some card is known."""
    told = told_together(held, action.cards)
    if told is None:
        sentence = f"{who(state, action)} was dealt {print_cards(held)}, not {print_cards(action.cards)}."
        return refusal(state, action, "card_not_held", sentence)
    new = [*twice(action.cards), *(card for card in told if card > UNKNOWN or card not in held)]
    return why_not_seen(state, action, new)


def _why_not_muck(state: State, action: Action) -> Violation | None:
    refused = _why_not_showdown(state, action)
    if refused:
        return refused
    if state.contenders == 1:
        return refusal(state, action, "last_hand", f"{who(state, action)} has the last hand and takes the pot.")
    player = action.position - 1
    if player in state.shown and max(state.hole[player]) < UNKNOWN:
        sentence = f"{who(state, action)} has turned the hand over: it plays, whatever is said."
        return refusal(state, action, "hand_tabled", sentence)
    return None


def _why_not_showdown(state: State, action: Action) -> Violation | None:
    if may_show_or_muck(state, action.position - 1):
        return None
    if not state.in_hand(action.position - 1):
        return refusal(state, action, "not_in_hand", f"{who(state, action)} has no hand to show.")
    sentence = f"No hand is turned over yet. {what_is_next(state)}"
    return refusal(state, action, "round_not_complete", sentence)


# --------------------------------------------------------------------------------------------- verbs of other games


def _why_not_draw(state: State, action: Action) -> Violation | None:
    if state.stage != "draw" or not state.sheet.streets[state.street].gives_cards_up:
        draws = [street.gives_cards_up for street in state.sheet.streets]
        if not any(draws):
            return refusal(state, action, "no_draw_left", f"There is no draw in {state.sheet.name}.")
        if not any(draws[state.street + (state.stage == "betting") :]):
            return refusal(state, action, "no_draw_left", f"The last draw of {state.sheet.name} is over.")
    return _why_not_exchange(state, action) or _why_not_count(state, action) or _why_not_discards(state, action)


def _why_not_count(state: State, action: Action) -> Violation | None:
    """Too many cards for a draw, or not as many as everybody has to throw away."""
    street, cards = state.sheet.streets[state.street], len(action.cards)
    if street.discard and cards != street.discard:
        sentence = f"{who(state, action)} has to throw {counted(street.discard)} away, not {cards}."
        return refusal(state, action, "must_discard", sentence)
    if street.draw and cards > street.draw:
        sentence = f"{who(state, action)} may change {counted(street.draw)}, not {cards}."
        return refusal(state, action, "too_many_discards", sentence)
    return None


def _why_not_discards(state: State, action: Action) -> Violation | None:
    """Cards that the player doesn't hold."""
    cards, held = action.cards, state.hole[action.position - 1]
    if has_halves([*held, *cards]):
        return _why_not_half_discards(state, action, held)
    strange = [card for card in cards if card != UNKNOWN and card not in held]
    unknown = held.count(UNKNOWN)
    if len(strange) > unknown or (doubled := twice(cards)):
        card = strange[0] if len(strange) > unknown else doubled[0]
        sentence = f"{who(state, action)} doesn't hold the {name_of(card)}: check the discards."
        return refusal(state, action, "card_not_held", sentence)
    return why_not_seen(state, action, strange)


def _why_not_half_discards(state: State, action: Action, held: Sequence[int]) -> Violation | None:
    """Discards that are not of the hand, where of either only a half of some card is known."""
    if left_after(held, action.cards) is None:
        sentence = f"{who(state, action)} holds {print_cards(held)}, not {print_cards(action.cards)}."
        return refusal(state, action, "card_not_held", sentence)
    strange = [card for card in action.cards if card not in held]
    return why_not_seen(state, action, strange)


def _why_not_exchange(state: State, action: Action) -> Violation | None:
    """Whether it isn't this player's turn to change or take cards."""
    if not state.in_hand(action.position - 1):
        return refusal(state, action, "not_in_hand", f"{who(state, action)} is not in the hand.")
    if state.stage != "draw":
        code = "round_not_complete" if state.stage == "betting" else "out_of_turn"
        return refusal(state, action, code, f"Nobody changes or takes cards now. {what_is_next(state)}")
    if action.position != state.draw_due[0] + 1:
        return refusal(state, action, "out_of_turn", what_is_next(state))
    return None


def _why_not_hit(state: State, action: Action) -> Violation | None:
    refused = _why_not_stand(state, action)
    if refused:
        return refused
    code = why_no_hit(state.hole[action.position - 1])
    if code == "must_stand":
        return refusal(state, action, code, f"{who(state, action)} is busted and may only stand.")
    if code:
        return refusal(state, action, code, f"{who(state, action)} has seven cards and may only stand.")
    return _why_not_cards(state, action, 1)


def _why_not_stand(state: State, action: Action) -> Violation | None:
    if not any(street.hits for street in state.sheet.streets):
        return _why_not_unknown(state, action)
    return _why_not_exchange(state, action)


def _why_not_unknown(state: State, action: Action) -> Violation:
    return refusal(state, action, "not_in_game", f"That is no action of {state.sheet.name}.")


REFUSALS: Mapping[Verb, Callable[[State, Action], Violation | None]] = {
    "dh": _why_not_hole,
    "db": _why_not_board,
    "f": _why_not_fold,
    "cc": _why_not_check_or_call,
    "cbr": _why_not_bet,
    "sm": _why_not_show,
    "mk": _why_not_muck,
    "sd": _why_not_draw,
    "pb": _why_not_bring_in,
    "h": _why_not_hit,
    "st": _why_not_stand,
    **dict.fromkeys(INCIDENTS, _why_not_unknown),
}
"""Why each verb is refused."""
