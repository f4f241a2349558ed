-- What a drawer is counted short or over goes to the room's over-and-short, chips and cash apart, and nowhere else.
-- From where to where chips and cash go, by the kind of the transfer: a closed list. players/ledger/routes.py says it again
-- for the refusals.
create or replace function players_route(kind text, source text, target text) returns boolean language sql immutable as $$
    select (kind, source, target) in (
        ('issue', 'chip_issue', 'vault_chips'), ('issue', 'vault_chips', 'chip_issue'),
        ('funding', 'bank', 'vault_cash'), ('funding', 'vault_cash', 'bank'),
        ('fill', 'vault_chips', 'drawer_chips'), ('fill', 'vault_cash', 'drawer_cash'),
        ('credit', 'drawer_chips', 'vault_chips'), ('credit', 'drawer_cash', 'vault_cash'),
        ('chip_sale', 'patrons', 'drawer_cash'), ('chip_sale', 'drawer_chips', 'rack'),
        ('chip_redemption', 'rack', 'drawer_chips'), ('chip_redemption', 'drawer_cash', 'patrons'),
        ('buy_in', 'rack', 'seat'),
        ('add_on', 'rack', 'seat'),
        ('hand', 'seat', 'pot'), ('hand', 'pot', 'seat'), ('hand', 'pot', 'rake_box'), ('hand', 'pot', 'promo_box'),
        ('hand', 'felt', 'rake_box'), ('hand', 'felt', 'promo_box'),
        ('count', 'seat', 'felt'), ('count', 'felt', 'seat'),
        ('time_charge', 'seat', 'time_box'),
        ('toke', 'seat', 'tokes'),
        ('incidental', 'seat', 'rack'),
        ('pick_up', 'seat', 'rack'),
        ('leave', 'seat', 'rack'),
        ('move', 'seat', 'seat'),
        ('ruling', 'seat', 'pot'), ('ruling', 'pot', 'seat'), ('ruling', 'rack', 'pot'), ('ruling', 'pot', 'rack'),
        ('ruling', 'rake_box', 'pot'), ('ruling', 'pot', 'rake_box'), ('ruling', 'impound', 'pot'),
        ('ruling', 'pot', 'impound'), ('ruling', 'promo_box', 'pot'), ('ruling', 'pot', 'promo_box'),
        ('debt', 'receivable', 'rake_box'), ('debt', 'rake_box', 'receivable'), ('debt', 'receivable', 'promo_box'),
        ('debt', 'promo_box', 'receivable'), ('debt', 'seat', 'receivable'), ('debt', 'rack', 'receivable'),
        ('debt', 'receivable', 'rack'), ('debt', 'drawer_chips', 'receivable'), ('debt', 'vault_chips', 'receivable'),
        ('debt', 'receivable', 'vault_chips'),
        ('shortfall', 'vault_chips', 'felt'),
        ('correction', 'seat', 'pot'), ('correction', 'pot', 'seat'), ('correction', 'rack', 'pot'),
        ('correction', 'pot', 'rack'), ('correction', 'rake_box', 'pot'), ('correction', 'pot', 'rake_box'),
        ('correction', 'promo_box', 'pot'), ('correction', 'pot', 'promo_box'), ('correction', 'felt', 'rake_box'),
        ('correction', 'rake_box', 'felt'), ('correction', 'felt', 'promo_box'), ('correction', 'promo_box', 'felt'),
        ('opening_variance', 'drawer_chips', 'over_short'), ('opening_variance', 'over_short', 'drawer_chips'),
        ('opening_variance', 'drawer_cash', 'over_short_cash'), ('opening_variance', 'over_short_cash', 'drawer_cash'),
        ('closing_variance', 'drawer_chips', 'over_short'), ('closing_variance', 'over_short', 'drawer_chips'),
        ('closing_variance', 'drawer_cash', 'over_short_cash'), ('closing_variance', 'over_short_cash', 'drawer_cash'),
        ('import', 'chip_issue', 'seat'), ('import', 'seat', 'chip_issue')
    )
$$;
