-- What the dashboard and the exception statistics read (specification 1 §3): more summary counters beside tag_counts and gateway_counts,
-- kept by the same triggers. A change that moves no counter costs one pass over the changed rows and writes nothing.

-- errors: NG, MISSING, REQ_ONLY and REQ_ONLY2; progress: WIP and UPDATE (specification 1 §4)
create table tag_type_counts (
  store_code text not null,
  tag_type text not null,
  tags integer not null,
  errors integer not null,
  primary key (store_code, tag_type)
);
create table tag_flag_counts (
  store_code text primary key,
  low_battery integer not null,
  no_product integer not null
);
-- by the gateway that a tag is reached through
create table gateway_tag_counts (
  store_code text not null,
  gw_mac text not null,
  tags integer not null,
  progress integer not null,
  errors integer not null,
  primary key (store_code, gw_mac)
);
create table gateway_kind_counts (
  store_code text not null,
  status text not null,
  time_sync boolean not null,
  gmp_version text not null,
  grm_version text not null,
  gateways integer not null,
  primary key (store_code, status, time_sync, gmp_version, grm_version)
);
-- Tags that show this product and no other. Tags with several products are families: they show it beside the product's own tag by design.
create table product_tag_counts (
  store_code text not null,
  pr_code text not null,
  tags integer not null,
  primary key (store_code, pr_code)
);
create index product_tag_counts_shared on product_tag_counts (store_code) include (tags) where tags > 1;

-- the day of the store's calendar on which the tag last confirmed a label
alter table tags add column shown_day date;
create index tags_low_battery on tags (store_code) where batt_status = 'NG';

-- tags: updates; distinct_tags: tags that had one or more
alter table daily_counts add column distinct_tags integer not null default 0;
update daily_counts set distinct_tags = tags;
create index daily_counts_by_day on daily_counts (day);

create type tag_move as (store_code text, status text, tag_type text, gw_mac text, low boolean, bare boolean, n integer);

create or replace function count_tags() returns trigger language plpgsql as $$
declare moved tag_move[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(m.*)::tag_move) into moved from (
      select store_code, status, tag_type, gw_mac, batt_status = 'NG', pr_code is null, count(*)::int from added group by 1, 2, 3, 4, 5, 6
    ) m;
  elsif tg_op = 'DELETE' then
    select array_agg(row(m.*)::tag_move) into moved from (
      select store_code, status, tag_type, gw_mac, batt_status = 'NG', pr_code is null, -count(*)::int from removed group by 1, 2, 3, 4, 5, 6
    ) m;
  else
    select array_agg(row(m.*)::tag_move) into moved from (
      select store_code, status, tag_type, gw_mac, low, bare, sum(n)::int from (
        select store_code, status, tag_type, gw_mac, batt_status = 'NG' as low, pr_code is null as bare, 1 as n from added
        union all select store_code, status, tag_type, gw_mac, batt_status = 'NG', pr_code is null, -1 from removed
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

create type gateway_move as (store_code text, status text, time_sync boolean, gmp_version text, grm_version text, n integer);

create or replace function count_gateways() returns trigger language plpgsql as $$
declare moved gateway_move[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(m.*)::gateway_move) into moved from (
      select store_code, status, time_sync, gmp_version, grm_version, count(*)::int from added group by 1, 2, 3, 4, 5
    ) m;
  elsif tg_op = 'DELETE' then
    select array_agg(row(m.*)::gateway_move) into moved from (
      select store_code, status, time_sync, gmp_version, grm_version, -count(*)::int from removed group by 1, 2, 3, 4, 5
    ) m;
  else
    select array_agg(row(m.*)::gateway_move) into moved from (
      select store_code, status, time_sync, gmp_version, grm_version, sum(n)::int from (
        select store_code, status, time_sync, gmp_version, grm_version, 1 as n from added
        union all select store_code, status, time_sync, gmp_version, grm_version, -1 from removed
      ) as both_sides
      group by 1, 2, 3, 4, 5 having sum(n) <> 0
    ) m;
  end if;
  if moved is null then return null; end if;

  insert into gateway_counts select store_code, status, sum(n) from unnest(moved) group by 1, 2 having sum(n) <> 0 order by 1, 2
  on conflict (store_code, status) do update set gateways = gateway_counts.gateways + excluded.gateways;

  insert into gateway_kind_counts as c
    select store_code, status, time_sync, gmp_version, grm_version, n from unnest(moved) order by 1, 2, 3, 4, 5
  on conflict (store_code, status, time_sync, gmp_version, grm_version) do update set gateways = c.gateways + excluded.gateways;
  return null;
end $$;

create type product_move as (store_code text, pr_code text, n integer);

-- Whether a tag shows one product or several is seen from all of its rows, as they are now and as they were before the statement.
-- Planned each time it runs, for as many rows as there are.
create function count_shared_products() returns trigger language plpgsql as $$
declare
  touched constant text := case tg_op
    when 'INSERT' then 'select distinct store_code, tag_mac from added'
    when 'DELETE' then 'select distinct store_code, tag_mac from removed'
    else 'select store_code, tag_mac from added union select store_code, tag_mac from removed' end;
  before constant text := case tg_op
    when 'INSERT' then 'select * from now_shown except all select * from added'
    when 'DELETE' then 'select * from now_shown union all select * from removed'
    else '(select * from now_shown except all select * from added) union all select * from removed' end;
  moved product_move[];
begin
  execute format($statement$ select array_agg(row(m.*)::product_move) from (
    with touched as (%s),
    now_shown as (select p.* from tag_products p join touched using (store_code, tag_mac)),
    sides as (
      select store_code, min(pr_code) as pr_code, 1 as n from now_shown group by store_code, tag_mac having count(*) = 1
      union all select store_code, min(pr_code), -1 from (%s) as before group by store_code, tag_mac having count(*) = 1
    )
    select store_code, pr_code, sum(n)::int from sides group by 1, 2 having sum(n) <> 0
  ) m $statement$, touched, before) into moved;
  if moved is null then return null; end if;

  insert into product_tag_counts as c select store_code, pr_code, n from unnest(moved) order by 1, 2
  on conflict (store_code, pr_code) do update set tags = c.tags + excluded.tags;
  delete from product_tag_counts c using unnest(moved) m where c.store_code = m.store_code and c.pr_code = m.pr_code and c.tags = 0;
  return null;
end $$;
create trigger tag_products_shared_insert after insert on tag_products referencing new table as added for each statement execute function count_shared_products();
create trigger tag_products_shared_delete after delete on tag_products referencing old table as removed for each statement execute function count_shared_products();
create trigger tag_products_shared_update after update on tag_products referencing old table as removed new table as added for each statement execute function count_shared_products();

-- What is there already.
insert into tag_type_counts
  select store_code, tag_type, count(*), count(*) filter (where status in ('NG', 'MISSING', 'REQ_ONLY', 'REQ_ONLY2')) from tags group by 1, 2;
insert into tag_flag_counts
  select store_code, count(*) filter (where batt_status = 'NG'), count(*) filter (where pr_code is null) from tags group by 1;
insert into gateway_tag_counts
  select store_code, gw_mac, count(*), count(*) filter (where status in ('WIP', 'UPDATE')),
    count(*) filter (where status in ('NG', 'MISSING', 'REQ_ONLY', 'REQ_ONLY2'))
  from tags where gw_mac is not null group by 1, 2;
insert into gateway_kind_counts select store_code, status, time_sync, gmp_version, grm_version, count(*) from gateways group by 1, 2, 3, 4, 5;
insert into product_tag_counts
  select store_code, pr_code, count(*) from (
    select store_code, min(pr_code) as pr_code from tag_products group by store_code, tag_mac having count(*) = 1
  ) as alone group by 1, 2;
