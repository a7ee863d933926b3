-- Keys of encrypted panels by MAC, sealed: told to the bridge that speaks with them, and to nobody else.
alter table access_points add column keys jsonb not null default '{}';
