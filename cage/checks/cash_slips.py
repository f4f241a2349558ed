"""Questions of the audit of the books about other money of the windows, and about people whose identity isn't on
record."""

from collections.abc import Iterator

from cage.cash_kinds import PAYOUTS, PRESENTED
from config.audit.checks import register
from config.audit.models import AuditEvent
from config.rooms.models import Room
from players.checks.books import rows

_KINDS = (
    "presented", "tournament_entry", "tournament_paid", "promo_payout", "comp_paid", "paid_out", "paid_in",
    "award_paid",
)  # fmt: skip


@register("I-23", "All other money of the windows is what its slips say, and every slip was moved")
def unmoved_cash_slips() -> Iterator[str]:
    query = """
        with moved as (
            select t.request_key, t.kind, t.amount, a.drawer_id, t.room_id
            from players_transfer t join players_account a on a.id in (t.source_id, t.target_id)
            where t.kind = any(%s) and a.kind = 'drawer_cash' and t.reverses_id is null
        )
        select coalesce(s.request_key, m.request_key), s.id, s.amount, m.amount
        from cage_cashslip s full join moved m on m.request_key = s.request_key and m.kind = s.kind
            and m.drawer_id = s.drawer_id and m.room_id = s.room_id
        where s.amount is distinct from m.amount order by 1
    """
    for request, slip, stated, moved in rows(query, list(_KINDS)):
        yield f"request {request}: slip {slip} says {stated}, the ledger moved {moved}"


@register("I-21", "No cashier paid more alone on a gaming day than the room had set")
def paid_alone_beyond() -> Iterator[str]:
    """Every cashier's day above the highest limit that the room has had, which its trail tells."""
    query = """
        select room_id, by_id, gaming_day, sum(amount), max(alone_up_to) from cage_cashslip
        where second_id is null and kind = any(%s) group by 1, 2, 3 order by 1, 2, 3
    """
    for kinds, name in ((PRESENTED, "presented_alone"), (PAYOUTS, "payouts_alone")):
        for room, person, day, paid, limit in rows(query, [kind.value for kind in kinds]):
            most = _most(room, name)
            if paid > most or limit > most:
                by = f"{person} paid {paid} alone on {day}, by a limit of {limit}"
                yield f"room {room}: {by}; it never had above {most}"


@register("I-20", "Nobody described moved more cash on a gaming day than the room does without an identity")
def unidentified_beyond() -> Iterator[str]:
    """Every patron known by looks alone whose cash of a day, in or out, is above the highest limit that the room has
    had, but for what a supervisor allowed. Records that were linked later were two patrons' then: what they come to
    together is told by the alert of the link."""
    query = """
        with unnamed as (
            select coalesce(p.same_as_id, p.id) as person from players_player p
            group by 1 having bool_and(p.is_described)
        ), cash as (
            select room_id, player_id, gaming_day, at, amount, true as comes_in from cage_buyin s
                where not exists (select 1 from cage_slipvoid v where v.buy_in_id = s.id)
            union all select room_id, player_id, gaming_day, at, amount, false from cage_cashout s
                where allowed_by_id is null and not exists (select 1 from cage_slipvoid v where v.cash_out_id = s.id)
            union all select room_id, player_id, gaming_day, at, amount, kind = 'tournament_entry' from cage_cashslip s
                where player_id is not null and allowed_by_id is null
                    and not exists (select 1 from cage_slipvoid v where v.cash_slip_id = s.id)
            union all select room_id, player_id, gaming_day, at, amount, side.comes_in from cage_exchange s
                cross join (values (true), (false)) side (comes_in) where player_id is not null
        )
        select c.room_id, case when c.at >= p.linked_at then u.person else p.id end, c.gaming_day, c.comes_in,
            sum(c.amount)
        from cash c join players_player p on p.id = c.player_id
        join unnamed u on u.person = coalesce(p.same_as_id, p.id)
        group by 1, 2, 3, 4 order by 1, 2, 3, 4
    """
    for room, person, day, comes_in, amount in rows(query):
        if amount > _most(room, "identity_from"):
            way = "in" if comes_in else "out"
            yield f"room {room}: {amount} of cash {way} on {day} is of player {person}, whom nobody knows by name"


@register("I-20", "Cash exchanged for cash names its patron wherever the room logs it")
def unnamed_exchanges() -> Iterator[str]:
    """Every exchange of cash with nobody, of as much as the room has ever logged from at the highest, since its first
    with somebody: those before it could name nobody."""
    query = """
        select room_id, id, amount from cage_exchange e
        where what = 'cash' and side = 'patron' and player_id is null
            and id > (select min(f.id) from cage_exchange f where f.room_id = e.room_id and f.player_id is not null)
        order by 1, 2
    """
    for room, exchange, amount in rows(query):
        if amount >= _most(room, "log_from"):
            yield f"room {room}: exchange {exchange} of {amount} in cash was with nobody"


@register("I-21", "Every payout of a window stands among the acts that say who answers for them")
def unlisted_payouts() -> Iterator[str]:
    """Every slip with a limit for one person whose act is missing or of another amount, since the room's windows write
    them down: those before its first have none."""
    query = """
        with acts as (select * from players_moneyact where act in ('payout', 'presented'))
        select s.id, s.amount, a.amount from cage_cashslip s left join acts a on a.request_key = s.request_key
        where s.alone_up_to is not null and s.amount is distinct from a.amount
            and s.id > (select min(f.id) from cage_cashslip f join acts on acts.request_key = f.request_key
                where f.room_id = s.room_id)
        order by 1
    """
    for slip, paid, listed in rows(query):
        yield f"slip {slip} paid {paid}; " + (f"its act says {listed}" if listed else "no act says who answers for it")


def _most(room: int, name: str) -> int:
    """The highest that a setting of a room has been, as it stands now and as its trail tells."""
    changed = AuditEvent.objects.filter(room=room, subject_kind="room", verb__in=["room.set_up", "room.changed"])
    told = [facts[name] for event in changed for facts in (event.before, event.after) if facts and name in facts]
    return max([getattr(Room.objects.get(pk=room), name), *told])
