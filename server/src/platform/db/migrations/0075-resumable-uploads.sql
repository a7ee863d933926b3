-- Files that are sent by the tus protocol: what their sender said of them, and what came of them when all was there.
alter table uploads
  add about jsonb,
  -- {"taken": …} or {"refused": …}; null until then
  add outcome jsonb;
