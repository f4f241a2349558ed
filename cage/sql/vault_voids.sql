-- A fill of a drawer and cash that was sent to the bank are taken back too, by rows that mirror theirs: two kinds more in
-- the list as it stands. What a slip moved is not: cage_transit_fault holds it to the acts of the slip.
do $$
declare
    was text := pg_get_functiondef('players_check_places()'::regprocedure);
    longer text := replace(
        was, '''award_paid'', ''debt'')', '''award_paid'', ''debt'', ''fill'', ''funding'')');
begin
    if longer = was then
        raise exception 'the list of what is taken back is not the one that this release knows';
    end if;
    execute longer;
end $$;
