-- Actions are named after calls of the contract, and the calls of signage lost the prefix plus: the same call gets the
-- same word in old rows, so that lists and filters find both. What was done, by whom and when stays as it is.
drop trigger audit_log_stays on audit_log;
update audit_log
set action = renamed.now || substr(action, length(renamed.before) + 1)
from (
  values
    ('plusDevices.', 'displays.'),
    ('plusFiles.', 'media.'),
    ('plusTemplates.', 'slideTemplates.'),
    ('plusSchedules.', 'schedules.'),
    ('plusContents.', 'contents.'),
    ('plusShows.', 'shows.'),
    ('plusSets.', 'showSets.'),
    ('plusTimelines.', 'timelines.'),
    ('plusMasters.', 'displayMasters.'),
    ('plusPlays.', 'plays.'),
    ('scripts.savePlusDecorator', 'scripts.saveDisplayDecorator')
) renamed (before, now)
where starts_with(action, renamed.before);
create trigger audit_log_stays before update or delete on audit_log for each row execute function refuse_change();
