-- What displays have played, of stores that want proof of it. A batch that comes twice is taken once: a display counts them.
create table plus_plays (
  mac text not null references plus_devices on delete cascade,
  seq bigint not null,
  -- place in the batch
  item integer not null,
  store_code text not null,
  -- as slides name it: `image:12`
  content text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  primary key (mac, seq, item)
);
create index plus_plays_old on plus_plays (to_at);
