-- Price changes of all stores, newest first.
create index updates_by_time_of_all on updates (updated_at desc nulls last, update_id desc);
