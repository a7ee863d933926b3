-- Fonts of the chain's own for texts on displays (docs/signage.md): the file as it came, and what is drawn from it (label/src/brand-font.ts).
-- A font never changes: who wants another one adds it.
create table brand_fonts (
  font_id bigint generated always as identity primary key,
  name text not null,
  blob text not null,
  bytes bigint not null,
  outlines text not null,
  characters integer not null,
  sample text not null,
  updated_by text not null,
  updated_at timestamptz not null
);
create trigger brand_fonts_loosen after delete on brand_fonts
  referencing old table as old_rows for each statement execute function note_loose_blobs('blob');
create trigger brand_fonts_loosen_outlines after delete on brand_fonts
  referencing old table as old_rows for each statement execute function note_loose_blobs('outlines');
create index brand_fonts_by_blob on brand_fonts (blob);
create index brand_fonts_by_outlines on brand_fonts (outlines);
