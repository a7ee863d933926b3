-- Whether the device itself confirmed the last label that it took, or only took it (ledger.confirmed). Null: it has shown none yet.
-- Every row there is gets the default without being written; rows that come later begin with null.
alter table tags add column confirmed boolean default true;
alter table tags alter column confirmed drop default;
update tags set confirmed = null where updated_at is null;
update tags t set confirmed = false from (
  select distinct on (store_code, tag_mac) store_code, tag_mac, confirmed from ledger
  where store_code in (select store_code from access_points) and kind in ('SHOW', 'BLANK') and outcome = 'SHOWN'
  order by store_code, tag_mac, finished_at desc
) l where not l.confirmed and t.store_code = l.store_code and t.tag_mac = l.tag_mac;
