-- Wrong lines of a file that were left out while its good ones were applied.
alter table files add column left_out_count int not null default 0;

-- What the columns of a file meant, where a person said so; and that, remembered for the next file with the same first line.
alter table files add column mapping jsonb;
create table column_mappings (
  store_code text not null,
  header text not null,
  mapping jsonb not null,
  used_at timestamptz not null,
  primary key (store_code, header)
);
create index column_mappings_by_header on column_mappings (header);
