-- Where a tag without a product is in its life as a device; null: in stock. One with a product is in use.
alter table tags add column lifecycle text check (lifecycle in ('SPARE', 'DEFECTIVE', 'SENT_IN', 'RETIRED'));
create index tags_by_lifecycle on tags (store_code, lifecycle) where lifecycle is not null;

-- As before, without retired tags: no figure has them.
create or replace function count_tags() returns trigger language plpgsql as $$
declare moved tag_move[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(m.*)::tag_move) into moved from (
      select store_code, status, tag_type, gw_mac, batt_status = 'NG', pr_code is null, count(*)::int from added where lifecycle is distinct from 'RETIRED' group by 1, 2, 3, 4, 5, 6
    ) m;
  elsif tg_op = 'DELETE' then
    select array_agg(row(m.*)::tag_move) into moved from (
      select store_code, status, tag_type, gw_mac, batt_status = 'NG', pr_code is null, -count(*)::int from removed where lifecycle is distinct from 'RETIRED' group by 1, 2, 3, 4, 5, 6
    ) m;
  else
    select array_agg(row(m.*)::tag_move) into moved from (
      select store_code, status, tag_type, gw_mac, low, bare, sum(n)::int from (
        select store_code, status, tag_type, gw_mac, batt_status = 'NG' as low, pr_code is null as bare, 1 as n from added
          where lifecycle is distinct from 'RETIRED'
        union all select store_code, status, tag_type, gw_mac, batt_status = 'NG', pr_code is null, -1 from removed
          where lifecycle is distinct from 'RETIRED'
      ) as both_sides
      group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
    ) m;
  end if;
  if moved is null then return null; end if;

  insert into tag_counts select store_code, status, sum(n) from unnest(moved) group by 1, 2 having sum(n) <> 0 order by 1, 2
  on conflict (store_code, status) do update set tags = tag_counts.tags + excluded.tags;

  insert into tag_type_counts as c
    select store_code, tag_type, sum(n), coalesce(sum(n) filter (where status in ('NG', 'MISSING', 'REQ_ONLY', 'REQ_ONLY2')), 0) from unnest(moved)
    group by 1, 2 having sum(n) <> 0 or sum(n) filter (where status in ('NG', 'MISSING', 'REQ_ONLY', 'REQ_ONLY2')) <> 0 order by 1, 2
  on conflict (store_code, tag_type) do update set tags = c.tags + excluded.tags, errors = c.errors + excluded.errors;

  insert into tag_flag_counts as c
    select store_code, coalesce(sum(n) filter (where low), 0), coalesce(sum(n) filter (where bare), 0) from unnest(moved)
    group by 1 having sum(n) filter (where low) <> 0 or sum(n) filter (where bare) <> 0 order by 1
  on conflict (store_code) do update set low_battery = c.low_battery + excluded.low_battery, no_product = c.no_product + excluded.no_product;

  insert into gateway_tag_counts as c
    select store_code, gw_mac, sum(n), coalesce(sum(n) filter (where status in ('WIP', 'UPDATE')), 0),
      coalesce(sum(n) filter (where status in ('NG', 'MISSING', 'REQ_ONLY', 'REQ_ONLY2')), 0)
    from unnest(moved) where gw_mac is not null group by 1, 2
    having sum(n) <> 0 or sum(n) filter (where status in ('WIP', 'UPDATE')) <> 0
      or sum(n) filter (where status in ('NG', 'MISSING', 'REQ_ONLY', 'REQ_ONLY2')) <> 0
    order by 1, 2
  on conflict (store_code, gw_mac) do update
    set tags = c.tags + excluded.tags, progress = c.progress + excluded.progress, errors = c.errors + excluded.errors;
  return null;
end $$;
