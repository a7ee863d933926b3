-- Rows of one content that change or go in one statement leave one note: the clock went on between them, and a second note of the same content
-- made the statement fail.
create or replace function note_loose_blobs() returns trigger language plpgsql as $$
begin
  insert into loose_blobs (hash, since)
  select gone.hash, clock_timestamp() from (select distinct to_jsonb(x)->>tg_argv[0] as hash from old_rows x) gone
  where gone.hash is not null order by 1
  on conflict (hash) do update set since = excluded.since;
  return null;
end $$;

-- Pictures of screens beside what should be there (docs/signage.md).
alter table plus_screenshots
  -- what the display said with the picture; null for one that says nothing
  add said jsonb,
  -- when it is to be compared; null when that is done
  add compare_at timestamptz,
  -- of the picture that was compared last
  add verdict text check (verdict in ('matches', 'black', 'wrong', 'frozen', 'unknown')),
  add looks_like integer,
  add scene text,
  add cells text,
  add expected text,
  -- what two pictures in a row have shown, while it lasts
  add fault text check (fault in ('black', 'wrong', 'frozen')),
  -- when the server takes the next picture by itself
  add ask_at timestamptz;
create index plus_screenshots_by_expected on plus_screenshots (expected);
create index plus_screenshots_to_compare on plus_screenshots (compare_at) where compare_at is not null;
create index plus_screenshots_to_ask on plus_screenshots (ask_at) where ask_at is not null;

create trigger plus_expected_loosen after delete on plus_screenshots
  referencing old table as old_rows for each statement execute function note_loose_blobs('expected');
create trigger plus_expected_replaced after update on plus_screenshots
  referencing old table as old_rows for each statement execute function note_loose_blobs('expected');
