"""Questions of the audit of the books about promotional pools and the awards out of them."""

from collections.abc import Iterator

from config.audit.checks import register
from players.checks.books import rows


@register(
    "I-13",
    "What a promotional pool owes is what was counted for it and seeded, less its awards and the seed that came back; "
    "unpaid shares are owed apart",
)
def pools_otherwise() -> Iterator[str]:
    query = """
        with held as (
            select pool_id, coalesce(sum(balance) filter (where kind = 'pool_primary'), 0) as first,
                coalesce(sum(balance) filter (where kind = 'pool_reserve'), 0) as reserve,
                coalesce(sum(balance) filter (where kind = 'pool_admin'), 0) as admin,
                coalesce(sum(balance) filter (where kind = 'pool_awards'), 0) as awards
            from players_account where pool_id is not null group by 1
        ), said as (
            select pool_id, "primary" as first, reserve, admin, 0 as awards from cage_poolshare
            union all select pool_id, case kind when 'put_in' then amount else -amount end, 0, 0, 0 from cage_poolseed
            union all select pool_id, -"primary", -reserve, 0, "primary" + reserve from cage_poolaward
            union all select award.pool_id, void.primary, void.reserve, 0, -(void.primary + void.reserve)
                from cage_awardvoid void join cage_awardshare share on share.id = void.share_id
                join cage_poolaward award on award.id = share.award_id
            union all select award.pool_id, 0, 0, 0, -slip.amount
                from cage_cashslip slip join cage_awardshare share on share.id = slip.award_share_id
                join cage_poolaward award on award.id = share.award_id
                where not exists (select 1 from cage_slipvoid void where void.cash_slip_id = slip.id)
        ), stated as (
            select pool_id, sum(first) as first, sum(reserve) as reserve, sum(admin) as admin, sum(awards) as awards
            from said group by 1
        )
        select pool_id, coalesce(h.first, 0) + coalesce(h.reserve, 0), coalesce(s.first, 0) + coalesce(s.reserve, 0),
            coalesce(h.awards, 0), coalesce(s.awards, 0)
        from held h full join stated s using (pool_id)
        where (coalesce(h.first, 0), coalesce(h.reserve, 0), coalesce(h.admin, 0), coalesce(h.awards, 0))
            <> (coalesce(s.first, 0), coalesce(s.reserve, 0), coalesce(s.admin, 0), coalesce(s.awards, 0))
        order by 1
    """
    for pool, held, counted, owed, unpaid in rows(query):
        yield (
            f"pool {pool} holds {held} for players, and {counted} was counted for it, or seeded, and not awarded; "
            + (f"{owed} lies there of awards, and {unpaid} is unpaid")
        )


@register("I-23", "Every award is divided whole, and each share of it is paid once or taken back")
def awards_otherwise() -> Iterator[str]:
    query = """
        with ended as (
            select share_id from cage_awardvoid
            union all select slip.award_share_id from cage_cashslip slip
                where slip.award_share_id is not null
                    and not exists (select 1 from cage_slipvoid void where void.cash_slip_id = slip.id)
        )
        select award.id, 'is divided into ' || coalesce(sum(share.amount), 0) || ' of ' || award.primary + award.reserve
        from cage_poolaward award left join cage_awardshare share on share.award_id = award.id
        group by award.id having coalesce(sum(share.amount), 0) <> award.primary + award.reserve
        union all
        select share.award_id, 'has a share ' || share.id || ' that was paid or taken back ' || count(*) || ' times'
        from ended join cage_awardshare share on share.id = ended.share_id
        group by share.award_id, share.id having count(*) > 1
        union all
        select share.award_id, 'paid ' || slip.amount || ' for share ' || share.id || ' of ' || share.amount
        from cage_cashslip slip join cage_awardshare share on share.id = slip.award_share_id
        where slip.amount <> share.amount or slip.player_id <> share.player_id
        order by 1, 2
    """
    for award, said in rows(query):
        yield f"award {award} {said}"
