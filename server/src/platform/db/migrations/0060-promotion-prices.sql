-- A promotion may work its price out of that of each product, hold in chosen stores alone, and take products by a part of a value.
alter table promotions
  -- {kind: amount | percent | off, …}: what becomes of the price; null: what `changes` says alone
  add column price jsonb,
  -- the price that a product has goes to its list price meanwhile
  add column old_price boolean not null default false,
  -- a value of the rule is a part of the product's, in small or capital letters
  add column rule_contains boolean not null default false,
  -- false: those of promotion_stores alone, also when none of them is left
  add column every_store boolean not null default true;

create table promotion_stores (
  promotion_id bigint not null,
  version integer not null,
  store_code text not null references stores on delete cascade,
  primary key (promotion_id, version, store_code),
  foreign key (promotion_id, version) references promotions on delete cascade
);
create index promotion_stores_by_store on promotion_stores (store_code);
