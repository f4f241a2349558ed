"""Questions of `audit_books` about disputed cases: what is held, what rulings moved, and who confirmed them."""

from collections.abc import Iterator
from typing import Any

from django.db import connection

from config.audit.checks import register


@register("I-3", "A case holds what it impounded until it is ruled, and nothing afterwards")
def wrong_impounds() -> Iterator[str]:
    """Every case, and every impound without one, that holds something else than it should."""
    query = """
        select coalesce(d.id, a.case_id), coalesce(a.balance, 0),
            case when d.id is null or r.ruled then 0 else coalesce(h.amount, 0) end as due
        from disputes_dispute d
        full join (select case_id, balance from players_account where kind = 'impound') a on a.case_id = d.id
        left join (select dispute_id, sum(amount) as amount from disputes_holding group by 1) h on h.dispute_id = d.id
        left join (select dispute_id, true as ruled from disputes_ruling group by 1) r on r.dispute_id = d.id
        where coalesce(a.balance, 0)
            <> case when d.id is null or coalesce(r.ruled, false) then 0 else coalesce(h.amount, 0) end
    """
    for case, held, due in _rows(query):
        yield f"case {case} holds {held}, not {due}"


@register(
    "I-3", "What a ruling moved is the sum of its remedies, out of what was held, what was there and what is owed"
)
def wrong_remedies() -> Iterator[str]:
    """Every ruling whose remedies or transfers don't add up."""
    query = """
        with legs as (
            select t.request_key,
                sum(t.amount) filter (where s.kind = 'impound') as released,
                sum(t.amount) filter (where s.kind = 'receivable') as owed
            from players_transfer t join players_account s on s.id = t.source_id
            where t.kind = 'ruling' and t.reverses_id is null group by 1
        ), stated as (
            select ruling_id, sum(amount) as moved, sum(shortfall) as owed from disputes_remedy group by 1
        ), held as (
            select dispute_id, sum(amount) as amount from disputes_holding group by 1
        ), waiting as (
            select ruling_id, sum(amount) as amount from players_debt
            where ruling_id is not null and goes_to_id is not null group by 1
        )
        select r.id, r.moved, coalesce(stated.moved, 0), coalesce(legs.owed, 0),
            coalesce(stated.owed, 0) - coalesce(waiting.amount, 0),
            coalesce(legs.released, 0),
            case when r.level = 1 or r.takes_back_id is not null then coalesce(held.amount, 0) else 0 end
        from disputes_ruling r
        left join legs on legs.request_key = r.request_key
        left join stated on stated.ruling_id = r.id
        left join held on held.dispute_id = r.dispute_id
        left join waiting on waiting.ruling_id = r.id
    """
    for ruling, moved, stated, owed, short, released, held in _rows(query):
        if moved != stated:
            yield f"ruling {ruling} moved {moved}; its remedies say {stated}"
        if owed != short:
            yield f"ruling {ruling}: {owed} were paid out of what is owed, not {short}"
        if released != held:
            yield f"ruling {ruling} released {released} of {held} that were held"


@register("I-3", "What moved chips as a ruling is a ruling that somebody made, and paid out what its remedies say")
def nobodys_rulings() -> Iterator[str]:
    """Every group of transfers of rulings without its ruling or its hold, and every ruling that paid out something else
    than its remedies, but for what is owed, and what goes back of the holdings."""
    query = """
        select t.request_key, sum(t.amount) from players_transfer t
        where t.kind = 'ruling'
            and not exists (
                select 1 from disputes_ruling r where r.request_key = regexp_replace(t.request_key, ':back$', ''))
            and not exists (
                select 1 from disputes_holding h where t.request_key = format('dispute:%s:hold', h.dispute_id))
        group by 1
    """
    for key, amount in _rows(query):
        yield f"request {key} moved {amount} as a ruling, which nobody made"
    query = """
        with paid as (
            select t.request_key, coalesce(sum(t.amount) filter (where s.kind = 'pot'), 0) as amount,
                coalesce(sum(t.amount) filter (where s.kind = 'impound'), 0) as released
            from players_transfer t join players_account s on s.id = t.source_id
            where t.kind = 'ruling' and t.reverses_id is null group by 1
        ), stated as (
            select ruling_id, sum(amount) as amount, sum(impounded) as impounded from disputes_remedy group by 1
        ), waiting as (
            select ruling_id, sum(amount) as amount from players_debt
            where ruling_id is not null group by 1
        )
        select id, paid_out, due from (
            select r.id, coalesce(paid.amount, 0) as paid_out,
                coalesce(stated.amount, 0) - coalesce(waiting.amount, 0)
                    + coalesce(paid.released, 0) - coalesce(stated.impounded, 0) as due
            from disputes_ruling r
            left join paid on paid.request_key = r.request_key
            left join stated on stated.ruling_id = r.id
            left join waiting on waiting.ruling_id = r.id
        ) rulings where paid_out <> due
    """
    for ruling, paid_out, due in _rows(query):
        yield f"ruling {ruling} paid out {paid_out}; its remedies and holdings come to {due}"


@register("I-3", "Nobody was paid out of what is owed to a case: what comes in goes on at once")
def wrong_debts() -> Iterator[str]:
    """Every case whose receivable holds, or lacks, chips."""
    for case, balance in _rows(_RECEIVABLES):
        yield f"case {case} is owed {-balance} by its account: nobody is paid before it comes in"


_RECEIVABLES = """
    select case_id, balance from players_account where kind = 'receivable' and case_id is not null and balance <> 0
"""


@register("I-3", "Every shortfall of a ruling is somebody's debt to whoever won it, and every debt a shortfall")
def nobodys_debts() -> Iterator[str]:
    """Every remedy whose shortfall is no debt of whoever was short to whom it goes, and every debt without one."""
    query = """
        select coalesce(m.ruling_id, d.ruling_id), coalesce(m.shortfall, 0), coalesce(d.amount, 0)
        from (
            select m.ruling_id, m.number, m.shortfall, s.player_id, t.player_id as winner,
                case when t.player_id is null then m.target else 'rack' end as place
            from disputes_remedy m left join players_sitting s on s.id = m.source_sitting_id
            left join players_sitting t on t.id = m.target_sitting_id where m.shortfall > 0
        ) m full join (
            select b.*, a.kind, a.player_id as winner from players_debt b
            left join players_account a on a.id = b.goes_to_id where b.ruling_id is not null
        ) d on d.ruling_id = m.ruling_id and d.number = m.number
        where (m.shortfall, m.player_id) is distinct from (d.amount, d.player_id)
            or (d.goes_to_id is not null and (m.place, m.winner) is distinct from (d.kind, d.winner))
    """
    for ruling, short, owed in _rows(query):
        yield f"ruling {ruling} could not take {short}; its debtor owes {owed}"


@register("I-10", "The chips on a table are those that were brought to it, less those taken away")
def chips_from_nothing() -> Iterator[str]:
    """Every session whose seats, felt, pot, boxes and impounds hold something else than was brought and taken away.

    Brought is what players came and added on with, less what they left with and what was pulled in boxes; rulings and
    corrections bring what comes out of the rack of somebody who has left, and nothing else: what is owed comes to
    nobody's stack. (Who won by a debt of old was paid at once: as much as those say.)
    """
    query = """
        with places as (
            select id, session_id, balance from players_account
            where session_id is not null
                and kind in ('seat', 'felt', 'pot', 'rake_box', 'promo_box', 'time_box', 'tokes')
            union all
            select a.id, d.session_id, a.balance from players_account a join disputes_dispute d on d.id = a.case_id
            where a.kind = 'impound'
        ), held as (
            select session_id, sum(balance) as amount from places group by 1
        ), crossing as (
            select p.session_id, t.kind, o.kind as other, t.amount from players_transfer t
            join places p on p.id = t.target_id join players_account o on o.id = t.source_id
            where not exists (select 1 from places q where q.id = o.id and q.session_id = p.session_id)
            union all
            select p.session_id, t.kind, o.kind, -t.amount from players_transfer t
            join places p on p.id = t.source_id join players_account o on o.id = t.target_id
            where not exists (select 1 from places q where q.id = o.id and q.session_id = p.session_id)
        ), brought as (
            select session_id, sum(amount) as amount from crossing
            where kind in (
                'buy_in', 'add_on', 'move', 'leave', 'pick_up', 'incidental', 'import', 'debt', 'shortfall',
                'drop', 'variance', 'residual')
                or other = 'rack' group by 1
        )
        select h.session_id, h.amount, coalesce(b.amount, 0) from held h left join brought b using (session_id)
        where h.amount <> coalesce(b.amount, 0)
    """
    for session, held, brought in _rows(query):
        yield f"session {session} holds {held}; {brought} was brought to it"


@register("I-21", "Nobody confirmed their own ruling, and none lacks the second person it needs")
def unconfirmed_rulings() -> Iterator[str]:
    """Every ruling whose second person is missing or is the first."""
    query = """
        select id from disputes_ruling where second_id = ruled_by_id or (why_second <> '' and second_id is null)
    """
    for (ruling,) in _rows(query):
        yield f"ruling {ruling} was not confirmed by somebody else"


@register("I-15", "Every case, ruling and appeal has an audit event")
def unaudited_cases() -> Iterator[str]:
    """Every case without the events of what became of it."""
    query = """
        select what.dispute_id, what.verb from (
            select id as dispute_id, 'dispute.opened' as verb from disputes_dispute
            union all select dispute_id, 'dispute.ruled' from disputes_ruling
            union all select dispute_id, 'dispute.appealed' from disputes_appeal
        ) what where not exists (
            select 1 from audit_auditevent e
            where e.subject_kind = 'dispute' and e.subject_id = what.dispute_id::text and e.verb = what.verb)
    """
    for case, verb in _rows(query):
        yield f"case {case} has no audit event {verb}"


def _rows(query: str) -> Iterator[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        yield from cursor
