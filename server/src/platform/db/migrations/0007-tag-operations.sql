-- Tag status collections: what one person asked of a store's tags or gateways, until all have answered, it is stopped, or its time is over.
create sequence collection_ids start 1;
create table collections (
  store_code text not null references stores on delete cascade,
  collection_id bigint not null default nextval('collection_ids'),
  -- TAG_STATUS_CHECK, BATTERY_CHECK, GATEWAY_SCAN, ALL_TAG_STATUS_COLLECT
  cmd text not null,
  -- the task that asks the tags; null when gateways are asked
  task_id bigint,
  -- what gateways are asked by
  request_ids bigint[] not null default '{}',
  total integer not null,
  -- filled in when it ends
  answered integer not null default 0,
  failed integer not null default 0,
  outcome text check (outcome in ('DONE', 'STOPPED', 'TIMED_OUT')),
  created_by text not null,
  started_at timestamptz not null,
  deadline_at timestamptz not null,
  finished_at timestamptz,
  -- over, and nothing of it is under way any more
  settled boolean not null default false,
  primary key (store_code, collection_id)
);
create unique index collections_open on collections (store_code) where finished_at is null;
create index collections_unsettled on collections (store_code, collection_id) where not settled;
create index collections_by_time on collections (started_at);

-- What the histories of a tag hold last, so that only what moved is written, whoever hears the tag and whenever processes start.
alter table tags
  add column noted_battery real,
  add column noted_temperature real,
  add column noted_resets integer,
  add column noted_at timestamptz;
