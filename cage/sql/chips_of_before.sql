-- Chips that were issued before pieces were stated: each issue gets its slip, of a set of its own, which says that its
-- pieces are only one way to make the amount up.
insert into cage_chipset (room_id, name, use, at, by_id)
select t.room_id, 'House chips', 'primary', min(t.at), null
from players_transfer t where t.kind = 'issue' group by t.room_id;

insert into cage_chipslip (
    room_id, chip_set_id, kind, year, number, pieces, amount, is_spread, reason, second_id, gaming_day, at, by_id,
    request_key
)
select t.room_id, s.id, issued.kind, extract(year from t.gaming_day),
    row_number() over (partition by t.room_id, issued.kind, extract(year from t.gaming_day) order by t.id),
    case when t.amount % r.smallest_chip = 0
        then jsonb_build_object(r.smallest_chip::text, t.amount / r.smallest_chip)
        else jsonb_build_object('1', t.amount) end,
    t.amount, issued.kind = 'receipt',
    coalesce(nullif(t.reason, ''), 'issued before pieces were stated'), a.second_id, t.gaming_day, t.at, t.by_id,
    t.request_key
from players_transfer t
join rooms_room r on r.id = t.room_id
join cage_chipset s on s.room_id = t.room_id
join players_account g on g.id = t.target_id
join players_moneyact a on a.request_key = t.request_key
cross join lateral (select case when g.kind = 'vault_chips' then 'receipt' else 'destruction' end as kind) issued
where t.kind = 'issue'
order by t.id;

set constraints all immediate;
set constraints all deferred;
