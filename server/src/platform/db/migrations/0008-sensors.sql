-- Sensors of the stores: what each said last, its readings, its alarms (specification 1 §2, §3; docs/sensors.md).
create table sensors (
  store_code text not null references stores on delete cascade,
  sensor_mac text not null,
  -- what it is made for, such as FREEZER: decides which values are right
  sensor_type text not null,
  gw_mac text not null,
  -- when that gateway last heard it
  gw_heard_at timestamptz not null,
  -- what the newest reading came of: START, REPORT, ALERT
  operation text not null,
  version text not null,
  rssi smallint not null,
  -- volts
  battery real not null,
  -- degrees Celsius
  value real not null,
  -- seconds between two reports
  period real not null,
  -- what is amiss, the weightiest first: SILENT, OUT_OF_RANGE, LOW_BATTERY
  conditions text[] not null default '{}',
  status text not null generated always as (coalesce(conditions[1], 'OK')) stored,
  -- the newest reading that is in the history
  kept_at timestamptz,
  kept_value real,
  created_at timestamptz not null default now(),
  -- when the newest value was measured
  updated_at timestamptz not null,
  primary key (store_code, sensor_mac)
)
-- every report changes what no index holds
with (fillfactor = 80);
-- a sensor belongs to one store; it moves to another by its store_code alone, its open alarms follow
create unique index sensors_by_mac on sensors (sensor_mac);

create table sensor_readings (
  store_code text not null,
  sensor_mac text not null,
  sensed_at timestamptz not null,
  value real not null
) partition by range (sensed_at);
create index sensor_readings_by_sensor on sensor_readings (store_code, sensor_mac, sensed_at desc);

-- What is amiss with a sensor now. A row leaves for sensor_alarms in the transaction that ends it.
create table open_sensor_alarms (
  store_code text not null,
  sensor_mac text not null,
  -- one of the conditions
  alarm_type text not null,
  -- SILENT: when it was last heard; else when it was measured
  alarm_time timestamptz not null,
  -- degrees Celsius, volts
  value real,
  primary key (store_code, sensor_mac, alarm_type),
  foreign key (store_code, sensor_mac) references sensors on delete cascade on update cascade
);
create table sensor_alarms (
  store_code text not null,
  sensor_mac text not null,
  alarm_type text not null,
  alarm_time timestamptz not null,
  value real,
  cleared_at timestamptz not null
) partition by range (cleared_at);
create index sensor_alarms_by_sensor on sensor_alarms (store_code, sensor_mac, alarm_time desc);

-- One row a store, kept in the transaction of the change. ok, silent, out_of_range: by status; low_battery: whatever else is amiss.
create table sensor_counts (
  store_code text primary key,
  sensors integer not null,
  ok integer not null,
  silent integer not null,
  out_of_range integer not null,
  low_battery integer not null,
  -- the newest value of any of them
  updated_at timestamptz not null
);

create type sensor_move as (store_code text, status text, low boolean, heard timestamptz, n integer);

create function count_sensors() returns trigger language plpgsql as $$
declare moved sensor_move[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(store_code, status, 'LOW_BATTERY' = any(conditions), updated_at, 1)::sensor_move) into moved from added;
  elsif tg_op = 'DELETE' then
    select array_agg(row(store_code, status, 'LOW_BATTERY' = any(conditions), updated_at, -1)::sensor_move) into moved from removed;
  else
    select array_agg(m) into moved from (
      select row(store_code, status, 'LOW_BATTERY' = any(conditions), updated_at, 1)::sensor_move as m from added
      union all select row(store_code, status, 'LOW_BATTERY' = any(conditions), updated_at, -1)::sensor_move from removed
    ) both_sides;
  end if;
  if moved is null then return null; end if;
  insert into sensor_counts as c
    select store_code, sum(n), coalesce(sum(n) filter (where status = 'OK'), 0), coalesce(sum(n) filter (where status = 'SILENT'), 0),
      coalesce(sum(n) filter (where status = 'OUT_OF_RANGE'), 0), coalesce(sum(n) filter (where low), 0), max(heard)
    from unnest(moved) group by 1 order by 1
  on conflict (store_code) do update set sensors = c.sensors + excluded.sensors, ok = c.ok + excluded.ok, silent = c.silent + excluded.silent,
    out_of_range = c.out_of_range + excluded.out_of_range, low_battery = c.low_battery + excluded.low_battery,
    updated_at = greatest(c.updated_at, excluded.updated_at);
  return null;
end $$;
create trigger sensors_counted_insert after insert on sensors referencing new table as added for each statement execute function count_sensors();
create trigger sensors_counted_delete after delete on sensors referencing old table as removed for each statement execute function count_sensors();
create trigger sensors_counted_update after update on sensors referencing old table as removed new table as added for each statement execute function count_sensors();
