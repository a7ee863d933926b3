-- Every change of products as one update: when, by whom, from which file, and the task that carried it to the labels.
-- given out while the store's products are locked: their order is that of the changes
create sequence update_ids start 1;
create table updates (
  store_code text not null references stores on delete cascade,
  update_id bigint not null,
  kind text not null check (kind in ('FILE', 'EDIT', 'REMOVE', 'REVERT')),
  -- null: no label showed what changed
  task_id bigint,
  product_count integer not null,
  tag_count integer not null,
  changed_by text not null,
  file_id bigint,
  updated_at timestamptz not null,
  primary key (store_code, update_id)
);
create index updates_by_time on updates (store_code, updated_at desc);
create unique index updates_by_task on updates (store_code, task_id) where task_id is not null;

-- The update that a product stands at: who changes it can tell whether it is still what he has seen.
alter table products add column update_id bigint not null default 0;

-- Beside what a product was, what it became; nothing when it was removed.
alter table product_history add column update_id bigint not null default 0;
alter table product_history add column nfc text;
alter table product_history add column new_pr_info text[];
alter table product_history add column new_layout_id text;
alter table product_history add column new_nfc text;
create index product_history_by_update on product_history (store_code, update_id);

-- `expected`: the update that the change was made on, where that matters; `seen`: the one that a partial row was filled up from.
alter table staged_products add column removed boolean not null default false;
alter table staged_products add column expected bigint;
alter table staged_products add column seen bigint;
