-- Records that are handed to every gateway (specification 2 §3).
create table amac (
  abstract_code text primary key,
  abstract_data text not null,
  updated_at timestamptz not null
);

-- The app's files; at most one is offered for download.
create sequence app_file_ids start 1;
create table app_files (
  app_id bigint primary key default nextval('app_file_ids'),
  ver text not null,
  blob text not null,
  bytes bigint not null,
  active boolean not null default false,
  uploaded_by text not null,
  updated_at timestamptz not null
);
create unique index app_files_one_active on app_files (active) where active;

-- What the chain's settings say to gateways is a new version of what each of them shall be set to: it is told until each reports it.
create function gateway_part(value jsonb) returns jsonb language sql immutable as $$
  select case when coalesce(value ->> 'panId', '') = '' then null else jsonb_build_array(
    value -> 'panId', value -> 'retailServerIp', value -> 'retailServerPort', value -> 'timeServerIp', value -> 'timeServerPort',
    value -> 'gatewayStatusCheckInterval', value -> 'communicationMode') end
$$;

create function tell_all_gateways() returns trigger language plpgsql as $$
begin
  update gateways set config_version = config_version + 1, config_sent_at = null;
  return null;
end $$;
create trigger settings_told_insert after insert on settings for each row
  when (new.key = 'server' and gateway_part(new.value) is not null) execute function tell_all_gateways();
create trigger settings_told_update after update on settings for each row
  when (new.key = 'server' and gateway_part(new.value) is distinct from gateway_part(old.value)) execute function tell_all_gateways();
create trigger amac_told after insert or update or delete on amac for each statement execute function tell_all_gateways();

-- A store's own time server goes before that of the chain.
create function tell_gateways_of_store() returns trigger language plpgsql as $$
begin
  update gateways set config_version = config_version + 1, config_sent_at = null where store_code = new.store_code;
  return null;
end $$;
create trigger stores_told after update of config on stores for each row
  when (new.config ->> 'timeServerIp' is distinct from old.config ->> 'timeServerIp'
    or new.config ->> 'timeServerPort' is distinct from old.config ->> 'timeServerPort')
  execute function tell_gateways_of_store();

-- Who comes new is told what all have been told.
create function tell_new_gateway() returns trigger language plpgsql as $$
begin
  if new.config_version = new.config_applied and (
    exists (select from settings where key = 'server' and gateway_part(value) is not null)
    or exists (select from amac)
    or exists (select from stores where store_code = new.store_code and coalesce(config ->> 'timeServerIp', '') <> '')
  ) then
    new.config_version := new.config_version + 1;
  end if;
  return new;
end $$;
create trigger gateways_told before insert on gateways for each row execute function tell_new_gateway();
