-- Addresses of other systems that are told when alarms come and go and tasks end. What is to be told is queued in the transaction of its cause.
create table webhooks (
  webhook_id bigint generated always as identity primary key,
  name text not null,
  url text not null,
  -- sealed
  secret text not null,
  -- alarm.raised, alarm.cleared, task.finished
  events text[] not null,
  -- null: all, and what is of no store
  store_codes text[],
  -- alarms of this class and above
  min_class smallint not null default 1,
  enabled boolean not null default true,
  -- failures since it last took something; it is left alone until then
  failures smallint not null default 0,
  rests_until timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create table webhook_deliveries (
  webhook_id bigint not null references webhooks on delete cascade,
  delivery_id bigint generated always as identity,
  event text not null,
  payload jsonb not null,
  tries smallint not null default 0,
  due_at timestamptz not null,
  -- what came back last: the HTTP status, or why there was none
  last_status smallint,
  last_error text,
  created_at timestamptz not null,
  delivered_at timestamptz,
  given_up_at timestamptz,
  primary key (webhook_id, delivery_id)
);
create index webhook_deliveries_due on webhook_deliveries (due_at) where delivered_at is null and given_up_at is null;
create index webhook_deliveries_by_time on webhook_deliveries (created_at);

create function queue_webhooks(event text, store text, class smallint, at timestamptz, data jsonb) returns void language sql as $$
  insert into webhook_deliveries (webhook_id, event, payload, due_at, created_at)
  select w.webhook_id, queue_webhooks.event, jsonb_build_object('type', queue_webhooks.event, 'timestamp', at, 'data', data), at, at
  from webhooks w
  where w.enabled and queue_webhooks.event = any(w.events) and (w.store_codes is null or store = any(w.store_codes)) and coalesce(class, 3) >= w.min_class
$$;

create function tell_alarm() returns trigger language plpgsql as $$
begin
  perform queue_webhooks(case when new.cleared_at is null then 'alarm.raised' else 'alarm.cleared' end, new.store_code, new.class,
    coalesce(new.cleared_at, new.raised_at),
    jsonb_build_object('alarmId', new.alarm_id::text, 'storeCode', new.store_code, 'type', new.type, 'class', new.class, 'subject', new.subject,
      'raisedAt', new.raised_at, 'clearedAt', new.cleared_at, 'details', new.data));
  return null;
end $$;
create trigger alarm_raised after insert on alarms for each row execute function tell_alarm();
create trigger alarm_cleared after update of cleared_at on alarms for each row
  when (old.cleared_at is null and new.cleared_at is not null) execute function tell_alarm();

create function tell_task() returns trigger language plpgsql as $$
begin
  perform queue_webhooks('task.finished', new.store_code, null, new.end_time,
    jsonb_build_object('taskId', new.task_id::text, 'storeCode', new.store_code, 'taskType', new.task_type, 'total', new.total, 'shown', new.shown,
      'same', new.same, 'superseded', new.superseded, 'failed', new.failed, 'createdBy', new.created_by,
      'startTime', new.start_time, 'endTime', new.end_time));
  return null;
end $$;
create trigger task_finished after update of end_time on tasks for each row
  when (old.end_time is null and new.end_time is not null) execute function tell_task();
create trigger task_made_finished after insert on tasks for each row when (new.end_time is not null) execute function tell_task();
