-- API tokens: keys of programs that act for an account, with no more than the account may and often with less.
create table api_tokens (
  token_id bigint generated always as identity primary key,
  name text not null,
  -- the token itself is told once and never kept
  token_hash text not null unique,
  email text not null references accounts on delete cascade on update cascade,
  -- tag.read, product.write …
  privileges text[] not null,
  -- null: those of the account
  store_codes text[],
  expires_at timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz,
  last_ip text
);
create index api_tokens_by_email on api_tokens (email);
