"""Questions of the audit of the books about groups of transfers that the database doesn't refuse at their commit."""

from collections.abc import Iterator

from config.audit.checks import register
from players.checks.books import rows


@register("I-19", "No transfer is dated ahead of the clock, or an hour before the one before it")
def misdated_transfers() -> Iterator[str]:
    """Every transfer that no clock within its bounds can have dated; a demo's evening is told table by table."""
    query = """
        select id, at, is_ahead from (
            select t.id, t.at, t.at > clock_timestamp() + interval '5 minutes' as is_ahead, r.is_demo,
                lag(t.at) over (partition by t.room_id order by t.chain_number) as before
            from players_transfer t join rooms_room r on r.id = t.room_id
        ) dated where is_ahead or (not is_demo and at < before - interval '1 hour')
    """
    for transfer, at, is_ahead in rows(query):
        when = "ahead of the clock" if is_ahead else "more than an hour before the one before it"
        yield f"transfer {transfer} is dated {at:%Y-%m-%d %H:%M:%S} UTC, {when}"


@register("I-1", "What is imported stays apart from the room's own chips")
def worlds_joined() -> Iterator[str]:
    """Every transfer between the two worlds; the stacks of files once came from the room's own issue."""
    query = """
        select t.id, t.kind, s.kind, g.kind from players_transfer t
        join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
        where (s.is_import <> g.is_import and not (t.kind = 'import' and 'chip_issue' in (s.kind, g.kind)))
            or (t.kind = 'import' and not s.is_import and not g.is_import)
    """
    for transfer, kind, source, target in rows(query):
        yield f"transfer {transfer}: {kind} from {source} to {target}, of which one is imported"
