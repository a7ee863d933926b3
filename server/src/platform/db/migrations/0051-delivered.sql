-- Some kinds of devices take a picture and never say what stands on their glass: SHOWN means there that it was delivered.
alter table ledger add column confirmed boolean not null default true;
-- Of those shown, how many no device has confirmed.
alter table tasks add column delivered integer not null default 0;
