"""The hand that is being entered: it lies on the server after every tap, so that a dead tablet loses nothing."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.staff.models import User
from games.abandoning import refuse_to_abandon, refuse_to_void
from games.dealing import (
    asked_for,
    deal_unasked,
    deal_up_cards,
    deal_without_cards,
    is_due,
    may_open,
    named,
    next_unnamed,
    unnamed_board,
)
from games.disputes.on_the_hand import refuse_to_lose_ruling
from games.irregular_notation import is_incident, read_entry
from games.models import HandDraft
from games.notation import (
    Amount,
    PassTo,
    TakesIt,
    TheRest,
    board_named,
    dealt_already,
    is_about_cards,
    names_its_player,
    typed_amount,
)
from games.replay import hand_of, write_action
from games.rules.actions import (
    Action,
    MalformedAction,
    Verb,
    bring_in,
    check_or_call,
    deal_board,
    deal_hole,
    fold,
    muck,
    show,
)
from games.rules.cards import UNKNOWN, CardError, parse_cards
from games.rules.dues import refuse_seats
from games.rules.hand import Hand
from games.rules.legal import Legal
from games.rules.setup import Setup
from games.rules.showing import showing_order
from games.rules.violation import Refused
from games.selectors.deals import Deal, places_to_json
from games.selectors.kill import kill_due
from games.selectors.picker import BOARD, DISCARD, HIT
from games.selectors.seats import SeatTaken, players_in, seats_taken
from games.selectors.seen import Seen, changes_since
from games.services.bookings import (
    StackCount,
    check_stacks,
    refuse_by_kill,
    refuse_opening_hand,
    refuse_session_of_a_file,
)
from games.services.rewinding import Later, go_back, put_back, set_aside
from games.services.void_watch import note_taken_back
from players.ledger import lock_stacks
from players.plaque_rules import refuse_unpayable
from tables.models import TableSession
from tables.services import claim_hand, lock_session, refusal, refuse_seats_outside, release_hand


@transaction.atomic
def start_hand(*, session: TableSession, deal: Deal, key: str, by: User | None, at: datetime) -> HandDraft:
    """Deal a hand at a table and return its draft; plaque and house rules are those in force now, for ever.

    A stack in `deal` that is not what the seat's account holds is a count: the books follow it when the hand is
    recorded. Hole cards are dealt unknown and may be named later. The same `key` deals once.

    Refusals: `hand_open`, `table_closed`, `imported`, `deal_outdated` (the books are no longer what the deal was made
    from), `seat_empty`, `player_barred`, `between_button_and_blind` (who came in there waits until the button passed
    him), `seat_outside_sign` (a seat that the plaque doesn't have), `table_short` (stacks that nobody brought to the
    table), another stack than the books' as `check_stacks` does, `not_chip_multiple`, `wrong_kill_limits`,
    `wrong_killer` and `kill_owed` where the hands before ask for another kill than the deal has, and the engine's own
    (`game_not_supported`, `too_few_players`, which is also the first hand with fewer players than the house opens the
    game with).
    """
    body = {"session": session.pk, "places": places_to_json(deal.places), "stacks": sorted(deal.stacks.items())}
    if earlier := claim(key, "deal", body, by=by, at=at):
        return get_draft((earlier.answer or {})["draft"])
    session = claim_hand(session=session, by=by, at=at)
    refuse_session_of_a_file(session)
    taken, count = _seats_dealt_in(session, deal, by, at)
    setup, lines = _deal(session, deal, taken)
    draft = HandDraft.objects.create(
        session=session,
        number=session.hands_recorded + 1,
        plaque=session.plaque,
        house_rules=session.plaque.house_rules,
        setup=setup.to_json(),
        places=places_to_json(deal.places),
        sittings=[taken[seat].sitting.pk for seat in setup.seats],
        found=count.found,
        count_reason=count.reason,
        counted_by=count.by,
        count_second=count.second,
        actions=lines,
        request_key=key,
        started_at=at,
        started_by=by,
        touched_at=at,
        touched_by=by,
    )
    after = {"number": draft.number, "button": setup.button, "seats": list(setup.seats), "killer": deal.kill.killer}
    after |= {"found": count.found} if count.found else {}
    record("hand.dealt", draft, room=session.room, by=by, at=at, after=after, reason=count.reason)
    answered(key, {"draft": draft.pk})
    return draft


@transaction.atomic
def act(
    *, draft: HandDraft, version: int, action: str, by: User | None, at: datetime, instead_of: int | None = None
) -> HandDraft:
    """Enter one action, as a PHH line or in the words of `games.notation`; returns the draft after it.

    `instead_of` is the index of an action that it replaces: what followed that one stays, as long as it is legal.

    A PHH line that deals hole cards which lie there unknown names them, so that a file can be typed line by line.
    A street whose cards nobody named is dealt unknown when the next player acts, and so are the streets after it.
    Refusals: the engine's, with rule, citation and what is allowed; `notation_unreadable`; `draft_moved_on` when
    another tablet was faster than this one, which shows `version`; `draft_gone`; `case_open` where the hand would
    be void although a case about it waits for its ruling.
    """
    draft = lock_draft(draft, version, by=by)
    later = None if instead_of is None else set_aside(draft, instead_of, by=by, at=at)
    hand = _replayed(draft)
    amount = partial(typed_amount, exponent=draft.session.room.exponent)
    if lying := board_named(action, hand):
        _rename(draft, hand, *lying)
    elif dealt := dealt_already(action, hand):
        _name_dealt(draft, hand, dealt)
    else:
        known = len(hand.actions)
        _step(draft, hand, lambda: _enter(hand, action, amount, later))
        if hand.voided:
            refuse_to_void(draft)
        _tell_irregular(draft, hand.actions[known:], by, at)
    if later:
        put_back(draft, later)
    return _save(draft, by, at)


@transaction.atomic
def name_cards(
    *,
    draft: HandDraft,
    version: int,
    place: str,
    cards: str,
    by: User | None,
    at: datetime,
    instead_of: int | None = None,
) -> HandDraft:
    """Name cards that were picked: of the `board`, of a seat ("4"), of a `discard` or a `hit`; returns the draft after.

    Cards that are due are dealt; cards dealt unknown before are named where they lie; at the showdown the seat turns
    its hand over, what is known of it already included. Without `cards` what is asked for is dealt unknown.
    `instead_of` and refusals as `act`, and `card_unreadable`.
    """
    draft = lock_draft(draft, version, by=by)
    later = None if instead_of is None else set_aside(draft, instead_of, by=by, at=at)
    hand = _replayed(draft)
    try:
        picked = parse_cards(cards)
    except CardError as error:
        raise DomainError("card_unreadable", str(error), field="card") from error
    if place == BOARD:
        _name_board(draft, hand, picked, later)
    elif place in (DISCARD, HIT):
        _change_cards(draft, hand, place, picked)
    else:
        _name_hole(draft, hand, _position_of(hand, place), picked)
    if later:
        put_back(draft, later)
    return _save(draft, by, at)


@transaction.atomic
def enter_ruled(*, draft: HandDraft, action: Action, by: User | None, at: datetime) -> HandDraft:
    """Enter what a ruling says of the hand; undo stops there (`refuse_to_lose_ruling`).

    The caller holds the session. Refusals: the engine's.
    """
    draft = get_draft(draft.pk, lock=True)
    hand = _replayed(draft)
    _step(draft, hand, lambda: hand.apply(action))
    return _save(draft, by, at)


@transaction.atomic
def undo(*, draft: HandDraft, version: int, by: User | None, at: datetime, to: int | None = None) -> HandDraft:
    """Take the last tap back, or everything from the action with index `to` on.

    Refuses `nothing_to_undo` before the first, and as `act` where another was faster.
    """
    draft = lock_draft(draft, version, by=by)
    if not draft.steps:
        raise DomainError("nothing_to_undo", "Nothing was entered yet: change the deal, or abandon the hand.")
    note_taken_back(draft, _replayed(draft), by=by, at=at)
    before = list(draft.actions)
    if to is None:
        _take_back(draft)
    else:
        go_back(draft, to)
    refuse_to_lose_ruling(draft, before)
    return _save(draft, by, at)


def _take_back(draft: HandDraft) -> None:
    step = draft.steps.pop()
    if before := step.get("before"):
        draft.actions, draft.steps = before["actions"], before["steps"]
        return
    del draft.actions[step["length"] :]
    for index, line in step["was"].items():
        draft.actions[int(index)] = line


@transaction.atomic
def change_deal(*, draft: HandDraft, version: int, deal: Deal, by: User | None, at: datetime) -> HandDraft:
    """Deal again before the first action: other seats, stacks, button or posts. Refuses `hand_under_way` after it, and
    as `start_hand` does."""
    draft = lock_draft(draft, version, by=by)
    if draft.steps or draft.supersedes_id:
        raise DomainError("hand_under_way", "Somebody has acted: undo back to the deal, or abandon the hand.")
    taken, count = _seats_dealt_in(draft.session, deal, by, at)
    setup, draft.actions = _deal(draft.session, deal, taken)
    draft.found, draft.count_reason = count.found, count.reason
    draft.counted_by, draft.count_second = count.by, count.second
    draft.setup, draft.places = setup.to_json(), places_to_json(deal.places)
    draft.sittings = [taken[seat].sitting.pk for seat in setup.seats]
    return _save(draft, by, at)


@transaction.atomic
def abandon(*, draft: HandDraft, version: int, by: User | None, at: datetime, reason: str = "") -> None:
    """Give the draft up: nothing is booked, the table is free; the audit trail keeps what was entered.

    Refusals: `draft_moved_on`, `draft_gone`, and as `refuse_to_abandon`.
    """
    session = lock_session(draft.session)
    draft = lock_draft(draft, version, by=by)
    refuse_to_abandon(draft, reason)
    before = {"number": draft.number, "setup": draft.setup, "actions": draft.actions}
    record("hand.abandoned", draft, room=session.room, by=by, at=at, before=before, reason=reason)
    draft.delete()
    release_hand(session=session, recorded=False)


def get_draft(pk: int, *, lock: bool = False) -> HandDraft:
    """The draft with that id. Refuses `draft_gone` where it was recorded or abandoned."""
    rows = HandDraft.objects.select_related("session__room", "touched_by")
    draft = (rows.select_for_update(of=("self",)) if lock else rows).filter(pk=pk).first()
    if draft is None:
        raise DomainError("draft_gone", "This hand was recorded or abandoned on another tablet: deal the next one.")
    return draft


def lock_draft(draft: HandDraft, version: int, *, by: User | None = None) -> HandDraft:
    """The draft's row, locked. Refuses `draft_gone` and, where `version` is not its own, `draft_moved_on`: then
    somebody, or `by` on another tab, has entered something since the page was shown."""
    locked = get_draft(draft.pk, lock=True)
    if locked.version != version:
        who = f"{locked.touched_by} was faster" if locked.touched_by else "Another tablet was faster"
        if by is not None and locked.touched_by_id == by.pk:
            who = "Entered already, on another tab by you"
        raise DomainError("draft_moved_on", f"{who}: look at the hand as it stands now, then go on.")
    return locked


def _replayed(draft: HandDraft) -> Hand:
    try:
        return hand_of(draft)
    except Refused as refused:
        raise refusal(refused.violation) from refused


def _step(draft: HandDraft, hand: Hand, step: Callable[[], None]) -> None:
    """Let `step` act on the hand, deal what follows of itself, and keep the lines as one step."""
    before = len(hand.actions)
    try:
        step()
        deal_unasked(hand)
    except Refused as refused:
        raise refusal(refused.violation) from refused
    draft.steps.append({"length": len(draft.actions), "was": {}})
    draft.actions += [write_action(action, draft.session.room) for action in hand.actions[before:]]


def _tell_irregular(draft: HandDraft, actions: Sequence[Action], by: User | None, at: datetime) -> None:
    """Put on the audit trail what went wrong, by whose word, and against which rule."""
    for action in actions:
        if action.why:
            line = write_action(action, draft.session.room)
            after = {"table": draft.session.table.name, "number": draft.number, "line": line, "rule": action.why}
            record("hand.irregularity", draft, room=draft.session.room, by=by, at=at, after=after)


def _save(draft: HandDraft, by: User | None, at: datetime) -> HandDraft:
    draft.version += 1
    draft.touched_by, draft.touched_at = by, at
    draft.save()
    return draft


def _enter(hand: Hand, text: str, amount: Amount, later: Later | None = None) -> None:
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
        hand.apply(_still_early(hand, read, later))


def _still_early(hand: Hand, action: Action, later: Later | None) -> Action:
    """The action; where it names anew cards that were dealt too early and stand, they still do."""
    if later is None or later.changed.verb != action.verb or action.verb not in ("db", "dh"):
        return action
    early = action._replace(why=later.changed.why)
    return early if hand.can(early) else action


def _pass_to(hand: Hand, seat: int) -> None:
    """Everyone before `seat` does as little as he may; he acts next, or takes the pot alone."""
    street = hand.street
    while (legal := hand.legal_actions()).position is not None and legal.seat != seat and hand.street == street:
        hand.apply(_least(legal, legal.position))
    takes_it = hand.stage == "uncontested" and hand.in_hand(_position_of(hand, str(seat)) - 1)
    if hand.legal_actions().seat != seat and not takes_it:
        raise DomainError("out_of_turn", f"Seat {seat} does not act any more on this street: tap another seat.")


def _let_the_rest(hand: Hand, rest: TheRest) -> None:
    """The player and all who then owe an answer in this round call, or do as little as they may."""
    street, stage, position = hand.street, hand.stage, rest.position
    while (hand.street, hand.stage) == (street, stage):
        legal = hand.legal_actions()
        calls = rest.calls and legal.may_fold
        hand.apply(check_or_call(position) if calls else _least(legal, position))
        position = hand.legal_actions().position or 0


def _refuse_unknown_opener(hand: Hand, text: str) -> None:
    """Refuse words that don't say who acts, where up cards are unknown and nobody knows who does."""
    if may_open(hand) and not names_its_player(text):
        message = "With up cards unknown nobody knows who opens: tap the seat that did, then enter what it did."
        raise DomainError("opener_unknown", message, field="action")


def _muck_all_but(hand: Hand, position: int) -> None:
    """Muck the hands that are still down, but for one, in the order in which they would be shown; one hand is left."""
    others = [hand.setup.position(seat) for seat in showing_order(hand)]
    down = [each for each in others if each != position and UNKNOWN in hand.hole[each - 1]]
    if not 0 < len(down) < hand.contenders:
        raise DomainError("notation_unreadable", "Say who takes it, or show a hand first: cards speak.", field="action")
    for each in down:
        hand.apply(muck(each))


def _least(legal: Legal, position: int) -> Action:
    """The least that a player may do: stand pat, stand, bring in what he must, check, or fold."""
    if legal.most_discards is not None:
        return Action("sd", position)
    if legal.may_hit is not None:
        return Action("st", position)
    if legal.must_open:
        return bring_in(position)
    return check_or_call(position) if legal.may_check else fold(position)


def _name_board(draft: HandDraft, hand: Hand, cards: tuple[int, ...], later: Later | None) -> None:
    index = unnamed_board(hand)
    if index is not None:
        _rename(draft, hand, index, deal_board(cards))
    elif cards:
        _step(draft, hand, lambda: hand.apply(_still_early(hand, deal_board(cards), later)))
    else:
        _step(draft, hand, lambda: deal_without_cards(hand))


def _name_hole(draft: HandDraft, hand: Hand, position: int, cards: tuple[int, ...]) -> None:
    """Name a seat's cards: the up card that is due, the whole hand at the showdown, else those dealt to it first."""
    if is_due(hand, position):
        _step(draft, hand, lambda: deal_up_cards(hand, position, cards) if cards else deal_without_cards(hand))
    elif position in hand.legal_actions().may_show:
        held = hand.hole[position - 1]
        _step(draft, hand, lambda: hand.apply(show(position, named(held, cards) if cards else ())))
    elif unnamed := next_unnamed(hand, position):
        index, dealt = unnamed
        _rename(draft, hand, index, deal_hole(position, named(dealt.cards, cards)))
    else:
        raise DomainError("cards_known", "All his cards are known: undo to the mistake if one is wrong.", field="card")


def _name_dealt(draft: HandDraft, hand: Hand, dealt: Action) -> None:
    """Name the cards of the last deal of so many to a player that was made unknown; what is unknown still stays so."""
    alike = [
        index
        for index, action in enumerate(hand.actions)
        if (action.verb, action.position, len(action.cards)) == ("dh", dealt.position, len(dealt.cards))
        and UNKNOWN in action.cards
    ]
    if alike:
        _rename(draft, hand, alike[-1], dealt)
    else:
        _step(draft, hand, lambda: hand.apply(dealt))


def _change_cards(draft: HandDraft, hand: Hand, place: str, cards: tuple[int, ...]) -> None:
    """Who is to change or take cards does so with those that were picked."""
    position = hand.legal_actions().position or 0
    verb: Verb = "sd" if place == DISCARD else "h"
    _step(draft, hand, lambda: hand.apply(Action(verb, position, 0, cards)))


def _rename(draft: HandDraft, hand: Hand, index: int, action: Action) -> None:
    """Put an action with named cards where the same one stood with unknown ones, if the whole hand allows it.

    What stands against a rule, as a card that came too early, goes on standing.
    """
    action = action._replace(why=hand.actions[index].why)
    renamed: Sequence[Action] = [*hand.actions[:index], action, *hand.actions[index + 1 :]]
    try:
        Hand.replay(hand.setup, renamed, hand.money)
    except Refused as refused:
        raise refusal(refused.violation) from refused
    draft.steps.append({"length": len(draft.actions), "was": {str(index): draft.actions[index]}})
    draft.actions[index] = write_action(action, draft.session.room)


def _position_of(hand: Hand, seat: str) -> int:
    seats = [str(number) for number in hand.setup.seats]
    if seat not in seats:
        raise DomainError("seat_empty", f"Seat {seat} was not dealt in: tap a seat that was.", field="place")
    return seats.index(seat) + 1


def _deal(session: TableSession, deal: Deal, taken: Mapping[int, SeatTaken]) -> tuple[Setup, list[str]]:
    """The setup of a deal, and the lines that deal unknown cards; under the kill that the hands before ask for."""
    refuse_opening_hand(session, len(deal.stacks))
    setup = deal.setup(session.plaque)
    refuse_by_kill(setup, kill_due(session, session.plaque, players_in(taken, deal.stacks)), session.room)
    if deal.places and (misplaced := refuse_seats(deal.places, deal.stacks, setup.house)):
        raise refusal(misplaced)
    try:
        hand = Hand(setup, session.room.money)
        deal_unasked(hand)
    except Refused as refused:
        raise refusal(refused.violation) from refused
    return setup, [write_action(action, session.room) for action in hand.actions]


def _seats_dealt_in(
    session: TableSession, deal: Deal, by: User | None, at: datetime
) -> tuple[dict[int, SeatTaken], StackCount]:
    """The seats that are dealt in, and what counting their stacks found; the stacks of the table stay locked.

    Refuses `deal_outdated`, `seat_empty` where nobody sits, or sits without chips, `player_barred`, and as
    `check_stacks`.
    """
    lock_stacks(session)
    taken = seats_taken(session)
    if deal.seen:
        _refuse_outdated(deal.seen, session, taken)
    for seat, stack in deal.stacks.items():
        if seat not in taken:
            raise DomainError("seat_empty", f"Nobody sits in seat {seat}: seat a player there, or leave it out.")
        if taken[seat].is_barred:
            message = f"{taken[seat].player} is barred: leave seat {seat} out, and let him take his chips to the cage."
            raise DomainError("player_barred", message, citation="004:L64")
        if stack <= 0:
            raise DomainError("seat_empty", f"{taken[seat].player} has no chips: leave seat {seat} out of the deal.")
        refuse_unpayable(session.room, stack, field=f"stack_{seat}")
    refuse_seats_outside(session.plaque.sign, {seat: str(taken[seat].player) for seat in deal.stacks})
    count = check_stacks(session, deal.stacks, taken, deal.count_reason, by=by, at=at, second=deal.count_second)
    return {seat: taken[seat] for seat in deal.stacks}, count


def _refuse_outdated(seen: Seen, session: TableSession, taken: Mapping[int, SeatTaken]) -> None:
    """Refuse a deal that was made from books that have changed since, with what changed."""
    if changes := changes_since(seen, session, taken):
        message = f"Since this deal was shown, {', '.join(changes)}: look at the new figures, then deal."
        raise DomainError("deal_outdated", message)
