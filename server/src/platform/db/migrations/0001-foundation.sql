-- Stores and everything that belongs to one: primary keys begin with store_code, so that the database can be distributed by it.
-- Times are timestamptz; the API speaks epoch seconds.

create table leases (
  name text primary key,
  holder text not null,
  expires_at timestamptz not null
);

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

create table stores (
  store_code text primary key,
  store_name text not null,
  address text not null default '',
  latitude double precision,
  longitude double precision,
  time_zone text not null,
  locale text not null,
  currency text not null,
  -- the specification's durations, flags and nf settings, as the contract's storeConfig names them
  config jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table gateways (
  store_code text not null references stores on delete cascade,
  gw_mac text not null,
  shard smallint not null,
  secret_hash text not null,
  gw_index integer not null default 0,
  ip text not null default '',
  alternate_ip text not null default '',
  data_channel integer not null default 11,
  event_channel integer not null default 26,
  channel_group_index integer not null default 0,
  gmp_version text not null default '',
  grm_version text not null default '',
  status text not null default 'OFFLINE' check (status in ('NORMAL', 'ALARM', 'OFFLINE')),
  up_link text not null default 'NG',
  down_link text not null default 'NG',
  time_sync boolean not null default false,
  tag_count integer not null default 0,
  -- the last status message as it came: memory, disks, services
  report jsonb,
  session text,
  online_since timestamptz,
  offline_since timestamptz,
  last_heard_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_code, gw_mac)
);
create unique index gateways_by_mac on gateways (gw_mac);
create index gateways_by_shard on gateways (shard);

create table aliases (
  index integer primary key check (index between 0 and 254),
  name text not null,
  key boolean not null default false,
  chart boolean not null default false,
  type text not null default 'text'
);
create unique index aliases_one_key on aliases (key) where key;

create table layouts (
  -- empty: shared by all stores
  store_code text not null default '',
  layout_id text not null,
  size text not null,
  model_class text not null,
  version integer not null default 1,
  definition jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (store_code, layout_id, size, model_class)
);

create table products (
  store_code text not null references stores on delete cascade,
  pr_code text not null,
  pr_info text[] not null,
  layout_id text,
  nfc text,
  tag_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_code, pr_code)
);
create index products_by_update on products (store_code, updated_at desc);

-- empty store_code: shared scope, so no reference to stores
create table families (
  store_code text not null default '',
  fm_pr_code text not null,
  pr_codes text[] not null,
  layout_id text not null,
  nfc text,
  updated_at timestamptz not null default now(),
  primary key (store_code, fm_pr_code)
);
create index families_by_product on families using gin (pr_codes);

create table tags (
  store_code text not null references stores on delete cascade,
  tag_mac text not null,
  barcode text not null,
  tag_type text not null,
  -- first product; all of them in tag_products
  pr_code text,
  -- layout and NFC address given with the assignment, before the product's own
  layout_id text,
  nfc text,
  gw_mac text,
  status text not null default 'DEASSIGN'
    check (status in ('OK', 'NG', 'UPDATE', 'DEASSIGN', 'MISSING', 'REQ_ONLY', 'REQ_ONLY2', 'WIP')),
  operation text,
  operation_name text,
  version text not null default '',
  rssi smallint,
  battery real,
  temperature real,
  batt_status text not null default 'UNKNOWN' check (batt_status in ('OK', 'NG', 'UNKNOWN')),
  resets integer not null default 0,
  page smallint not null default 0,
  -- seconds between check-ins, as the tag reports them
  checkin real not null default 60,
  last_heard_at timestamptz,
  responded_at timestamptz,
  updated_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (store_code, tag_mac)
)
-- room for updates in place: every sighting changes readings that no index holds
with (fillfactor = 80);
-- a tag belongs to one store; it moves to another by its store_code alone, what hangs on it follows
create unique index tags_by_mac on tags (tag_mac);
create index tags_by_status on tags (store_code, status);
create index tags_by_product on tags (store_code, pr_code);
create index tags_by_update on tags (store_code, updated_at desc);

create table tag_products (
  store_code text not null,
  tag_mac text not null,
  slot smallint not null,
  pr_code text not null,
  primary key (store_code, tag_mac, slot),
  foreign key (store_code, tag_mac) references tags on delete cascade on update cascade
);
create index tag_products_by_product on tag_products (store_code, pr_code);

-- What the glass of a tag shows, by the tag's own word.
create table tag_glass (
  store_code text not null,
  tag_mac text not null,
  shown_hash text,
  -- [{page, hash, bytes}]
  images jsonb not null default '[]',
  delivery_id bigint,
  shown_at timestamptz,
  -- an operation was sent and ended without the tag's word: the glass may differ until the tag is heard
  in_doubt boolean not null default false,
  -- the tag's own count of glass changes when it said so: older words of it are not heeded
  updates integer not null default 0,
  primary key (store_code, tag_mac),
  foreign key (store_code, tag_mac) references tags on delete cascade on update cascade
);

-- Which gateways hear a tag, and how well: roaming picks from here.
create table tag_links (
  store_code text not null,
  tag_mac text not null,
  gw_mac text not null,
  rssi smallint not null,
  heard_at timestamptz not null,
  primary key (store_code, tag_mac, gw_mac),
  foreign key (store_code, tag_mac) references tags on delete cascade on update cascade
);

create sequence task_ids start 1000;
create table tasks (
  store_code text not null references stores on delete cascade,
  task_id bigint not null default nextval('task_ids'),
  task_type text not null,
  total integer not null default 0,
  shown integer not null default 0,
  same integer not null default 0,
  superseded integer not null default 0,
  failed integer not null default 0,
  layout_id text,
  prior_task_id bigint,
  -- account, file or rule that caused it
  created_by text not null,
  start_time timestamptz not null default now(),
  end_time timestamptz,
  primary key (store_code, task_id)
);
create index tasks_by_start on tasks (start_time desc);
create index tasks_by_store_start on tasks (store_code, start_time desc);

-- Open operations: the engine's queue. A row leaves for the ledger in the statement that ends it.
create sequence operation_ids start 1000;
create table operations (
  store_code text not null,
  op_id bigint not null default nextval('operation_ids'),
  task_id bigint not null,
  tag_mac text not null,
  kind text not null,
  -- operations of one lane replace each other: image, led, page, check
  lane text not null,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RENDERED', 'SENT')),
  priority smallint not null default 5,
  -- send even when the glass already shows it (reassign)
  force boolean not null default false,
  pr_code text,
  pr_info text[],
  layout_id text,
  nfc text,
  params jsonb,
  hash text,
  images jsonb,
  gw_mac text,
  shard smallint,
  tries smallint not null default 0,
  gateways_tried text[] not null default '{}',
  -- why the last try did not work, while there are tries left
  last_reason text,
  detail text,
  claimed_by text,
  claimed_until timestamptz,
  -- not before: back-off between tries
  due_at timestamptz not null default now(),
  queued_at timestamptz not null default now(),
  rendered_at timestamptz,
  -- last handed to a gateway: from then on the glass may change
  offered_at timestamptz,
  sent_at timestamptz,
  -- the tag was heard after it was sent
  asked_at timestamptz,
  -- under way at gw_mac until then; null while it waits to be handed out
  deadline_at timestamptz,
  primary key (store_code, op_id)
);
create unique index operations_by_id on operations (op_id);
create unique index operations_one_open on operations (store_code, tag_mac, lane);
create index operations_to_render on operations (priority, op_id) where state = 'QUEUED';
create index operations_to_send on operations (shard, gw_mac, priority, op_id) where state = 'RENDERED';
create index operations_in_flight on operations (shard, gw_mac) where deadline_at is not null;
create index operations_deadlines on operations (deadline_at) where deadline_at is not null;
create index operations_by_task on operations (store_code, task_id);

-- Operations that a gateway was offered and must not carry out any more: it is told until it answers for each.
create table cancellations (
  store_code text not null,
  gw_mac text not null,
  op_id bigint not null,
  tries smallint not null default 0,
  -- told (again) then
  due_at timestamptz not null,
  primary key (store_code, gw_mac, op_id)
);

-- Finished operations: the delivery ledger. Never updated.
create table ledger (
  store_code text not null,
  op_id bigint not null,
  task_id bigint not null,
  tag_mac text not null,
  kind text not null,
  outcome text not null check (outcome in ('SHOWN', 'SAME', 'SUPERSEDED', 'FAILED')),
  reason text,
  detail text,
  pr_code text,
  pr_info text[],
  layout_id text,
  nfc text,
  hash text,
  images jsonb,
  gw_mac text,
  tries smallint not null,
  queued_at timestamptz not null,
  rendered_at timestamptz,
  sent_at timestamptz,
  finished_at timestamptz not null,
  primary key (store_code, op_id, finished_at)
) partition by range (finished_at);
create index ledger_by_tag on ledger (store_code, tag_mac, finished_at desc);
create index ledger_by_task on ledger (store_code, task_id);

create table product_history (
  store_code text not null,
  pr_code text not null,
  changed_at timestamptz not null,
  -- before the change; null when the product was new
  pr_info text[],
  layout_id text,
  -- account or file
  changed_by text not null,
  file_id bigint
) partition by range (changed_at);
create index product_history_by_product on product_history (store_code, pr_code, changed_at desc);

create table tag_readings (
  store_code text not null,
  tag_mac text not null,
  read_at timestamptz not null,
  battery real,
  temperature real,
  resets integer
) partition by range (read_at);
create index tag_readings_by_tag on tag_readings (store_code, tag_mac, read_at desc);

create table gateway_samples (
  store_code text not null,
  gw_mac text not null,
  sampled_at timestamptz not null,
  memory real not null,
  disks jsonb not null
) partition by range (sampled_at);
create index gateway_samples_by_gateway on gateway_samples (gw_mac, sampled_at desc);

create table login_history (
  email text not null,
  ip text not null,
  -- 0 login, 1 logout
  type smallint not null,
  success boolean not null,
  locked boolean not null,
  updated_at timestamptz not null
) partition by range (updated_at);
create index login_history_by_account on login_history (email, updated_at desc);

create sequence file_ids start 1;
create table files (
  store_code text not null references stores on delete cascade,
  file_id bigint not null default nextval('file_ids'),
  file_name text not null,
  file_type text not null,
  -- account or drop folder
  source text not null,
  blob text,
  data_count integer not null default 0,
  changed_count integer not null default 0,
  errors text[] not null default '{}',
  error_count integer not null default 0,
  task_id bigint,
  tag_count integer not null default 0,
  received_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (store_code, file_id)
);
create unique index files_by_id on files (file_id);
create index files_by_time on files (received_at desc);

-- Rows of files on their way in; dropped when the file is done or its owner is gone.
create unlogged table staged_products (
  store_code text not null,
  file_id bigint not null,
  line integer not null,
  pr_code text not null,
  pr_info text[] not null,
  layout_id text,
  nfc text
);
create index staged_products_by_file on staged_products (file_id, pr_code);

create table roles (
  role_id integer primary key,
  name text not null unique,
  -- [{key, read, write}]
  privileges jsonb not null,
  updated_at timestamptz not null default now()
);
insert into roles (role_id, name, privileges) values (0, 'Administrator', '[]');

create table accounts (
  email text primary key,
  name text not null,
  mobile text not null default '',
  password_hash text not null,
  -- null until an administrator approves the account
  role_id integer references roles,
  enable_whole_store boolean not null default false,
  language text,
  locked boolean not null default false,
  locked_until timestamptz,
  failed_logins integer not null default 0,
  weak_pwd boolean not null default false,
  force_change boolean not null default false,
  last_pwd_changed timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table account_stores (
  email text not null references accounts on delete cascade,
  store_code text not null references stores on delete cascade,
  primary key (email, store_code)
);
create table sessions (
  -- sha-256 of the token: the token itself is only with its owner
  token_hash text primary key,
  email text not null references accounts on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ip text not null,
  user_agent text not null
);
create index sessions_by_account on sessions (email);

create sequence alarm_ids start 1;
create table alarms (
  -- a store code or SYSTEM
  store_code text not null,
  alarm_id bigint not null default nextval('alarm_ids'),
  type text not null,
  class smallint not null,
  subject text not null,
  data jsonb not null default '{}',
  repeats integer not null default 0,
  raised_at timestamptz not null,
  updated_at timestamptz not null,
  cleared_at timestamptz,
  primary key (store_code, alarm_id)
);
create unique index alarms_open on alarms (store_code, type, subject) where cleared_at is null;
create index alarms_by_time on alarms (updated_at desc);

create table blobs (
  hash text primary key,
  kind text not null,
  bytes integer not null,
  created_at timestamptz not null default now()
);

-- Summary counters, kept by triggers in the transaction of the change, never counted on request.
create table tag_counts (
  store_code text not null,
  status text not null,
  tags integer not null,
  primary key (store_code, status)
);
create table gateway_counts (
  store_code text not null,
  status text not null,
  gateways integer not null,
  primary key (store_code, status)
);
create table product_counts (
  store_code text primary key,
  products integer not null
);
-- products and tags updated on a day of the store's own calendar
create table daily_counts (
  store_code text not null,
  day date not null,
  products integer not null default 0,
  tags integer not null default 0,
  primary key (store_code, day)
);

create function count_tags() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into tag_counts select store_code, status, count(*) from added group by 1, 2 order by 1, 2
    on conflict (store_code, status) do update set tags = tag_counts.tags + excluded.tags;
  elsif tg_op = 'DELETE' then
    insert into tag_counts select store_code, status, -count(*) from removed group by 1, 2 order by 1, 2
    on conflict (store_code, status) do update set tags = tag_counts.tags + excluded.tags;
  else
    insert into tag_counts
      select store_code, status, sum(n) from
        (select store_code, status, 1 as n from added union all select store_code, status, -1 from removed) as moved
      group by 1, 2 having sum(n) <> 0 order by 1, 2
    on conflict (store_code, status) do update set tags = tag_counts.tags + excluded.tags;
  end if;
  return null;
end $$;
create trigger tags_counted_insert after insert on tags referencing new table as added for each statement execute function count_tags();
create trigger tags_counted_delete after delete on tags referencing old table as removed for each statement execute function count_tags();
create trigger tags_counted_update after update on tags referencing old table as removed new table as added for each statement execute function count_tags();

create function count_gateways() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into gateway_counts select store_code, status, count(*) from added group by 1, 2 order by 1, 2
    on conflict (store_code, status) do update set gateways = gateway_counts.gateways + excluded.gateways;
  elsif tg_op = 'DELETE' then
    insert into gateway_counts select store_code, status, -count(*) from removed group by 1, 2 order by 1, 2
    on conflict (store_code, status) do update set gateways = gateway_counts.gateways + excluded.gateways;
  else
    insert into gateway_counts
      select store_code, status, sum(n) from
        (select store_code, status, 1 as n from added union all select store_code, status, -1 from removed) as moved
      group by 1, 2 having sum(n) <> 0 order by 1, 2
    on conflict (store_code, status) do update set gateways = gateway_counts.gateways + excluded.gateways;
  end if;
  return null;
end $$;
create trigger gateways_counted_insert after insert on gateways referencing new table as added for each statement execute function count_gateways();
create trigger gateways_counted_delete after delete on gateways referencing old table as removed for each statement execute function count_gateways();
create trigger gateways_counted_update after update on gateways referencing old table as removed new table as added for each statement execute function count_gateways();

create function count_products() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into product_counts select store_code, count(*) from added group by 1 order by 1
    on conflict (store_code) do update set products = product_counts.products + excluded.products;
  else
    insert into product_counts select store_code, -count(*) from removed group by 1 order by 1
    on conflict (store_code) do update set products = product_counts.products + excluded.products;
  end if;
  return null;
end $$;
create trigger products_counted_insert after insert on products referencing new table as added for each statement execute function count_products();
create trigger products_counted_delete after delete on products referencing old table as removed for each statement execute function count_products();

-- products.tag_count: tags that show the product, in any slot
create function count_product_tags() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update products p set tag_count = p.tag_count + n.n
      from (select store_code, pr_code, count(*)::int as n from added group by 1, 2) n
      where p.store_code = n.store_code and p.pr_code = n.pr_code;
  else
    update products p set tag_count = p.tag_count - n.n
      from (select store_code, pr_code, count(*)::int as n from removed group by 1, 2) n
      where p.store_code = n.store_code and p.pr_code = n.pr_code;
  end if;
  return null;
end $$;
create trigger tag_products_counted_insert after insert on tag_products referencing new table as added for each statement execute function count_product_tags();
create trigger tag_products_counted_delete after delete on tag_products referencing old table as removed for each statement execute function count_product_tags();
