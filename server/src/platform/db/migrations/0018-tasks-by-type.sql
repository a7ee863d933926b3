-- The list of tasks narrowed to one type: a busy month of a chain has tens of thousands of each.
create index tasks_by_type on tasks (task_type, start_time desc) include (store_code);
