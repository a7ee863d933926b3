-- Playlists: contents, displays and hours in one thing. What is played is shows, sets and timelines that the server makes of them
-- (docs/decisions/0030-playlists-are-made-into-timelines.md).
create table plus_playlists (
  playlist_id bigint generated always as identity primary key,
  name text not null,
  -- [{id, duration}], id of the content or `price`
  items jsonb not null,
  -- [{days, time}]; none is always
  hours jsonb not null,
  -- {start, end} or null
  period jsonb,
  -- the higher lies over the lower, among those with hours and among those without
  rank bigint not null,
  updated_by text not null,
  updated_at timestamptz not null
);
create index plus_playlists_by_name on plus_playlists (name, playlist_id);

-- Holds as long as the display is in a timeline of plus_playlist_timelines: who moves it to another takes it out of its playlists.
create table plus_playlist_devices (
  playlist_id bigint not null references plus_playlists on delete cascade,
  mac text not null references plus_devices on delete cascade,
  -- what the display played before its first playlist: `v0` gets its slides back
  line_before text not null check (line_before in ('v0', 'v1')),
  primary key (playlist_id, mac)
);
create index plus_playlist_devices_by_mac on plus_playlist_devices (mac);

-- What the server made, for each size of screens, and when: another updated_at there says that somebody changed it by hand.
create table plus_playlist_shows (
  show_id bigint primary key references plus_shows on delete cascade,
  playlist_id bigint not null references plus_playlists on delete cascade,
  -- 1920x158, and how the screen stands where it is turned: 1920x158/90
  screen text not null,
  made_at timestamptz not null
);
create index plus_playlist_shows_by_playlist on plus_playlist_shows (playlist_id, screen);
create table plus_playlist_sets (
  set_id bigint primary key references plus_sets on delete cascade,
  playlist_id bigint not null references plus_playlists on delete cascade,
  screen text not null,
  made_at timestamptz not null
);
create unique index plus_playlist_sets_by_playlist on plus_playlist_sets (playlist_id, screen);
create table plus_playlist_timelines (
  timeline_id bigint primary key references plus_timelines on delete cascade,
  screen text not null,
  -- from the weakest to the strongest, such as 7,12
  playlists text not null,
  made_at timestamptz not null
);
create unique index plus_playlist_timelines_by_playlists on plus_playlist_timelines (playlists, screen);
