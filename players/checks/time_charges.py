"""Questions of the audit of the books about time charges."""

from collections.abc import Iterator

from config.audit.checks import register
from players.checks.books import rows


@register("I-3", "Every time charge in a box was collected for half hours that are named, and the other way round")
def time_without_rows() -> Iterator[str]:
    """Every seat of a request whose transfers into the time box are not what its half hours say."""
    query = """
        select request_key, sitting_id, coalesce(paid.amount, 0), coalesce(due.amount, 0)
        from (
            select t.request_key, coalesce(s.sitting_id, g.sitting_id) as sitting_id, sum(
                case when t.reverses_id is null then t.amount else -t.amount end) as amount
            from players_transfer t
            join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
            where t.kind = 'time_charge' group by 1, 2
        ) paid full join (
            select request_key, sitting_id, sum(case outcome when 'voided' then -amount else amount end) as amount
            from players_timecharge where outcome <> 'waived' group by 1, 2
        ) due using (request_key, sitting_id)
        where paid.amount is distinct from due.amount
    """
    for key, sitting, moved, stated in rows(query):
        yield f"request {key}: {moved} of time charges came from sitting {sitting}, its half hours say {stated}"


@register("I-3", "Nobody was charged for a half hour at which they did not sit there")
def time_of_nobody() -> Iterator[str]:
    """Every half hour of a player who then had no seat at the table, or that the seat of somebody else paid, or one in
    another room, or where the same person did not sit when it was collected or waived.

    Who paid at the stroke and left in the same instant sat there when it was collected. What was left unpaid at one
    table is paid at another, perhaps under another record of the person.
    """
    query = """
        select c.id, c.player_id, c.session_id, c.began_at from players_timecharge c
        join players_sitting paid on paid.id = c.sitting_id
        join players_player payer on payer.id = paid.player_id
        join players_player owing on owing.id = c.player_id
        join tables_tablesession there on there.id = paid.session_id
        join tables_tablesession then_at on then_at.id = c.session_id
        where there.room_id <> then_at.room_id
            or coalesce(payer.same_as_id, payer.id) <> coalesce(owing.same_as_id, owing.id)
                and not players_were_one(payer.id, owing.id, c.at)
            or c.began_at > c.at
            or c.at < paid.seated_at or c.at > coalesce(paid.left_at, 'infinity')
            or not exists (
                select 1 from players_sitting s where s.session_id = c.session_id and s.player_id = c.player_id
                    and s.seated_at <= c.began_at and (
                        coalesce(s.left_at, 'infinity') > c.began_at
                        or (s.left_at = c.began_at and c.at = c.began_at)))
    """
    for charge, player, session, period in rows(query):
        yield f"time charge {charge}: player {player} did not sit at session {session} at {period:%Y-%m-%d %H:%M} UTC"


@register("I-3", "Every void of a time charge is of one that was collected, and no half hour was paid twice")
def time_voided_otherwise() -> Iterator[str]:
    """Every void that is not what it voids, and every half hour of a player that more than one row answers for."""
    query = """
        select c.id, c.player_id, c.began_at from players_timecharge c
        left join players_timecharge v on v.id = c.voids_id
        where c.outcome = 'voided' and (
            v.outcome is distinct from 'collected'
            or (c.session_id, c.player_id, c.sitting_id, c.began_at, c.amount, c.again)
                is distinct from (v.session_id, v.player_id, v.sitting_id, v.began_at, v.amount, v.again))
        or c.outcome <> 'voided' and c.again <> (
            select count(*) from players_timecharge o
            where o.session_id = c.session_id and o.player_id = c.player_id and o.began_at = c.began_at
                and o.outcome = 'voided' and o.id < c.id)
        order by 1
    """
    for charge, player, period in rows(query):
        said = "is a void of nothing, or answers for a half hour that was answered for"
        yield f"time charge {charge} of player {player} at {period:%Y-%m-%d %H:%M} UTC {said}"
