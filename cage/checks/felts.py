"""Questions of the audit of the books about felts: what a table had lost or found at its close is answered for."""

from collections.abc import Iterator

from config.audit.checks import register
from players.checks.books import rows


@register(
    "I-21", "What a felt held or lacked at the close of its table was booked by an act that says who answers for it"
)
def felts_unanswered() -> Iterator[str]:
    """Every residual with a reason, as all have since one is asked, whose act is not there, is of less, or of another
    second person."""
    query = """
        select r.request_key, r.amount, a.amount from cage_feltresidual r
        left join players_moneyact a on a.request_key = r.request_key and a.act = 'felt'
            and a.second_id is not distinct from r.second_id
        where r.reason <> '' and coalesce(a.amount, -1) < abs(r.amount) order by r.id
    """
    for key, amount, approved in rows(query):
        answers = "no act says who answers for it" if approved is None else f"its act answers for {approved}"
        yield f"request {key} booked {amount} of a felt; {answers}"


@register("I-13", "What a felt held or lacked was settled by nobody who had closed the table, or confirmed its close")
def felts_settled_by_closers() -> Iterator[str]:
    query = """
        select r.request_key, r.amount from cage_feltresidual r join cage_investigation i on i.felt_id = r.id
        where i.settled_by_id in (r.by_id, r.second_id) or i.second_id in (r.by_id, r.second_id) order by r.id
    """
    for key, amount in rows(query):
        yield f"request {key} booked {amount} of a felt, and was settled by who closed the table or confirmed it"
