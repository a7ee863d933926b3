-- Paper labels: what a file asks to be printed, row by row, and the documents that go to printers (docs/guide/paper-labels.md).
create sequence paper_task_ids start 1000;
create table paper_tasks (
  store_code text not null references stores on delete cascade,
  task_id bigint not null default nextval('paper_task_ids'),
  -- the file that brought it
  file_id bigint,
  task_des text not null,
  created_by text not null,
  total integer not null,
  -- rows that came out of the printer, and rows that did not; the rest is under way
  printed integer not null default 0,
  failed integer not null default 0,
  complete boolean not null generated always as (printed >= total) stored,
  created_at timestamptz not null,
  -- the store's own day on which it came
  day date not null,
  updated_at timestamptz not null,
  primary key (store_code, task_id)
);

create table paper_rows (
  store_code text not null,
  task_id bigint not null,
  -- the line of the file
  line integer not null,
  pr_code text not null,
  pr_info text[] not null,
  layout text not null,
  copies smallint not null,
  printer_ip text not null,
  printer_name text not null,
  -- the document it goes out with
  job_id bigint not null,
  -- null: not printed yet; 1: printed; else why not (contract/src/papers.ts)
  result_code smallint,
  result_msg text not null default '',
  printed_at timestamptz,
  updated_at timestamptz not null,
  primary key (store_code, task_id, line),
  foreign key (store_code, task_id) references paper_tasks on delete cascade
);
create index paper_rows_by_job on paper_rows (store_code, job_id);

-- One document for one printer. WAITING, then SENDING before a byte leaves: from then on the printer is asked before it is sent again.
create sequence paper_job_ids start 1000;
create table paper_jobs (
  store_code text not null,
  job_id bigint not null default nextval('paper_job_ids'),
  task_id bigint not null,
  printer_ip text not null,
  printer_name text not null,
  layout text not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'SENDING', 'SENT', 'DONE')),
  -- why it waits, in words
  message text not null default '',
  claimed_by text,
  -- a process that dies lets this run out, and another one takes over
  claimed_until timestamptz,
  due_at timestamptz not null,
  tries smallint not null default 0,
  -- where it was sent, and its number there
  printer_uri text,
  printer_job integer,
  -- makes its name at the printer its own, whoever else prints there
  token text not null default substr(gen_random_uuid()::text, 1, 8),
  -- since when nothing has moved, what had been printed by then, and whether it waits for a person
  stuck_since timestamptz,
  sheets integer,
  attention boolean not null default false,
  primary key (store_code, job_id),
  foreign key (store_code, task_id) references paper_tasks on delete cascade
);
create index paper_jobs_due on paper_jobs (due_at) where state <> 'DONE';

-- What is known of a store's printers from the last time they were spoken to.
create table paper_printers (
  store_code text not null references stores on delete cascade,
  printer_ip text not null,
  printer_name text not null,
  state text not null check (state in ('READY', 'ATTENTION', 'OFFLINE')),
  message text not null,
  -- the address among several that worked
  uri text,
  asked_at timestamptz not null,
  primary key (store_code, printer_ip, printer_name)
);

-- Kept in the transaction of the change.
create table paper_counts (
  store_code text primary key,
  tasks integer not null,
  complete integer not null,
  updated_at timestamptz not null
);
-- by the day on which tasks came; failed: those with a row that could not be printed
create table paper_day_counts (
  store_code text not null,
  day date not null,
  tasks integer not null,
  complete integer not null,
  failed integer not null,
  primary key (store_code, day)
);

create type paper_move as (store_code text, day date, complete boolean, failed boolean, changed timestamptz, n integer);

create function count_papers() returns trigger language plpgsql as $$
declare moved paper_move[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(store_code, day, complete, failed > 0, updated_at, 1)::paper_move) into moved from added;
  elsif tg_op = 'DELETE' then
    select array_agg(row(store_code, day, complete, failed > 0, updated_at, -1)::paper_move) into moved from removed;
  else
    select array_agg(m) into moved from (
      select row(store_code, day, complete, failed > 0, updated_at, 1)::paper_move as m from added
      union all select row(store_code, day, complete, failed > 0, updated_at, -1)::paper_move from removed
    ) both_sides;
  end if;
  if moved is null then return null; end if;
  insert into paper_counts as c
    select store_code, sum(n), coalesce(sum(n) filter (where complete), 0), max(changed) from unnest(moved) group by 1 order by 1
  on conflict (store_code) do update set tasks = c.tasks + excluded.tasks, complete = c.complete + excluded.complete,
    updated_at = greatest(c.updated_at, excluded.updated_at);
  insert into paper_day_counts as c
    select store_code, day, sum(n), coalesce(sum(n) filter (where complete), 0), coalesce(sum(n) filter (where failed), 0)
    from unnest(moved) group by 1, 2 order by 1, 2
  on conflict (store_code, day) do update set tasks = c.tasks + excluded.tasks, complete = c.complete + excluded.complete,
    failed = c.failed + excluded.failed;
  return null;
end $$;
create trigger papers_counted_insert after insert on paper_tasks referencing new table as added for each statement execute function count_papers();
create trigger papers_counted_delete after delete on paper_tasks referencing old table as removed for each statement execute function count_papers();
create trigger papers_counted_update after update on paper_tasks referencing old table as removed new table as added for each statement execute function count_papers();
