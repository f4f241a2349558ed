"""Questions of the audit of the books about the waiting lists. Each check reads rows and states faults."""

from collections.abc import Iterator

from config.audit.checks import register
from players.checks.books import rows


@register("I-14", "Nobody is on a list while barred")
def listed_while_barred() -> Iterator[str]:
    query = """
        select e.id, b.id from players_listentry e
        join players_ban b on b.player_id in (select players_records(e.player_id))
        where e.state in ('waiting', 'called', 'held') and b.lifted_at is null
            and b.starts_at <= now() and coalesce(b.ends_at, 'infinity') > now()
    """
    for entry, ban in rows(query):
        yield f"list entry {entry} stands under ban {ban}"


@register("I-22", "Every list is in the order of request, and a name stands on it once")
def disordered_lists() -> Iterator[str]:
    query = """
        select e.waiting_list_id, e.id from players_listentry e join players_waitinglist w on w.id = e.waiting_list_id
        where e.number > w.last_number or exists (
            select 1 from players_listentry f where f.waiting_list_id = e.waiting_list_id and f.id <> e.id and (
                f.number = e.number
                or f.player_id = e.player_id and f.state in ('waiting', 'called', 'held')
                    and e.state in ('waiting', 'called', 'held')))
    """
    for waiting_list, entry in rows(query):
        yield f"list {waiting_list}: entry {entry} is out of its order, or its name stands there twice"


@register("I-22", "Everybody seated from a list has a sitting in its room")
def lost_seats() -> Iterator[str]:
    query = """
        select e.id from players_listentry e join players_waitinglist w on w.id = e.waiting_list_id
        join players_player n on n.id = e.player_id
        left join players_sitting s on s.id = e.sitting_id left join tables_tablesession t on t.id = s.session_id
        left join players_player p on p.id = s.player_id
        where e.state = 'seated' and (
            not coalesce(players_were_one(p.id, n.id, s.seated_at), false)
            or t.room_id is distinct from w.room_id
        )
    """
    for (entry,) in rows(query):
        yield f"list entry {entry} says seated, and its sitting says otherwise"


@register("I-15", "Every name on a list and every seat change has an audit event")
def unaudited_names() -> Iterator[str]:
    query = """
        select k.kind, k.id from (
            select 'listentry' as kind, id from players_listentry
            union all select 'seatchange', id from players_seatchange
        ) k where not exists (
            select 1 from audit_auditevent e where e.subject_kind = k.kind and e.subject_id = k.id::text)
    """
    for kind, subject in rows(query):
        yield f"{kind} {subject} has no audit event"
