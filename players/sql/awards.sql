-- Awards out of promotional pools (R43): what an award takes of its pool lies in a place of its own until its shares are
-- paid, and a payment brings the pool's chips to the vault as the drawer's cash goes. These functions take the place of
-- those before (routes_at_once, slip_voids, group_faults); the cage asks for the rows of each (cage/sql/awards.sql).

-- The closed list of routes.
create or replace function players_route(kind text, source text, target text) returns boolean language plpgsql immutable
as $$
begin
    return coalesce(kind || ' ' || source || ' ' || target = any (array[
        'issue chip_issue vault_chips', 'issue vault_chips chip_issue', 'funding bank vault_cash',
        'funding vault_cash bank', 'fill vault_chips drawer_chips', 'fill vault_cash drawer_cash',
        'credit drawer_chips vault_chips', 'credit drawer_cash vault_cash', 'chip_sale patrons drawer_cash',
        'chip_sale drawer_chips rack', 'chip_redemption rack drawer_chips', 'chip_redemption drawer_cash patrons',
        'buy_in rack seat', 'add_on rack seat', 'hand seat pot', 'hand pot seat', 'hand pot rake_box',
        'hand pot promo_box', 'hand felt rake_box', 'hand felt promo_box', 'count seat felt', 'count felt seat',
        'time_charge seat time_box', 'toke seat tokes', 'incidental seat rack', 'pick_up seat rack',
        'leave seat rack', 'move seat seat', 'ruling seat pot', 'ruling pot seat', 'ruling rack pot',
        'ruling pot rack', 'ruling rake_box pot', 'ruling pot rake_box', 'ruling impound pot', 'ruling pot impound',
        'ruling promo_box pot', 'ruling pot promo_box', 'debt receivable rake_box', 'debt rake_box receivable',
        'debt receivable promo_box', 'debt promo_box receivable', 'debt seat receivable', 'debt rack receivable',
        'debt receivable rack', 'debt drawer_chips receivable', 'debt vault_chips receivable',
        'debt receivable vault_chips', 'shortfall vault_chips felt', 'correction seat pot', 'correction pot seat',
        'correction rack pot', 'correction pot rack', 'correction rake_box pot', 'correction pot rake_box',
        'correction promo_box pot', 'correction pot promo_box', 'correction felt rake_box',
        'correction rake_box felt', 'correction felt promo_box', 'correction promo_box felt',
        'opening_variance drawer_chips over_short', 'opening_variance over_short drawer_chips',
        'opening_variance drawer_cash over_short_cash', 'opening_variance over_short_cash drawer_cash',
        'closing_variance drawer_chips over_short', 'closing_variance over_short drawer_chips',
        'closing_variance drawer_cash over_short_cash', 'closing_variance over_short_cash drawer_cash',
        'fill vault_chips transit', 'fill transit vault_chips', 'fill drawer_chips transit',
        'fill transit drawer_chips', 'fill tray transit', 'fill transit tray', 'fill vault_cash transit_cash',
        'fill transit_cash vault_cash', 'fill drawer_cash transit_cash', 'fill transit_cash drawer_cash',
        'credit vault_chips transit', 'credit transit vault_chips', 'credit drawer_chips transit',
        'credit transit drawer_chips', 'credit tray transit', 'credit transit tray',
        'credit vault_cash transit_cash', 'credit transit_cash vault_cash', 'credit drawer_cash transit_cash',
        'credit transit_cash drawer_cash', 'chip_sale patrons player_bank', 'chip_redemption player_bank patrons',
        'toke felt tokes', 'drop rake_box custody', 'drop promo_box custody', 'drop time_box custody',
        'drop tokes custody', 'box_count custody vault_chips', 'box_count custody pool_primary',
        'box_count custody pool_reserve', 'box_count custody pool_admin', 'variance custody over_short',
        'variance over_short custody', 'variance over_short rake_box', 'variance over_short promo_box',
        'variance tray over_short', 'variance over_short tray', 'variance transit over_short',
        'variance over_short transit', 'variance transit_cash over_short_cash',
        'variance over_short_cash transit_cash', 'residual felt abroad', 'residual abroad felt',
        'presented abroad drawer_chips', 'presented drawer_cash patrons', 'deposit player_bank drawer_cash',
        'withdrawal drawer_cash player_bank', 'tournament_entry tournament drawer_cash',
        'tournament_paid drawer_cash tournament', 'promo_payout drawer_cash promo_paid',
        'toke_exchange custody drawer_chips', 'toke_exchange abroad drawer_chips',
        'toke_exchange drawer_cash tokes_paid', 'toke_exchange vault_cash tokes_paid', 'comp_paid drawer_cash comps',
        'paid_out drawer_cash petty', 'paid_in petty drawer_cash', 'import chip_issue seat', 'import seat chip_issue',
        'award pool_primary pool_awards', 'award pool_awards pool_primary', 'award pool_reserve pool_awards',
        'award pool_awards pool_reserve', 'award_paid drawer_cash awards_paid', 'award_paid pool_awards vault_chips'
    ]), false);
end
$$;

-- A payment is taken back by the void of its slip.
create or replace function players_check_places() returns trigger language plpgsql as $$
declare
    fault text;
begin
    select checked.fault into fault
    from (
        select case
            when source.is_import <> target.is_import then 'imported chips stay apart from the room''s own'
            when (added.kind = 'import') <> source.is_import and added.kind not in ('hand', 'correction')
                then format('a transfer of the kind %s is not of this world', added.kind)
            when coalesce(source.player_id, sat.player_id) <> coalesce(target.player_id, sits.player_id)
                then 'chips of one player go to another'
            when source.session_id <> target.session_id and added.kind <> 'move'
                then 'chips go from one table to another'
            when added.reverses_id is not null
                    and added.kind not in (
                        'ruling', 'chip_sale', 'chip_redemption', 'buy_in', 'add_on', 'deposit', 'withdrawal', 'presented',
                        'tournament_entry', 'tournament_paid', 'promo_payout', 'toke_exchange', 'comp_paid', 'paid_out',
                        'paid_in', 'award_paid', 'debt')
                then format('a transfer of the kind %s is taken back', added.kind)
            when added.at > clock_timestamp() + interval '5 minutes' then 'a transfer is dated ahead of the clock'
            when added.at < earlier.at - interval '1 day' then 'a transfer is dated a day before the one before it'
            when added.gaming_day <> players_gaming_day(added.room_id, added.at)
                then 'a transfer lies on another gaming day than its instant'
        end as fault
        from added
        join players_account source on source.id = added.source_id
        join players_account target on target.id = added.target_id
        left join players_sitting sat on sat.id = source.sitting_id
        left join players_sitting sits on sits.id = target.sitting_id
        left join players_transfer earlier
            on earlier.room_id = added.room_id and earlier.chain_number = added.chain_number - 1
    ) checked
    where checked.fault is not null
    limit 1;
    if found then
        raise exception '%', fault using errcode = 'check_violation';
    end if;
    return null;
end
$$;

-- Whether transfers of these kinds, sorted and joined by "+", may be one group.
create or replace function players_is_group(kinds text) returns boolean language sql immutable as $$
    select kinds in (
        'issue', 'funding', 'funding+issue', 'fill', 'credit', 'chip_sale', 'add_on+chip_sale', 'buy_in+chip_sale',
        'chip_sale+debt', 'chip_redemption', 'buy_in', 'add_on', 'hand', 'count+hand', 'count', 'count+leave', 'leave',
        'count+pick_up', 'pick_up', 'count+move', 'move', 'incidental', 'time_charge', 'toke', 'ruling', 'correction',
        'debt', 'shortfall', 'opening_variance', 'closing_variance', 'import', 'fill+variance', 'credit+variance', 'drop',
        'box_count', 'box_count+variance', 'variance', 'residual', 'presented', 'deposit', 'withdrawal',
        'tournament_entry', 'tournament_paid', 'promo_payout', 'toke_exchange', 'comp_paid', 'paid_out', 'paid_in',
        'award', 'award_paid'
    )
$$;

-- An act answers for its own kind of money, and in the cage for its own amount and nothing besides. What a case holds
-- is booked without one, by transfers of the kind ruling alone.
create or replace function players_group_head_fault(wanted text) returns text language plpgsql as $$
declare
    whole record;
begin
    select count(*) as legs, max(number) as last, sum(amount) as amount, min(room_id) as room_id, min(at) as at,
        min(by_id) as by_id,
        count(distinct (room_id, at, gaming_day, coalesce(by_id, 0), coalesce(hand_id, 0))) as heads,
        string_agg(distinct kind, '+' order by kind) as kinds, bool_or(reverses_id is null) as goes_on
    into whole
    from players_transfer where request_key = wanted;
    if whole.legs <> whole.last then
        return 'a group of transfers is not numbered 1, 2, 3';
    end if;
    if whole.heads <> 1 then
        return 'a group of transfers is not of one room, one instant, one person and one hand';
    end if;
    if not players_is_group(whole.kinds) then
        return format('no group of transfers is %s', whole.kinds);
    end if;
    if not exists (
        select 1 from requests_requestkey
        where key = wanted and at = whole.at and by_id is not distinct from whole.by_id
    ) then
        return 'nobody asked for these transfers by this key';
    end if;
    if not exists (
        select 1 from (
            select at, by_id from audit_auditevent where room_id = whole.room_id order by id desc limit 2000
        ) event
        where event.at = whole.at and event.by_id is not distinct from whole.by_id
    ) then
        return 'no event in the audit trail tells of these transfers';
    end if;
    if (whole.kinds ~ '(issue|funding|fill|credit|ruling|correction|debt|shortfall)'
            or (whole.kinds ~ '(chip_|presented|deposit|withdrawal|tournament_|promo_|toke_e|comp_|paid_|award_paid)' and not whole.goes_on))
        and not (whole.kinds = 'ruling' and wanted like 'dispute:%:hold')
        and not exists (
            select 1 from players_moneyact
            where request_key = regexp_replace(wanted, ':(back|debt:[0-9]+)$', '')
                and room_id = whole.room_id and by_id is not distinct from whole.by_id and at = whole.at
                and case
                    when whole.kinds ~ '(issue|funding|fill|credit|shortfall)' then
                        request_key = wanted and amount = whole.amount and players_act_answers(whole.kinds, act)
                    when whole.kinds = 'correction' then
                        request_key = wanted and act in ('correction', 'tick_correction', 'void')
                    when whole.kinds = 'ruling' then act = 'ruling'
                    when whole.kinds ~ '(chip_|presented|deposit|withdrawal|tournament_|promo_|toke_e|comp_|paid_|award_paid)'
                            and not whole.goes_on then
                        request_key = wanted and act = 'slip_void' and amount * whole.legs = whole.amount
                    else act in ('collect', 'write_off', 'ruling')
                end
        )
    then
        return 'no act says who answers for these transfers';
    end if;
    return null;
end
$$;
