"""The verbs of tables, plaques and sessions. Refusals are DomainErrors.

Every service is atomic, locks before it checks, and writes one audit event.
"""

from tables.plaque_checks import refusal, refuse_seats_outside
from tables.services.alarms import clear_alarm, put_away_alarm, raise_alarm
from tables.services.dealer_pins import DealerSigned, refuse_unsigned, set_dealer_pin, show_dealer_pin
from tables.services.dealers import end_shift, push_line, put_in, register_dealer, start_shift, tap_out
from tables.services.downs import down_at
from tables.services.feeders import link_feeder, unlink_feeder
from tables.services.planning import plan_tables
from tables.services.plaque_changes import change_plaque
from tables.services.plaques import (
    house_in_chips,
    house_rules_in_force,
    newest_plaque,
    next_number,
    post_house_rules,
    post_plaque,
)
from tables.services.pushes import undo_push
from tables.services.reposting import repost_plaques
from tables.services.sections import set_section
from tables.services.sessions import (
    add_table,
    asked_between_hands,
    claim_hand,
    close_table,
    count_hand,
    count_hands,
    hold_between_hands,
    lock_session,
    must_be_free,
    note_waiting,
    open_session,
    open_table,
    release_hand,
    touch,
)

__all__ = [
    "DealerSigned",
    "add_table",
    "asked_between_hands",
    "change_plaque",
    "claim_hand",
    "clear_alarm",
    "close_table",
    "count_hand",
    "count_hands",
    "down_at",
    "end_shift",
    "hold_between_hands",
    "house_in_chips",
    "house_rules_in_force",
    "link_feeder",
    "lock_session",
    "must_be_free",
    "newest_plaque",
    "next_number",
    "note_waiting",
    "open_session",
    "open_table",
    "plan_tables",
    "post_house_rules",
    "post_plaque",
    "push_line",
    "put_away_alarm",
    "put_in",
    "raise_alarm",
    "refusal",
    "refuse_seats_outside",
    "refuse_unsigned",
    "register_dealer",
    "release_hand",
    "repost_plaques",
    "set_dealer_pin",
    "set_section",
    "show_dealer_pin",
    "start_shift",
    "tap_out",
    "touch",
    "undo_push",
    "unlink_feeder",
]
