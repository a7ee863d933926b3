-- What scripts did in earnest, with the last of what they printed: a few runs of each script in each store.
create table script_runs (
  run_id bigint generated always as identity primary key,
  -- Where it ran; empty for what belongs to no store.
  store_code text not null,
  kind text not null,
  -- Whose script it was: the store's own, or with an empty code the default one; and which version.
  scope text not null,
  version integer not null,
  -- Runs of one thing, such as a task whose labels come in several batches, are one row.
  run_key text not null,
  -- The file, the account or the task.
  subject text not null,
  -- Further tasks in the same run.
  more integer not null default 0,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  -- Milliseconds in the sandbox, and how many things went in.
  ms integer not null,
  items integer not null,
  failed integer not null,
  outcome text not null check (outcome in ('OK', 'REFUSED', 'FAILED')),
  detail text not null,
  -- In the script.
  line integer,
  output text not null,
  unique (store_code, kind, run_key)
);
create index script_runs_newest on script_runs (kind, store_code, ended_at desc, run_id desc);
create index script_runs_of_scope on script_runs (kind, scope, ended_at desc, run_id desc);

create or replace function forget_scripts() returns trigger language plpgsql as $$
begin
  delete from scripts where store_code = old.store_code;
  delete from script_versions where store_code = old.store_code;
  delete from decorated_stores where store_code = old.store_code;
  delete from script_runs where store_code = old.store_code;
  return null;
end $$;
