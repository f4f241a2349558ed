-- What an alarm about a tray still asks is asked by an investigation from now on, without a deadline: none was said.
insert into cage_investigation (tray_id, state, text, transfers, stays, opened_at)
select c.id, 'open', '', '[]', 0, a.raised_at
from tables_sessionalarm a join cage_traycount c on c.id::text = a.subject
where a.kind = 'tray_off' and a.cleared_at is null
order by a.id;
