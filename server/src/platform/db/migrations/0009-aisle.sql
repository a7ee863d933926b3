-- Which tag took the place of which: a task of the type SWAP each.
create table tag_swaps (
  store_code text not null references stores on delete cascade,
  task_id bigint not null,
  from_mac text not null,
  to_mac text not null,
  swapped_by text not null,
  swapped_at timestamptz not null,
  primary key (store_code, task_id)
);
create index tag_swaps_by_from on tag_swaps (store_code, from_mac, task_id desc);
create index tag_swaps_by_to on tag_swaps (store_code, to_mac, task_id desc);
