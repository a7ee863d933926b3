-- Alarms of single tags, the notification rules and the mails they send (specification 1 §2, §9; 2 §3).

create index alarms_open_critical on alarms (store_code) where cleared_at is null and class = 3;
-- Which tasks still have labels that failed: whether their alarm is over.
create index ledger_failed on ledger (store_code, task_id) where outcome = 'FAILED';

-- What is wrong with a tag now. A row leaves for tag_alarms in the statement that ends it.
create table open_tag_alarms (
  store_code text not null,
  tag_mac text not null,
  -- LOW BATTERY, MISSING, UPDATE FAILURE, TEMPERATURE ABNORMAL
  alarm_type text not null,
  -- MISSING: when the tag was last heard; else when it came to be known
  alarm_time timestamptz not null,
  -- volts, degrees Celsius
  value real,
  repeats integer not null default 0,
  primary key (store_code, tag_mac, alarm_type),
  foreign key (store_code, tag_mac) references tags on delete cascade on update cascade
);
create table tag_alarms (
  store_code text not null,
  tag_mac text not null,
  alarm_type text not null,
  alarm_time timestamptz not null,
  value real,
  repeats integer not null,
  cleared_at timestamptz not null
) partition by range (cleared_at);
create index tag_alarms_by_tag on tag_alarms (store_code, tag_mac, alarm_time desc);

-- Degrees Celsius that a glass is made for: 0 to 40; freezer models (first character 4, 5, C, D; specification 1 §9) -25 to 10.
-- `margin` narrows the range, so that an alarm does not come and go.
create function tag_temperature_off(tag_type text, temperature real, margin real) returns boolean language sql immutable as $$
  select coalesce(case when left(tag_type, 1) in ('4', '5', 'C', 'D') then temperature < -25 + margin or temperature > 10 - margin
    else temperature < margin or temperature > 40 - margin end, false)
$$;

-- Follows the tags, whoever changes them. Changes that neither begin nor end anything cost one pass over the changed rows. No tag counts
-- as missing sooner than after 30 minutes, so hearing one after a shorter silence ends nothing. A task for a missing tag changes its
-- status, but only hearing the tag ends that it is missing.
-- The statement is planned each time it runs: a plan made for the join of one changed row is a hundred times too slow for ten thousand.
create function note_tag_alarms() returns trigger language plpgsql as $$
begin
  execute $statement$
  with moved as materialized (
    select a.store_code, a.tag_mac, a.status, a.batt_status, a.battery, a.temperature, a.last_heard_at, a.created_at, a.updated_at,
      r.status as was, a.last_heard_at is distinct from r.last_heard_at as heard,
      a.batt_status = 'NG' and r.batt_status <> 'NG' as drained,
      tag_temperature_off(a.tag_type, a.temperature, 0) and not tag_temperature_off(r.tag_type, r.temperature, 0) as left_range,
      tag_temperature_off(a.tag_type, a.temperature, 1) as off
    from added a join removed r using (tag_mac)
    where a.status <> r.status or a.batt_status <> r.batt_status or a.last_heard_at > r.last_heard_at + interval '30 minutes'
      or (a.last_heard_at is not null and r.last_heard_at is null)
      or tag_temperature_off(a.tag_type, a.temperature, 0) <> tag_temperature_off(r.tag_type, r.temperature, 0)
      or tag_temperature_off(a.tag_type, a.temperature, 1) <> tag_temperature_off(r.tag_type, r.temperature, 1)
  ), over as (
    delete from open_tag_alarms o using moved m
    where o.store_code = m.store_code and o.tag_mac = m.tag_mac and case o.alarm_type
      when 'LOW BATTERY' then m.batt_status <> 'NG'
      when 'MISSING' then m.heard
      when 'UPDATE FAILURE' then m.status in ('OK', 'DEASSIGN')
      else not m.off end
    returning o.*, greatest(m.last_heard_at, m.updated_at, o.alarm_time) as cleared_at
  ), ended as (
    insert into tag_alarms select store_code, tag_mac, alarm_type, alarm_time, value, repeats, cleared_at from over
  )
  insert into open_tag_alarms as o (store_code, tag_mac, alarm_type, alarm_time, value)
    select store_code, tag_mac, 'LOW BATTERY', coalesce(last_heard_at, created_at), battery from moved where drained
    union all select store_code, tag_mac, 'MISSING', coalesce(last_heard_at, created_at), null from moved where status = 'MISSING' and was <> 'MISSING'
    union all select store_code, tag_mac, 'UPDATE FAILURE', coalesce(updated_at, created_at), null from moved where status = 'NG' and was not in ('NG', 'MISSING')
    union all select store_code, tag_mac, 'TEMPERATURE ABNORMAL', coalesce(last_heard_at, created_at), temperature from moved where left_range
  on conflict (store_code, tag_mac, alarm_type) do update set repeats = o.repeats + case when o.alarm_type = 'UPDATE FAILURE' then 1 else 0 end
  $statement$;
  return null;
end $$;
create trigger tags_alarmed after update on tags referencing old table as removed new table as added for each statement execute function note_tag_alarms();

-- A tag that is found may be known to be out of order from its first word.
create function note_found_tag_alarms() returns trigger language plpgsql as $$
begin
  insert into open_tag_alarms (store_code, tag_mac, alarm_type, alarm_time, value)
    select store_code, tag_mac, 'LOW BATTERY', coalesce(last_heard_at, created_at), battery from added where batt_status = 'NG'
    union all select store_code, tag_mac, 'TEMPERATURE ABNORMAL', coalesce(last_heard_at, created_at), temperature from added
      where tag_temperature_off(tag_type, temperature, 0);
  return null;
end $$;
create trigger tags_found_alarmed after insert on tags referencing new table as added for each statement execute function note_found_tag_alarms();

-- What is there already.
insert into open_tag_alarms (store_code, tag_mac, alarm_type, alarm_time, value)
  select store_code, tag_mac, 'LOW BATTERY', coalesce(last_heard_at, created_at), battery from tags where batt_status = 'NG'
  union all select store_code, tag_mac, 'MISSING', coalesce(last_heard_at, created_at), null from tags where status = 'MISSING'
  union all select store_code, tag_mac, 'UPDATE FAILURE', coalesce(updated_at, created_at), null from tags where status = 'NG'
  union all select store_code, tag_mac, 'TEMPERATURE ABNORMAL', coalesce(last_heard_at, created_at), temperature from tags
    where tag_temperature_off(tag_type, temperature, 0);

-- What a rule has told: a condition while it lasts, a report by its day.
create table notified (
  notification text not null,
  store_code text not null,
  subject text not null,
  told_at timestamptz not null,
  primary key (notification, store_code, subject)
);

-- Mails on their way. They are kept for a while after they were sent or given up.
create sequence mail_ids start 1;
create table mails (
  mail_id bigint primary key default nextval('mail_ids'),
  recipient text not null,
  subject text not null,
  body text not null,
  tries smallint not null default 0,
  -- not before; while a process sends it, the time after which another one may
  due_at timestamptz not null,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  given_up_at timestamptz
);
create index mails_due on mails (due_at) where sent_at is null and given_up_at is null;
create index mails_by_time on mails (created_at);

create table notification_settings (notification text primary key, enabled boolean not null);
insert into notification_settings values ('gwOff1Hr', true), ('notRecvCsv4Hr', true), ('abnorTagProduct', true);

-- title and detail: one case; subject and body: the mail
create table notification_contents (
  notification text not null,
  language text not null,
  title text not null,
  detail text not null,
  subject text not null,
  body text not null,
  primary key (notification, language)
);
insert into notification_contents values
('gwOff1Hr', 'en_US', '{{storeName}} ({{storeCode}}): gateway {{gateway}}', 'Offline since {{since}} ({{timeZone}}).',
'Gateways offline for more than 1 hour: {{count}}',
'These gateways have been offline for more than 1 hour. The labels that only they reach are not updated until they are back.

{{list}}

Check their power and their network.

{{link}}'),
('gwOff1Hr', 'ja_JP', '{{storeName}}（{{storeCode}}）：ゲートウェイ {{gateway}}', '{{since}} からオフライン（{{timeZone}}）',
'1時間以上オフラインのゲートウェイ：{{count}}台',
'次のゲートウェイが1時間以上オフラインです。復旧するまで、このゲートウェイでしか通信できないタグは更新されません。

{{list}}

電源とネットワークを確認してください。

{{link}}'),
('gwOff1Hr', 'ko_KR', '{{storeName}}({{storeCode}}): 게이트웨이 {{gateway}}', '{{since}}부터 오프라인({{timeZone}})',
'1시간 이상 오프라인인 게이트웨이: {{count}}대',
'다음 게이트웨이가 1시간 이상 오프라인 상태입니다. 복구될 때까지 해당 게이트웨이로만 통신할 수 있는 태그는 업데이트되지 않습니다.

{{list}}

전원과 네트워크를 확인하십시오.

{{link}}'),
('notRecvCsv4Hr', 'en_US', '{{storeName}} ({{storeCode}})', 'Last file: {{fileName}}, received {{since}} ({{timeZone}}).',
'Stores without a product file for more than 4 hours: {{count}}',
'No product file has been received for these stores for more than 4 hours. Their labels keep the prices of the last one.

{{list}}

{{link}}'),
('notRecvCsv4Hr', 'ja_JP', '{{storeName}}（{{storeCode}}）', '最後のファイル：{{fileName}}、受信日時 {{since}}（{{timeZone}}）',
'4時間以上商品ファイルを受信していない店舗：{{count}}店',
'次の店舗の商品ファイルを4時間以上受信していません。タグの価格は最後に受信したファイルのままです。

{{list}}

{{link}}'),
('notRecvCsv4Hr', 'ko_KR', '{{storeName}}({{storeCode}})', '마지막 파일: {{fileName}}, 수신 {{since}}({{timeZone}})',
'4시간 이상 상품 파일을 수신하지 못한 매장: {{count}}곳',
'다음 매장의 상품 파일을 4시간 이상 수신하지 못했습니다. 태그의 가격은 마지막 파일 그대로입니다.

{{list}}

{{link}}'),
('abnorTagProduct', 'en_US', '{{storeName}} ({{storeCode}}): {{tags}} abnormal tags, {{products}} products',
'Failed {{failed}}, missing {{missing}}, not confirmed {{unconfirmed}}, low battery {{lowBattery}}.
Tags:
{{tagList}}
Products:
{{productList}}',
'Daily report of abnormal tags and products (stores: {{count}})',
'Abnormal tags, and the products they should show, on {{day}}:

{{list}}

{{link}}'),
('abnorTagProduct', 'ja_JP', '{{storeName}}（{{storeCode}}）：異常なタグ {{tags}}枚、商品 {{products}}点',
'更新失敗 {{failed}}、応答なし {{missing}}、未確認 {{unconfirmed}}、電池残量低下 {{lowBattery}}
タグ：
{{tagList}}
商品：
{{productList}}',
'異常なタグと商品の日次レポート（{{count}}店）',
'{{day}} 時点で異常のあるタグと、そのタグに表示されるべき商品です。

{{list}}

{{link}}'),
('abnorTagProduct', 'ko_KR', '{{storeName}}({{storeCode}}): 이상 태그 {{tags}}개, 상품 {{products}}개',
'업데이트 실패 {{failed}}, 응답 없음 {{missing}}, 미확인 {{unconfirmed}}, 배터리 부족 {{lowBattery}}
태그:
{{tagList}}
상품:
{{productList}}',
'이상 태그 및 상품 일일 보고서(매장 {{count}}곳)',
'{{day}} 기준 이상이 있는 태그와 해당 태그에 표시되어야 할 상품입니다.

{{list}}

{{link}}');
