-- Groups of three neighbouring characters as well as pairs: nearly every text has the pairs of a word in other words, few have its threes.
drop index product_texts_by_gram;
create or replace function text_grams(words text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  line constant text := translate(words, chr(10), ' ');
begin
  return array(
    select substr(line, n, size) from generate_series(1, length(line)) n, generate_series(1, 3) size
    where strpos(substr(line, n, size), ' ') = 0 and (size > 1 or ascii(substr(line, n, 1)) > 127));
end $$;
create index product_texts_by_gram on product_texts using gin (text_grams(words));

-- Texts with all these grams that are like all these patterns, of products in these stores (null: all): every one, unless more than some
-- thousand are like them; then those that are called so first among the texts that are read. No way reads more than `reads` texts.
create or replace function find_product_texts(grams text[], patterns text[], stores text[], row_limit integer)
returns table (text_id bigint, place integer) language plpgsql stable
-- The expression of the index is slow to compute: no plan may compute it for rows.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set work_mem = '16MB' as $$
declare
  reads constant integer := 4000;
  ids bigint[];
  more bigint[];
  looked integer;
begin
  -- What very many are called is among the newest, too; the index would name them all.
  select array_agg(n.text_id) into ids
  from (select t.text_id, t.words from product_texts t order by t.text_id desc limit reads) n
  where n.words like all (patterns)
    and (stores is null or exists (select from product_places p where p.text_id = n.text_id and p.store_code = any (stores)));
  if coalesce(cardinality(ids), 0) < row_limit then
    with some_texts as materialized (
      select t.text_id from product_texts t where text_grams(t.words) @> grams and t.words like all (patterns) limit reads)
    select array_agg(s.text_id) filter (
        where stores is null or exists (select from product_places p where p.text_id = s.text_id and p.store_code = any (stores))), count(*)
    into more, looked from some_texts s;
    ids := ids || more;
    -- They may all be of other stores.
    if stores is not null and looked = reads then
      select array_agg(t.text_id) into more
      from (select p.text_id from product_places p where p.store_code = any (stores) limit 5 * reads) p join product_texts t using (text_id)
      where t.words like all (patterns);
      ids := ids || more;
    end if;
  end if;
  return query
    select t.text_id, (row_number() over (order by t.words like ltrim(patterns[1], '%') desc, length(t.words), t.pr_code))::integer
    from product_texts t where t.text_id = any (ids)
    order by 2 limit row_limit;
end $$;
