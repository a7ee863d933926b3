-- Our own processes, their databases and message brokers, as each last reported (docs/servers.md).
create table servers (
  -- a process: its name; db:… a database; mqtt:… a message broker
  server_id text primary key,
  -- esl, database, proxy
  type text not null,
  name text not null,
  -- the start of the process that reports it
  reporter text not null,
  status text not null,
  -- one of the specification's states; null while it runs as it should
  state text,
  -- what is out of the ordinary: offline, service:…, state:…, memory, disk
  conditions text[] not null default '{}',
  -- usage, services, network, and where its log files are
  report jsonb not null,
  started_at timestamptz,
  report_time timestamptz not null,
  created_at timestamptz not null default now()
);

-- One row a minute and server.
create table server_samples (
  server_id text not null,
  sampled_at timestamptz not null,
  ram_used bigint,
  ram_total bigint,
  disk_used bigint,
  disk_total bigint,
  disk_path text,
  load real,
  connections integer,
  size bigint,
  primary key (server_id, sampled_at)
) partition by range (sampled_at);

-- The alarms of one server or gateway, newest first.
create index alarms_by_subject on alarms (store_code, subject, updated_at desc);
