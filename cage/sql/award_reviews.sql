-- An award whose hand was corrected stands by a row of its own room, and only an award of a hand has one.
create function cage_check_award_review() returns trigger language plpgsql as $$
begin
    if exists (select 1 from cage_awardreview where id = new.id) then
        return new;  -- the key refuses it
    end if;
    perform 1 from cage_poolaward
    where id = new.award_id and room_id = new.room_id and hand_id is not null and at <= new.at;
    if not found then
        raise exception 'an award that stands is of another room, or of no hand' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_awardreview_sound before insert on cage_awardreview
    for each row execute function cage_check_award_review();
