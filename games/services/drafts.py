"""The hand that is being entered: it lies on the server after every tap, so that a dead tablet loses nothing."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, QuerySet

from config.audit.services import record
from config.compiled import Blank, compiled
from config.errors import DomainError
from config.requests.services import answered, claim
from config.staff.models import User
from games.abandoning import refuse_to_abandon, refuse_to_void
from games.cases import cases
from games.models import HandDraft
from games.replay import write_action
from games.selectors.deals import Deal, places_to_json
from games.selectors.picker import BOARD, DISCARD, HIT
from games.services.bookings import refuse_session_of_a_file
from games.services.dealing_in import deal_hand, seats_dealt_in
from games.services.entering import enter_words
from games.services.naming import change_cards, name_board, name_dealt, name_hole
from games.services.rewinding import go_back, put_back, set_aside
from games.services.steps import position_of, rename, replayed, take_step
from games.services.void_watch import note_taken_back
from games.typed import amounts_of
from players.services.waiting_chips import lock_waiting, put_on_stacks
from rules.cards.card import CardError, parse_cards
from rules.entry.notation import board_named, dealt_already
from rules.play.actions import Action
from tables.models import TableSession
from tables.services import claim_hand, lock_session, release_hand


@transaction.atomic
def start_hand(*, session: TableSession, deal: Deal, key: str, by: User | None, at: datetime) -> HandDraft:
    """Deal a hand at a table and return its draft; plaque and house rules are those in force now, for ever.

    A stack in `deal` that is not what the seat's account holds is a count: the books follow it when the hand is
    recorded. Hole cards are dealt unknown and may be named later. The same `key` deals once.

    Refusals: `hand_open`, `table_closed`, `imported`, `deal_outdated` (the books are no longer what the deal was made
    from), `seat_empty`, `player_barred`, `between_button_and_blind` (who came in there waits until the button passed
    them), `seat_outside_sign` (a seat that the plaque doesn't have), `table_short` (stacks that nobody brought to the
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
    taken, count = seats_dealt_in(session, deal, by, at)
    setup, lines = deal_hand(session, deal, taken)
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
    after = {"table": session.table.name, "number": draft.number, "button": setup.button, "seats": list(setup.seats)}
    after |= {"killer": deal.kill.killer}
    after |= {"found": count.found} if count.found else {}
    record("hand.dealt", draft, room=session.room, by=by, at=at, after=after, reason=count.reason)
    answered(key, {"draft": draft.pk})
    return draft


@transaction.atomic
def act(
    *,
    draft: HandDraft,
    version: int,
    action: str,
    by: User | None,
    at: datetime,
    amount: int | None = None,
    instead_of: int | None = None,
) -> HandDraft:
    """Enter one action, as a PHH line or in the words of `rules.entry.notation`; returns the draft after it.

    `amount`, in minor units, is the one that stands as STATED among the words. `instead_of` is the index of an action
    that it replaces: what followed that one stays, as long as it is legal.

    A PHH line that deals hole cards which lie there unknown names them, so that a file can be typed line by line.
    A street whose cards nobody named is dealt unknown when the next player acts, and so are the streets after it.
    Refusals: the engine's, with rule, citation and what is allowed; `notation_unreadable`; `draft_moved_on` when
    another tablet was faster than this one, which shows `version`; `draft_gone`; `case_open` where the hand would
    be void although a case about it waits for its ruling.
    """
    draft = lock_draft(draft, version, by=by)
    later = None if instead_of is None else set_aside(draft, instead_of, by=by, at=at)
    hand = replayed(draft)
    amounts = amounts_of(amount, exponent=draft.session.room.exponent)
    if lying := board_named(action, hand):
        rename(draft, hand, *lying)
    elif dealt := dealt_already(action, hand):
        name_dealt(draft, hand, dealt)
    else:
        known = len(hand.actions)
        take_step(draft, hand, lambda: enter_words(hand, action, amounts, later))
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
    hand = replayed(draft)
    try:
        picked = parse_cards(cards)
    except CardError as error:
        raise DomainError("card_unreadable", str(error), field="card") from error
    if place == BOARD:
        name_board(draft, hand, picked, later)
    elif place in (DISCARD, HIT):
        change_cards(draft, hand, place, picked)
    else:
        name_hole(draft, hand, position_of(hand, place), picked, later)
    if later:
        put_back(draft, later)
    return _save(draft, by, at)


@transaction.atomic
def enter_ruled(*, draft: HandDraft, action: Action, by: User | None, at: datetime) -> HandDraft:
    """Enter what a ruling says of the hand; undo stops there (`refuse_to_lose_ruling`).

    The caller holds the session. Refusals: the engine's.
    """
    draft = get_draft(draft.pk, lock=True)
    hand = replayed(draft)
    take_step(draft, hand, lambda: hand.apply(action))
    return _save(draft, by, at)


@transaction.atomic
def undo(*, draft: HandDraft, version: int, by: User | None, at: datetime, to: int | None = None) -> HandDraft:
    """Take the last tap back, or everything from the action with index `to` on.

    Refuses `nothing_to_undo` before the first, and as `act` where another was faster.
    """
    draft = lock_draft(draft, version, by=by)
    if not draft.steps:
        raise DomainError("nothing_to_undo", "Nothing was entered yet: change the deal, or abandon the hand.")
    note_taken_back(draft, replayed(draft), by=by, at=at)
    before = list(draft.actions)
    if to is None:
        _take_back(draft)
    else:
        go_back(draft, to)
    cases().refuse_to_lose_ruling(draft, before)
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
    taken, count = seats_dealt_in(draft.session, deal, by, at)
    setup, draft.actions = deal_hand(draft.session, deal, taken)
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
    before = {"table": session.table.name, "number": draft.number, "setup": draft.setup, "actions": draft.actions}
    record("hand.abandoned", draft, room=session.room, by=by, at=at, before=before, reason=reason)
    draft.delete()
    release_hand(session=session, recorded=False, kill_after=session.kill_after)
    put_on_stacks(session, lock_waiting(session), by=by, at=at)


def get_draft(pk: int, *, lock: bool = False) -> HandDraft:
    """The draft with that id. Refuses `draft_gone` where it was recorded or abandoned."""
    for draft in _draft(pk, lock=lock):
        return draft
    raise DomainError("draft_gone", "This hand was recorded or abandoned on another tablet: deal the next one.")


@compiled
def _draft(pk: Blank, *, lock: bool) -> QuerySet[Any]:
    rows = HandDraft.objects.filter(pk=pk).select_related("session__room", "touched_by")
    rows = rows.annotate(is_disputed=cases().any_about(OuterRef("session")))
    return rows.select_for_update(of=("self",)) if lock else rows


def is_disputed(draft: HandDraft) -> bool:
    """Whether there was any case about the session of a draft when it was fetched (`get_draft`); for whoever held the
    session before that, there is."""
    return bool(getattr(draft, "is_disputed", True))


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
