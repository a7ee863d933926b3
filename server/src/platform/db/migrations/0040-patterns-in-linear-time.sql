-- Patterns know no lookaround any more (docs/decisions/0011-patterns-in-linear-time.md). The starter layouts asked with one whether
-- a barcode is anything but eight digits; drawings that were made from them ask the same in a form that is allowed.
update layout_versions set definition = replace(definition::text, '^(?!\\d{8}$).', '^(?:\\d{1,7}$|\\d{9}|\\d*\\D)')::jsonb
  where strpos(definition::text, '^(?!\\d{8}$).') > 0;
update layout_drawings set draft = replace(draft::text, '^(?!\\d{8}$).', '^(?:\\d{1,7}$|\\d{9}|\\d*\\D)')::jsonb
  where strpos(draft::text, '^(?!\\d{8}$).') > 0;
