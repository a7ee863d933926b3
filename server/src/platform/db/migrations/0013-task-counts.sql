-- How many tasks each store has: the list of tasks says it without counting.
create table task_counts (store_code text primary key, tasks integer not null);

create function count_tasks() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into task_counts select store_code, count(*) from added group by 1 order by 1
    on conflict (store_code) do update set tasks = task_counts.tasks + excluded.tasks;
  else
    update task_counts t set tasks = t.tasks - r.n from (select store_code, count(*) as n from removed group by 1) r where t.store_code = r.store_code;
  end if;
  return null;
end $$;
insert into task_counts select store_code, count(*) from tasks group by 1;
create trigger tasks_counted_insert after insert on tasks referencing new table as added for each statement execute function count_tasks();
create trigger tasks_counted_delete after delete on tasks referencing old table as removed for each statement execute function count_tasks();
