-- Layouts as they are worked on and published: a drawing for each size and colour class of a layout, with a draft and its versions.

create table layout_drawings (
  drawing_id bigint generated always as identity primary key,
  -- empty: shared by all stores
  store_code text not null default '',
  layout_id text not null,
  size text not null,
  model_class text not null check (model_class in ('bw', 'bwr', 'bwry')),
  archived_at timestamptz,
  draft jsonb not null,
  -- counts the times it was saved: who saves says what was read
  draft_rev integer not null default 0,
  draft_by text,
  draft_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (store_code, layout_id, size, model_class)
);

create table layout_versions (
  drawing_id bigint not null references layout_drawings on delete cascade,
  version integer not null,
  definition jsonb not null,
  -- who published it; empty: it came with the server
  author text not null default '',
  note text not null default '',
  -- why it was published although its check had found errors
  reason text,
  errors integer,
  -- the version that it brought back
  restores integer,
  -- on the clocks of the stores; null: at once
  from_local timestamp,
  published_at timestamptz not null default now(),
  cancelled_at timestamptz,
  primary key (drawing_id, version)
);

-- Stores whose labels are to follow a version when its time has come there.
create table layout_turns (
  drawing_id bigint not null,
  version integer not null,
  store_code text not null references stores on delete cascade,
  done_at timestamptz,
  task_id bigint,
  tags integer not null default 0,
  by text not null,
  primary key (drawing_id, version, store_code),
  foreign key (drawing_id, version) references layout_versions on delete cascade
);
create index layout_turns_open on layout_turns (store_code) where done_at is null;

-- Which layout products get: one list for all stores (empty store) and one for each store that has its own.
create table layout_rules (
  store_code text primary key,
  rules jsonb not null,
  rev integer not null,
  updated_by text not null,
  updated_at timestamptz not null
);
-- Stores whose labels are to follow a change of the rules, and what the rules were before it.
create table rule_turns (
  turn_id bigint generated always as identity primary key,
  store_code text not null references stores on delete cascade,
  -- {own, shared}: the lists that held when the labels were drawn
  before jsonb not null,
  by text not null,
  unique (store_code)
);

-- What everybody reads before drawing: grows with whatever a label is drawn by.
create table layout_mark (one boolean primary key default true check (one), mark bigint not null default 0);
insert into layout_mark default values;

create table layout_checks (
  check_id bigint generated always as identity primary key,
  drawing_id bigint not null references layout_drawings on delete cascade,
  rev integer not null,
  definition jsonb not null,
  state text not null default 'RUNNING' check (state in ('RUNNING', 'DONE', 'CANCELLED', 'FAILED')),
  total integer not null,
  checked integer not null default 0,
  errors integer not null default 0,
  warnings integer not null default 0,
  -- where it goes on: {part, storeCode, code}
  place jsonb not null,
  -- until then a process works on the step at that place
  claimed_until timestamptz,
  by text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  detail text
);
create index layout_checks_of on layout_checks (drawing_id, check_id desc);
create index layout_checks_running on layout_checks (check_id) where state = 'RUNNING';
create table layout_findings (
  check_id bigint not null references layout_checks on delete cascade,
  number bigint generated always as identity,
  store_code text not null,
  pr_code text not null,
  name text not null,
  model_class text not null,
  kind text not null,
  level text not null,
  page integer not null,
  element text not null,
  detail text not null,
  primary key (check_id, number)
);

-- How many products have a layout and how many labels are drawn by a drawing, as last counted.
create table layout_usage (
  store_code text not null references stores on delete cascade,
  drawing_id bigint not null references layout_drawings on delete cascade,
  products integer not null,
  tags integer not null,
  primary key (store_code, drawing_id)
);
create table layout_counts (
  store_code text primary key references stores on delete cascade,
  -- what had changed when it was counted
  seen text not null,
  counted_at timestamptz not null
);

insert into layout_drawings (store_code, layout_id, size, model_class, draft, draft_at)
  select store_code, layout_id, size, model_class, definition, updated_at from layouts order by layout_id, size;
insert into layout_versions (drawing_id, version, definition, published_at)
  select d.drawing_id, l.version, l.definition, l.updated_at from layouts l join layout_drawings d using (store_code, layout_id, size, model_class);
drop table layouts;
