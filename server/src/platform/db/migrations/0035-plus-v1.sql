-- The v1 line of displays: a library of contents in folders, shows of them over several screens, sets of shows, timelines of sets, and which
-- display plays which screen of a timeline. All but the displays is of the whole installation, of no store.
create table plus_groups (
  group_id bigint generated always as identity primary key,
  name text not null,
  -- null at the top
  parent_id bigint references plus_groups,
  -- among those of the same parent, from 0 without gaps
  place integer not null
);
create index plus_groups_by_parent on plus_groups (parent_id, place);

create table plus_contents (
  content_id bigint generated always as identity primary key,
  name text not null,
  group_id bigint references plus_groups,
  kind text not null check (kind in ('image', 'video', 'widget')),
  blob text not null,
  type text not null,
  bytes bigint not null,
  -- sha256 of each piece that displays load
  chunks text[] not null default '{}',
  width integer,
  height integer,
  -- seconds: a film's own, rounded up
  duration integer not null,
  thumb text,
  updated_by text not null,
  updated_at timestamptz not null
);
create index plus_contents_by_name on plus_contents (name, content_id);
create index plus_contents_by_group on plus_contents (group_id, name);
create index plus_contents_by_blob on plus_contents (blob);
create index plus_contents_by_thumb on plus_contents (thumb);
create trigger plus_contents_loosen after delete on plus_contents
  referencing old table as old_rows for each statement execute function note_loose_blobs('blob');
create trigger plus_content_thumbs_loosen after delete on plus_contents
  referencing old table as old_rows for each statement execute function note_loose_blobs('thumb');
create trigger plus_contents_replaced after update on plus_contents
  referencing old table as old_rows for each statement execute function note_loose_blobs('blob');
create trigger plus_content_thumbs_replaced after update on plus_contents
  referencing old table as old_rows for each statement execute function note_loose_blobs('thumb');

create table plus_shows (
  show_id bigint generated always as identity primary key,
  name text not null,
  -- {width, height, duration, device, contentArea, timeline}
  show jsonb not null,
  -- what follows from it (factsOf of signage)
  facts jsonb not null,
  updated_by text not null,
  updated_at timestamptz not null
);
create index plus_shows_by_name on plus_shows (name, show_id);
-- What names what, as it stands in the rows beside it: nothing that is named can be removed, and who plays a thing is found from it.
create table plus_show_contents (
  show_id bigint not null references plus_shows on delete cascade,
  content_id bigint not null references plus_contents,
  primary key (show_id, content_id)
);
create index plus_show_contents_by_content on plus_show_contents (content_id);

create table plus_sets (
  set_id bigint generated always as identity primary key,
  name text not null,
  -- [{id, duration}], id of the show or `price`
  list jsonb not null,
  duration integer not null,
  updated_by text not null,
  updated_at timestamptz not null
);
create index plus_sets_by_name on plus_sets (name, set_id);
create table plus_set_shows (
  set_id bigint not null references plus_sets on delete cascade,
  show_id bigint not null references plus_shows,
  primary key (set_id, show_id)
);
create index plus_set_shows_by_show on plus_set_shows (show_id);

create table plus_timelines (
  timeline_id bigint generated always as identity primary key,
  name text not null,
  -- [{id, period, days, time}], id of the set; the last that holds is played
  schedule jsonb not null,
  updated_by text not null,
  updated_at timestamptz not null
);
create index plus_timelines_by_name on plus_timelines (name, timeline_id);
create table plus_timeline_sets (
  timeline_id bigint not null references plus_timelines on delete cascade,
  set_id bigint not null references plus_sets,
  primary key (timeline_id, set_id)
);
create index plus_timeline_sets_by_set on plus_timeline_sets (set_id);
-- A display plays one screen of one timeline.
create table plus_timeline_devices (
  mac text primary key references plus_devices on delete cascade,
  timeline_id bigint not null references plus_timelines on delete cascade,
  screen integer not null,
  -- in the list of the screen
  place integer not null
);
create index plus_timeline_devices_by_timeline on plus_timeline_devices (timeline_id, screen, place);

-- What people call a display and where it stands, by which lists over all stores are searched.
alter table plus_devices
  add column code_name text not null default '',
  add column category text not null default '',
  add column section text not null default '',
  add column shelf_id text not null default '',
  add column position text not null default '',
  add column time_zone text not null default '',
  -- the other v1 settings
  add column v1_config jsonb not null default '{}',
  -- codes of its own menu, hashed as passwords are
  add column admin_pin text,
  add column manager_pin text,
  -- taken in, or paired anew, and not heard since then
  add column awaited_since timestamptz;
create index plus_devices_awaited on plus_devices (awaited_since) where awaited_since is not null;
create index plus_devices_by_name on plus_devices (name, mac) where store_code is not null;

-- Plays of a display in a day of its store, added up as they come: nobody counts millions of plays to ask how often something was shown. They stay
-- when the display goes.
create table plus_play_days (
  store_code text not null references stores on delete cascade,
  day date not null,
  mac text not null,
  content text not null,
  plays integer not null,
  seconds double precision not null,
  primary key (store_code, day, mac, content)
);
insert into plus_play_days (store_code, day, mac, content, plays, seconds)
select p.store_code, (p.from_at at time zone s.time_zone)::date, p.mac, p.content, count(*),
  sum(greatest(0, extract(epoch from p.to_at - p.from_at)))
from plus_plays p join stores s on s.store_code = p.store_code group by 1, 2, 3, 4;
create index plus_plays_by_store on plus_plays (store_code, from_at, mac, seq, item);
