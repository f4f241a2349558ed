"""The dealer of a hand: whoever was put down at its table when it began."""

from django.db.models import Subquery

from tables.selectors.dealing import dealer_at


def dealer_of_hand() -> Subquery:
    """The id of the dealer, as an annotation of hands; null where nobody was put down. A push that was undone never
    put anybody there."""
    return dealer_at("started_at")


WHO_DEALT = """
select down.session_id, shift.dealer_id, down.started_at, least(down.ended_at, lead(down.started_at) over (
    partition by down.session_id order by down.started_at, down.id)) as until
from tables_down down join tables_dealershift shift on shift.id = down.shift_id
where down.ended_with <> 'undo' and down.session_id = any(array(
    select distinct session_id from games_hand where room_id = %s and gaming_day = %s))
"""
"""The downs at the tables of a room's gaming day, as rows to join to its hands: the same dealers as `dealer_of_hand`
finds for one hand after the other. No two of them cover an instant of one table, so no hand is met twice."""
