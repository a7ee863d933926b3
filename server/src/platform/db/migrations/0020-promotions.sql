-- Promotions, version by version: what labels are shown with is told by a version that does not change (promotions_running), while a newer
-- one may be current already. A promotion that was removed has no current version.
create sequence promotion_ids start 1;
create table promotions (
  promotion_id bigint not null,
  version integer not null,
  current boolean not null,
  store_type text not null,
  name text not null,
  -- its products stand in promotion_products, or are those whose slot of prInfo has one of these values
  rule_slot smallint,
  rule_values text[] not null default '{}',
  -- on the clock of each store
  starts timestamp not null,
  ends timestamp not null,
  priority integer not null default 0,
  -- [{index, value}]: what the slots of prInfo say meanwhile
  changes jsonb not null default '[]',
  layout_id text,
  updated_by text not null,
  updated_at timestamptz not null,
  primary key (promotion_id, version)
);
create unique index promotions_current on promotions (promotion_id) where current;
create index promotions_by_type on promotions (store_type) where current;

create table promotion_products (
  promotion_id bigint not null,
  version integer not null,
  pr_code text not null,
  primary key (promotion_id, version, pr_code),
  foreign key (promotion_id, version) references promotions on delete cascade
);

-- What the labels of a store are drawn with now. A difference to what should hold at this moment is settled by a task.
create table promotions_running (
  store_code text not null references stores on delete cascade,
  promotion_id bigint not null,
  version integer not null,
  since timestamptz not null,
  primary key (store_code, promotion_id),
  foreign key (promotion_id, version) references promotions
);
create index promotions_running_by_version on promotions_running (promotion_id, version);

-- Why a label says something else than its product: the promotion that it was drawn with.
alter table operations add column promotion text;
alter table ledger add column promotion text;
