-- Failed sign-ins, counted by account and by where they come from together; `*` stands for all accounts or for all places. Accounts that do
-- not exist are counted alike, so that an answer does not tell which do.
create table sign_in_failures (
  email text not null,
  origin text not null,
  failures int not null,
  failed_at timestamptz not null,
  locked_until timestamptz,
  primary key (email, origin)
);
create index sign_in_failures_by_time on sign_in_failures (failed_at);
-- Still set while an account is locked for some place, for lists and the alarm; what is counted stands above.
alter table accounts drop column failed_logins;

-- Browsers that an account has signed in from: a stranger's attempts do not shut them out.
create table known_devices (
  device_hash text not null,
  email text not null references accounts on delete cascade on update cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (device_hash, email)
);

-- Links to choose a new password. The link itself is in its mail alone.
create table password_links (
  link_hash text primary key,
  email text not null references accounts on delete cascade on update cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_links_by_email on password_links (email);
-- What was asked for at the door with an address, known or not. It is worked on later, so that the answer takes the same time for all.
create table door_requests (
  request_id bigint generated always as identity primary key,
  -- forgot-password, signed-up
  kind text not null,
  email text not null,
  -- of signed-up: there was an account already
  existed boolean not null default false,
  requested_at timestamptz not null
);

-- The end of a temporary password.
alter table accounts add column password_expires_at timestamptz;
-- A text that is a secret as long as it is queued.
alter table mails add column sealed boolean not null default false;
-- The name of a session that its owner may see.
alter table sessions add column session_id uuid not null default gen_random_uuid();
create unique index sessions_by_id on sessions (session_id);
