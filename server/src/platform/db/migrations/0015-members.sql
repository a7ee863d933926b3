-- Members and roles: what changed since a form was opened, who signed in last, second factors, and sign-in through a provider.
alter table accounts
  -- counts changes by people, so that a form that is older is noticed
  add column version integer not null default 0,
  add column last_login_at timestamptz;
alter table roles add column version integer not null default 0;
create index accounts_by_role on accounts (role_id);

create sequence role_ids;
select setval('role_ids', greatest(max(role_id), 1)) from roles;

create table second_factors (
  email text primary key references accounts on delete cascade,
  -- sealed with the server's key
  secret text not null,
  -- null until a first code proved that the app has it
  confirmed_at timestamptz,
  -- the newest time step of which a code was used: none is good twice
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
create table recovery_codes (
  email text not null references second_factors on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (email, code_hash)
);
-- Passwords that were right and wait for their second factor.
create table sign_in_challenges (
  challenge_hash text primary key,
  email text not null references accounts on delete cascade,
  expires_at timestamptz not null
);
create index sign_in_challenges_by_account on sign_in_challenges (email);

-- Accounts as the OpenID provider names them.
create table account_identities (
  issuer text not null,
  subject text not null,
  email text not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index account_identities_by_account on account_identities (email);
-- Sign-ins that are under way at the provider.
create table provider_attempts (
  state_hash text primary key,
  nonce text not null,
  verifier text not null,
  -- ties the answer to the browser that asked
  browser_hash text not null,
  expires_at timestamptz not null
);
