-- Chips of the house that go into a promotional pool, and come back from it (R43): two kinds with one way each, alone in
-- their group, and an act of two people answers for each. The functions are changed as they stand.
do $$
declare
    change record;
    was text;
    longer text;
begin
    for change in select * from (values
        ('players_route(text, text, text)', '''award pool_primary pool_awards''',
            '''seed vault_chips pool_primary'', ''seed_back pool_primary vault_chips'', ''award pool_primary pool_awards'''),
        ('players_is_group(text)', '''award'', ''award_paid''', '''award'', ''award_paid'', ''seed'', ''seed_back'''),
        ('players_group_head_fault(text)', '(issue|funding|fill|credit|ruling|correction|debt|shortfall)',
            '(issue|funding|fill|credit|ruling|correction|debt|shortfall|seed)'),
        ('players_group_head_fault(text)', '(issue|funding|fill|credit|shortfall)',
            '(issue|funding|fill|credit|shortfall|seed)'),
        ('players_act_answers(text, text)', 'when kinds = ''shortfall'' then code = ''shortfall''',
            'when kinds = ''shortfall'' then code = ''shortfall'' when kinds ~ ''^seed'' then code = ''pool_seed''')
    ) as changes (function, old, new) loop
        was := pg_get_functiondef(change.function::regprocedure);
        longer := replace(was, change.old, change.new);
        if longer = was then
            raise exception 'a function of the ledger is not the one that this release knows: %', change.function;
        end if;
        execute longer;
    end loop;
end $$;
