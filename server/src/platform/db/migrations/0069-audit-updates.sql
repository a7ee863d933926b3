-- Which update of products a record is about: what was before and after stands in the history of products, once.
alter table audit_log add column update_id bigint;
