-- Files that are sent in parts: what is here of each, so that a lost connection costs no more than a part. The content is among the blobs,
-- in an area of its own, until all of it is there.
create table uploads (
  -- of purpose, account and the sender's own key
  upload_id text primary key,
  purpose text not null,
  email text not null,
  bytes bigint not null,
  received bigint not null default 0,
  updated_at timestamptz not null
);
create index uploads_by_email on uploads (purpose, email);
create table upload_parts (
  upload_id text not null references uploads on delete cascade,
  start bigint not null,
  bytes bigint not null,
  hash text not null,
  primary key (upload_id, start)
);

-- Software for gateways. The image is the blob of its sha256.
create table software_files (
  file_id bigint generated always as identity primary key,
  file_name text not null,
  component text not null check (component in ('gmp', 'grm')),
  version text not null,
  minimum_version text,
  notes text not null default '',
  bytes bigint not null,
  sha256 text not null,
  uploaded_by text not null,
  updated_at timestamptz not null,
  unique (component, version)
);
create index software_files_by_hash on software_files (sha256);

create table rollouts (
  rollout_id bigint generated always as identity primary key,
  -- a file with a roll-out that is over may be removed
  file_id bigint references software_files on delete set null,
  component text not null,
  version text not null,
  minimum_version text,
  bytes bigint not null,
  sha256 text not null,
  state text not null check (state in ('FIRST', 'REST', 'STOPPED', 'DONE')),
  paused boolean not null default false,
  stop_reason text,
  first_gw_mac text,
  at_once integer not null,
  watch_seconds integer not null,
  max_failed_percent integer not null,
  started_by text not null,
  started_at timestamptz not null,
  finished_at timestamptz
);
create index rollouts_open on rollouts (rollout_id) where state in ('FIRST', 'REST');

create table rollout_gateways (
  store_code text not null,
  rollout_id bigint not null references rollouts on delete cascade,
  gw_mac text not null,
  state text not null default 'WAITING' check
    (state in ('WAITING', 'LOADING', 'RESTARTING', 'CHECKING', 'DONE', 'FAILED', 'SKIPPED', 'UNTOUCHED')),
  reason text,
  detail text not null default '',
  from_version text not null,
  -- what it was asked with, and its start then
  request_id bigint,
  session text,
  -- it was not quite well before
  was_alarm boolean not null default false,
  -- since when it is in this state
  since timestamptz not null,
  primary key (store_code, rollout_id, gw_mac)
);
create index rollout_gateways_by_state on rollout_gateways (rollout_id, state);
-- A gateway is in one open roll-out at a time.
create unique index rollout_gateways_once on rollout_gateways (gw_mac) where state in ('WAITING', 'LOADING', 'RESTARTING', 'CHECKING');

-- When a gateway last began anew, and when it last sent a whole report: tells a report of this start from one before.
alter table gateways add column session_at timestamptz, add column reported_at timestamptz;
-- What a request carries beside its kind.
alter table gateway_requests add column params jsonb;
