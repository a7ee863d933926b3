-- How the list of prices looks on the displays of a store: background and colours of its cards, as pricePages of signage takes them.
alter table plus_settings add column price_list jsonb;
