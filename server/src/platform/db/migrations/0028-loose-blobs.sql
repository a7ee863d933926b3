-- Content that may belong to nothing: noted before it comes into its place, and when a row that named it goes, whatever removes the row. After a
-- rest it is looked whether something names it (blobs/tidy.ts).
create table loose_blobs (
  hash text primary key,
  since timestamptz not null
);
create index loose_blobs_by_time on loose_blobs (since);

create function note_loose_blobs() returns trigger language plpgsql as $$
begin
  insert into loose_blobs (hash, since)
  select distinct gone.hash, clock_timestamp() from (select to_jsonb(x)->>tg_argv[0] as hash from old_rows x) gone
  where gone.hash is not null order by 1
  on conflict (hash) do update set since = excluded.since;
  return null;
end $$;
create trigger app_files_loosen after delete on app_files
  referencing old table as old_rows for each statement execute function note_loose_blobs('blob');
create trigger software_files_loosen after delete on software_files
  referencing old table as old_rows for each statement execute function note_loose_blobs('sha256');
create trigger files_loosen after delete on files
  referencing old table as old_rows for each statement execute function note_loose_blobs('blob');
create index files_by_blob on files (blob);
create index app_files_by_blob on app_files (blob);
