"""The verbs of players and seats. Keyword-only, atomic, `by` and `at` passed in; refusals are DomainErrors."""

from players.services.absences import come_back, go_away, pick_up
from players.services.conduct import end_separation, keep_apart, warn_player
from players.services.described import Look, describe_patron
from players.services.exclusions import Notice, bar_player, lift_ban, not_theirs_to_lift
from players.services.identity import decide_identity
from players.services.identity_reads import note_papers_read
from players.services.imports import state_stacks
from players.services.ledger_reads import note_ledger_exported
from players.services.list_closing import close_list
from players.services.lists import (
    Request,
    call_player,
    decline_seat,
    hold_entry,
    join_as_guest,
    join_list,
    note_arrival,
    note_no_show,
    open_list,
    put_back,
    remove_entry,
    resume_entry,
)
from players.services.meetings import meet
from players.services.must_move import decline_must_move, must_move
from players.services.parting import part_record
from players.services.people import Identity, add_guest, edit_player, find_guests, register_player
from players.services.playing_over import GivesUp, agree_to_be_played_over, give_back_seat, play_over
from players.services.seat_changes import ask_for_seat, change_seat, take_back
from players.services.seating import add_on, leave_seat, move_player, seat_player, take_incidental
from players.services.works_here import note_works_here, note_works_here_no_more

__all__ = [
    "GivesUp",
    "Identity",
    "Look",
    "Notice",
    "Request",
    "add_guest",
    "add_on",
    "agree_to_be_played_over",
    "ask_for_seat",
    "bar_player",
    "call_player",
    "change_seat",
    "close_list",
    "come_back",
    "decide_identity",
    "decline_must_move",
    "decline_seat",
    "describe_patron",
    "edit_player",
    "end_separation",
    "find_guests",
    "give_back_seat",
    "go_away",
    "hold_entry",
    "join_as_guest",
    "join_list",
    "keep_apart",
    "leave_seat",
    "lift_ban",
    "meet",
    "move_player",
    "must_move",
    "not_theirs_to_lift",
    "note_arrival",
    "note_ledger_exported",
    "note_no_show",
    "note_papers_read",
    "note_works_here",
    "note_works_here_no_more",
    "open_list",
    "part_record",
    "pick_up",
    "play_over",
    "put_back",
    "register_player",
    "remove_entry",
    "resume_entry",
    "seat_player",
    "state_stacks",
    "take_back",
    "take_incidental",
    "warn_player",
]
