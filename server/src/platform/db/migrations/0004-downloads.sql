-- Files that somebody asked for, made by workers (specification 1 §4). A row lives for a day, and so does its file.
create sequence download_ids start 1000;
create table downloads (
  download_id bigint primary key default nextval('download_ids'),
  -- the specification's number: 0 server log … 5 filtered tags
  type smallint not null,
  -- null: of no store, or of several
  store_code text,
  -- what was asked for, as the contract checked it
  request jsonb not null,
  created_by text not null,
  -- the stores that the account had then; null: all of the chain
  stores text[],
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  -- only a worker of this machine can do it; null: any
  host text,
  claimed_by text,
  -- a worker that dies lets this run out, and another one takes over
  claimed_until timestamptz,
  tries smallint not null default 0,
  rows_done integer not null default 0,
  rows_total integer,
  file_name text,
  media_type text,
  -- content hash within the download's own area of the blob store
  blob text,
  bytes bigint,
  -- why it failed: a stable word, and a sentence
  reason text,
  detail text,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null
);
create index downloads_open on downloads (download_id) where state in ('QUEUED', 'RUNNING');
create index downloads_by_account on downloads (created_by, download_id desc);
create index downloads_by_expiry on downloads (expires_at);

-- One row is one fetch. A link ends with the session that got it.
create table download_links (
  -- sha-256 of the token: the token itself is only in the link
  token_hash text primary key,
  download_id bigint not null references downloads on delete cascade,
  session_hash text not null references sessions on delete cascade,
  expires_at timestamptz not null
);
create index download_links_by_download on download_links (download_id);
create index download_links_by_session on download_links (session_hash);
