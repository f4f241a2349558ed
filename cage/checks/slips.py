"""Questions of the audit of the books about buy-ins, cash-outs and their voids: receipts, events, money."""

from collections.abc import Iterator

from config.audit.checks import register
from players.checks.books import rows


@register("I-14", "Nobody bought in while barred")
def sold_while_barred() -> Iterator[str]:
    query = """
        select s.id, b.id from cage_buyin s join players_player p on p.id = s.player_id
        join players_player q on coalesce(q.same_as_id, q.id) = coalesce(p.same_as_id, p.id)
        join players_ban b on b.player_id = q.id
        where (q.id = p.id or s.at > greatest(p.linked_at, q.linked_at))
            and b.starts_at < s.at and coalesce(b.lifted_at, 'infinity') > s.at
            and coalesce(b.ends_at, 'infinity') > s.at
    """
    for sold, ban in rows(query):
        yield f"buy-in {sold} began under ban {ban}"


@register("I-15", "Every buy-in, cash-out and void has an audit event")
def unaudited() -> Iterator[str]:
    slips = ("buyin", "cashout", "slipvoid", "bankslip", "tokeslip", "tokesplit")
    for table, kind in ((f"cage_{kind}", kind) for kind in slips):
        query = f"""
            select s.id from {table} s where not exists (
                select 1 from audit_auditevent e where e.subject_kind = %s and e.subject_id = s.id::text)
        """  # noqa: S608 - names from the tuple above
        for (subject,) in rows(query, kind):
            yield f"{kind} {subject} has no audit event"


@register("I-23", "Every buy-in and cash-out is what its transfers say")
def unpaid_buy_ins() -> Iterator[str]:
    desk = (("cage_buyin", "chip_sale", "buy-in"), ("cage_cashout", "chip_redemption", "cash-out"))
    for table, kind, what in desk:
        query = f"""
            select d.id, d.amount from {table} d left join players_transfer t
                on t.request_key = d.request_key and t.kind = %s and t.room_id = d.room_id and t.amount = d.amount
            group by d.id, d.amount having count(t.id) <> 2
        """  # noqa: S608 - names from the tuple above
        for row, amount in rows(query, kind):
            yield f"{what} {row} of {amount} is not what was moved"


_RECEIPTS = """
    select room_id, receipt from cage_buyin union all select room_id, receipt from cage_cashout
    union all select room_id, receipt from cage_slipvoid union all select room_id, receipt from cage_bankslip
    union all select room_id, receipt from cage_tokeslip union all select room_id, receipt from cage_cashslip
"""
"""Every kind of slip that takes a number of the room's receipts."""


@register("I-5", "The receipts of a room are numbered one by one, without a gap")
def receipts_missing() -> Iterator[str]:
    query = f"""
        select h.room_id, h.receipts, count(distinct r.receipt), coalesce(max(r.receipt), 0)
        from players_ledgerhead h left join ({_RECEIPTS}) r on r.room_id = h.room_id
        group by h.room_id, h.receipts
        having count(distinct r.receipt) <> h.receipts or coalesce(max(r.receipt), 0) <> h.receipts
    """  # noqa: S608 - names from above
    for room, given, kept, last in rows(query):
        yield f"room {room}: {given} receipts were given, {kept} are kept, the last is number {last}"
    query = f"select room_id, receipt from ({_RECEIPTS}) r group by 1, 2 having count(*) > 1"  # noqa: S608 - as above
    for room, number in rows(query):
        yield f"room {room}: receipt {number} is of two slips"


@register("I-23", "Every void took back all of its slip, and nothing else did")
def unmoved_voids() -> Iterator[str]:
    """Every void whose transfers don't reverse each of its slip's, and every slip taken back without a void."""
    query = """
        with slips as (
            select 'buy-in' as what, s.id, s.request_key, v.request_key as voided_by
                from cage_buyin s left join cage_slipvoid v on v.buy_in_id = s.id
            union all select 'cash-out', s.id, s.request_key, v.request_key
                from cage_cashout s left join cage_slipvoid v on v.cash_out_id = s.id
            union all select 'slip of other cash', s.id, s.request_key, v.request_key
                from cage_cashslip s left join cage_slipvoid v on v.cash_slip_id = s.id
        )
        select s.what, s.id, count(t.id), count(b.id), count(b.id) filter (where b.request_key = s.voided_by)
        from slips s join players_transfer t on t.request_key = s.request_key
        left join players_transfer b on b.reverses_id = t.id
        group by s.what, s.id, s.voided_by
        having count(b.id) <> count(b.id) filter (where b.request_key = s.voided_by)
            or (s.voided_by is not null and count(b.id) <> count(t.id))
    """
    for what, slip, moved, back, by_its_void in rows(query):
        yield f"{what} {slip} is {moved} transfers, {back} went back, {by_its_void} of them by its void"
