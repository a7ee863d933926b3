-- What products are searched by. Written by a job after the products themselves, so that a file costs no more for it: stores of a chain
-- have mostly the same products, and what these are called stands here once.
create table product_texts (
  text_id bigint generated always as identity primary key,
  pr_code text not null,
  -- the values of aliases that are no amounts, a line each, in lower case
  words text not null,
  unique (pr_code, words)
);

-- Pairs of neighbouring characters, and each character beyond ASCII: names in Japanese and Korean are searched by one or two.
create function text_grams(words text) returns text[] language plpgsql immutable strict parallel safe as $$
begin
  return array(
    select distinct gram from (
      select substr(words, n, 2) as gram from generate_series(1, length(words) - 1) n
      union all
      select substr(words, n, 1) from generate_series(1, length(words)) n where ascii(substr(words, n, 1)) > 127
    ) grams where strpos(gram, ' ') = 0 and strpos(gram, chr(10)) = 0);
end $$;
create index product_texts_by_gram on product_texts using gin (text_grams(words));

-- Which product of which store is called so.
create table product_places (
  store_code text not null,
  pr_code text not null,
  text_id bigint not null references product_texts,
  primary key (store_code, pr_code)
);
create index product_places_by_text on product_places (text_id, store_code);

-- Codes that lead to a product: its own, and the values of aliases that are bar codes.
create table product_codes (
  code text collate "C" not null,
  text_id bigint not null references product_texts on delete cascade,
  primary key (code, text_id)
);
create index product_codes_by_text on product_codes (text_id);

-- What no product is called any more goes with the last one, also where a store is removed.
create function remove_unused_product_texts() returns trigger language plpgsql as $$
begin
  delete from product_texts t using (select distinct text_id from removed) r
  where t.text_id = r.text_id and not exists (select from product_places p where p.text_id = t.text_id);
  return null;
end $$;
create trigger product_places_removed after delete on product_places referencing old table as removed
  for each statement execute function remove_unused_product_texts();

-- Stores whose products the job has to look at: those changed since then, behind this code; and whether some are gone.
create table product_changes (
  store_code text not null,
  change_id bigint generated always as identity,
  since timestamptz not null,
  after text not null default '',
  removed boolean not null default false,
  primary key (store_code, change_id)
);
create index product_changes_in_order on product_changes (change_id);
insert into product_changes (store_code, since) select store_code, '1970-01-01' from stores;

create or replace function count_products() returns trigger language plpgsql as $$
declare
  store record;
begin
  if tg_op = 'INSERT' then
    for store in select store_code, count(*)::integer as products, min(updated_at) as since from added group by 1 order by 1 loop
      perform require_store(store.store_code);
      insert into product_counts values (store.store_code, store.products)
      on conflict (store_code) do update set products = product_counts.products + excluded.products;
      insert into product_changes (store_code, since) values (store.store_code, store.since);
    end loop;
  else
    for store in select store_code, count(*)::integer as products from removed group by 1 order by 1 loop
      insert into product_counts values (store.store_code, -store.products)
      on conflict (store_code) do update set products = product_counts.products + excluded.products;
      insert into product_changes (store_code, since, removed) values (store.store_code, 'infinity', true);
    end loop;
  end if;
  return null;
end $$;

-- Another type of an alias is another choice of what is searched.
create function aliases_change_product_texts() returns trigger language plpgsql as $$
begin
  insert into product_changes (store_code, since) select store_code, '1970-01-01' from stores;
  return null;
end $$;
create trigger aliases_changed after insert or update or delete on aliases
  for each statement execute function aliases_change_product_texts();

-- Texts with all these grams that are like all these patterns, of products in these stores (null: all). Where very many have the grams,
-- the index gives some of them: time is bounded.
create function find_product_texts(grams text[], patterns text[], stores text[], row_limit integer)
returns table (text_id bigint, place integer) language sql stable
set gin_fuzzy_search_limit = 4000 as $$
  select t.text_id, (row_number() over (order by t.words like ltrim(patterns[1], '%') desc, length(t.words), t.pr_code))::integer
  from product_texts t
  where text_grams(t.words) @> grams and t.words like all (patterns)
    and (stores is null or exists (select from product_places p where p.text_id = t.text_id and p.store_code = any (stores)))
  order by 2 limit row_limit
$$;

-- The beginning of an id, whatever the database's order of letters is.
create index tags_by_mac_beginning on tags (tag_mac text_pattern_ops);
create index tags_by_barcode_beginning on tags (barcode text_pattern_ops);
