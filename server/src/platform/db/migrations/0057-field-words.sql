-- Tables, columns and triggers are called by the words of the field. Rows, plans and rules stay as they are.

-- Forgotten passwords and sign-ups that wait for their mail.
alter table door_requests rename to account_requests;
alter index door_requests_pkey rename to account_requests_pkey;
alter sequence door_requests_request_id_seq rename to account_requests_request_id_seq;

-- The reading that was last stored in the history of a sensor.
alter table sensors rename column kept_at to last_stored_at;
alter table sensors rename column kept_value to last_stored_value;

-- The class of an alarm before a setting replaced it.
alter table alarms rename column usual_class to default_class;
alter table notified rename column told_at to notified_at;
alter table tag_events rename column told_at to reported_at;

-- The store that a display asked for when it announced itself.
alter table plus_devices rename column wanted_store to requested_store;

-- How many gateways of a roll-out load at the same time, and that none is in two open roll-outs.
alter table rollouts rename column at_once to concurrency;
alter index rollout_gateways_once rename to rollout_gateways_open;

-- The detail of a finding, as the key of a sentence with its values.
alter table layout_findings rename column said to translatable;
alter table scripts rename column suspended_why to suspended_reason;
alter table webhooks rename column rests_until to paused_until;

-- Events that webhooks are queued for.
alter function tell_alarm() rename to queue_alarm_webhooks;
alter function tell_task() rename to queue_task_webhooks;

-- A change of what a gateway is to be set to raises its configuration's version: of all gateways, of a store's, of a new one.
alter function tell_all_gateways() rename to raise_config_versions;
alter function tell_gateways_of_store() rename to raise_config_versions_of_store;
alter function tell_new_gateway() rename to raise_config_version_of_new;
alter trigger settings_told_insert on settings rename to settings_raise_config_insert;
alter trigger settings_told_update on settings rename to settings_raise_config_update;
alter trigger amac_told on amac rename to amac_raise_config;
alter trigger stores_told on stores rename to stores_raise_config;
alter trigger stores_radio_told on stores rename to stores_radio_raise_config;
alter trigger gateways_told on gateways rename to gateways_raise_config;

-- Whether a store's radio settings have ever differed from the defaults: from then on its gateways always get them.
alter table stores rename column radio_told to radio_configured;
create or replace function note_radio() returns trigger language plpgsql as $$
begin
  new.radio_configured := true;
  return new;
end $$;
create or replace function raise_config_version_of_new() returns trigger language plpgsql as $$
begin
  if new.config_version = new.config_applied and (
    exists (select from settings where key = 'server' and gateway_part(value) is not null)
    or exists (select from amac)
    or exists (select from stores where store_code = new.store_code
      and (coalesce(config ->> 'timeServerIp', '') <> '' or radio_configured or radio_part(config) <> radio_part('{}')))
  ) then
    new.config_version := new.config_version + 1;
  end if;
  return new;
end $$;

-- Codes that answers of the API have.
update downloads set reason = 'log-on-other-host' where reason = 'log-elsewhere';
