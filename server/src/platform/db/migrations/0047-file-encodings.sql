-- How a received file was read, and why it was refused in a form that can be said in any language.
alter table files add column encoding text;
alter table files add column reasons jsonb not null default '[]';
