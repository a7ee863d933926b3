-- Print templates: lists of products with their layout that people keep to print again. `rows` as the contract has them (printing.ts).
create table print_templates (
  store_code text not null references stores on delete cascade,
  name text not null,
  -- of rows that name none of their own
  layout_id text,
  rows jsonb not null,
  row_count integer not null,
  label_count integer not null,
  updated_by text not null,
  updated_at timestamptz not null,
  primary key (store_code, name)
);
