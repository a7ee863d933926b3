-- Scripts in Python: of a store, or with an empty store code the default of all. The code that runs stands here, all that was saved in the versions.
create table scripts (
  store_code text not null default '',
  kind text not null,
  code text not null,
  -- OFF: nothing runs. DEFAULT: the default script. OWN: this one.
  use_type text not null check (use_type in ('OFF', 'DEFAULT', 'OWN')),
  version integer not null,
  updated_by text not null,
  updated_at timestamptz not null,
  -- Runs in a row that took too long or broke their sandbox; after some of them the script is suspended until it is saved again.
  breakdowns integer not null default 0,
  suspended_at timestamptz,
  suspended_why text,
  primary key (store_code, kind)
);

create table script_versions (
  store_code text not null default '',
  kind text not null,
  version integer not null,
  code text not null,
  use_type text not null,
  -- The version whose code was taken up again.
  restored_from integer,
  updated_by text not null,
  updated_at timestamptz not null,
  primary key (store_code, kind, version)
);

-- What the labels of a store were last drawn with: the script (of the store, or with an empty scope the default one) and the day it was told.
-- No row: no decorator.
create table decorated_stores (
  store_code text primary key,
  scope text not null,
  version integer not null,
  day text not null
);

-- The shared scope is no store, so no foreign key can tell: what a removed store leaves goes with it.
create function forget_scripts() returns trigger language plpgsql as $$
begin
  delete from scripts where store_code = old.store_code;
  delete from script_versions where store_code = old.store_code;
  delete from decorated_stores where store_code = old.store_code;
  return null;
end $$;
create trigger stores_forget_scripts after delete on stores for each row execute function forget_scripts();

-- Accounts that somebody else vouches for: they have no password here.
alter table accounts add column third_party boolean not null default false;
