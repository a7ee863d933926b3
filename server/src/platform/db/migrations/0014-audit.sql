-- What people changed: who, when, from where, what it was before and after. Written in the transaction of the change; rows are never changed.
create table audit_log (
  audit_id bigint generated always as identity,
  at timestamptz not null,
  -- who: empty where nobody was signed in
  email text not null,
  ip text not null,
  -- the call by its name in the contract, such as stores.create
  action text not null,
  -- null: nothing of one store
  store_code text,
  -- what was changed: role, store, setting …, and which one
  kind text not null,
  subject text not null,
  -- null: was not there before, or is no more. Without secrets.
  before jsonb,
  after jsonb
) partition by range (at);
create index audit_log_by_time on audit_log (at desc, audit_id desc);
create index audit_log_by_email on audit_log (email, at desc);
create index audit_log_by_subject on audit_log (kind, subject, at desc);
create index audit_log_by_store on audit_log (store_code, at desc);
create index audit_log_by_id on audit_log (audit_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is written once and never changed', tg_table_name;
end $$;
create trigger audit_log_stays before update or delete on audit_log for each row execute function refuse_change();
