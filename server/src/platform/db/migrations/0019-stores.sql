-- What kind of shop a store is: promotions hold for all stores of a type.
alter table stores add column store_type text not null default 'STANDARD';
create index stores_by_type on stores (store_type);
-- A store that is being deleted: who began it and when. What belongs to it goes in pieces; its row goes last.
alter table stores add column closing_at timestamptz;
alter table stores add column closing_by text;
create index stores_closing on stores (closing_at) where closing_at is not null;

-- The last day, in the store's own calendar, on which the weekly status check of a store was started.
create table weekly_checks (
  store_code text primary key references stores on delete cascade,
  day date not null
);

-- What a store's configuration says to its gateways; defaults: specification 2 §9.
create function radio_part(config jsonb) returns jsonb language sql immutable as $$
  select '{"totalDuration": 120, "eventDuration": 1, "cpDuration": 39, "oneChannelEnable": false, "channelMaskEnable": false, "outbandEnable": false,
    "eventLedCtrl": false, "baseTimeout": 60, "timeoutTag": 0.1, "nfRandomPercent": 5, "nfRetryCnt": 8, "nfBasicSleep": 18,
    "nfDeepSleepDuration": 30}'::jsonb || coalesce((
      select jsonb_object_agg(key, value) from jsonb_each(config) where key in ('totalDuration', 'eventDuration', 'cpDuration', 'oneChannelEnable',
        'channelMaskEnable', 'outbandEnable', 'eventLedCtrl', 'baseTimeout', 'timeoutTag', 'nfRandomPercent', 'nfRetryCnt', 'nfBasicSleep',
        'nfDeepSleepDuration')
    ), '{}')
$$;

-- Gateways begin with the defaults: they are told nothing of them until a store's differ, and from then on always.
alter table stores add column radio_told boolean not null default false;
create function note_radio() returns trigger language plpgsql as $$
begin
  new.radio_told := true;
  return new;
end $$;
create trigger stores_radio_noted before update of config on stores for each row
  when (radio_part(new.config) is distinct from radio_part(old.config)) execute function note_radio();
create trigger stores_radio_told after update of config on stores for each row
  when (radio_part(new.config) is distinct from radio_part(old.config)) execute function tell_gateways_of_store();

create or replace function tell_new_gateway() returns trigger language plpgsql as $$
begin
  if new.config_version = new.config_applied and (
    exists (select from settings where key = 'server' and gateway_part(value) is not null)
    or exists (select from amac)
    or exists (select from stores where store_code = new.store_code
      and (coalesce(config ->> 'timeServerIp', '') <> '' or radio_told or radio_part(config) <> radio_part('{}')))
  ) then
    new.config_version := new.config_version + 1;
  end if;
  return new;
end $$;
