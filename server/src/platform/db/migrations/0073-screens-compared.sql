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
