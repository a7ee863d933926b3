-- How much a layout is used is asked by layout, over all stores.
create index layout_usage_by_drawing on layout_usage (drawing_id) include (store_code, products, tags);
create index layout_drawings_by_layout on layout_drawings (layout_id);
