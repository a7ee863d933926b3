-- What a gateway shall be set to, beside what it last reported. The engine tells it until it reports that it took it.
alter table gateways
  -- ip, netmask, defaultGateway, dns, eslServerPort, dataChannel, eventChannel, channelGroupIndex, checkin; what is absent stays as it is
  add column config jsonb not null default '{}',
  -- counts the changes of config
  add column config_version integer not null default 0,
  -- the version the gateway last said it has; -1 when it reports something else than was asked for
  add column config_applied integer not null default 0,
  -- last told to the gateway
  add column config_sent_at timestamptz;
create index gateways_to_configure on gateways (shard) where config_version <> config_applied;

-- The channels that gateways get by their index (specification 1 §3, channel setting): for the whole chain.
create table gateway_channels (
  gw_index integer primary key,
  data_channel integer not null,
  event_channel integer not null
);

-- What a gateway is asked to do once: any process writes it, the engine that has the gateway's shard carries it there and takes the answer.
create sequence gateway_request_ids start 1000;
create table gateway_requests (
  store_code text not null,
  request_id bigint not null default nextval('gateway_request_ids'),
  gw_mac text not null,
  shard smallint not null,
  -- reboot, link-check, log
  kind text not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'DONE', 'FAILED')),
  tries smallint not null default 0,
  -- the start of the gateway it was sent to: another one has forgotten it
  session text,
  -- why it failed, or what the gateway said
  detail text,
  -- log files the gateway says it sent
  files integer,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- nobody waits for it any longer
  expires_at timestamptz not null,
  finished_at timestamptz,
  primary key (store_code, request_id),
  foreign key (store_code, gw_mac) references gateways on delete cascade
);
create index gateway_requests_open on gateway_requests (shard) where state in ('WAITING', 'SENT');
create unique index gateway_requests_by_id on gateway_requests (request_id);
create index gateway_requests_by_gateway on gateway_requests (store_code, gw_mac);

-- Parts of log files as they come in, until the download that asked for them has packed them.
create table gateway_log_parts (
  store_code text not null,
  request_id bigint not null,
  file text not null,
  part integer not null,
  -- how many parts the file has
  parts integer not null,
  modified_at timestamptz not null,
  content bytea not null,
  primary key (store_code, request_id, file, part),
  foreign key (store_code, request_id) references gateway_requests on delete cascade
);

-- Gateways that tried to sign in and were refused: they wait for somebody to say whose they are. They belong to no store yet.
create table waiting_gateways (
  gw_mac text primary key,
  -- where it is registered, when only its secret was wrong
  store_code text references stores on delete cascade,
  address text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- attempts that were noted; they are noted at most every few seconds
  tries integer not null default 1,
  -- rejected: not listed again before then
  hidden_until timestamptz
);
create index waiting_gateways_by_time on waiting_gateways (last_at);
create index waiting_gateways_by_address on waiting_gateways (address);
