-- A store that is brought in from a file: received in parts, checked as a whole, then applied in pieces.
create sequence store_move_ids start 1;
create table store_moves (
  store_code text not null references stores on delete cascade,
  move_id bigint not null default nextval('store_move_ids'),
  file_name text not null,
  size bigint not null,
  received bigint not null default 0,
  state text not null default 'RECEIVING' check (state in ('RECEIVING', 'CHECKING', 'APPLYING', 'DONE', 'FAILED')),
  lines integer not null default 0,
  -- the last line that was applied
  done integer not null default 0,
  errors text[] not null default '{}',
  error_count integer not null default 0,
  task_id bigint,
  created_by text not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (store_code, move_id)
);
create unique index store_moves_open on store_moves (store_code) where finished_at is null;

-- The parts of its file in the order of their places; their content is in the blobs.
create table store_move_parts (
  store_code text not null,
  move_id bigint not null,
  start bigint not null,
  bytes integer not null,
  hash text not null,
  primary key (store_code, move_id, start),
  foreign key (store_code, move_id) references store_moves on delete cascade
);

-- Its lines once they are found right; each goes in the transaction that applies it.
create table store_move_lines (
  store_code text not null,
  move_id bigint not null,
  line integer not null,
  kind text not null,
  data jsonb not null,
  primary key (store_code, move_id, line),
  foreign key (store_code, move_id) references store_moves on delete cascade
);
