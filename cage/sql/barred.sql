-- Nobody who is barred buys in (I-14): players/sql/barred.sql says how a ban and a sale wait for each other.
create function cage_check_buy_in() returns trigger language plpgsql as $$
begin
    perform players_refuse_barred(new.player_id, new.at);
    return new;
end
$$;

create trigger cage_buyin_not_barred before insert on cage_buyin
    for each row execute function cage_check_buy_in();
