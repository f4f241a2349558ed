"""Questions of the audit of the books about the chips of the house: what was issued, and the slips that say so."""

from collections.abc import Iterator

from config.audit.checks import register
from players.checks.books import rows


@register("I-2", "Every chip was issued by its slip: pieces received less pieces destroyed are what the books say")
def issued_without_pieces() -> Iterator[str]:
    query = """
        with stated as (
            select s.room_id, sum(case s.kind when 'receipt' then 1 else -1 end * (
                select coalesce(sum(p.key::bigint * p.value::bigint), 0) from jsonb_each_text(s.pieces) p
            )) as pieces
            from cage_chipslip s where s.kind <> 'retirement' group by 1
        ), booked as (
            select a.room_id, -sum(case when t.target_id = a.id then t.amount else -t.amount end) as amount
            from players_transfer t join players_account a on a.id in (t.source_id, t.target_id)
            where a.kind = 'chip_issue' and not a.is_import group by 1
        )
        select room_id, coalesce(s.pieces, 0), coalesce(b.amount, 0)
        from stated s full join booked b using (room_id)
        where coalesce(s.pieces, 0) <> coalesce(b.amount, 0) order by 1
    """
    for room, pieces, amount in rows(query):
        yield f"room {room}: its chips come to {pieces} in pieces, and {amount} are issued by the books"


@register("I-2", "Every slip of chips is what its transfer moved, and every issue has its slip")
def slips_of_nothing() -> Iterator[str]:
    query = """
        with moved as (
            select t.room_id, t.request_key, t.amount,
                case when g.kind = 'vault_chips' then 'receipt' else 'destruction' end as kind
            from players_transfer t join players_account g on g.id = t.target_id where t.kind = 'issue'
        ), stated as (
            select room_id, request_key, amount, kind from cage_chipslip where kind <> 'retirement'
        )
        select request_key, kind, s.amount, m.amount
        from stated s full join moved m using (room_id, request_key, kind)
        where s.amount is distinct from m.amount order by 1
    """
    for request, kind, stated, moved in rows(query):
        yield f"request {request}: the {kind} slip says {stated}, the ledger moved {moved}"


@register("I-5", "The slips of chips are numbered one by one in each room, kind and year")
def chip_slips_missing() -> Iterator[str]:
    query = """
        select room_id, kind, year, count(*), max(number), min(number) from cage_chipslip group by 1, 2, 3
        having count(*) <> max(number) or min(number) <> 1 order by 1, 2, 3
    """
    for room, kind, year, kept, last, _ in rows(query):
        yield f"room {room}: of the {kind} slips of {year} {kept} are kept, the last is number {last}"


@register("I-15", "Every slip of chips and every alarm about them has an audit event")
def unaudited_chips() -> Iterator[str]:
    for table, kind in (("cage_chipslip", "chipslip"), ("cage_chipalarm", "chipalarm")):
        query = f"""
            select s.id from {table} s where not exists (
                select 1 from audit_auditevent e where e.subject_kind = %s and e.subject_id = s.id::text)
        """  # noqa: S608 - names from the tuple above
        for (subject,) in rows(query, kind):
            yield f"{kind} {subject} has no audit event"
