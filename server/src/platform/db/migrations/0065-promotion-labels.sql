-- How many labels show a product of a running promotion in a store, counted when it began there. Where there are none it is counted again
-- now and then: a product may come to have the value later.
alter table promotions_running
  add column labels integer,
  add column counted_at timestamptz;
create index promotions_running_without_labels on promotions_running (counted_at) where labels = 0 or labels is null;
