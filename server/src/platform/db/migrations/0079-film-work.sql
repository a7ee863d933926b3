-- What the server makes of films with ffmpeg, by the sha256 of the film (docs/signage.md): a picture of it, and a version that displays can play.
-- One row serves all files of that content. A row whose film nothing names any more goes.
create table plus_film_work (
  film text not null,
  work text not null check (work in ('picture', 'version')),
  state text not null default 'waiting' check (state in ('waiting', 'making', 'made', 'failed')),
  -- while it is made
  percent integer not null default 0,
  -- why it failed
  reason text check (reason in ('unread', 'ended', 'full', 'interrupted')),
  -- how often it was begun: a film that ends the server with it is not tried for ever
  attempts integer not null default 0,
  changed_at timestamptz not null,
  -- of a version
  blob text,
  bytes bigint,
  chunks text[] not null default '{}',
  width integer,
  height integer,
  primary key (film, work)
);
create index plus_film_work_open on plus_film_work (changed_at) where state <> 'made';
create index plus_film_work_by_blob on plus_film_work (blob);
create trigger plus_film_work_loosen after delete on plus_film_work
  referencing old table as old_rows for each statement execute function note_loose_blobs('blob');
create trigger plus_film_work_replaced after update on plus_film_work
  referencing old table as old_rows for each statement execute function note_loose_blobs('blob');
-- Films that no picture is there of.
create index plus_files_without_thumb on plus_files (blob) where kind = 'video' and thumb is null;
create index plus_contents_without_thumb on plus_contents (blob) where kind = 'video' and thumb is null;
