-- The room in whose trail it stands that two players are kept apart.
update players_separation separation set room_id = told.room_id
from audit_auditevent told
where told.verb = 'players.kept_apart' and told.subject_kind = 'separation'
    and told.subject_id = separation.id::text;
