-- The detail of a finding as a sentence by its key with what is filled in; null for what only its English words say. Products of its label in the
-- order of their places, where there are several.
alter table layout_findings add column said jsonb, add column pr_codes text[];
