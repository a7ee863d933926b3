-- Displays ("Plus" devices), what they show and what they said last. A display that has announced itself waits without a store.
create table plus_devices (
  -- lower case with colons
  mac text primary key,
  store_code text references stores on delete cascade,
  -- the store that it named while it waits
  wanted_store text,
  line text not null default 'v0' check (line in ('v0', 'v1')),
  name text not null default '',
  model text not null default '',
  -- of its software, by name
  versions jsonb not null default '{}',
  screen_width integer not null,
  screen_height integer not null,
  -- what it can do, as it said
  caps jsonb not null default '{}',
  status text not null default 'PENDING' check (status in ('PENDING', 'ONLINE', 'OFFLINE')),
  -- the digits on its screen while it waits
  code text,
  -- of the secret that it made at its first start: nobody else takes its place
  claim_hash text,
  token_hash text unique,
  recv_at timestamptz,
  ip text not null default '',
  -- the last heartbeat
  report jsonb not null default '{}',
  config jsonb not null default '{}',
  mode text not null default 'normal' check (mode in ('normal', 'product', 'off')),
  show_idx integer,
  template_id text,
  -- {screenWidth, screenHeight, show} as it is edited, and as the device has been given it
  show jsonb,
  given_show jsonb,
  -- of what it should play now, and when that was worked out last
  rev text,
  rev_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index plus_devices_by_store on plus_devices (store_code, status);
create index plus_devices_by_template on plus_devices (store_code, template_id) where template_id is not null;
create index plus_devices_waiting on plus_devices (wanted_store) where store_code is null;
create index plus_devices_heard on plus_devices (recv_at) where status = 'ONLINE';

create table plus_device_products (
  mac text not null references plus_devices on delete cascade,
  slot integer not null,
  store_code text not null,
  pr_code text not null,
  primary key (mac, slot)
);
create index plus_device_products_by_code on plus_device_products (store_code, pr_code);

-- What a display is asked to do; it may hear of it several times and does it once.
create table plus_commands (
  command_id bigint generated always as identity primary key,
  mac text not null references plus_devices on delete cascade,
  type text not null,
  args jsonb not null default '{}',
  issued_by text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  done_at timestamptz,
  result text,
  detail text not null default ''
);
create index plus_commands_open on plus_commands (mac, command_id) where done_at is null;
create index plus_commands_old on plus_commands (expires_at);

create table plus_screenshots (
  mac text primary key references plus_devices on delete cascade,
  blob text not null,
  taken_at timestamptz not null
);

-- Thresholds of a display's memory and disk: how many heartbeats in a row were over or under, and the alarm while it is open.
create table plus_usage (
  mac text not null references plus_devices on delete cascade,
  kind text not null check (kind in ('memory', 'disk')),
  store_code text not null,
  percent integer not null,
  running integer not null,
  open_since timestamptz,
  primary key (mac, kind)
);
create index plus_usage_open on plus_usage (store_code) where open_since is not null;

create table plus_settings (
  store_code text primary key references stores on delete cascade,
  enrol_token text,
  memory_threshold integer not null default 90,
  disk_threshold integer not null default 90,
  offline_dot boolean not null default true,
  proof_of_play boolean not null default false,
  updated_at timestamptz not null
);

-- Pictures, films and widgets of a store, and software for its displays. The content is the blob of its sha256.
create table plus_files (
  file_id bigint generated always as identity primary key,
  store_code text not null references stores on delete cascade,
  kind text not null check (kind in ('image', 'video', 'widget', 'sw', 'launcher')),
  name text not null,
  blob text not null,
  type text not null,
  bytes bigint not null,
  -- sha256 of each piece that displays load
  chunks text[] not null default '{}',
  width integer,
  height integer,
  -- seconds, of films
  duration double precision,
  thumb text,
  -- of software
  os text,
  model text,
  ver text,
  uploaded_by text not null,
  updated_at timestamptz not null
);
create index plus_files_by_store on plus_files (store_code, kind, updated_at desc);
create index plus_files_by_blob on plus_files (blob);

create table plus_templates (
  store_code text not null references stores on delete cascade,
  template_id text not null,
  size text not null,
  show jsonb not null,
  updated_at timestamptz not null,
  primary key (store_code, template_id)
);

create table plus_schedules (
  schedule_id bigint generated always as identity primary key,
  store_code text not null references stores on delete cascade,
  name text not null,
  period jsonb,
  days integer[] not null default '{}',
  time jsonb not null default '[]',
  updated_at timestamptz not null
);
create index plus_schedules_by_store on plus_schedules (store_code, updated_at desc);

-- Content that goes with these rows, or is replaced in them (0028).
create trigger plus_files_loosen after delete on plus_files
  referencing old table as old_rows for each statement execute function note_loose_blobs('blob');
create trigger plus_thumbs_loosen after delete on plus_files
  referencing old table as old_rows for each statement execute function note_loose_blobs('thumb');
create trigger plus_files_replaced after update on plus_files
  referencing old table as old_rows for each statement execute function note_loose_blobs('blob');
create trigger plus_thumbs_replaced after update on plus_files
  referencing old table as old_rows for each statement execute function note_loose_blobs('thumb');
create trigger plus_screenshots_loosen after delete on plus_screenshots
  referencing old table as old_rows for each statement execute function note_loose_blobs('blob');
create trigger plus_screenshots_replaced after update on plus_screenshots
  referencing old table as old_rows for each statement execute function note_loose_blobs('blob');
create index plus_files_by_thumb on plus_files (thumb);
create index plus_screenshots_by_blob on plus_screenshots (blob);
