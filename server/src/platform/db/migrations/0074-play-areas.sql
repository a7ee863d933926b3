-- Sums of plays by area, too: -1 is a slide, which has none. Those of displays that are gone, or of plays that are not there any more, stay as
-- they are.
alter table plus_play_days add column area integer not null default -1;
alter table plus_play_days drop constraint plus_play_days_pkey;
with split as (
  select p.store_code, (p.from_at at time zone s.time_zone)::date as day, p.mac, p.content, coalesce(p.area, -1) as area, count(*)::int as plays,
    sum(greatest(0, extract(epoch from p.to_at - p.from_at))) as seconds
  from plus_plays p join stores s on s.store_code = p.store_code group by 1, 2, 3, 4, 5
), gone as (
  delete from plus_play_days d
  using (select store_code, day, mac, content, sum(plays) as plays from split group by 1, 2, 3, 4 having bool_or(area >= 0)) whole
  where (d.store_code, d.day, d.mac, d.content) = (whole.store_code, whole.day, whole.mac, whole.content) and d.plays = whole.plays
  returning d.store_code, d.day, d.mac, d.content
)
insert into plus_play_days (store_code, day, mac, content, area, plays, seconds)
select s.store_code, s.day, s.mac, s.content, s.area, s.plays, s.seconds
from split s join gone g using (store_code, day, mac, content);
alter table plus_play_days add primary key (store_code, day, mac, content, area);
