-- Products belong to stores as by a foreign key with `on delete cascade`, checked once for each statement and store: row by row, the check
-- took a third of the time in which the products of a file are written (docs/benchmarks.md).
alter table products drop constraint products_store_code_fkey;

-- The store's row is locked as a foreign key locks it: who removes the store waits until this transaction has ended.
create function require_store(code text) returns void language plpgsql as $$
begin
  perform from stores where store_code = code for key share;
  if not found then
    raise foreign_key_violation using message = format('product of the store "%s", which does not exist', code),
      table = 'products', constraint = 'products_store_code_fkey';
  end if;
end $$;

create or replace function count_products() returns trigger language plpgsql as $$
declare
  store record;
begin
  if tg_op = 'INSERT' then
    for store in select store_code, count(*)::integer as products from added group by 1 order by 1 loop
      perform require_store(store.store_code);
      insert into product_counts values (store.store_code, store.products)
      on conflict (store_code) do update set products = product_counts.products + excluded.products;
    end loop;
  else
    insert into product_counts select store_code, -count(*) from removed group by 1 order by 1
    on conflict (store_code) do update set products = product_counts.products + excluded.products;
  end if;
  return null;
end $$;

create function require_store_of_product() returns trigger language plpgsql as $$
begin
  perform require_store(new.store_code);
  return null;
end $$;
create trigger products_moved after update of store_code on products for each row
  when (new.store_code is distinct from old.store_code) execute function require_store_of_product();

-- Each statement of a function sees what was committed until it begins, if the transaction is one of `read committed`: also products whose
-- transaction the removal of the store had to wait for.
create function products_follow_store() returns trigger language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise 'stores are removed and renamed in transactions of read committed alone';
  end if;
  if tg_op = 'DELETE' then
    delete from products where store_code = old.store_code;
  elsif exists (select from products where store_code = old.store_code) then
    raise foreign_key_violation using message = format('the store "%s" has products', old.store_code),
      table = 'products', constraint = 'products_store_code_fkey';
  end if;
  return null;
end $$;
create trigger stores_removed after delete on stores for each row execute function products_follow_store();
create trigger stores_renamed after update of store_code on stores for each row
  when (new.store_code is distinct from old.store_code) execute function products_follow_store();
