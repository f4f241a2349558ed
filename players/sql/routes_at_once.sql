-- The same closed list of routes as before, found at once: a kind and two places are looked up in a hashed list of text.
-- They were compared with 128 rows one by one, by a plan that was made for each transfer (0.3 ms, most of what the ledger's
-- checks cost): a function of SQL whose search path is held stays a function, and one of PL/pgSQL keeps its plan.
-- No name has a space in it, so no two routes are one text. What isn't known is no route.
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
        'paid_out drawer_cash petty', 'paid_in petty drawer_cash', 'import chip_issue seat', 'import seat chip_issue'
    ]), false);
end
$$;
