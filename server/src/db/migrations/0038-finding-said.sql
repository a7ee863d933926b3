-- The detail of a finding as a sentence by its key with what is filled in; null for what only its English words say.
alter table layout_findings add column said jsonb;
