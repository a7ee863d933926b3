-- Findings of a check on panels of other sizes, to which a drawing is refitted: `tag-384x168`; null on its own.
alter table layout_findings add column panel text;
