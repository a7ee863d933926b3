-- Families that tags show, and second codes of products (docs/guide/families.md).

-- The family that a tag shows, by its code: the store's own, else the shared one. Its products, layout and NFC address stand with the tag too.
alter table tags add column fm_pr_code text;
create index tags_by_family on tags (fm_pr_code, store_code) where fm_pr_code is not null;
create index families_by_code on families (fm_pr_code);

-- What is a store's goes with it; the shared scope, written as an empty store code, is no store.
alter table families add column store_ref text generated always as (nullif(store_code, '')) stored references stores on delete cascade;
alter table files drop constraint files_store_code_fkey;
alter table files add column store_ref text generated always as (nullif(store_code, '')) stored references stores on delete cascade;

-- Other codes under which products are known, in the whole chain. Dates are written YYYY-MM-DD, empty where there is none.
create table second_codes (
  second_code text primary key,
  pr_code text not null,
  article_code text not null default '',
  sale_code text not null default '',
  sale_type_code text not null default '',
  insertion_date text not null default '',
  cessation_date text not null default '',
  -- from that day on the code is not understood any more
  deletion_date text not null default '',
  acquisition_date text not null default '',
  modification_date text not null default '',
  program_name text not null default '',
  operator_name text not null default '',
  db_trigger boolean not null default false,
  updated_at timestamptz not null
);
create index second_codes_by_product on second_codes (pr_code);
